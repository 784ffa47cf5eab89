/** The values of a reservation under the names of their columns, which the history keeps too. */
import type {
  HistoryEntry,
  ReservationAction,
  ReservationValues,
} from "../domain/reservation/reservation.ts";
import { hasControlCharacters } from "../domain/text.ts";

/** Where each value is kept. */
export const COLUMNS: Readonly<Record<keyof ReservationValues, string>> = {
  day: "day",
  time: "time",
  serviceDay: "service_day",
  partySize: "party_size",
  name: "name",
  phone: "phone",
  occasion: "occasion",
  comments: "comments",
  note: "note",
  status: "status",
};

type ByColumn = Readonly<Record<string, unknown>>;

/** An entry as the history keeps it. */
export interface StoredEntry {
  readonly version: number;
  readonly at: number;
  readonly actor: string;
  readonly action: ReservationAction;
  readonly before: ByColumn | null;
  readonly after: ByColumn | null;
}

/**
 * `values` by column; those that are absent are left out.
 * @throws {TypeError} where a text holds half a surrogate pair: no reader of the database would survive it
 */
export function toColumns(values: Partial<ReservationValues>): ByColumn {
  const given = Object.entries(COLUMNS).flatMap(([name, column]) => {
    const value = values[name as keyof ReservationValues];
    return value === undefined ? [] : [[column, storable(value)] as const];
  });
  return Object.fromEntries(given);
}

/** @throws {TypeError} where `value` is a text with half a surrogate pair */
export function storable<T>(value: T): T {
  if (typeof value !== "string" || value.isWellFormed()) return value;
  throw new TypeError("a text of a reservation holds half a surrogate pair");
}

export function toEntry({ before, after, ...entry }: StoredEntry): HistoryEntry {
  // Before there were notes, first entries did not mention them; they still do not.
  const first = before === null ? { note: null } : {};
  return {
    ...entry,
    before: before === null ? null : fromColumns(before),
    after: { ...first, ...fromColumns(after ?? {}) },
  };
}

/** What is no value of a reservation, such as its source, is left out. */
function fromColumns(columns: ByColumn): Partial<ReservationValues> {
  const known = Object.entries(COLUMNS).filter(([, column]) => Object.hasOwn(columns, column));
  return Object.fromEntries(known.map(([name, column]) => [name, columns[column]]));
}

/**
 * `text`, where it can be kept as one line: half a surrogate pair would become text that no reader of the database survives.
 *
 * @param what names it in the error: `the reason of a closure`
 * @throws {TypeError}
 */
export function storableLine(what: string, text: string): string {
  if (!text.isWellFormed()) throw new TypeError(`${what} holds half a surrogate pair`);
  if (hasControlCharacters(text)) {
    throw new TypeError(`${what} holds a control character or a line break`);
  }
  return text;
}

/** The row `r` of reservations, in the shape of a Reservation. */
export const RESERVATION = `json_object('folio', r.folio, 'day', r.day, 'time', r.time,
    'serviceDay', r.service_day, 'partySize', r.party_size, 'name', r.name, 'phone', r.phone,
    'occasion', r.occasion, 'comments', r.comments, 'note', r.note, 'status', r.status,
    'source', r.source, 'createdAt', r.created_at, 'version', r.version,
    'acknowledged', CASE WHEN r.acknowledged_at IS NOT NULL
      THEN json_object('by', r.acknowledged_by, 'at', r.acknowledged_at) END)`;

/** The row `h` of the history. Its values keep the names of their columns. */
export const ENTRY =
  `json_object('version', h.version, 'at', h.at, 'actor', h.actor, 'action', h.action,
    'before', json(h.before), 'after', json(h.after))`;
