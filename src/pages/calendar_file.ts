/** A confirmed table as a calendar file (RFC 5545). */
import {
  type Day,
  localDateTime,
  minuteOfDay,
  startOfDay,
  type Time,
} from "../domain/local_time.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import type { Language } from "../domain/text.ts";
import type { Answer } from "../http/answer.ts";
import { RESERVATION_TEXTS } from "./reservation_texts.ts";

interface Event {
  readonly folio: string;
  readonly day: Day;
  readonly time: Time;
  readonly partySize: number;
  /** Epoch milliseconds. */
  readonly confirmedAt: number;
}

/** How long a table is entered in the calendar, in minutes: the restaurant does not limit it. */
const EVENT_MINUTES = 120;

/** The event in the restaurant's own time zone, whatever that of the guest's calendar is. */
export function calendarFile(event: Event, restaurant: Restaurant, language: Language): Answer {
  const { folio, day, time, partySize, confirmedAt } = event;
  const { name, address, phone, timeZone } = restaurant;
  const texts = RESERVATION_TEXTS[language];
  const starts = startOfDay(day) + minuteOfDay(time);
  const local = (minute: number) => `${compact(localDateTime(minute))}00`;
  const stamp = new Date(confirmedAt).toISOString().slice(0, 19);
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Sobremesa//Sobremesa//ES",
    ...zoneLines(timeZone, localDateTime(starts)),
    "BEGIN:VEVENT",
    `UID:${folio}`,
    `DTSTAMP:${compact(stamp)}Z`,
    `DTSTART;TZID=${timeZone}:${local(starts)}`,
    `DTEND;TZID=${timeZone}:${local(starts + EVENT_MINUTES)}`,
    `SUMMARY:${escaped(texts.event(name))}`,
    `LOCATION:${escaped(address)}`,
    `DESCRIPTION:${escaped(texts.eventText(folio, partySize, phone))}`,
    "STATUS:CONFIRMED",
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return {
    status: 200,
    headers: {
      "content-type": "text/calendar; charset=utf-8",
      "content-disposition": `attachment; filename="${folio}.ics"`,
      "cache-control": "no-store",
      "x-robots-tag": "noindex",
      "x-content-type-options": "nosniff",
    },
    body: lines.map((line) => `${folded(line)}\r\n`).join(""),
  };
}

/** The time zone as it is at the event: no other moment of it is of use. */
function zoneLines(timeZone: string, local: string): readonly string[] {
  const at = Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone);
  const since = at.getTimeZoneTransition("previous");
  const before = since?.subtract({ nanoseconds: 1 }) ?? at;
  const onset = since ? since.toPlainDateTime().toString().slice(0, 19) : "1970-01-01T00:00:00";
  return [
    "BEGIN:VTIMEZONE",
    `TZID:${timeZone}`,
    "BEGIN:STANDARD",
    `DTSTART:${compact(onset)}`,
    `TZOFFSETFROM:${before.offset.replace(":", "")}`,
    `TZOFFSETTO:${at.offset.replace(":", "")}`,
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

/** Lines longer than 75 octets go on in the next one, after a blank. */
function folded(line: string): string {
  const encoder = new TextEncoder();
  let octets = 0;
  return Array.from(line, (character) => {
    const length = encoder.encode(character).length;
    octets += length;
    if (octets <= MAX_OCTETS) return character;
    octets = 1 + length;
    return `\r\n ${character}`;
  }).join("");
}

const MAX_OCTETS = 75;
