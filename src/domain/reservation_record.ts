/** Reservations as they stand, for the people who keep the door. */
import type { Day, Time } from "./local_time.ts";
import type { Occasion } from "./reservation.ts";

export const RESERVATION_STATUSES = ["confirmed", "arrived", "no_show", "cancelled"] as const;
export type ReservationStatus = typeof RESERVATION_STATUSES[number];

/** The source of reservations that staff take themselves, by telephone or at the door. */
export const STAFF_SOURCE = "personal";

/** What stands for {@linkcode STAFF_SOURCE} where a guest sends it. */
const GUESTS_STAFF_SOURCE = "personal (en línea)";

/** `source` as a guest sent it; another one where staff could take it for their own, however it is written. */
export function guestSource(source: string): string {
  const letters = source.normalize("NFKD").replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
  return letters === STAFF_SOURCE ? GUESTS_STAFF_SOURCE : source;
}

/** Code points of a note, trimmed. */
export const NOTE_LIMIT = 500;

/** What of a reservation can change, and so what its history keeps before and after. */
export interface ReservationValues {
  readonly day: Day;
  readonly time: Time;
  /** The day on which the service starts that the time belongs to: the evening before for a time after midnight. */
  readonly serviceDay: Day;
  readonly partySize: number;
  readonly name: string;
  /** E.164; null only where staff took the reservation. */
  readonly phone: string | null;
  readonly occasion: Occasion;
  readonly comments: string | null;
  /** What staff wrote to one another. */
  readonly note: string | null;
  readonly status: ReservationStatus;
}

/** A reservation as it stands. */
export interface Reservation extends ReservationValues {
  readonly folio: string;
  /** Who made it: an assistant's own name, a page, {@linkcode STAFF_SOURCE}; null where nobody said. */
  readonly source: string | null;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** 1 at first, one more with each change. */
  readonly version: number;
  /** Which of the staff saw it first, and when (epoch milliseconds); null while nobody has. */
  readonly acknowledged: { readonly by: string; readonly at: number } | null;
}

/** What was done to a reservation. */
export type ReservationAction =
  /** By a guest, over the API. */
  | "created"
  /** By staff, on the board. */
  | "taken"
  | "arrived"
  | "no_show"
  | "cancelled"
  /** Back to confirmed. */
  | "undone"
  /** Day, time, party, name, phone, occasion or comments. */
  | "edited"
  | "noted";

/** One entry of a reservation's history. */
export interface HistoryEntry {
  readonly version: number;
  /** Epoch milliseconds. */
  readonly at: number;
  /** A name typed on a device of the staff; for `created` what the guest sent as landing, or `api`. */
  readonly actor: string;
  readonly action: ReservationAction;
  /** The values that changed, as they were; null for the first entry. */
  readonly before: Partial<ReservationValues> | null;
  /** The same values, as they became; all of them in the first entry. */
  readonly after: Partial<ReservationValues>;
}

/** What stands on one service day. */
export interface DayTotals {
  readonly serviceDay: Day;
  /** Reservations that are neither cancelled nor no-shows, and the people they bring. */
  readonly parties: number;
  readonly people: number;
}
