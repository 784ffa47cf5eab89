/** What the board needs of the world: switches, closures, erasure, keys, alerts; service/ builds it. */
import type { Day, LocalDateTime } from "../domain/local_time.ts";
import type { ClosedTime } from "../domain/schedule/closures.ts";
import type { Closure, EarlyKitchen, NightPause, Pause } from "../domain/schedule/services.ts";
import type { Reservation } from "../domain/reservation/reservation.ts";
import type { Seals } from "../domain/seal.ts";
import type { Deps } from "./guests.ts";
import type { ReservationBook } from "./reservations.ts";
import type { ImageStore, RestaurantBook } from "./restaurant.ts";

export interface StaffDeps extends
  Pick<
    Deps,
    "now" | "randomBytes" | "restaurant" | "state" | "locate" | "routePicture" | "baseUrl"
  > {
  readonly book: ReservationBook;
  /** Changes once a reservation was made, changed, acknowledged or deleted: at once here, soon on other instances. */
  lastEvent(): number;
  /** Whether `state` and `lastEvent` were read seconds ago at most: without the database they stay as they were. */
  isRecent(): boolean;
  readonly switches: Switches;
  readonly closures: ClosureBook;
  readonly restaurantBook: RestaurantBook;
  readonly images: ImageStore;
  readonly erasure: Erasure;
  readonly keys: StaffKeys;
  /** Days after which personal data is erased by itself (`RETENTION_DAYS`). */
  readonly retentionDays: number;
  /** What the clock shows and the newest time believed, epoch milliseconds; null if they differ by 2 days at most. */
  clockDoubt(): { readonly shown: number; readonly newest: number } | null;
  /** Has the clock believed on every instance. Rejects if the database fails. @param shown epoch milliseconds */
  acceptClock(shown: number): Promise<void>;
  /** What does not work as it should, in Spanish, for the owner. */
  troubles(): readonly string[];
  /** What of the delivery radius the streets cover, in Spanish; null without delivery, a street map or OSRM. */
  mapCovers(): string | null;
  /** The line that makes the map, as the owner types it on the service's machine. */
  readonly mapLine: string;
  /** Whether copies of the database have reached another machine; null if it is on a server. */
  copiesSent(): Promise<boolean | null>;
  /** Address at which staff open the board, without a trailing slash. */
  readonly staffUrl: string;
}

/**
 * The switches. A change that has resolved holds on every instance until a later one. Every method rejects if the
 * database fails: the change may have been made or may yet be, but not once a newer one has resolved.
 */
export interface Switches {
  /** @param night null for every day, until {@linkcode ClosureBook.remove} */
  pause(night: NightPause | null): Promise<void>;
  /** The kitchen closes early. @param order null for its usual hours */
  kitchen(order: EarlyKitchen | null): Promise<void>;
  /** @param serviceDay the day after which the dish returns; null until {@linkcode Switches.available} */
  soldOut(dishId: string, serviceDay: Day | null): Promise<void>;
  available(dishId: string): Promise<void>;
  /** The first steps that staff have set aside; null if the board does not show any. */
  firstSteps(): Promise<readonly string[] | null>;
  setFirstSteps(aside: readonly string[] | null): Promise<void>;
  /** The switches in the name of `actor`. @param caller once aborted, a change that met another is not repeated */
  by(actor: string, caller?: AbortSignal): Switches;
  turns(): Promise<readonly SwitchTurn[]>;
}

export type SwitchName =
  | "pause"
  | "kitchen"
  | "first_steps"
  | `dish ${string}`
  | `closure ${number}`;

