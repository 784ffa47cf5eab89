/**
 * Compares this service with common alternatives in one run, on one machine, with the same bodies: bare Deno.serve,
 * Hono on Deno (encoding each answer, and again with text encoded once), Fastify on Node with better-sqlite3. Prints a
 * table for tests/bench/FIGURES.md, medians with the least and the largest; exits with 1 if a promised ratio is not met.
 *
 *   deno run --allow-all tests/bench/peers_bench.ts [ROUTE ...]      every route without arguments
 *
 * It needs wrk, and installs the packages of tests/bench/peers/package.json.
 *
 * SOBREMESA names the executable to measure: the Deno that compiled it must run this, so that all have one Deno. Without
 * it the sources are run. SECONDS is the length of one run, 3 if absent.
 */
import { programCommand } from "../support/service_process.ts";
import { freeSlot, NO_LIMITS } from "../service/_guests.ts";
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
const ROUNDS = 9;
const SECONDS = Number(Deno.env.get("SECONDS") ?? 3);
const ENVIO = "/api/envio?lat=20.9671&lng=-89.6237";
const READS = ["/api/info", "/api/menu", "/api/disponibilidad", ENVIO];
const RESERVE = "/api/reserva";

type Figure = "perSecond" | "cpuPerMillion" | "p99";

interface Promised {
  readonly route: string;
  readonly connections: number;
  readonly figure: Figure;
  readonly server: string;
  /** Of ours, as a multiple of the other's; at most that for `p99`. */
  readonly bound: number;
}

const PROMISES: readonly Promised[] = [
  ...READS.flatMap((path): Promised[] => {
    const route = path.split("?")[0]!;
    const of = { route, connections: 32 };
    const bound = path === ENVIO ? 0.85 : 0.92;
    return [
      { ...of, figure: "perSecond", server: "bare", bound },
      { ...of, figure: "cpuPerMillion", server: "bare", bound },
      { ...of, figure: "p99", server: "Hono", bound: 2 },
    ];
  }),
  { route: RESERVE, connections: 1, figure: "perSecond", server: "Fastify", bound: 0.5 },
  { route: RESERVE, connections: 64, figure: "perSecond", server: "Fastify", bound: 3.5 },
];

const folder = await Deno.makeTempDir();
await installPeers();
const ours = await startMeasuredServer("Sobremesa", programCommand(["serve"]), {
  path: "/api/info",
  env: { ...NO_LIMITS, DATA_DIR: `${folder}/data` },
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
/** Of each round, by route and connections, then by server. */
const results = new Map<string, Map<string, Run[]>>();
try {
  for (const path of READS.filter(isWanted)) await compare(path, 32);
  for (const connections of isWanted(RESERVE) ? [1, 64] : []) await compare(RESERVE, connections);
  report();
} finally {
  for (const server of servers) await server[Symbol.asyncDispose]();
  await Deno.remove(folder, { recursive: true });
}

function isWanted(path: string): boolean {
  return Deno.args.length === 0 || Deno.args.includes(path.split("?")[0]!);
}

/**
 * The servers take turns, in a drawn order, so that other load on the machine affects all alike. Each rests while the
 * others have theirs.
 */
async function compare(path: string, connections: number): Promise<void> {
  const runs = new Map(servers.map(({ name }) => [name, [] as Run[]]));
  for (let round = 0; round < ROUNDS; round++) {
    const order = servers.map((server) => ({ server, at: Math.random() }));
    // Each server has guests of these numbers: of all servers together, they would not fit into 7 digits.
    if (path === RESERVE) guests += 300_000;
    for (const { server } of order.sort((a, b) => a.at - b.at)) {
      const load: Load = { path, connections, seconds: SECONDS };
      const reserve = { ...slot, first: guests };
      const sent = path === RESERVE ? { ...load, reserve } : load;
      runs.get(server.name)!.push(await measure(server, sent));
    }
  }
  const route = path.split("?")[0]!;
  results.set(`${route} ${connections}`, runs);
  print(`\n${route}, ${connections} connections`);
  for (const [name, all] of runs) {
    const { perSecond, p50, p99, cpuPerMillion, megabytes } = medians(all);
    const rates = all.map((run) => Math.round(run.perSecond)).sort((a, b) => a - b);
    const errors = Math.max(...all.map((run) => run.errors));
    if (errors > 0) Deno.exitCode = 1;
    print(
      `  ${name.padEnd(10)} ${perSecond.toFixed(0).padStart(7)}/s (${rates[0]} to ${
        rates.at(-1)
      })` +
        `  p50 ${p50.toFixed(2)} ms  p99 ${p99.toFixed(2)} ms  CPU ${
          cpuPerMillion.toFixed(1)
        } s/M` +
        `  ${megabytes.toFixed(0)} MB${errors > 0 ? `  ${errors} ERRORS` : ""}`,
    );
  }
}

function report(): void {
  print(`\nPromised, of ours to another's, medians of ${ROUNDS} rounds (least to largest):`);
  for (const { route, connections, figure, server, bound } of PROMISES) {
    const runs = results.get(`${route} ${connections}`);
    if (runs === undefined) continue;
    const all = runs.get("Sobremesa")!.map((own, round) => {
      const ratio = own[figure] / runs.get(server)![round]![figure];
      return figure === "cpuPerMillion" ? 1 / ratio : ratio;
    }).sort((a, b) => a - b);
    const isKept = figure === "p99" ? median(all) <= bound : median(all) >= bound;
    const spread = `${all[0]!.toFixed(2)} to ${all.at(-1)!.toFixed(2)}`;
    const limit = `${figure === "p99" ? "at most" : "at least"} ${bound}`;
    print(
      `  ${route}, ${connections}, ${figure} to ${server}: ${median(all).toFixed(2)} (${spread}; ` +
        `${limit})${isKept ? "" : "  NOT MET"}`,
    );
    if (!isKept) Deno.exitCode = 1;
  }
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
