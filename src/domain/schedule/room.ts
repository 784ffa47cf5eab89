/** How many people are in the room, from the stays of their reservations, on the restaurant's clock. */
import { type LocalDateTime, localDateTime, type WallMinute, wallMinuteOf } from "../local_time.ts";

export interface RoomLimit {
  readonly people: number;
  /** Minutes from the booked time to a party's leaving: a late party leaves no later. */
  readonly stayMinutes: number;
}

/** Expected or arrived parties of one time that left at the same time. */
export interface Stay {
  /** The booked time; of a walk-in, its arrival. */
  readonly at: LocalDateTime;
  readonly left: LocalDateTime | null;
  readonly people: number;
}

/** The people of the stays at `at`. @param stays in order of their time */
export function peopleArriving(stays: readonly Stay[], at: LocalDateTime): number {
  // The tilde follows every character of a time.
  return sum(stays.slice(firstFrom(stays, at), firstFrom(stays, `${at}~`)));
}

/** The most people at once from `from` to `to`, or during one stay. @param stays in order of their time */
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

/** The stays without the people of `own`: a reservation that is moved leaves its stay. */
export function staysWithout(stays: readonly Stay[], own: Stay): readonly Stay[] {
  const isOwn = ({ at, left }: Stay) => at === own.at && left === own.left;
  return stays.map((stay) => isOwn(stay) ? { ...stay, people: stay.people - own.people } : stay);
}

function sum(stays: readonly Pick<Stay, "people">[]): number {
  return stays.reduce((people, stay) => people + stay.people, 0);
}

/** The place of the first stay at `at` or later. */
function firstFrom(stays: readonly Stay[], at: LocalDateTime): number {
  let [low, high] = [0, stays.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (stays[middle]!.at < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
