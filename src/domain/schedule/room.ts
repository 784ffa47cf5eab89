/** How many people are in the room, from the stays of their reservations, on the restaurant's clock. */
import { type LocalDateTime, localDateTime, type WallMinute, wallMinuteOf } from "../local_time.ts";

export interface RoomLimit {
  readonly people: number;
  /** Minutes that a party stays, from its arrival or, until then, from its booked time. */
  readonly stayMinutes: number;
}

/** Parties that count in the room from one time on, and that left at the same time. */
export interface Stay {
  /** Their arrival; of those expected, the booked time. */
  readonly at: LocalDateTime;
  readonly left: LocalDateTime | null;
  readonly people: number;
}

/** People who are expected or came, at the time that they booked; of walk-ins, at their arrival. */
export type Booked = Omit<Stay, "left">;

/** The people who booked `at`. @param booked in order of their time */
export function peopleArriving(booked: readonly Booked[], at: LocalDateTime): number {
  // The tilde follows every character of a time.
  return sum(booked.slice(firstFrom(booked, at), firstFrom(booked, `${at}~`)));
}

/**
 * The most people at once from `from` to `to`, or during one stay. Those who overstay are not counted: what is booked
 * relies on their leaving. @param stays in order of their time
 */
export function mostPeople(
  stays: readonly Stay[],
  from: WallMinute,
  { stayMinutes }: Pick<RoomLimit, "stayMinutes">,
  to: WallMinute = from + stayMinutes,
): number {
  const [began, ends] = [from - stayMinutes + 1, to].map(localDateTime);
  const near = stays.slice(firstFrom(stays, began!), firstFrom(stays, ends!))
    .map(({ at, left, people }) => {
      const minute = wallMinuteOf(at);
      const whole = minute + stayMinutes;
      return {
        at: minute,
        to: Math.min(whole, left === null ? whole : wallMinuteOf(left)),
        people,
      };
    });
  // The number grows only where a stay begins.
  const instants = [from, ...near.map(({ at }) => at).filter((at) => at > from)];
  return Math.max(
    ...instants.map((now) => sum(near.filter(({ at, to }) => at <= now && now < to))),
  );
}

/** Stays or booked times without the people of `own`: a reservation that is moved leaves them. */
export function withoutPeople<One extends Booked & Partial<Stay>>(
  all: readonly One[],
  own: One,
): readonly One[] {
  const isOwn = ({ at, left }: One) => at === own.at && left === own.left;
  return all.map((each) => isOwn(each) ? { ...each, people: each.people - own.people } : each);
}

/** Stays or booked times with the people of `own` too. */
export function withPeople<One extends Booked>(all: readonly One[], own: One): readonly One[] {
  return [...all, own].sort((one, other) => one.at.localeCompare(other.at));
}

function sum(stays: readonly Pick<Booked, "people">[]): number {
  return stays.reduce((people, stay) => people + stay.people, 0);
}

/** The place of the first stay at `at` or later. */
function firstFrom(stays: readonly Booked[], at: LocalDateTime): number {
  let [low, high] = [0, stays.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (stays[middle]!.at < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
