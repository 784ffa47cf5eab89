/** The ports: what operations, pages and the board may ask of the world, by subject. Built in service/ and passed down. */
import type { ClosedTime, EarlyKitchenOrder } from "./domain/schedule/closures.ts";
import type { LiveState } from "./domain/schedule/services.ts";
import type { Language } from "./domain/text.ts";
import type { Day, Time } from "./domain/local_time.ts";
import type { LatLng } from "./domain/location.ts";
import type { Dish, Presentation } from "./domain/menu.ts";
import type {
  DayTotals,
  HistoryEntry,
  Reservation,
  ReservationAction,
  ReservationRequest,
  ReservationValues,
} from "./domain/reservation/reservation.ts";
import type { Restaurant } from "./domain/restaurant.ts";

/** A driving route from the restaurant, or why there is none. */
export type PlannedRoute =
  | {
    readonly kind: "route";
    /** Metres along the route, not rounded. */
    readonly meters: number;
    /** Seconds of driving. */
    readonly seconds: number;
    /** Name of the street the point was matched to; null where it has none. */
    readonly street: string | null;
    /** Metres in a straight line from the point to that street. */
    readonly metersToStreet: number;
  }
  /** No street within 200 m of the point, or none from which a car gets there. */
  | {
    readonly kind: "no_route";
    readonly street: string | null;
    readonly metersToStreet: number | null;
  };

export interface RoutePlanner {
  /**
   * The route from the restaurant to `destination`, at once where no engine has to be asked: a promise would cost a quote 5 %.
   * @throws {Error} where the planner is down or too slow; callers then say `cotizado: false` or 503 `sin_ruta`
   */
  plan(destination: LatLng): PlannedRoute | Promise<PlannedRoute>;
  /** The same object for as long as every point keeps its route; null or absent where that is not known, as of engines. */
  basis?(): object | null;
}

/** A reservation ready to be written. */
export interface ReservationCandidate extends ReservationRequest {
  /** The day on which the service that the time belongs to starts: the evening before for a time after midnight. */
  readonly serviceDay: Day;
  /** The caller's Idempotency-Key; null where it sent none. */
  readonly idempotencyKey: string | null;
  /** SHA-256 in hexadecimal of {@linkcode alikeText}. */
  readonly alike: string;
  /** {@linkcode nameWords} of the name. */
  readonly words: readonly string[];
  /** How many people may arrive at the time, this party among them; null where there is no limit. */
  readonly capacity: number | null;
}

/** What a retry is recognised by. */
export type ReplayKey = Pick<
  ReservationCandidate,
  "phone" | "idempotencyKey" | "alike" | "words"
>;

/** The database did not answer, and it is certain (now or by the void that follows) that no reservation exists. */
export interface Unavailable {
  readonly kind: "unavailable";
}

/** What became of a candidate. Anything but `held` and `replayed` means that no reservation was made for it. */
export type ReserveOutcome =
  | { readonly kind: "held"; readonly folio: string }
  | ReplayOutcome
  | Unavailable
  /** Reservations are switched off. */
  | { readonly kind: "paused" }
  /** A closure covers the time, or no room is left at it. */
  | { readonly kind: "closed" };

export type ReplayOutcome =
  /**
   * The same was asked for before, and that reservation still stands, whether or not staff have changed it since. `repeated` where
   * what was asked for is recognised, not the key that made it.
   */
  | { readonly kind: "replayed"; readonly folio: string; readonly repeated: boolean }
  /** One that is alike was made less than 10 minutes before and stands, under another name. */
  | { readonly kind: "alike" }
  /** The key was used with another body, or for a reservation that no longer stands. */
  | { readonly kind: "key_reused" };

/** A reservation by the key that made it, as it was asked for, whatever staff have changed since. */
export interface MadeReservation
  extends Pick<ReservationRequest, "phone" | "day" | "time" | "partySize"> {
  readonly folio: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** False where it was cancelled. */
  readonly stands: boolean;
}

export interface ReservationStore {
  /**
   * Holds the table, in one commit shared with the others that are waiting. Resolves only when the row is on disk; where a
   * switch or closure refused it, {@linkcode Deps.state} says so by then.
   */
  reserve(candidate: ReservationCandidate): Promise<ReserveOutcome>;
  /** The earlier answer to the same request, if there is one. */
  findReplay(key: ReplayKey): Promise<ReplayOutcome | Unavailable | null>;
  /**
   * The reservation that `key`, which is unique by itself, has made within 24 hours, whatever its phone. Null where there is none, or
   * the database does not answer.
   */
  findMade(key: string): Promise<MadeReservation | null>;
}

