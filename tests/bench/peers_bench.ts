/**
 * This service beside what people would use instead, in one run, on one machine, with the same bodies: bare Deno.serve, Hono on
 * Deno (encoding each answer, and once more serving text that was encoded once), Fastify on Node with better-sqlite3. Prints a
 * table for tests/README.md; exits with 1 where a promised ratio is not reached.
 *
 *   deno task bench:peers [ROUTE ...]      every route without arguments; needs wrk, and what tests/bench/peers/package.json names, which it installs once
 *
 * SOBREMESA names the executable to measure; without it the sources are run. SECONDS is the length of one run, 3 where absent.
 */
// deno-lint-ignore-file no-console -- a bench speaks through the console
import { programCommand } from "../support/service_process.ts";
import { freeSlot } from "../service/_guests.ts";
import { type Load, measure, median, medianRun, type Run } from "./peers/measure.ts";
import { type MeasuredServer, startMeasuredServer } from "./peers/measured_server.ts";

const PEERS = new URL("./peers/", import.meta.url).pathname;
const INSTALLED = new URL("../../.engines/peers/", import.meta.url).pathname;
const ROUNDS = 3;
const SECONDS = Number(Deno.env.get("SECONDS") ?? 3);
const CONNECTIONS = [1, 32, 256];
const ENVIO = "/api/envio?lat=20.9671&lng=-89.6237";
const READS = ["/api/info", "/api/menu", "/api/disponibilidad", ENVIO];
const GATE_CONNECTIONS = 32;
const RESERVE_GATE_CONNECTIONS = 64;

/** [route, rival, least ratio of requests a second] */
const PROMISES: readonly (readonly [string, string, number])[] = [
  ...["/api/info", "/api/menu", "/api/disponibilidad"].flatMap((path) =>
    [[path, "Hono", 1], [path, "bare", 0.85]] as const
  ),
  ["/api/envio", "bare", 0.7],
  // 4 until the log was written back every 700 pages, so that at most 4 MB are in it alone.
  ["/api/reserva", "Fastify", 3],
];

const folder = await Deno.makeTempDir();
await installPeers();
const ours = await startMeasuredServer("Sobremesa", programCommand(["serve"]), {
  path: "/api/info",
  env: {
    DATA_DIR: `${folder}/data`,
    RATE_LIMIT_ENVIO: "100000000/1",
    RATE_LIMIT_RESERVA: "100000000/1",
  },
});
const bodies = `${folder}/bodies.json`;
await Deno.writeTextFile(bodies, JSON.stringify(await readBodies(ours.url)));
const slot = await freeSlot(ours.url);
const deno = [Deno.execPath(), "run", "--quiet", "--allow-all", "--no-lock"];
const at = (name: string) => [`${INSTALLED}${name}`, "PORT", bodies, `${folder}/${name}.db`];
const rivals: MeasuredServer[] = [
  ours,
  await startMeasuredServer("bare", [...deno, ...at("bare.js")], { path: "/api/info" }),
  await startMeasuredServer("Hono", [...deno, ...at("hono.js")], { path: "/api/info" }),
  await startMeasuredServer(
    "Hono, text",
    [...deno, ...at("hono.js").toSpliced(3, 1, `${folder}/text.db`), "cached"],
    { path: "/api/info" },
  ),
  await startMeasuredServer("Fastify", ["node", ...at("fastify.js")], { path: "/api/info" }),
];

let guests = 0;
const results = new Map<string, Run>();
/** Of ours to each rival, by route, connections and rival: the median of the rounds' own ratios. */
const ratios = new Map<string, number>();
try {
  for (const path of [...READS, "/api/reserva"].filter(isWanted)) {
    const counts = path === "/api/reserva" ? [1, 32, RESERVE_GATE_CONNECTIONS, 256] : CONNECTIONS;
    for (const connections of counts) await compare(path, connections);
  }
  report();
} finally {
  for (const rival of rivals) await rival[Symbol.asyncDispose]();
  await Deno.remove(folder, { recursive: true });
}

function isWanted(path: string): boolean {
  return Deno.args.length === 0 || Deno.args.includes(path.split("?")[0]!);
}

/** Rounds in turn, so that what else the machine does meets all alike. */
async function compare(path: string, connections: number): Promise<void> {
  const runs = new Map(rivals.map(({ name }) => [name, [] as Run[]]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const rival of rivals) {
      const load: Load = { path, connections, seconds: SECONDS };
      const reserve = { ...slot, first: guests += 300_000 };
      const asked = path === "/api/reserva" ? { ...load, reserve } : load;
      runs.get(rival.name)!.push(await measure(rival, asked));
    }
  }
  const route = path.split("?")[0]!;
  console.log(`\n${route}, ${connections} connections`);
  for (const { name } of rivals) {
    const run = medianRun(runs.get(name)!);
    results.set(`${route} ${connections} ${name}`, run);
    console.log(
      `  ${name.padEnd(10)} ${run.requestsPerSecond.toFixed(0).padStart(7)}/s  p50 ${
        run.p50.toFixed(2)
      } ms` +
        `  p99 ${run.p99.toFixed(2)} ms  CPU ${run.cpuPerMillion.toFixed(1)} s/M  ${
          run.megabytes.toFixed(0)
        } MB` +
        `${run.errors > 0 ? `  ${run.errors} ERRORS` : ""}`,
    );
    const paired = runs.get("Sobremesa")!.map((own, round) =>
      own.requestsPerSecond / runs.get(name)![round]!.requestsPerSecond
    );
    ratios.set(`${route} ${connections} ${name}`, median(paired));
  }
}

function report(): void {
  console.log("\nPromised ratios of requests a second, medians of three:");
  for (const [route, rival, least] of PROMISES.filter(([route]) => isWanted(route))) {
    const connections = route === "/api/reserva" ? RESERVE_GATE_CONNECTIONS : GATE_CONNECTIONS;
    const ratio = ratios.get(`${route} ${connections} ${rival}`)!;
    const kept = ratio >= least;
    console.log(
      `  ${route} to ${rival}: ${ratio.toFixed(2)} (at least ${least})${
        kept ? "" : "  NOT REACHED"
      }`,
    );
    if (!kept) Deno.exitCode = 1;
  }
  if ([...results.values()].some(({ errors }) => errors > 0)) Deno.exitCode = 1;
}

async function readBodies(url: string): Promise<Record<string, string>> {
  const entries = READS.map(async (path) =>
    [path.split("?")[0]!, await (await fetch(`${url}${path}`)).text()] as const
  );
  return Object.fromEntries(await Promise.all(entries));
}

/** Copied beside the packages, so that Deno and Node alike find them. */
async function installPeers(): Promise<void> {
  await Deno.mkdir(INSTALLED, { recursive: true });
  for await (const { name } of Deno.readDir(PEERS)) {
    if (name.endsWith(".js") || name === "package.json") {
      await Deno.copyFile(`${PEERS}${name}`, `${INSTALLED}${name}`);
    }
  }
  const { success } = await new Deno.Command("npm", {
    args: ["install", "--silent", "--no-audit", "--no-fund"],
    cwd: INSTALLED,
  }).output();
  if (!success) throw new Error(`npm install failed in ${INSTALLED}`);
}
