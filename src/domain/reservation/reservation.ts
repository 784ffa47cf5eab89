/** Reservations: a guest's request, the stored record, its states, and the folio that names it. */
import type { Day, LocalDateTime } from "../local_time.ts";
import type { RoomLimit } from "../schedule/room.ts";
import type { Seals } from "../seal.ts";
import { foldText, randomSymbols } from "../text.ts";
import {
  type EditableValues,
  GUEST_FIELD_LIST,
  type GuestFieldName,
  type GuestValues,
  RESERVATION_LIMITS,
  SAID_FIELDS,
  type SaidField,
} from "./fields.ts";

/** A guest's request for a table, with valid values, as the statement that holds it needs it. */
export interface ReservationRequest extends GuestValues, Pick<ReservationValues, "serviceDay"> {
  /** Its origin (`landing` on the wire): the name of an assistant or a page. */
  readonly source: string | null;
  /** The caller's Idempotency-Key; null if it sent none. */
  readonly idempotencyKey: string | null;
  /** SHA-256 in hexadecimal of {@linkcode alikeText}. */
  readonly alike: string;
  /** {@linkcode nameWords} of the name. */
  readonly words: readonly string[];
  /** How many people may arrive at the time, this party among them; null if there is no limit. */
  readonly capacity: number | null;
  /** How many people may be in the room at once, this party among them; null if there is no limit. */
  readonly room: RoomLimit | null;
  /** Minutes before an early closing of the kitchen at which the last party arrives. */
  readonly margin: number;
}

/** How long a key is recognised, from the creation of its reservation on. */
export const KEY_LIFETIME_MS = 24 * 60 * 60_000;

/** How long alike requests are recognised, from the creation of its reservation on. */
export const ALIKE_MINUTES = 10;

/** What identifies a retry. */
export type ReplayKey = Pick<ReservationRequest, "phone" | "idempotencyKey" | "alike" | "words">;

/** The fields by which requests are alike, in their order; the name is compared by its {@linkcode nameWords}. */
export const ALIKE_FIELDS = GUEST_FIELD_LIST.filter(([, { retry }]) => retry !== "words");

/** Their values, as one text: equal where a request may be an earlier one again. */
export function alikeText(request: GuestValues): string {
  return JSON.stringify(
    ALIKE_FIELDS.map(([name, { retry }]) =>
      retry === "folded" ? foldText(String(request[name] ?? "")) : request[name]
    ),
  );
}

/** The words of a name, folded. */
export function nameWords(name: string): readonly string[] {
  // A name that is too long is compared before it is refused.
  const folded = foldText(name.slice(0, 4 * RESERVATION_LIMITS.name.max));
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [folded];
}

/** Whether one of two names, by their {@linkcode nameWords}, contains all words of the other. */
export function isSamePerson(words: readonly string[], others: readonly string[]): boolean {
  return words.every((word) => others.includes(word)) ||
    others.every((word) => words.includes(word));
}

/** What the sealed link to the page of a reservation holds: what was requested, whatever staff change afterwards. */
export interface Confirmation
  extends
    Pick<ReservationRequest, "day" | "time" | "partySize">,
    Partial<Pick<ReservationRequest, "name" | "phone">> {
  readonly folio: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Whether the phone held another table of that evening, under the same name. */
  readonly second?: true | undefined;
  /** Whether the form was sent again with other values, which changed nothing. They are not shown. */
  readonly unchanged?: true | undefined;
}

/** The path of that link, up to its token. */
export const CONFIRMATION_PATH = "/reservada/";

/** The whole path: the same for the same confirmation. */
export function confirmationPath(shown: Confirmation, { seal }: Seals): string {
  return CONFIRMATION_PATH + seal(JSON.stringify(shown), "confirmation");
}

/** `waiting`: at the door, without a table. */
export const RESERVATION_STATUSES = [
  "confirmed",
  "waiting",
  "arrived",
  "no_show",
  "cancelled",
] as const;
export type ReservationStatus = typeof RESERVATION_STATUSES[number];

/** The name of walk-in parties that give none. */
export const WALK_IN_NAME = "Sin reservación";

/** Code points of a note and of a table's label, trimmed. */
export const NOTE_LIMIT = 500;
export const TABLE_LIMIT = 8;

/** The values that can change; the history records them before and after. */
export interface ReservationValues extends EditableValues {
  /** The day on which the service starts that the time belongs to: the evening before for a time after midnight. */
  readonly serviceDay: Day;
  /** A note between staff. */
  readonly note: string | null;
  /** The label of the table that staff assigned, up to {@linkcode TABLE_LIMIT} code points. */
  readonly table: string | null;
  /** When the party came, on the restaurant's clock; null unless it has arrived. */
  readonly arrived: LocalDateTime | null;
  /** When staff saw the party leave; null until then, and unless it has arrived. */
  readonly left: LocalDateTime | null;
  /** How long the party was told to wait for a table, in minutes, 0 if nothing was said; null if it did not wait. */
  readonly told: number | null;
  /** When a party that waits was told that its table is ready; null until then. */
  readonly called: LocalDateTime | null;
  readonly status: ReservationStatus;
}

/** A stored reservation. */
export interface Reservation extends ReservationValues {
  readonly folio: string;
  /** The name of an assistant or page, or {@linkcode STAFF_SOURCE}; null if unknown. */
  readonly source: string | null;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Whether the party had come when staff wrote it down. */
  readonly isWalkIn: boolean;
  /** 1 at first, one more with each change. */
  readonly version: number;
  /** The member of staff who acknowledged it first, and when (epoch milliseconds); null until then. */
  readonly acknowledged: { readonly by: string; readonly at: number } | null;
}

