/**
 * Dates and times on the restaurant's wall clock, in whole minutes since 1970-01-01T00:00 local
 * ({@linkcode WallMinute}): a service that closes at 02:00 ends 26 hours after its day began. The hour that autumn
 * repeats counts both times; the hour that spring skips ({@linkcode skippedSpans}) holds no times.
 */

/** A calendar day on the restaurant's clock, `AAAA-MM-DD`. */
export type Day = string;
/** A time of day on the restaurant's clock, `HH:MM`, 00:00 to 23:59. */
export type Time = string;
/** A wall-clock instant, `AAAA-MM-DDTHH:MM`; text order is time order. */
export type LocalDateTime = string;
/** Minutes since 1970-01-01T00:00 on the restaurant's clock. */
export type WallMinute = number;

/** A span of wall time, its end exclusive. */
export interface WallSpan {
  readonly from: WallMinute;
  readonly to: WallMinute;
}

export const MINUTES_A_DAY = 1440;

/** The form of days; it admits `2026-02-30`, which {@linkcode isDay} refuses. */
export const DAY_FORM = /^\d{4}-\d{2}-\d{2}$/;

export const TIME_FORM = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Spanish names of the weekdays, Monday first. */
export const WEEKDAYS = ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"];

/** The wall clock of `timeZone` (IANA name) at `epochMs`. @throws {RangeError} if Temporal does not know the zone */
export function wallMinute(epochMs: number, timeZone: string): WallMinute {
  const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(epochMs)
    .toZonedDateTimeISO(timeZone);
  return Math.floor((epochMs + offsetNanoseconds / 1e6) / 60_000);
}

/** Whether `text` is a real calendar day in the exact form AAAA-MM-DD: 2026-02-30 is not. */
export function isDay(text: string): text is Day {
  if (!DAY_FORM.test(text)) return false;
  // A 30th of February becomes a day of March; a 32nd is no day at all.
  return new Date(`${text}T00:00:00Z`).getUTCDate() === Number(text.slice(8));
}

export function isTime(text: string): text is Time {
  return TIME_FORM.test(text);
}

/** What was typed into a time field, of which some browsers send the seconds. */
export function withoutSeconds(text: string): string {
  return text.replace(/^(\d\d:\d\d):\d\d(\.\d+)?$/, "$1");
}

export function minuteOfDay(time: Time): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

export function startOfDay(day: Day): WallMinute {
  return Date.parse(`${day}T00:00:00Z`) / 60_000;
}

export function dayOf(minute: WallMinute): Day {
  return new Date(minute * 60_000).toISOString().slice(0, 10);
}

/** The time of day of a wall minute. Formatting a `Date` costs far more, and lists hold hundreds of times. */
export function timeOf(minute: WallMinute): Time {
  const ofDay = (minute % MINUTES_A_DAY + MINUTES_A_DAY) % MINUTES_A_DAY;
  return `${twoDigits(Math.floor(ofDay / 60))}:${twoDigits(ofDay % 60)}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}

export function localDateTime(minute: WallMinute): LocalDateTime {
  return new Date(minute * 60_000).toISOString().slice(0, 16);
}

/** The wall minute of a {@linkcode LocalDateTime}; NaN if the text is not one. */
export function wallMinuteOf(local: LocalDateTime): WallMinute {
  return Date.parse(`${local}Z`) / 60_000;
}

export function addDays(day: Day, days: number): Day {
  return dayOf(startOfDay(day) + days * MINUTES_A_DAY);
}

export function daysFrom(first: Day, count: number): Day[] {
  return Array.from({ length: count }, (_, ahead) => addDays(first, ahead));
}

/** 0 for Monday to 6 for Sunday, as in ISO 8601 less one. */
export function weekdayIndex(day: Day): number {
  return (new Date(startOfDay(day) * 60_000).getUTCDay() + 6) % 7;
}

export function weekdayName(day: Day): string {
  return WEEKDAYS[weekdayIndex(day)]!;
}

/** The spans between `from` and `to` that the clock of `timeZone` never shows: the hours that spring skips. */
export function skippedSpans(timeZone: string, from: WallMinute, to: WallMinute): WallSpan[] {
  const skipped: WallSpan[] = [];
  // No zone lies a day away from UTC, so a day more on each side covers the whole span.
  const end = (to + MINUTES_A_DAY) * 60_000;
  let before = Temporal.Instant.fromEpochMilliseconds((from - MINUTES_A_DAY) * 60_000)
    .toZonedDateTimeISO(timeZone);
  for (;;) {
    const after = before.getTimeZoneTransition("next");
    if (after === null || after.epochMilliseconds >= end) return skipped;
    const span = {
      from: (after.epochMilliseconds + before.offsetNanoseconds / 1e6) / 60_000,
      to: (after.epochMilliseconds + after.offsetNanoseconds / 1e6) / 60_000,
    };
    if (span.from < Math.min(span.to, to) && span.to > from) skipped.push(span);
    before = after;
  }
}

export function isWithin(spans: readonly WallSpan[], minute: WallMinute): boolean {
  return spans.some(({ from, to }) => from <= minute && minute < to);
}

/** The first minute from `minute` on that lies in none of `spans`. */
export function firstMinuteOutside(spans: readonly WallSpan[], minute: WallMinute): WallMinute {
  const span = spans.find(({ from, to }) => from <= minute && minute < to);
  return span === undefined ? minute : firstMinuteOutside(spans, span.to);
}

/** Epoch milliseconds at which the clock shows `minute`: the second time where autumn repeats it. */
export function instantAt(minute: WallMinute, timeZone: string): number {
  return Temporal.PlainDateTime.from(localDateTime(minute))
    .toZonedDateTime(timeZone, { disambiguation: "later" }).epochMilliseconds;
}

/** Whether the zone data knows that Yucatan abolished daylight saving in 2022. */
export function zoneDataIsCurrent(): boolean {
  const july = Temporal.ZonedDateTime.from("2026-07-01T12:00[America/Merida]");
  return july.offset === "-06:00";
}
