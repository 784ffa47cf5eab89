/** What is known of the people who reserve under a telephone number, out of the reservations that are stored. */
import type { LocalDateTime } from "../local_time.ts";
import {
  isSamePerson,
  nameWords,
  type Reservation,
  type Said,
  WALK_IN_NAME,
} from "./reservation.ts";

/** The reservations of a telephone number under one name. */
export interface KnownName extends Pick<Reservation, "phone" | "name"> {
  /** When staff gave this name's reservation another number (epoch milliseconds); nothing else is told then. */
  readonly correctedAt: number | null;
  /** The times of those that arrived, and of those that did not come. */
  readonly visits: readonly LocalDateTime[];
  readonly noShows: readonly LocalDateTime[];
  /** The confirmed ones to come. */
  readonly ahead: readonly Pick<Reservation, "folio" | "day" | "time" | "partySize">[];
  /** What was said, by the guest or in a note. */
  readonly said: readonly (Pick<Reservation, "folio" | "day"> & Said)[];
}

/** What is known of a number beside one of its reservations. */
export interface KnownGuest {
  /**
   * What is earlier, and what other reservations say and are ahead, of names that may be the guest's. A walk-in without
   * a name may be any guest's who has one.
   */
  readonly own: KnownName;
  readonly others: readonly KnownName[];
}

/** @param known of one number. A concierge's has hundreds of names: the result answers in microseconds. */
export function knownBeside(
  known: readonly KnownName[],
): (reservation: Pick<Reservation, "folio" | "phone" | "name" | "day" | "time">) => KnownGuest {
  const names = known.map((each) => ({ each, its: nameWords(each.name) }));
  return ({ folio, phone, name, day, time }) => {
    const words = nameWords(name);
    const own: KnownName[] = [];
    const others: KnownName[] = [];
    for (const { each, its } of names) {
      const isSame = isSamePerson(words, its) || name !== "" && each.name === WALK_IN_NAME;
      const isOwn = each.correctedAt === null && isSame;
      (isOwn ? own : others).push(each);
    }
    const isEarlier = (at: LocalDateTime) => at < `${day}T${time}`;
    const isOther = (each: Pick<Reservation, "folio">) => each.folio !== folio;
    return {
      own: {
        phone,
        name,
        correctedAt: null,
        visits: own.flatMap(({ visits }) => visits.filter(isEarlier)),
        noShows: own.flatMap(({ noShows }) => noShows.filter(isEarlier)),
        ahead: own.flatMap(({ ahead }) => ahead.filter(isOther)),
        said: own.flatMap(({ said }) => said.filter(isOther)),
      },
      others,
    };
  };
}

/** The first `max` people of `names`: names of one person are one, under the longest. Corrected ones come last. */
export function peopleIn(names: readonly KnownName[], max: number): readonly KnownName[] {
  const [corrected, rest] = [true, false].map((wanted) =>
    names.filter(({ correctedAt }) => (correctedAt !== null) === wanted)
  ) as [KnownName[], KnownName[]];
  const people: KnownName[] = [];
  for (let left: readonly KnownName[] = rest; left.length > 0 && people.length < max;) {
    const longest = left.reduce((one, each) => lengthOf(one) < lengthOf(each) ? each : one);
    const { own, others } = knownBeside(left)({ ...longest, ...NO_RESERVATION });
    people.push(own);
    left = others;
  }
  return [...people, ...corrected].slice(0, max);
}

/** {@linkcode WALK_IN_NAME} is shorter than every name. */
function lengthOf({ name }: KnownName): number {
  return name === WALK_IN_NAME ? 0 : name.length;
}

/** Later than all. */
export const NO_RESERVATION = { folio: "", day: "9999-12-31", time: "23:59" };
