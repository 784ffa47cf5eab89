import type { Environment } from "../config/config.ts";
import {
  type AskedClosure,
  type ClosedTime,
  closedTime,
  isOver,
} from "../domain/schedule/closures.ts";
import { CLOSURE_LIMITS } from "../domain/schedule/switches.ts";
import { addDays, isDay, isTime, wallMinute } from "../domain/local_time.ts";
import { currentServiceDay, type Situation } from "../domain/schedule/situation.ts";
import { codePoints, isPlainLine, normaliseText } from "../domain/text.ts";
import { readArguments } from "./arguments.ts";
import { atRestaurant } from "./at_restaurant.ts";
import { CannotDo } from "./cannot_do.ts";
import type { CommandIo } from "./io.ts";
import { closedInWords } from "./local_words.ts";
import { tellHits } from "./tell_hits.ts";

const USAGE =
  `usage: sobremesa close AAAA-MM-DD [--until AAAA-MM-DD | --from HH:MM --to HH:MM] [--reason TEXT] [--guests]

  --until       the last of several days, up to ${CLOSURE_LIMITS.days}, to close whole
  --from, --to  the part of the service day to close; without either, all of it, with the small hours that follow.
                Without --from, from the first opening; without --to, until the last closing. An hour before --from is
                of the small hours that follow: --from 19:00 --to 02:00
  --reason      what staff and guests are told, up to ${CLOSURE_LIMITS.reason} characters
  --guests      name the guests that it hits, with their phones`;

interface Wanted extends AskedClosure {
  readonly reason: string;
  readonly guests: boolean;
}

/**
 * `sobremesa close AAAA-MM-DD [--until AAAA-MM-DD] [--from HH:MM] [--to HH:MM] [--reason TEXT] [--guests]`: closes a day, a part of
 * it, or several days on every running instance, and tells which reservations that hits: they stand, and somebody has to write to the guests.
 *
 * @returns the exit code: 0 when closed, 1 where there is nothing to close or database or restaurant file cannot be used, 2 when
 * the arguments make no sense
 */
export async function close(
  args: readonly string[],
  environment: Environment,
  io: CommandIo,
): Promise<number> {
  const wanted = readWanted(args);
  if (wanted === null) {
    io.err(USAGE);
    return 2;
  }
  return await atRestaurant(environment, io, async (house) => {
    const closed = whatToClose(wanted, house.situation);
    const id = await house.closures.add(closed, wanted.reason);
    const back = closed.kind === "days" ? `${closed.from} --until ${closed.to}` : id;
    io.out(
      `closed: ${closedInWords(closed)} (closure ${id}; "sobremesa reopen ${back}" takes it back)`,
    );
    // Read only now: whoever was first has a table, and nobody can be any more.
    tellHits(await house.book.hitBy(closed), { ...wanted, texts: "Cierres" }, io);
  });
}

function readWanted(args: readonly string[]): Wanted | null {
  const given = readArguments(args, {
    words: 1,
    values: ["until", "from", "to", "reason"],
    flags: ["guests"],
  });
  if (given === null) return null;
  const [day = ""] = given.words;
  const { until = null, from = null, to = null, reason = "" } = given.values;
  if (!isDay(day) || [from, to].some((time) => time !== null && !isTime(time))) return null;
  if (until !== null && (!isDay(until) || from !== null || to !== null)) return null;
  return { day, until, from, to, reason: normaliseText(reason), guests: given.flags.has("guests") };
}

function whatToClose(wanted: Wanted, situation: Situation): ClosedTime {
  const { restaurant: { hours, timeZone }, now } = situation;
  const today = currentServiceDay(situation);
  if (!isPlainLine(wanted.reason) || codePoints(wanted.reason) > CLOSURE_LIMITS.reason) {
    throw new CannotDo(
      `--reason: expected one line of up to ${CLOSURE_LIMITS.reason} characters, without control characters`,
    );
  }
  if (wanted.day > addDays(today, CLOSURE_LIMITS.daysAhead)) {
    throw new CannotDo(`${wanted.day} is over two years ahead: is the year right?`);
  }
  if (wanted.until && wanted.until >= addDays(wanted.day, CLOSURE_LIMITS.days)) {
    throw new CannotDo(`--until: expected ${CLOSURE_LIMITS.days} days at most`);
  }
  const closed = closedTime(wanted, hours);
  if (closed === null && wanted.until) {
    throw new CannotDo(`--until: expected no day before ${wanted.day}`);
  }
  if (closed === null) throw new CannotDo(`there is nothing to close between those times`);
  if (isOver(closed, wallMinute(now, timeZone), today)) {
    throw new CannotDo(`${closedInWords(closed)} is over already`);
  }
  return closed;
}
