/** A reservation as a calendar event, in the text format of RFC 5545. */
import {
  type Day,
  type LocalDateTime,
  localDateTime,
  minuteOfDay,
  startOfDay,
  type Time,
} from "../local_time.ts";
import type { LatLng } from "../location.ts";

export interface CalendarEvent {
  readonly folio: string;
  readonly day: Day;
  readonly time: Time;
  /** IANA name. */
  readonly timeZone: string;
  /** When the table was held, in epoch milliseconds. */
  readonly confirmedAt: number;
  readonly summary: string;
  readonly location: string;
  readonly point: LatLng;
  readonly description: string;
  /** Of the page that shows it. */
  readonly url: string;
}

/** The event's length: a reservation has no end. */
const EVENT_MINUTES = 120;

/** The calendar file, in the restaurant's time zone. */
export function calendarText(event: CalendarEvent): string {
  const { folio, day, time, timeZone, confirmedAt, summary, location, point, description } = event;
  const starts = startOfDay(day) + minuteOfDay(time);
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Sobremesa//Sobremesa//ES",
    ...zoneLines(timeZone, localDateTime(starts)),
    "BEGIN:VEVENT",
    `UID:${folio}`,
    `DTSTAMP:${compact(new Date(confirmedAt).toISOString().slice(0, 19))}Z`,
    `DTSTART;TZID=${timeZone}:${compact(localDateTime(starts))}00`,
    `DTEND;TZID=${timeZone}:${compact(localDateTime(starts + EVENT_MINUTES))}00`,
    `SUMMARY:${escaped(summary)}`,
    `LOCATION:${escaped(location)}`,
    `GEO:${point.lat};${point.lng}`,
    `DESCRIPTION:${escaped(description)}`,
    `URL:${event.url}`,
    "STATUS:CONFIRMED",
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    `DESCRIPTION:${escaped(summary)}`,
    "TRIGGER:-PT2H",
    "END:VALARM",
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

/** The time zone with the rule that holds at the event, and no other. */
function zoneLines(timeZone: string, local: LocalDateTime): readonly string[] {
  const at = Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone);
  const since = at.getTimeZoneTransition("previous");
  const before = since?.subtract({ nanoseconds: 1 }) ?? at;
  // The onset is written in the offset before it: of -05:19:36, Panama's until 1908, Temporal has no zone.
  const shown = since && new Date(since.epochMilliseconds + before.offsetNanoseconds / 1e6);
  return [
    "BEGIN:VTIMEZONE",
    `TZID:${timeZone}`,
    "BEGIN:STANDARD",
    `DTSTART:${compact((shown ?? new Date(0)).toISOString().slice(0, 19))}`,
    `TZOFFSETFROM:${before.offset.replaceAll(":", "")}`,
    `TZOFFSETTO:${at.offset.replaceAll(":", "")}`,
    "END:STANDARD",
    "END:VTIMEZONE",
  ];
}

/** `2026-03-12T20:30` as `20260312T2030`. */
function compact(iso: string): string {
  return iso.replace(/[-:]/g, "");
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");
}

const MAX_OCTETS = 75;

/** A longer line continues on the next one, after a blank. */
function folded(line: string): string {
  let octets = 0;
  return Array.from(line, (character) => {
    const length = new TextEncoder().encode(character).length;
    octets += length;
    if (octets <= MAX_OCTETS) return character;
    octets = 1 + length;
    return `\r\n ${character}`;
  }).join("");
}