/** A change of a reservation. */
export type ReservationAction =
  /** By a guest, over the API. */
  | "created"
  /** By staff, on the board. */
  | "taken"
  | "arrived"
  | "no_show"
  | "cancelled"
  /** Back to the state before; of a confirmed one: not asked, or no answer. */
  | "undone"
  /** Values that guests give. */
  | "edited"
  | "noted"
  /** Given a table. */
  | "seated"
  | "left"
  /** Told that its table is ready. */
  | "called"
  /** Asked whether they come, which changes no value. */
  | "reminded"
  /** They say that they come, which changes no value. */
  | "reconfirmed";

/** One entry of a reservation's history. */
export interface HistoryEntry {
  readonly version: number;
  /** Epoch milliseconds. */
  readonly at: number;
  /**
   * A name typed on a device of the staff; `cierre` where a party that waited was closed by itself; for `created` the
   * `landing` that was sent, else the name of the calling program, or `api`.
   */
  readonly actor: string;
  readonly action: ReservationAction;
  /** The values that changed, as they were; null for the first entry. */
  readonly before: Partial<ReservationValues> | null;
  /** The same values, as they became; all of them in the first entry. */
  readonly after: Partial<ReservationValues>;
}

/** The totals of one service day, without walk-ins. */
export interface DayTotals {
  readonly serviceDay: Day;
  /** Reservations that are neither cancelled nor no-shows, and their people. */
  readonly parties: number;
  readonly people: number;
}

/** The fields by which duplicates are found. */
export type Comparable = Pick<Reservation, "folio" | "serviceDay" | "name" | "phone" | "status">;

/**
 * Those of `others` that may be `reservation` again: that stand on that day, of its phone or folded name. Nameless
 * walk-ins match by phone. None if it does not stand.
 */
export function possibleDuplicates<Other extends Comparable>(
  reservation: Comparable,
  others: readonly Other[],
): readonly Other[] {
  const { folio, serviceDay, name, phone } = reservation;
  const folded = foldText(name);
  return !stands(reservation)
    ? []
    : others.filter((other) =>
      stands(other) && other.folio !== folio && other.serviceDay === serviceDay &&
      (phone !== null && other.phone === phone ||
        name !== WALK_IN_NAME && foldText(other.name) === folded)
    );
}

/** Whether it is neither cancelled nor a no-show. */
export function stands({ status }: Pick<Reservation, "status">): boolean {
  return status !== "cancelled" && status !== "no_show";
}

/** Whether the party is expected or has arrived. */
export function isExpected({ status }: Pick<Reservation, "status">): boolean {
  return status === "confirmed" || status === "arrived";
}

/** Random bytes in a folio, five bits of each: 40 bits. */
export const FOLIO_BYTES = 8;

/** `R-` and eight symbols. */
export const FOLIO_FORM = /^R-[0-9A-HJKMNP-TV-Z]{8}$/;

/** The folio made of {@linkcode FOLIO_BYTES} `randomBytes`. */
export function folio(randomBytes: Uint8Array): string {
  return `R-${randomSymbols(randomBytes)}`;
}

/** A value that changed. `from` is undefined if the history does not have it. */
export interface ChangedValue {
  readonly field: keyof ReservationValues;
  readonly from: ReservationValues[keyof ReservationValues] | undefined;
  readonly to: ReservationValues[keyof ReservationValues] | undefined;
}

/** The Spanish names of a reservation's values, in the order of lists and exports. */
export const VALUE_NAMES = {
  folio: "folio",
  ...Object.fromEntries(GUEST_FIELD_LIST.map(([name, { label }]) => [name, label])) as Readonly<
    Record<GuestFieldName, string>
  >,
  serviceDay: "día de servicio",
  status: "estado",
  note: "nota",
  source: "origen",
  createdAt: "recibida",
  table: "mesa",
  arrived: "llegó",
  left: "se fue",
  told: "espera",
  called: "avisada",
} as const satisfies Readonly<
  Record<Exclude<keyof Reservation, "isWalkIn" | "version" | "acknowledged">, string>
>;

/** The names of what was said about a reservation: by the guest, then in the note of staff. */
export const SAID = [...SAID_FIELDS, "note"] as const;
export type Said = Pick<Reservation, SaidField | "note">;

/** What was said, without what is empty. */
export function saidBy(
  said: Said,
): readonly { readonly name: keyof Said; readonly text: string }[] {
  return SAID.flatMap((name) => said[name] === null ? [] : [{ name, text: said[name] }]);
}

/** The `values` that differ from `current`. */
export function changesTo<Values extends Partial<ReservationValues>>(
  current: ReservationValues,
  values: Values,
): Partial<Values> {
  const changed = Object.entries(values)
    .filter(([field, value]) => current[field as keyof ReservationValues] !== value);
  return Object.fromEntries(changed) as Partial<Values>;
}

/** The values that an entry of the history changed, without the service day, which follows from the day. */
export function changedValues({ before, after }: HistoryEntry): readonly ChangedValue[] {
  if (before === null) return [];
  return (Object.keys(VALUE_NAMES) as (keyof ReservationValues)[])
    .filter((field) => field !== "serviceDay" && (field in before || field in after))
    .map((field) => ({ field, from: before[field], to: after[field] }));
}