/** A change that staff make to the reservation as they saw it. */
export interface ReservationEdit {
  readonly folio: string;
  /** The version they saw. */
  readonly version: number;
  readonly action: Exclude<ReservationAction, "created" | "taken">;
  /** Only what changes. */
  readonly changes: Partial<ReservationValues>;
  /** Who acts. */
  readonly actor: string;
}

export type EditOutcome =
  | { readonly kind: "changed"; readonly reservation: Reservation }
  /** Another change was first: what was done to the reservation since. */
  | {
    readonly kind: "stale";
    readonly reservation: Reservation;
    readonly since: readonly HistoryEntry[];
  }
  | { readonly kind: "missing" };

/** People expected at one time of a service day. */
export interface ArrivalTotals {
  readonly day: Day;
  readonly time: Time;
  readonly parties: number;
  readonly people: number;
}

/** The reservations, for staff. Every method throws where the database fails. */
export interface ReservationBook {
  /** All of a service day, whatever their state, by day, time and creation. */
  onServiceDay(serviceDay: Day): Promise<readonly Reservation[]>;
  /** By the folios given, in their order; those that are not there are left out. */
  find(folios: readonly string[]): Promise<readonly Reservation[]>;
  /** Oldest first. */
  history(folio: string): Promise<readonly HistoryEntry[]>;
  /**
   * Those whose name, phone or folio holds `text`, accents and case aside, at most `limit`: those of `today` and later first, by
   * time, then the past ones, latest first.
   */
  search(text: string, today: Day, limit: number): Promise<readonly Reservation[]>;
  /** Of each service day from `from` to `to`, both inclusive; days without any are left out. */
  totals(from: Day, to: Day): Promise<readonly DayTotals[]>;
  /** Of each time of a service day at which guests are expected, in order. */
  arrivals(serviceDay: Day): Promise<readonly ArrivalTotals[]>;
  /** Confirmed ones that a closure would hit, by time. */
  hitBy(closure: ClosedTime): Promise<readonly Reservation[]>;
  /** Those of all service days from `from` to `to`, both inclusive, for export. */
  range(from: Day, to: Day): Promise<readonly Reservation[]>;
  /** Confirmed and unacknowledged ones whose service day is `from` or later, oldest first, at most 500. */
  unacknowledged(from: Day): Promise<readonly Reservation[]>;
  /** Changes a reservation that is still as it was seen. */
  edit(edit: ReservationEdit): Promise<EditOutcome>;
  /**
   * Writes down a reservation that staff took, acknowledged by them, whatever switches and closures say.
   * @param folio drawn when its form was shown. Where staff have taken a reservation under it already, that one is the result, as
   * it stands, and nothing is written: a form that is sent twice makes one.
   * @returns null where another reservation or a void bears the folio: another must be drawn
   */
  take(values: ReservationValues, actor: string, folio: string): Promise<Reservation | null>;
  /** Marks those as seen that are not yet. */
  acknowledge(folios: readonly string[], actor: string): Promise<void>;
}

/** News of reservations, on all instances alike. */
export interface ReservationFeed {
  /** Calls `listener` when there may be news, from here or from another instance (within 2 seconds), until the result is called. */
  subscribe(listener: () => void): () => void;
}

/** The switches. Once one resolves, it holds on every instance. Every method throws where the database fails. */
export interface Switches {
  /** @param until epoch milliseconds; null until {@linkcode Switches.resume} */
  pause(until: number | null): Promise<void>;
  /** No reservation is taken for the services that start on `serviceDay`; all others are. */
  pauseNight(serviceDay: Day): Promise<void>;
  resume(): Promise<void>;
  /**
   * The kitchen closes early.
   * @param order null for its usual hours
   */
  kitchen(order: EarlyKitchenOrder | null): Promise<void>;
  /** @param serviceDay the service day after which the dish comes back; null holds it until {@linkcode Switches.available} */
  soldOut(dishId: string, serviceDay: Day | null): Promise<void>;
  available(dishId: string): Promise<void>;
  /** The same switches, with `actor` written down beside each turn. */
  by(actor: string): Switches;
  /** The last turn of each switch and closure that was made under a name. */
  turns(): Promise<readonly SwitchTurn[]>;
}

