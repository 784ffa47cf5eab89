/**
 * One evening: bursts of steps by guests, hosts and an owner on two instances of the service, and leaps of the clock
 * between them. A step draws from numbers of its own, so that an evening with fewer steps plays the rest in the same
 * way.
 */
import { cookiesOf, formRequest, STAFF_KEY } from "../support/test_board.ts";
import type { Row } from "../../src/storage/database/database.ts";
import { ACTS } from "./acts.ts";
import {
  type Instance,
  isTrouble,
  openInstance,
  openShared,
  type SharedDatabase,
  TROUBLES,
} from "./instance.ts";
import { drawEvening, drawRestaurant, type Facts, readFacts } from "./restaurant.ts";
import { afterBurst, afterStep, afterWrite } from "./rules.ts";
import { after, atOnce, beginWorld, drawing, elapsed, leap, pause, runUntil } from "./world.ts";

export interface Guest {
  readonly phone: string;
  readonly name: string;
  /** A word that no other guest's name or comment holds, nor random letters by chance. */
  readonly mark: string;
  last: Attempt | null;
}

/** A request for a table, which a guest or an assistant repeats until it is answered. */
export interface Attempt {
  readonly guest: Guest;
  readonly channel: "api" | "mcp" | "form";
  /** Fields of the operation. */
  readonly body: Readonly<Record<string, unknown>>;
  /** `Idempotency-Key` of the API, or the form's own. */
  readonly key: string | null;
  /** Of the last answer that was sent, and its error's code; 0 before the first. */
  status: number;
  code: string;
  /** How often it was sent without an answer that left the service. */
  unanswered: number;
}

/** A table that a 200 promised. */
interface Claim {
  readonly attempt: Attempt;
  /** The address of its confirmation. */
  readonly page: string;
  /** Whether it was told to be a second table; null if nothing follows from the answer. */
  isSecond: boolean | null;
  isChecked: boolean;
}

/** A reservation as it has been. */
export interface Seen {
  /** As it was last. */
  row: Row;
  /** As it was made. */
  readonly made: Readonly<Record<"phone" | "name" | "asked", string>> & { readonly at: number };
  /** Whether its phone then had another table of that service day, made online less than ten minutes before. */
  readonly isSecond: boolean;
  readonly phones: Set<string>;
  wasCancelled: boolean;
  isGone: boolean;
}

/** What has happened, and what the rules remember of it. */
export class Evening {
  readonly instances: Instance[] = [];
  readonly guests: readonly Guest[];
  /** The cookies of each host's device, and of one that stays signed in, with which the rules look. */
  readonly cookies: string[] = [];
  watcher = "";
  /** Requests of the burst. */
  readonly attempts: Attempt[] = [];
  /** By folio, or by the path of the page that tells it. */
  readonly claims = new Map<string, Claim>();
  /** The keys of forms that were sent again with other values, and of those that held a table its folio. */
  readonly corrected = new Set<string>();
  readonly forms = new Map<string, string>();
  /** The links of orders, with their totals and when they were answered. */
  readonly orders: { readonly page: string; readonly total: number; readonly at: number }[] = [];
  readonly seen = new Map<string, Seen>();
  /** What switches were set to last, and when; null if another change is unanswered or ran at the same time. */
  readonly switched = new Map<string, { readonly isSet: boolean | null; readonly ended: number }>();
  /** The file whose hours an instance, by its name, was last seen to tell. */
  readonly homes = new Map<string, Facts["file"]>();
  /** What the board of each instance polled last, by the instance's name. */
  readonly polled = new Map<string, { readonly tag: string; readonly content: string }>();
  /** By the version of a party that waits, the device whose host was led to write to it. */
  readonly called = new Map<string, number>();
  /** The dishes that were on a menu of one day, by their ids. */
  readonly dated = new Map<string, string>();
  /** Phones whose data staff have asked to erase. */
  readonly erased = new Set<string>();
  /** What was done, a line for each step. */
  readonly trace: string[] = [];
  /** On how many pages each kind of button was shown, and how often it was pressed. */
  readonly shown = new Map<string, number>();
  readonly pressed = new Map<string, number>();
  /** `operation status`, as answered. */
  readonly reached = new Set<string>();
  /** As of the last write. */
  facts: Facts;
  mark = "";
  /** How many steps are not over. */
  open = 0;
  /** The instance of the last step that ended, until its rules were looked at. */
  ended: Instance | null = null;
  /** What each closure was when it was first seen. */
  readonly closed = new Map<number, string>();
  /** World's time of the last write of each instance that others must follow, of the last trouble, of the last file. */
  readonly wrote = new Map<string, number>();
  troubled = 0;
  edited = 0;
  broken: Broken | null = null;

