import { fileURLToPath } from "node:url";
import type { TestDatabase } from "../support/databases.ts";

const PROGRAM = fileURLToPath(new URL("_reserving.ts", import.meta.url));

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
  /** Resolves once `holds`, asked after each line; fails where the process ends before. */
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