/** The closures. Every method throws where the database fails. */
export interface ClosureBook {
  /**
   * Closes a time; reservations already made stand.
   * @returns the closure's id, the first one's where several days are closed, or that of the equal one that is there
   */
  add(closed: ClosedTime, reason: string): Promise<number>;
  /** Whether there was one under `id`. */
  remove(id: number): Promise<boolean>;
  /** The same closures, with `actor` written down beside each change. */
  by(actor: string): ClosureBook;
}

/** What can be switched and is told who switched it. */
export type SwitchName = "pause" | "kitchen" | `dish ${string}` | `closure ${number}`;

/** Who turned a switch last. */
export interface SwitchTurn {
  readonly name: SwitchName;
  readonly actor: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** A version of the restaurant's file. */
export interface RestaurantVersion {
  /** From 1. */
  readonly version: number;
  /** When it was added, in epoch milliseconds. */
  readonly at: number;
  readonly actor: string;
  /** SHA-256 in hexadecimal of the file that it was imported from; null where it was saved on the board. */
  readonly fileHash: string | null;
}

/** A version with what it says. */
export interface StoredRestaurant extends RestaurantVersion {
  readonly text: string;
}

/** What is served, and the text that describes it. */
export interface ServedRestaurant {
  /** 0 where the database has none: then the sample is served or, beside a damaged database, the file. */
  readonly version: number;
  readonly text: string;
  readonly restaurant: Restaurant;
}

/** A dish as staff want it; null for the ids of what is new. */
export interface DishEdit {
  readonly id: string | null;
  /** Its section, from 0. */
  readonly section: number;
  /** The id of the dish that it follows; null where it is the section's first. */
  readonly after: string | null;
  /** Null takes it off the menu. */
  readonly dish:
    | Omit<Dish, "id" | "presentations"> & {
      readonly presentations:
        readonly (Omit<Presentation, "id"> & { readonly id: string | null })[];
    }
    | null;
}

/** A value of the restaurant's file, named by what it belongs to, as it was and as it will be; null where there is none. */
export interface FileChange {
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** The restaurant's file, for staff. Every promise rejects where the database fails. */
export interface RestaurantBook {
  served(): ServedRestaurant;
  /** The restaurant that `text` describes; else what is wrong with it, in Spanish, a sentence each. */
  read(text: string): Restaurant | readonly string[];
  /** What differs between two texts that {@linkcode RestaurantBook.read} accepts. */
  changes(before: string, after: string): readonly FileChange[];
  /** The text that is served, with a dish added, changed, moved or removed. Comments elsewhere stay. */
  edited(edit: DishEdit): string;
  /**
   * Saves a text that {@linkcode RestaurantBook.read} accepts; every instance serves it within 2 seconds, this one once it resolves.
   * @returns its version; null where another has come after `after`
   */
  save(text: string, after: number, actor: string): Promise<number | null>;
  /** Newest first. */
  versions(): Promise<readonly RestaurantVersion[]>;
  text(version: number): Promise<string | null>;
}

/** That reservations were erased. */
export interface ErasureEntry {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Because they were too old, or because their guest asked. */
  readonly reason: "retention" | "request";
  readonly actor: string;
  readonly reservations: number;
}

/** What is left of a month's erased reservations. */
export interface ErasedMonth {
  /** AAAA-MM, of service days. */
  readonly month: string;
  readonly parties: number;
  readonly people: number;
  /** How many of the parties were cancelled, and how many did not come. */
  readonly cancelled: number;
  readonly noShows: number;
}

/** Personal data that is erased, leaving counts. Every method throws where the database fails. */
export interface Erasure {
  /**
   * How many reservations bear `phone` (E.164), or bore it before staff changed it: those still to come, which are the confirmed
   * ones of `today` and later, and all others.
   */
  count(phone: string, today: Day): Promise<{ readonly past: number; readonly upcoming: number }>;
  /** Erases those that are over or cancelled, and with `upcoming` those still to come. @returns how many */
  erase(
    phone: string,
    options: { readonly today: Day; readonly upcoming: boolean; readonly actor: string },
  ): Promise<number>;
  /** What is left, latest first, at most `limit` of each. */
  left(limit: number): Promise<{
    readonly entries: readonly ErasureEntry[];
    readonly months: readonly ErasedMonth[];
  }>;
}

/** The boards that are connected, on all instances together. */
export interface Boards {
  /** Counts one more until the result is called. Never throws: what the database misses of it is tried again. */
  join(): () => void;
}

/** A call to staff that this instance is to make, and no other. */
export interface AlertCall {
  /** How many reservations wait to be seen. */
  readonly count: number;
  /** When the first of them was made, in epoch milliseconds. */
  readonly since: number;
  /** The call was made: there is no second one for these reservations. */
  made(): Promise<void>;
  /** The call failed: it is there to be claimed again, here or on another instance. */
  failed(): Promise<void>;
}

/** The calls to staff who have not seen a reservation. Every method throws where the database fails. */
export interface Alerts {
  /**
   * Claims the call that is due: for confirmed, unacknowledged reservations of `from` and later that no call was made for
   * yet, namely those made at `overdue` (epoch milliseconds) or before and, while no board is connected to any
   * instance, all of them. Null where none is due, or another instance has claimed it. A claim lapses after a minute: end it by then.
   */
  claim(due: { readonly from: Day; readonly overdue: number }): Promise<AlertCall | null>;
}

/** What sessions are sealed and ended by, on all instances alike. */
export interface StaffSeals {
  /** Counts the keys there have been, and the times that all sessions were ended. */
  readonly generation: number;
  /** For HMAC-SHA-256, to sign and to verify: a new one with each generation. */
  readonly sessions: CryptoKey;
  /** The sessions that were ended before they expired. */
  readonly ended: ReadonlySet<string>;
}

/** What lets staff in: one key, and the sessions that it opens. Every method throws where the database fails. */
export interface StaffAccess {
  /** Whether `key` is the staff's key: a check of microseconds. */
  isKey(key: string): Promise<boolean>;
  /** As last read: at once where they were changed, within 2 seconds elsewhere. */
  seals(): Promise<StaffSeals>;
  /** Ends `session`, which would expire at `until` (epoch milliseconds). Every instance follows within 2 seconds. */
  endSession(session: string, until: number): Promise<void>;
}

/** Why the machine's clock is not believed: while it is not, nothing is erased for its age. Times in epoch milliseconds. */
export interface ClockDoubt {
  /** Ahead by over 2 days: believed after 24 steady hours. Ahead by over 40, or behind by over 2: once a person accepts it. */
  readonly kind: "ahead" | "far_ahead" | "behind";
  readonly shown: number;
  /** The newest time that was believed, on any instance. */
  readonly newest: number;
}

/** What guests' operations and pages need. */
export interface Deps {
  /** Epoch milliseconds. */
  now(): number;
  /** Cryptographically strong random bytes. */
  randomBytes(length: number): Uint8Array<ArrayBuffer>;
  /** The restaurant as last loaded; the same object until it is loaded again. */
  restaurant(): Restaurant;
  /** Pause, closures, sold-out dishes and early kitchen, as last read; the same object until one changes. */
  state(): LiveState;
  readonly planner: RoutePlanner;
  /**
   * A picture of the drive from the restaurant to `destination`: one `svg` element of at most 40 KB for a page whose style sheet
   * gives it its colours. Null where there is none: no route, no map, or an engine that tells no streets.
   */
  routePicture?(destination: LatLng, language: Language): string | null;
  readonly reservations: ReservationStore;
  /** Called with the reason where planning fails; the caller only learns that there is no route. */
  onPlannerError(error: unknown): void;
  /** AES-256-GCM key that seals drafts, forms and confirmations, the same on all instances of one database. */
  readonly draftKey: CryptoKey;
  /** Public address without a trailing slash, e.g. `https://mesa.example`. */
  readonly baseUrl: string;
  /** How long a draft link lasts. */
  readonly draftTtlMinutes: number;
}

/** What the board needs. */
export interface StaffDeps extends Pick<Deps, "now" | "randomBytes" | "restaurant" | "state"> {
  readonly book: ReservationBook;
  readonly feed: ReservationFeed;
  readonly switches: Switches;
  readonly closures: ClosureBook;
  readonly restaurantBook: RestaurantBook;
  readonly erasure: Erasure;
  /** Days after which personal data is erased by itself (`RETENTION_DAYS`). */
  readonly retentionDays: number;
  /** Null while the clock is believed. */
  clockDoubt(): ClockDoubt | null;
  /** Address at which staff open the board, without a trailing slash. */
  readonly staffUrl: string;
}