  constructor(readonly shared: SharedDatabase, seed: string, readonly dataDir: string) {
    this.guests = drawGuests(seed);
    this.facts = readFacts(shared);
  }

  async start(name: string): Promise<Instance> {
    const folder = `${this.dataDir}/${name}`;
    // Not asynchronous: its real end would come at any moment of the evening.
    Deno.mkdirSync(folder, { recursive: true });
    return await openInstance(this.shared, name, folder, (message, error) => {
      if (isTrouble(error)) return;
      this.fail("no error is unexpected", `${message}: ${error}`);
    });
  }

  /** Runs a rule where its caller would take any error for one of the database. */
  noting(rule: () => void): void {
    try {
      rule();
    } catch (error) {
      if (error instanceof Broken) throw error;
      this.fail("no error is unexpected", String((error as Error).stack));
    }
  }

  /** @throws {Broken} always */
  readonly fail = (rule: string, detail: string): void => {
    throw this.broken ??= new Broken(rule, detail, this.trace);
  };
}

/** A rule that did not hold. */
export class Broken extends Error {
  constructor(readonly rule: string, detail: string, readonly trace: readonly string[]) {
    super(`${rule}: ${detail}`);
  }
}

export interface Step {
  readonly nth: number;
  readonly burst: number;
  /** Milliseconds from the burst's beginning. */
  readonly at: number;
  readonly act: string;
}

const STEPS = 300;
const GUESTS = 24;
const FIRST_NAMES = ["Ana", "Luis", "Guadalupe", "Jürgen", "Zoë", "Ñuño", "Ix Chel"];

/** How long an instance needs to follow another, and to have its switches read after a trouble, in milliseconds. */
export const FOLLOWS_MS = 2_000;
export const AFTER_TROUBLE_MS = 8_000;
export const MAX_TROUBLE_MS = 15_000;
/** In which an entry of staff may be written again because its answer was lost, after what was done meanwhile. */
export const REPEATS_MS = 20_000;
/** In which every request of a burst is answered. */
const LIMIT_MS = 180_000;

export function stepsOf(seed: string): Step[] {
  const draw = drawing(`${seed} steps`);
  const weighted = Object.entries(ACTS).flatMap(([act, [weight]]) => Array(weight).fill(act));
  const steps: Step[] = [];
  for (let burst = 0; steps.length < STEPS; burst++) {
    const size = draw.chance(0.5) ? 6 + draw(14) : 1 + draw(3);
    for (let n = 0; n < size; n++) {
      const at = n === 0 ? 0 : draw(1_500);
      steps.push({ nth: steps.length, burst, at, act: draw.pick(weighted) });
    }
  }
  return steps;
}

const FIRST_FILE =
  "INSERT INTO restaurant_versions (version, text, at, actor) VALUES (1, ?, ?, 'x')";

/**
 * Plays the evening of `seed`, or only `steps` of it. `folder` is for its files.
 * @throws {Broken}
 */
