/**
 * Plays evenings: `deno task saturdays [--seed N] [--nights N]`. Evening n of seed s is evening s + n of the number 0.
 * It fails if a rule was broken, after the shortest list of steps that still breaks it.
 */
// deno-lint-ignore-file no-console -- it prints to the console
import { parseArgs } from "@std/cli";
import { hash } from "node:crypto";
import { OPERATIONS } from "../openapi/_document.ts";
import { Broken, playEvening, type Step, stepsOf } from "./evening.ts";
import { BUTTONS } from "./moves.ts";
import { takeOver } from "./world.ts";

const PROCESSES = navigator.hardwareConcurrency;

/** In as many evenings there is everything that the rules know. */
const MANY_NIGHTS = 50;
/** What was on so many pages must have been pressed. */
const OFTEN = 250;

/** What a process tells of an evening, a line of JSON each. */
interface Played {
  readonly night: number;
  readonly reached: readonly string[];
  /** Of each kind of button, on how many pages it was and how often it was pressed. */
  readonly taps: readonly (readonly [kind: string, shown: number, pressed: number])[];
  /** Of what was done. */
  readonly sum: string;
  readonly broken: string | null;
}

if (import.meta.main) {
  const { seed, nights, part } = parseArgs(Deno.args, {
    string: ["seed", "nights", "part"],
    default: { seed: "1", nights: "100" },
  });
  const [first, count] = [Number(seed), Number(nights)];
  if (part === undefined) Deno.exit(await playAll(first, count));
  await playPart(first, count, Number(part));
  Deno.exit(0);
}

/** Plays the evenings in as many processes as there are cores. @returns the exit code */
async function playAll(first: number, count: number): Promise<number> {
  const all = await Promise.all(Array.from({ length: PROCESSES }, (_, part) => played(part)));
  const nights = all.flat().sort((a, b) => a.night - b.night);
  const reached = new Set(nights.flatMap((one) => one.reached));
  const declared = OPERATIONS.flatMap(({ id, responses }) =>
    responses.map(({ status }) => `${id} ${status}`)
  );
  const broken = nights.filter((one) => one.broken !== null);
  for (const { night, broken: how } of broken) print(`evening ${night}: ${how}`);
  print(`not reached: ${declared.filter((one) => !reached.has(one)).join(", ") || "nothing"}`);
  const isTold = broken.length > 0 || tapsTold(nights);
  const sum = hash("sha256", nights.map((one) => one.sum).join(), "hex").slice(0, 16);
  print(`${nights.length} evenings from ${first}, ${broken.length} broken, sum ${sum}`);
  return broken.length > 0 || nights.length < count || !isTold ? 1 : 0;
}

/** Prints how often each kind of button was pressed, and on how many pages it was. @returns whether none is missing */
function tapsTold(nights: readonly Played[]): boolean {
  const all = Object.groupBy(nights.flatMap(({ taps }) => taps), ([kind]) => kind);
  const sums = Object.keys(BUTTONS).map((kind) => {
    const sum = (nth: 1 | 2) => (all[kind] ?? []).reduce((sum, each) => sum + each[nth], 0);
    return { kind, shown: sum(1), pressed: sum(2) };
  });
  const list = (label: string, some: readonly string[]) => {
    if (some.length > 0) print(`${label}: ${some.join("; ")}`);
    return some.length === 0;
  };
  const named = (some: typeof sums) => some.map(({ kind }) => kind);
  list("pressed, of pages", sums.map((each) => `${each.kind} ${each.pressed} of ${each.shown}`));
  const isAllPressed = list(
    "shown and never pressed",
    named(
      sums.filter(({ kind, shown, pressed }) =>
        shown >= OFTEN && pressed === 0 && BUTTONS[kind]![1] > 0
      ),
    ),
  );
  const isAllShown = list("on no page", named(sums.filter(({ shown }) => shown === 0)));
  return isAllPressed && (isAllShown || nights.length < MANY_NIGHTS);
}

async function played(part: number): Promise<Played[]> {
  const args = [
    "run",
    "--allow-all",
    "--no-check",
    import.meta.filename!,
  ];
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: [...args, ...Deno.args, "--part", String(part)],
    stderr: "inherit",
  }).output();
  return new TextDecoder().decode(stdout).split("\n").filter(Boolean)
    .map((line) => JSON.parse(line));
}

async function playPart(first: number, count: number, part: number): Promise<void> {
  takeOver();
  // A request that was given up has noted which rule it broke.
  addEventListener("unhandledrejection", (event) => {
    if (event.reason instanceof Broken) event.preventDefault();
  });
  const folder = await Deno.makeTempDir({ dir: "/dev/shm" });
  for (let night = first + part; night < first + count; night += PROCESSES) {
    print(JSON.stringify(await playNight(night, folder)));
  }
  await Deno.remove(folder, { recursive: true });
}

async function playNight(night: number, folder: string): Promise<Played> {
  const seed = String(night);
  const reached: string[] = [];
  const taps: [string, number, number][] = [];
  let sum = "";
  const fails = async (steps: readonly Step[]): Promise<Broken | null> => {
    try {
      const evening = await playEvening(seed, steps, folder);
      reached.push(...evening.reached);
      const { shown, pressed } = evening;
      for (const [kind, n] of shown) taps.push([kind, n, pressed.get(kind) ?? 0]);
      sum = hash("sha256", evening.trace.join("\n"));
      return null;
    } catch (error) {
      if (error instanceof Broken) return error;
      throw error;
    }
  };
  const steps = stepsOf(seed);
  const first = await fails(steps);
  if (first === null) return { night, reached, taps, sum, broken: null };
  const isSame = (broken: Broken | null) => broken?.rule === first.rule;
  const fewest = await shortest(steps, async (some) => isSame(await fails(some)));
  const { message, trace } = await fails(fewest) ?? first;
  // The step that broke the rule may not have ended.
  const open = fewest.filter(({ nth }) => !trace.some((line) => line.startsWith(`${nth} `)))
    .map(({ nth, act }) => `${nth} ${act}: not over`);
  return {
    night,
    reached: [],
    taps: [],
    sum: message,
    broken: [message, ...trace, ...open].join("\n  "),
  };
}

/** The items of which none can be left out, nor a run of 2, 4, 8 ..., so that `fails` still. */
export async function shortest<Item>(
  items: readonly Item[],
  fails: (some: readonly Item[]) => Promise<boolean>,
): Promise<readonly Item[]> {
  let size = 2 ** Math.floor(Math.log2(Math.max(1, items.length)));
  for (; size >= 1; size /= 2) {
    for (let from = 0; from < items.length;) {
      const fewer = items.toSpliced(from, size);
      if (await fails(fewer)) items = fewer;
      else from += size;
    }
  }
  return items;
}

function print(line: string): void {
  console.log(line);
}
