/** The port of the reservations, for guests and for staff. */
import type { Day, LocalDateTime } from "../domain/local_time.ts";
import type {
  Comparable,
  DayTotals,
  HistoryEntry,
  ReplayKey,
  Reservation,
  ReservationAction,
  ReservationRequest,
  ReservationValues,
} from "../domain/reservation/reservation.ts";
import type { GuestValues } from "../domain/reservation/fields.ts";
import type { KnownName } from "../domain/reservation/known_guest.ts";
import type { ClosedTime } from "../domain/schedule/closures.ts";

/** The database did not answer, and no reservation exists, or what exists will be voided. */
export type Unavailable = { readonly kind: "unavailable" };

/** The result of a request. Only `held` and `replayed` mean that there is a reservation. */
export type ReserveOutcome =
  | {
    readonly kind: "held";
    readonly folio: string;
    /** Epoch milliseconds. */
    readonly createdAt: number;
    /** Whether a table of the same phone and name was made just before; false after an unknown outcome. */
    readonly isSecond: boolean;
  }
  | ReplayOutcome
  | Unavailable
  | { readonly kind: "paused" }
  /** A closure covers the time, or no room is left at it. */
  | { readonly kind: "closed" };

type ReplayOutcome =
  /** The same was requested before, and is not cancelled. `repeated` if it was found by content, not by key. */
  | {
    readonly kind: "replayed";
    readonly folio: string;
    /** Epoch milliseconds, of the first request. */
    readonly createdAt: number;
    readonly repeated: boolean;
  }
  /** One that is alike was made less than 10 minutes before under another name, and is not cancelled. */
  | { readonly kind: "alike" }
  /** The key was used with another body, or for a reservation that is cancelled. */
  | { readonly kind: "key_reused" };

/** A reservation as it was requested, whatever staff have changed since. */
export interface MadeReservation
  extends Pick<ReservationRequest, "phone" | "day" | "time" | "partySize"> {
  readonly folio: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly stands: boolean;
}

export type RequestedBy = Pick<ReservationRequest, "phone" | "words" | "day" | "time">;

export interface ReservationStore {
  /** Holds the table, and resolves once it is on disk. After a refusal {@linkcode Deps.state} shows its reason. */
  reserve(request: ReservationRequest): Promise<ReserveOutcome>;
  /** The earlier answer to the same request; null if there is none. */
  findReplay(key: ReplayKey): Promise<ReplayOutcome | Unavailable | null>;
  /** What `key`, unique without a phone, made within 24 hours. */
  findMade(key: string): Promise<MadeReservation | Unavailable | null>;
  /** Whether a table stands at that time that was made online within 24 hours by this phone and name. */
  findOwn(request: RequestedBy): Promise<boolean | Unavailable>;
  /** What was first requested; null unless the table stands at that day and time, for that party. */
  findAsked(folio: string): Promise<GuestValues | Unavailable | null>;
}

export interface ReservationEdit {
  readonly folio: string;
  readonly version: number;
  readonly action: Exclude<ReservationAction, "created" | "taken">;
  /** The new values; empty if the act changes none. */
  readonly changes: Partial<ReservationValues>;
  readonly actor: string;
}

export type EditOutcome =
  | { readonly kind: "changed"; readonly reservation: Reservation }
  /** Another change was first; `since` is the history after the version that staff saw. */
  | {
    readonly kind: "stale";
    readonly reservation: Reservation;
    readonly since: readonly HistoryEntry[];
  }
  | { readonly kind: "missing" };

/** The reservations at one time of a service day in one state, by arrival. Those that have left are counted apart. */
export interface ArrivalTotals
  extends Pick<Reservation, "day" | "time" | "status" | "arrived" | "isWalkIn"> {
  /** When the last of them left; null if none has. */
  readonly left: LocalDateTime | null;
  readonly parties: number;
  readonly people: number;
}

export interface TableUse {
  readonly label: string;
  /** For which numbers of people it was used in that time, and the last time of each. */
  readonly lastFor: Readonly<Record<string, LocalDateTime>>;
  readonly parties: readonly Reservation[];
}

/** The reservations, for staff. Every method rejects if the database fails. */
export interface ReservationBook {
  /** By time. @param limit of confirmed ones the first, of others the last, first waiting ones, then arrived ones */
  onServiceDay(serviceDay: Day, limit?: number): Promise<readonly Reservation[]>;
  /** The reservation, and those of its day that may be the same: at most 500, those with its phone first. */
  alike(reservation: Comparable): Promise<readonly Reservation[]>;
  /** In the order of `folios`; missing ones are left out. */
  find(folios: readonly string[]): Promise<readonly Reservation[]>;
  /** Oldest first. */
  history(folio: string): Promise<readonly HistoryEntry[]>;
  /** The first confirmed or cancelled ones of a service day, by time, with their changes, oldest first. */
  withChanges(serviceDay: Day, limit: number): Promise<
    readonly { readonly reservation: Reservation; readonly changes: readonly HistoryEntry[] }[]
  >;
  /** Those that hold `text`, ignoring accents and case: from `today` on by time, then past ones, latest first. */
  search(text: string, today: Day, limit: number): Promise<readonly Reservation[]>;
  /** Of each phone (E.164) the 300 made last, by name; `now` divides past and ahead. */
  known(phones: readonly string[], now: LocalDateTime): Promise<readonly KnownName[]>;
  /** The service days from `from` to `to`, both inclusive, that have reservations. */
  totals(from: Day, to: Day): Promise<readonly DayTotals[]>;
  arrivals(serviceDay: Day): Promise<readonly ArrivalTotals[]>;
  /**
   * Labels used since 60 days before `today`, the most used first, each with the parties of `serviceDay` that expect it
   * or sit there: the first 100, and all that have a party.
   */
  tables(serviceDay: Day, today: Day): Promise<readonly TableUse[]>;
  /** Confirmed ones within a closed time, by time. */
  hitBy(closure: ClosedTime): Promise<readonly Reservation[]>;
  /** Those of the service days from `from` to `to`, both inclusive, for export. */
  range(from: Day, to: Day): Promise<readonly Reservation[]>;
  /** Confirmed and unacknowledged ones of `from` and later, oldest first: the 500 made last. */
  unacknowledged(from: Day): Promise<readonly Reservation[]>;
  edit(edit: ReservationEdit): Promise<EditOutcome>;
  /**
   * Stores a reservation that staff took, acknowledged by them, whatever switches and closures say.
   * @param folio drawn for the form: if staff have used it, nothing is written and its reservation is the result
   * @returns null if a guest's reservation or a void has the folio: draw another
   */
  take(values: ReservationValues, actor: string, folio: string): Promise<Reservation | null>;
  acknowledge(folios: readonly string[], actor: string): Promise<void>;
}
