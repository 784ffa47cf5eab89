import type { Environment } from "../config/config.ts";
import { isOver } from "../domain/asked_closure.ts";
import type { Closure } from "../domain/closure.ts";
import { isDay, wallMinute } from "../domain/local_time.ts";
import { currentServiceDay } from "../domain/service_day.ts";
import type { Situation } from "../domain/situation.ts";
import { readArguments } from "./arguments.ts";
import { atRestaurant } from "./at_restaurant.ts";
import { CannotDo } from "./cannot_do.ts";
import type { CommandIo } from "./io.ts";
import { closedInWords } from "./local_words.ts";

/**
 * `sobremesa closures`: lists the closures that are not over, each with the id that `reopen` takes.
 *
 * @returns the exit code: 0 when listed, 1 where database or restaurant file cannot be used, 2 when there are arguments
 */
export async function listClosures(
  args: readonly string[],
  environment: Environment,
  io: CommandIo,
): Promise<number> {
  if (args.length > 0) {
    io.err("usage: sobremesa closures");
    return 2;
  }
  return await atRestaurant(environment, io, ({ situation }) => {
    const found = standing(situation);
    if (found.length === 0) io.out("no closures: the restaurant keeps its hours");
    for (const closure of found) io.out(line(closure));
  });
}

/**
 * `sobremesa reopen ID|AAAA-MM-DD`: takes back a closure, or all that begin on a day.
 *
 * @returns the exit code: 0 when at least one is gone, 1 where there is none such or database or restaurant file cannot be used, 2
 * when the arguments make no sense
 */
export async function reopen(
  args: readonly string[],
  environment: Environment,
  io: CommandIo,
): Promise<number> {
  const [word = ""] = readArguments(args, { words: 1 })?.words ?? [];
  if (!isDay(word) && !/^[1-9]\d{0,14}$/.test(word)) {
    io.err("usage: sobremesa reopen ID|AAAA-MM-DD (sobremesa closures lists them)");
    return 2;
  }
  return await atRestaurant(environment, io, async (house) => {
    const found = standing(house.situation).filter((closure) => isMeant(closure, word));
    if (found.length === 0) {
      throw new CannotDo(`there is no closure ${word}; "sobremesa closures" lists those there are`);
    }
    for (const closure of found) {
      await house.closures.remove(closure.id);
      io.out(`open again: ${line(closure)}`);
    }
  });
}

/** Those that are not over: after midnight the evening's own still stands. */
function standing(situation: Situation): readonly Closure[] {
  const { restaurant, house, now } = situation;
  const minute = wallMinute(now, restaurant.timeZone);
  const today = currentServiceDay(situation);
  return house.closures.filter((closure) => !isOver(closure, minute, today));
}

function isMeant(closure: Closure, word: string): boolean {
  if (!isDay(word)) return closure.id === Number(word);
  return (closure.kind === "day" ? closure.day : closure.from.slice(0, 10)) === word;
}

function line(closure: Closure): string {
  const { id, reason } = closure;
  return `${id}  ${closedInWords(closure)}${reason === "" ? "" : `  ${reason}`}`;
}
