/** The port of the reservations: for guests who make them, and for staff who read and change them. */
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
import type { KnownName } from "../domain/reservation/known_guest.ts";
import type { ClosedTime } from "../domain/schedule/closures.ts";

/** The database did not answer, and it is certain (now or by the void that follows) that no reservation exists. */
export type Unavailable = { readonly kind: "unavailable" };

/** The result of a request. Anything but `held` and `replayed` means that no reservation was made for it. */
export type ReserveOutcome =
  | {
    readonly kind: "held";
    readonly folio: string;
    /** Epoch milliseconds. */
    readonly createdAt: number;
    /** Whether the phone held another table of that service day, made online in the last 10 minutes; false after an unknown outcome. */
    readonly isSecond: boolean;
  }
  | ReplayOutcome
  | Unavailable
  | { readonly kind: "paused" }
  /** A closure covers the time, or no room is left at it. */
  | { readonly kind: "closed" };

export type ReplayOutcome =
  /** The same was requested before, and that reservation stands. `repeated` if it was recognised by its content, not by its key. */
  | {
    readonly kind: "replayed";
    readonly folio: string;
    /** Epoch milliseconds, of the first request. */
    readonly createdAt: number;
    readonly repeated: boolean;
  }
  /** One that is alike was made less than 10 minutes before and stands, under another name. */
  | { readonly kind: "alike" }
  /** The key was used with another body, or for a reservation that no longer stands. */
  | { readonly kind: "key_reused" };

/** A reservation as it was requested, whatever staff have changed since. */
export interface MadeReservation
  extends Pick<ReservationRequest, "phone" | "day" | "time" | "partySize"> {
  readonly folio: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly stands: boolean;
}

export interface ReservationStore {
  /** Holds the table, in a shared commit, and resolves once it is on disk. {@linkcode Deps.state} shows a refusing switch by then. */
  reserve(request: ReservationRequest): Promise<ReserveOutcome>;
  /** The earlier answer to the same request, if there is one. */
  findReplay(key: ReplayKey): Promise<ReplayOutcome | Unavailable | null>;
  /** The reservation that `key`, unique without a phone, has made within 24 hours. Null also if the database does not answer. */
  findMade(key: string): Promise<MadeReservation | null>;
}

/** A change that staff make to a version of a reservation. */
export interface ReservationEdit {
  readonly folio: string;
  readonly version: number;
  readonly action: Exclude<ReservationAction, "created" | "taken">;
  /** Only what changes; nothing if the history is only to tell of the act. */
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

/** The reservations at one time of a service day that are in one state, those that have left apart. */
export interface ArrivalTotals extends Pick<ReservationValues, "day" | "time" | "status"> {
  /** When the last of them left; null if none has. */
  readonly left: LocalDateTime | null;
  readonly parties: number;
  readonly people: number;
}

export interface TableUse {
  readonly label: string;
  readonly parties: readonly Reservation[];
}

/** The reservations, for staff. Every method rejects if the database fails. */
export interface ReservationBook {
  /** Those of a service day, by time. @param limit of confirmed ones, the first; of others the last, arrived before cancelled ones */
  onServiceDay(serviceDay: Day, limit?: number): Promise<readonly Reservation[]>;
  /** Itself, and rather too many of its day that may be it once more: at most 500, those with its phone first. */
  alike(reservation: Comparable): Promise<readonly Reservation[]>;
  /** In the order of `folios`, without those that do not exist. */
  find(folios: readonly string[]): Promise<readonly Reservation[]>;
  /** Oldest first. */
  history(folio: string): Promise<readonly HistoryEntry[]>;
  /** The confirmed and the cancelled ones of a service day, by time, at most `limit`, each with its changes, oldest first. */
  withChanges(serviceDay: Day, limit: number): Promise<
    readonly { readonly reservation: Reservation; readonly changes: readonly HistoryEntry[] }[]
  >;
  /** Those that hold `text` anywhere, accents and case aside: of `today` and later first, by time, then the past ones, latest first. */
  search(text: string, today: Day, limit: number): Promise<readonly Reservation[]>;
  /** What is stored under `phones` (E.164), of the 300 made last of each, by phone and name; `now` divides past and ahead. */
  known(phones: readonly string[], now: LocalDateTime): Promise<readonly KnownName[]>;
  /** Of each service day from `from` to `to`, both inclusive; days without any are left out. */
  totals(from: Day, to: Day): Promise<readonly DayTotals[]>;
  arrivals(serviceDay: Day): Promise<readonly ArrivalTotals[]>;
  /** The labels of 60 days before `today` and of all to come, the 30 most used first, each with those of `serviceDay` who have it. */
  tables(serviceDay: Day, today: Day): Promise<readonly TableUse[]>;
  /** Confirmed ones that a closure would hit, by time. */
  hitBy(closure: ClosedTime): Promise<readonly Reservation[]>;
  /** Those of all service days from `from` to `to`, both inclusive, for export. */
  range(from: Day, to: Day): Promise<readonly Reservation[]>;
  /** Confirmed and unacknowledged ones whose service day is `from` or later, oldest first: the 500 made last. */
  unacknowledged(from: Day): Promise<readonly Reservation[]>;
  edit(edit: ReservationEdit): Promise<EditOutcome>;
  /**
   * Stores a reservation that staff took, acknowledged by them, whatever switches and closures say.
   * @param folio drawn when its form was shown. If staff have already taken a reservation under it, that one is the result, as it
   * is now, and nothing is written: a form that is sent twice makes one.
   * @returns null if another reservation or a void has the folio: draw another
   */
  take(values: ReservationValues, actor: string, folio: string): Promise<Reservation | null>;
  acknowledge(folios: readonly string[], actor: string): Promise<void>;
}
