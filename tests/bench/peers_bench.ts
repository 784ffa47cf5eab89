/**
 * Compares this service with common alternatives in one run, on one machine, with the same bodies: bare Deno.serve, Hono on
 * Deno (encoding each answer, and again with text encoded once), Fastify on Node with better-sqlite3. Prints a
 * table for tests/README.md; exits with 1 if a promised ratio is not met.
 *
 *   deno task bench:peers [ROUTE ...]      every route without arguments; needs wrk; installs the packages of tests/bench/peers/package.json
 *
 * SOBREMESA names the executable to measure; without it the sources are run. SECONDS is the length of one run, 3 if absent.
 */
import { programCommand } from "../support/service_process.ts";
import { freeSlot } from "../service/_guests.ts";
import {
  type Load,
  measure,
  type MeasuredRun as Run,
  type MeasuredServer,
  startMeasuredServer,
} from "./measured_server.ts";
import { median, medians, print } from "./figures.ts";

const PEERS = new URL("./peers/", import.meta.url).pathname;
const INSTALLED = new URL("../../.engines/peers/", import.meta.url).pathname;
const ROUNDS = 3;
const SECONDS = Number(Deno.env.get("SECONDS") ?? 3);
const CONNECTIONS = [1, 32, 256];
const ENVIO = "/api/envio?lat=20.9671&lng=-89.6237";
const READS = ["/api/info", "/api/menu", "/api/disponibilidad", ENVIO];
const GATE_CONNECTIONS = 32;
const RESERVE_GATE_CONNECTIONS = 64;

/** [route, server, minimum ratio of requests a second] */
const PROMISES: readonly (readonly [string, string, number])[] = [
  ...["/api/info", "/api/menu", "/api/disponibilidad"].flatMap((path) =>
    [[path, "Hono", 1], [path, "bare", 0.85]] as const
  ),
  ["/api/envio", "bare", 0.7],
  // It was 4 before the WAL was checkpointed every 700 pages, which leaves at most 4 MB only in the WAL.
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
const servers: MeasuredServer[] = [
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
/** Median over the rounds of our rate divided by each server's, by route, connections and server. */
const ratios = new Map<string, number>();
try {
  for (const path of [...READS, "/api/reserva"].filter(isWanted)) {
    const counts = path === "/api/reserva" ? [1, 32, RESERVE_GATE_CONNECTIONS, 256] : CONNECTIONS;
    for (const connections of counts) await compare(path, connections);
  }
  report();
} finally {
  for (const server of servers) await server[Symbol.asyncDispose]();
  await Deno.remove(folder, { recursive: true });
}

function isWanted(path: string): boolean {
  return Deno.args.length === 0 || Deno.args.includes(path.split("?")[0]!);
}

/** The servers alternate, so that other load on the machine affects all alike. */
async function compare(path: string, connections: number): Promise<void> {
  const runs = new Map(servers.map(({ name }) => [name, [] as Run[]]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const server of servers) {
      const load: Load = { path, connections, seconds: SECONDS };
      const reserve = { ...slot, first: guests += 300_000 };
      const sent = path === "/api/reserva" ? { ...load, reserve } : load;
      runs.get(server.name)!.push(await measure(server, sent));
    }
  }
  const route = path.split("?")[0]!;
  print(`\n${route}, ${connections} connections`);
  for (const { name } of servers) {
    const all = runs.get(name)!;
    const run = { ...medians(all), errors: Math.max(...all.map(({ errors }) => errors)) };
    results.set(`${route} ${connections} ${name}`, run);
    print(
      `  ${name.padEnd(10)} ${run.perSecond.toFixed(0).padStart(7)}/s  p50 ${
        run.p50.toFixed(2)
      } ms` +
        `  p99 ${run.p99.toFixed(2)} ms  CPU ${run.cpuPerMillion.toFixed(1)} s/M  ${
          run.megabytes.toFixed(0)
        } MB` +
        `${run.errors > 0 ? `  ${run.errors} ERRORS` : ""}`,
    );
    const paired = runs.get("Sobremesa")!.map((own, round) =>
      own.perSecond / runs.get(name)![round]!.perSecond
    );
    ratios.set(`${route} ${connections} ${name}`, median(paired));
  }
}

function report(): void {
  print("\nPromised ratios of requests a second, medians of three:");
  for (const [route, server, min] of PROMISES.filter(([route]) => isWanted(route))) {
    const connections = route === "/api/reserva" ? RESERVE_GATE_CONNECTIONS : GATE_CONNECTIONS;
    const ratio = ratios.get(`${route} ${connections} ${server}`)!;
    const kept = ratio >= min;
    print(
      `  ${route} to ${server}: ${ratio.toFixed(2)} (at least ${min})${kept ? "" : "  NOT MET"}`,
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

/** Copies the servers beside their packages, so that both Deno and Node find them. */
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
