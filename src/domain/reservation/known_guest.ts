/** What is known of the people who reserve under a telephone number, out of the reservations that are stored. */
import type { LocalDateTime } from "../local_time.ts";
import { nameWords, type Reservation } from "./reservation.ts";

/** The reservations of a telephone number under one name. */
export interface KnownName extends Pick<Reservation, "phone" | "name"> {
  /** When staff gave this name's reservation another number, in epoch milliseconds: then nothing else is told. Else null. */
  readonly correctedAt: number | null;
  /** The times of those that arrived, and of those that did not come. */
  readonly visits: readonly LocalDateTime[];
  readonly noShows: readonly LocalDateTime[];
  /** The confirmed ones to come. */
  readonly ahead: readonly Pick<Reservation, "folio" | "day" | "time" | "partySize">[];
  /** What was said, by the guest or in a note. */
  readonly said: readonly Pick<Reservation, "folio" | "day" | "comments" | "note">[];
}

/**
 * First the guest of `reservation`, then the others of its number, as they are known beside it: by earlier visits, and by what was said
 * and is ahead in others.
 * @param known of its number
 */
export function peopleBeside(
  { folio, phone, name, day, time }: Pick<Reservation, "folio" | "phone" | "name" | "day" | "time">,
  known: readonly KnownName[],
): readonly KnownName[] {
  const isEarlier = (at: LocalDateTime) => at < `${day}T${time}`;
  const isOther = (each: Pick<Reservation, "folio">) => each.folio !== folio;
  const beside = known.map((each) => ({
    ...each,
    visits: each.visits.filter(isEarlier),
    noShows: each.noShows.filter(isEarlier),
    ahead: each.ahead.filter(isOther),
    said: each.said.filter(isOther),
  }));
  const guest = { phone, name, correctedAt: null, visits: [], noShows: [], ahead: [], said: [] };
  const people: KnownName[] = [guest];
  for (const each of beside) {
    const same = people.findIndex((one) => isSame(one, each));
    if (same < 0) people.push(each);
    else people[same] = joined(people[same]!, each);
  }
  return people;
}

/** Whether one of the names contains all words of the other: they may be the same person's. */
function isSame(one: KnownName, other: KnownName): boolean {
  if (one.correctedAt !== null || other.correctedAt !== null) return false;
  const [words, others] = [new Set(nameWords(one.name)), new Set(nameWords(other.name))];
  return words.isSubsetOf(others) || others.isSubsetOf(words);
}

/** Under the longer name. */
function joined(one: KnownName, other: KnownName): KnownName {
  return {
    ...(one.name.length < other.name.length ? other : one),
    visits: [...one.visits, ...other.visits],
    noShows: [...one.noShows, ...other.noShows],
    ahead: [...one.ahead, ...other.ahead],
    said: [...one.said, ...other.said],
  };
}
