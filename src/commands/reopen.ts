import type { Environment } from "../config/config.ts";
import type { Closure } from "../domain/schedule/switches.ts";
import { type Day, isDay } from "../domain/local_time.ts";
import { standingClosures } from "../domain/schedule/closures.ts";
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
    const found = standingClosures(situation);
    if (found.length === 0) io.out("no closures: the restaurant keeps its hours");
    for (const closure of found) io.out(line(closure));
  });
}

/**
 * `sobremesa reopen ID|AAAA-MM-DD [--until AAAA-MM-DD]`: takes back a closure, or all that begin on a day, or on one of several.
 *
 * @returns the exit code: 0 when at least one is gone, 1 where there is none such or database or restaurant file cannot be used, 2
 * when the arguments make no sense
 */
export async function reopen(
  args: readonly string[],
  environment: Environment,
  io: CommandIo,
): Promise<number> {
  const given = readArguments(args, { words: 1, values: ["until"] });
  const [word = ""] = given?.words ?? [];
  const until = given?.values.until ?? word;
  const isId = /^[1-9]\d{0,14}$/.test(word) && until === word;
  if (!isId && !(isDay(word) && isDay(until))) {
    io.err(
      "usage: sobremesa reopen ID|AAAA-MM-DD [--until AAAA-MM-DD] (sobremesa closures lists them)",
    );
    return 2;
  }
  return await atRestaurant(environment, io, async (house) => {
    const found = standingClosures(house.situation)
      .filter((closure) => isMeant(closure, word, until));
    if (found.length === 0) {
      throw new CannotDo(`there is no closure ${word}; "sobremesa closures" lists those there are`);
    }
    for (const closure of found) {
      await house.closures.remove(closure.id);
      io.out(`open again: ${line(closure)}`);
    }
  });
}

function isMeant(closure: Closure, word: string, until: Day): boolean {
  if (!isDay(word)) return closure.id === Number(word);
  const begins = closure.kind === "day" ? closure.day : closure.from.slice(0, 10);
  return word <= begins && begins <= until;
}

function line(closure: Closure): string {
  const { id, reason } = closure;
  return `${id}  ${closedInWords(closure)}${reason === "" ? "" : `  ${reason}`}`;
}