export interface SwitchTurn {
  readonly name: SwitchName;
  readonly actor: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** What staff took back in one act, and who had set it, if that was recorded. Instants are epoch milliseconds. */
export interface Removal extends Pick<SwitchTurn, "actor" | "at"> {
  readonly change: string;
  readonly what: readonly (Closure | Pause)[];
  readonly setAt: number | null;
  readonly setBy: string | null;
}

/** The closures. Every method rejects if the database fails, as those of {@linkcode Switches} do. */
export interface ClosureBook {
  /**
   * Closes a time. Reservations for it are kept.
   * @param isPublic whether guests may read the reason, also of an equal closure that exists; default false
   * @returns the id of the closure, of the first of several days, or of an equal closure that exists
   */
  add(closed: ClosedTime, reason: string, isPublic?: boolean): Promise<number>;
  /**
   * Takes back what has not ended at `now`, a pause too.
   * @param tokens `closure ID`, or the pause that was seen, as JSON: another one is not ended
   * @returns the {@linkcode Removal.change}; null if there was nothing
   */
  remove(
    tokens: readonly string[],
    now: { readonly minute: LocalDateTime; readonly serviceDay: Day },
  ): Promise<string | null>;
  /** Puts back what a change has removed. False if that was done, or another pause stands. */
  putBack(change: string): Promise<boolean>;
  /** What was removed in the last 30 days and not put back, latest first. */
  removals(): Promise<readonly Removal[]>;
  by(actor: string, caller?: AbortSignal): ClosureBook;
}

/** Personal data that is erased, leaving counts. Every method rejects if the database fails. */
export interface Erasure {
  /** Those of `phone` (E.164): `upcoming` are of `today` or later and neither over nor cancelled, `past` the others. */
  count(phone: string, today: Day): Promise<Readonly<Record<"past" | "upcoming", number>>>;
  /** Erases past ones, and upcoming ones if asked to, in copies too. @returns how many, and files that failed */
  erase(
    phone: string,
    options: { readonly today: Day; readonly upcoming: boolean; readonly actor: string },
  ): Promise<{ readonly erased: number; readonly unerased: readonly UnerasedFile[] }>;
  /** The latest `limit` erasures, latest first. */
  records(limit: number): Promise<readonly ErasureEntry[]>;
  /** The erased ones of the service days from `from` to `to`, both inclusive. */
  counts(from: Day, to: Day): Promise<readonly ErasedCount[]>;
}

/** The database's own file or a copy that still holds erased data. */
export type UnerasedFile = Readonly<Record<"path" | "reason", string>>;

export interface ErasureEntry {
  /** Epoch milliseconds. */
  readonly at: number;
  /** For their age, or at the guest's request. */
  readonly reason: "retention" | "request";
  readonly actor: string;
  readonly reservations: number;
}

/** What is left of a service day's erased reservations of one status and source. */
export interface ErasedCount extends Pick<Reservation, "status"> {
  readonly day: Day;
  /** One of `SOURCES`. */
  readonly source: string;
  readonly parties: number;
  readonly people: number;
}

export interface Boards {
  /** Never throws: a failed write is tried again. */
  setConnected(connected: boolean): void;
}

/** Calls to staff about unseen reservations. Every method rejects if the database fails. */
export interface Alerts {
  /**
   * Claims the call that is due for confirmed, unacknowledged reservations of `from` and later without an earlier call:
   * for those made by `overdue` (epoch milliseconds), and for all while no board is connected. Null if none is due or
   * another instance has claimed it. A claim lapses after a minute.
   */
  claim(due: { readonly from: Day; readonly overdue: number }): Promise<AlertCall | null>;
}

interface AlertCall {
  readonly count: number;
  readonly since: number;
  /** The call was made: there is no second one for these reservations. */
  made(): Promise<void>;
  /** The call failed: it can be claimed again, here or on another instance. */
  failed(): Promise<void>;
}

/** Whose key a device has signed in with: the host's opens the evening, the owner's everything. */
export type StaffRole = "host" | "owner";

/** The keys, as the owner changes them. Every method rejects if the database fails. */
export interface StaffKeys {
  /** When each was made, in epoch milliseconds; null if there is none. */
  made(): Promise<Readonly<Record<StaffRole, number | null>>>;
  /** A new key, which does not count yet, and the token that makes it count. */
  propose(role: StaffRole): Promise<Readonly<Record<"key" | "token", string>>>;
  /**
   * Ends the role's sessions, unless it is their key already. The owner's is written to its file too.
   * @returns whose key it is; null if the token does not open, or another was made since
   */
  change(token: string): Promise<StaffRole | null>;
}

/** Access of staff by two keys and the sessions that they open. Every method rejects if the database fails. */
export interface StaffAccess {
  /** Whose key `key` is, a check of microseconds; null if it is of neither. */
  roleOf(key: string): Promise<StaffRole | null>;
  /** As last read: a change shows at once on this instance, soon on others. */
  seals(): Promise<StaffSeals>;
  /** Ends `session` on every instance. @param until when it would expire, in epoch milliseconds */
  endSession(session: string, until: number): Promise<void>;
}

/** What seals sessions, and the ended ones, the same on all instances. */
export interface StaffSeals {
  /** Null for a role that never had a key. */
  readonly keys: Readonly<Record<StaffRole, KeyGeneration | null>>;
  readonly sessions: Seals;
  /** The sessions that were ended before they expired. */
  readonly ended: ReadonlySet<string>;
}

/** A key since it was made, or since the one before it was taken away. */
export interface KeyGeneration {
  /** Random: sessions of another one have ended. */
  readonly generation: string;
  /** When it began, in epoch milliseconds. */
  readonly at: number;
  /** Whether there is a key. */
  readonly opens: boolean;
}
