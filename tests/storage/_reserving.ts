/**
 * A process that reserves without end, for tests that end it or take its disk away: this file is its program too. Arguments: the
 * database's address, the data folder, the number of the first request. Prints `+ number folio` for each table held and `- number` for each
 * request answered that it was not; stops when its input ends.
 */
import { fileURLToPath } from "node:url";
import { openStore } from "../../src/storage/store.ts";
import type { TestDatabase } from "../support/databases.ts";
import { NOW, randomBytes, request } from "./_fixture.ts";

const PROGRAM = fileURLToPath(import.meta.url);
const LANES = 8;

/** What the process has answered so far. */
export interface Answered {
  /** Number of the request, and folio. */
  readonly held: Map<number, string>;
  /** Numbers of requests. */
  readonly refused: Set<number>;
}

export interface Reserving {
  readonly pid: number;
  readonly answered: Answered;
  /** Resolves once `holds`, asked after each line; fails if the process ends before. */
  until(holds: (answered: Answered) => boolean): Promise<void>;
  /** SIGKILL; resolves when it is gone and all its answers have been read. */
  kill(): Promise<void>;
  /** Lets it end by itself. */
  end(): Promise<void>;
}

/** Starts a process that reserves without end, from request number `first` on. */
export function startReserving(
  { url, dataDir }: Pick<TestDatabase, "url" | "dataDir">,
  first: number,
): Reserving {
  const args = [
    "run",
    "--allow-all",
    "--no-check",
    "--no-code-cache",
    PROGRAM,
    url,
    dataDir,
    `${first}`,
  ];
  const child = new Deno.Command(Deno.execPath(), {
    args,
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const answered: Answered = { held: new Map(), refused: new Set() };
  let check = (): void => {};
  const reading = read(child.stdout, (line) => {
    const [sign, n, folio] = line.split(" ");
    if (sign === "+") answered.held.set(Number(n), folio!);
    else answered.refused.add(Number(n));
    check();
  });
  const gone = async () => {
    await reading;
    await child.status;
  };
  return {
    pid: child.pid,
    answered,
    until: (holds) =>
      new Promise((resolve, reject) => {
        check = () => holds(answered) && resolve();
        check();
        child.status.then(() => reject(new Error("the reserving process ended by itself")));
      }),
    async kill() {
      child.kill("SIGKILL");
      await child.stdin.abort().catch(() => {});
      await gone();
    },
    async end() {
      await child.stdin.close();
      await gone();
    },
  };
}

async function read(
  output: ReadableStream<Uint8Array>,
  onLine: (line: string) => void,
): Promise<void> {
  let rest = "";
  for await (const text of output.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    lines.forEach(onLine);
  }
}

async function reserveWithoutEnd([url = "", dataDir = "", first = "0"]: string[]): Promise<void> {
  const storage = await openStore({ url, dataDir, now: () => NOW, randomBytes, log: () => {} });
  let next = Number(first);
  let stopping = false;
  const lane = async (): Promise<void> => {
    while (!stopping) {
      const n = next++;
      const outcome = await storage.reservations.reserve(request(n));
      if (outcome.kind === "held") print(`+ ${n} ${outcome.folio}`);
      else if (outcome.kind === "unavailable") print(`- ${n}`);
      else throw new Error(`expected held, got ${outcome.kind}`);
    }
  };
  const waitForEnd = async (): Promise<void> => {
    for await (const _ of Deno.stdin.readable);
    stopping = true;
  };
  await Promise.all([waitForEnd(), ...Array.from({ length: LANES }, lane)]);
  await storage.close();
}

function print(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}

if (import.meta.main) await reserveWithoutEnd(Deno.args);