export async function playEvening(
  seed: string,
  steps: readonly Step[],
  folder: string,
): Promise<Evening> {
  const draw = drawing(seed);
  const file = drawRestaurant(draw);
  beginWorld(seed, drawEvening(file, draw));
  const dataDir = await Deno.makeTempDir({ dir: folder });
  const shared = await openShared();
  shared.write([{ sql: FIRST_FILE, args: [JSON.stringify(file), Date.now()] }]);
  const evening = new Evening(shared, seed, dataDir);
  try {
    await atOnce(() => begin(evening));
    shared.onWrite = (name) => evening.noting(() => afterWrite(evening, name));
    await playBursts(evening, seed, steps);
    return evening;
  } finally {
    for (const instance of evening.instances) instance.kill();
    shared.close();
    await Deno.remove(dataDir, { recursive: true });
  }
}

/** Two instances are started, and hosts sign in. */
async function begin(evening: Evening): Promise<void> {
  const { instances, cookies } = evening;
  const first = await evening.start("one");
  await first.storage.staffKey.setFirst(STAFF_KEY);
  instances.push(first, await evening.start("two"));
  for (const nombre of ["Reglas", "Wendy", "Luis"]) {
    const form = formRequest({ clave: STAFF_KEY, nombre, volver: "/" });
    cookies.push(cookiesOf((await first.answer("staff", "/entrar", form)).headers));
  }
  evening.watcher = cookies.shift()!;
}

function drawGuests(seed: string): Guest[] {
  const draw = drawing(`${seed} guests`);
  return Array.from({ length: GUESTS }, (_, n) => {
    const mark = `Zq${String.fromCharCode(97 + n, 97 + draw(26))}xqzx`;
    const phone = `+52999${1_000_000 + n * 7_919}`;
    return { phone, name: `${draw.pick(FIRST_NAMES)} ${mark}`, mark, last: null };
  });
}

async function playBursts(
  evening: Evening,
  seed: string,
  steps: readonly Step[],
): Promise<void> {
  const { shared } = evening;
  const last = steps.at(-1)?.burst ?? -1;
  for (let burst = 0; burst <= last; burst++) {
    const draw = drawing(`${seed} burst ${burst}`);
    leap(draw(draw.chance(0.15) ? 150 : 12) * 60_000 + draw(60_000));
    const played = steps.filter((step) => step.burst === burst);
    if (played.length === 0) continue;
    shared.draw = draw;
    if (draw.chance(0.25)) {
      shared.trouble = draw.pick(TROUBLES);
      after(draw(MAX_TROUBLE_MS), () => {
        shared.trouble = "none";
        evening.troubled = elapsed();
      });
    }
    for (const step of played) void play(evening, step, seed);
    await followed(evening);
    await afterBurst(evening, drawing(`${seed} after ${burst}`));
  }
}

/** Runs until nothing is under way. */
export async function answered(evening: Evening): Promise<void> {
  const { shared } = evening;
  const isOver = () => evening.open === 0 && shared.trouble === "none" && shared.underWay === 0;
  if (await runUntil(isOver, LIMIT_MS, () => look(evening))) return;
  evening.fail("every request is answered", "");
}

/** Runs until nothing is under way, and long enough for instances to follow. */
export async function followed(evening: Evening): Promise<void> {
  await answered(evening);
  const left = Math.max(FOLLOWS_MS + 200, evening.troubled + AFTER_TROUBLE_MS - elapsed());
  await runUntil(() => false, left, () => look(evening));
}

async function look(evening: Evening): Promise<void> {
  if (evening.broken !== null) throw evening.broken;
  await afterStep(evening);
}

async function play(evening: Evening, { nth, at, act }: Step, seed: string): Promise<void> {
  evening.open++;
  const draw = drawing(`${seed} step ${nth}`);
  await pause(at + draw(100) / 100);
  const instance = draw.pick(evening.instances);
  const [, perform] = ACTS[act]!;
  const said = await perform({ evening, instance, draw, nth }).catch((error) => {
    if (!(error instanceof Broken)) evening.fail("no error is unexpected", error.stack);
    return "broken";
  });
  const clock = new Date(Date.now()).toISOString().slice(0, 16);
  evening.trace.push(`${nth} ${act} @${instance.name} ${clock}: ${said}`);
  evening.open--;
  evening.ended = instance;
}
