/**
 * Cost of the executable, compared in one run with a compiled ten-line server that opens a libSQL file: bytes, time
 * from start to first answer, and memory after a million mixed requests. Exits with 1 if a limit is exceeded.
 *
 *   deno task bench executable      with Deno 2.6.10 and after deno task compile; needs wrk
 *
 * REQUESTS is the number of requests before memory is read, 1,000,000 if absent.
 */
import { fileURLToPath } from "node:url";
import project from "../../deno.json" with { type: "json" };
import { freeSlot, NO_LIMITS, reserve } from "../service/_guests.ts";
import { tempFolder } from "../support/temp_folder.ts";
import { atMost, median, medians, print } from "./figures.ts";
import { type MeasuredServer, startMeasuredServer } from "./measured_server.ts";
import { runWrk } from "./wrk.ts";

const EXECUTABLE = fileURLToPath(new URL("../../dist/sobremesa", import.meta.url));
const ROUNDS = 15;
const QUOTE = "/api/envio?lat=20.9671&lng=-89.6237";
const REQUESTS = Number(Deno.env.get("REQUESTS") ?? 1_000_000);
const MAX_EXTRA_BYTES = 20e6;
const MAX_START_RATIO = 2;
const MAX_EXTRA_MB = 60;

await using temp = await tempFolder();
const folder = temp.path;
const hello = await compileHello();
const tenLines = await compileTenLines();
const bytes = (await Deno.stat(EXECUTABLE)).size - (await Deno.stat(hello)).size;
atMost(MAX_EXTRA_BYTES / 1e6, "larger than hello-world, MB", bytes / 1e6);

const ours = (path = "/api/info") =>
  startMeasuredServer("Sobremesa", [EXECUTABLE, "serve"], {
    path,
    env: { ...NO_LIMITS, DATA_DIR: `${folder}/data` },
  });
const theirs = () =>
  startMeasuredServer("ten lines", [tenLines, `${folder}/ten.db`, "PORT"], { path: "/" });
const starts: { ours: number; theirs: number; quote: number }[] = [];
for (let round = 0; round < ROUNDS; round++) {
  starts.push({
    theirs: await startMs(theirs),
    ours: await startMs(ours),
    // The first price needs the map, which earlier answers do not wait for.
    quote: await startMs(() => ours(QUOTE)),
  });
}
const took = medians(starts);
print(
  `start to first answer: ${took.ours.toFixed(0)} ms, to a first price ` +
    `${took.quote.toFixed(0)} ms, ten lines ${took.theirs.toFixed(0)} ms`,
);
const ratio = median(starts.map(({ ours, theirs }) => ours / theirs));
atMost(MAX_START_RATIO, "start, times the ten lines'", ratio);

const own = await memoryAfter(ours, REQUESTS, [
  "/api/info",
  "/api/menu",
  "/api/disponibilidad",
  QUOTE,
]);
const other = await memoryAfter(theirs, 20_000, ["/"]);
print(
  `memory: ${own.toFixed(0)} MB after ${REQUESTS} requests, ten lines ${other.toFixed(0)} MB`,
);
atMost(MAX_EXTRA_MB, "more memory, MB", own - other);

async function startMs(start: () => Promise<MeasuredServer>): Promise<number> {
  await using server = await start();
  return server.startMs;
}

/** Sends reads in equal shares, and a hundredth as many reservations if the server takes them. */
async function memoryAfter(
  start: () => Promise<MeasuredServer>,
  requests: number,
  paths: readonly string[],
): Promise<number> {
  await using server = await start();
  for (const path of paths) await load(`${server.url}${path}`, requests / paths.length);
  if (paths.length > 1) await reserveSome(server.url, requests / 100);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  return server.megabytes();
}

/** wrk runs for seconds, not for requests, so it is repeated until enough were sent. */
async function load(url: string, requests: number): Promise<void> {
  for (let sent = 0; sent < requests;) sent += (await runWrk(url)).requests;
}

async function reserveSome(url: string, count: number): Promise<void> {
  const slot = await freeSlot(url);
  for (let n = 0; n < count; n += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, i) => reserve(url, n + i, slot)));
  }
}

async function compileHello(): Promise<string> {
  await Deno.writeTextFile(`${folder}/hello.js`, 'console.log("hello world");');
  await runDeno(folder, ["compile", "--quiet", "--output", "hello", "hello.js"]);
  return `${folder}/hello`;
}

/** With libSQL as packages, which they must stay because of their native add-on. */
async function compileTenLines(): Promise<string> {
  const stage = `${folder}/stage`;
  await Deno.mkdir(stage);
  await Deno.copyFile(new URL("./ten_lines.js", import.meta.url), `${stage}/ten_lines.js`);
  const configure = (config: unknown) =>
    Deno.writeTextFile(`${stage}/deno.json`, JSON.stringify(config));
  const libsql = project.imports["@libsql/client"];
  await configure({ nodeModulesDir: "auto", imports: { "@libsql/client": libsql } });
  await runDeno(stage, ["install", "--quiet"]);
  // From here on, no command installs the removed packages again.
  await configure({ nodeModulesDir: "manual" });
  await leaveOut(`${stage}/node_modules`, /musl|@types|undici-types/);
  const output = `${folder}/ten_lines`;
  const args = ["compile", "--quiet", "--no-check", "--allow-all", "--output", output];
  await runDeno(stage, [...args, "ten_lines.js"]);
  return output;
}

async function runDeno(cwd: string, args: readonly string[]): Promise<void> {
  const command = new Deno.Command(Deno.execPath(), { args: [...args], cwd, stderr: "inherit" });
  if (!(await command.output()).success) throw new Error(`deno ${args.join(" ")} failed`);
}

/** Removes folders and links with matching names anywhere below `folder`: the add-on for musl is not used here. */
async function leaveOut(folder: string, names: RegExp): Promise<void> {
  for await (const { name, isDirectory, isSymlink } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (names.test(name) && (isDirectory || isSymlink)) {
      await Deno.remove(path, { recursive: true });
    } else if (isDirectory) await leaveOut(path, names);
  }
}
