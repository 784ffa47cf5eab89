/** A reservation as a calendar event, in the text format of RFC 5545. */
import type { LatLng } from "../location.ts";
import type { Confirmation } from "./reservation.ts";

export interface CalendarEvent extends Pick<Confirmation, "folio" | "day" | "time" | "createdAt"> {
  readonly timeZone: string;
  readonly summary: string;
  readonly location: string;
  readonly point: LatLng;
  readonly description: string;
  readonly url: string;
}

/** The event's length: a reservation has no end. */
const EVENT_MS = 2 * 60 * 60_000;

/** The calendar file. Its times are in UTC, so it needs no rules of the restaurant's zone. */
export function calendarText(event: CalendarEvent): string {
  const { folio, day, time, timeZone, createdAt, summary, location, point, description } = event;
  const { epochMilliseconds: starts } = Temporal.PlainDateTime.from(`${day}T${time}`)
    .toZonedDateTime(timeZone);
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Sobremesa//Sobremesa//ES",
    "BEGIN:VEVENT",
    `UID:${folio}`,
    `DTSTAMP:${utc(createdAt)}`,
    `DTSTART:${utc(starts)}`,
    `DTEND:${utc(starts + EVENT_MS)}`,
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

/** Such as `20260313T023000Z`. */
function utc(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
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
