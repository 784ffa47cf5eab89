/**
 * Cost of the executable, compared in one run with a compiled ten-line server that opens a libSQL file: bytes, time from start to first
 * answer, and memory after a million mixed requests. Exits with 1 if a limit is exceeded.
 *
 *   deno task bench:executable      with Deno 2.6.10 and after deno task compile; needs wrk
 *
 * REQUESTS is the number of requests before memory is read, 1,000,000 if absent.
 */
// deno-lint-ignore-file no-console -- a bench prints to the console
import { fileURLToPath } from "node:url";
import { compileWithLibsql } from "./libsql_executable.ts";
import { freeSlot } from "../service/_guests.ts";
import { freePort } from "../support/service_process.ts";
import { median } from "./figures.ts";

const EXECUTABLE = fileURLToPath(new URL("../../dist/sobremesa", import.meta.url));
const ROUNDS = 15;
const QUOTE = "/api/envio?lat=20.9671&lng=-89.6237";
const REQUESTS = Number(Deno.env.get("REQUESTS") ?? 1_000_000);
const MAX_EXTRA_BYTES = 20e6;
const MAX_START_RATIO = 2;
const MAX_EXTRA_MB = 60;

const folder = await Deno.makeTempDir();
try {
  const hello = await compileHello();
  const tenLines = await compileTenLines();
  const bytes = (await Deno.stat(EXECUTABLE)).size - (await Deno.stat(hello)).size;
  report("larger than hello-world, MB", bytes / 1e6, MAX_EXTRA_BYTES / 1e6);

  const ours = (port: number) => start([EXECUTABLE, "serve"], port, "/api/info");
  const theirs = (port: number) => start([tenLines, `${folder}/ten.db`, String(port)], port, "/");
  // The first price needs the map, which earlier answers do not wait for.
  const quoting = (port: number) => start([EXECUTABLE, "serve"], port, QUOTE);
  const starts: { ours: number; theirs: number; quote: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    starts.push({
      theirs: await startTime(theirs),
      ours: await startTime(ours),
      quote: await startTime(quoting),
    });
  }
  const of = (what: keyof (typeof starts)[number]) =>
    median(starts.map((round) => round[what])).toFixed(0);
  console.log(
    `start to first answer: ${of("ours")} ms, to a first price ${of("quote")} ms, ten lines ${
      of("theirs")
    } ms`,
  );
  report(
    "start, times the ten lines'",
    median(starts.map(({ ours, theirs }) => ours / theirs)),
    MAX_START_RATIO,
  );

  const own = await memoryAfter(ours, REQUESTS, [
    "/api/info",
    "/api/menu",
    "/api/disponibilidad",
    QUOTE,
  ]);
  const other = await memoryAfter(theirs, 20_000, ["/"]);
  console.log(
    `memory: ${own.toFixed(0)} MB after ${REQUESTS} requests, ten lines ${other.toFixed(0)} MB`,
  );
  report("more memory, MB", own - other, MAX_EXTRA_MB);
} finally {
  await Deno.remove(folder, { recursive: true });
}

interface Running {
  readonly pid: number;
  readonly url: string;
  /** Milliseconds from the start to the first answer. */
  readonly took: number;
  end(): Promise<void>;
}

async function start(command: readonly string[], port: number, path: string): Promise<Running> {
  const [program = "", ...args] = command;
  const begun = performance.now();
  const child = new Deno.Command(program, {
    args,
    stdout: "null",
    stderr: "inherit",
    env: {
      PORT: String(port),
      STAFF_PORT: "0",
      DATA_DIR: `${folder}/data`,
      RATE_LIMIT_ENVIO: "100000000/1",
      RATE_LIMIT_RESERVA: "100000000/1",
    },
  }).spawn();
  const url = `http://127.0.0.1:${port}`;
  await firstAnswer(port, path);
  return {
    pid: child.pid,
    url,
    took: performance.now() - begun,
    async end() {
      child.kill("SIGKILL");
      await child.status;
    },
  };
}

/** Uses plain sockets, which cost little compared with the measured start. */
async function firstAnswer(port: number, path: string): Promise<void> {
  const request = new TextEncoder().encode(
    `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
  );
  for (;;) {
    try {
      using connection = await Deno.connect({ hostname: "127.0.0.1", port });
      await connection.write(request);
      if (await connection.read(new Uint8Array(64)) !== null) return;
    } catch (error) {
      if (!(error instanceof Deno.errors.ConnectionRefused)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }
}

async function startTime(run: (port: number) => Promise<Running>): Promise<number> {
  const running = await run(freePort());
  await running.end();
  return running.took;
}

/** Sends reads in equal shares, and a hundredth as many reservations if the server takes them. */
async function memoryAfter(
  run: (port: number) => Promise<Running>,
  requests: number,
  paths: readonly string[],
): Promise<number> {
  const running = await run(freePort());
  try {
    for (const path of paths) await load(`${running.url}${path}`, requests / paths.length);
    if (paths.length > 1) await reserveSome(running.url, requests / 100);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const status = await Deno.readTextFile(`/proc/${running.pid}/status`);
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  } finally {
    await running.end();
  }
}

/** wrk runs for seconds, not for requests, so it is repeated until enough were sent. */
async function load(url: string, requests: number): Promise<void> {
  for (let sent = 0; sent < requests;) {
    const { stdout } = await new Deno.Command("wrk", {
      args: ["-t1", "-c32", "-d2s", url],
    }).output();
    sent += Number(/(\d+) requests in/.exec(new TextDecoder().decode(stdout))?.[1]);
  }
}

async function reserveSome(url: string, count: number): Promise<void> {
  const slot = await freeSlot(url);
  for (let n = 0; n < count; n += 50) {
    await Promise.all(Array.from({ length: 50 }, async (_, i) => {
      const body = {
        ...slot,
        personas: 2,
        nombre: "Guadalupe Pech",
        telefono: `+52999${1_000_000 + n + i}`,
      };
      const response = await fetch(`${url}/api/reserva`, {
        method: "POST",
        body: JSON.stringify(body),
      });
      await response.body?.cancel();
    }));
  }
}

async function compileHello(): Promise<string> {
  const output = `${folder}/hello`;
  await Deno.writeTextFile(`${folder}/hello.js`, 'console.log("hello world");');
  const args = ["compile", "--quiet", "--output", output, "hello.js"];
  await new Deno.Command(Deno.execPath(), { args, cwd: folder }).output();
  return output;
}

async function compileTenLines(): Promise<string> {
  const stage = `${folder}/stage`;
  await Deno.mkdir(stage);
  await Deno.copyFile(new URL("./ten_lines.js", import.meta.url), `${stage}/ten_lines.js`);
  const output = `${folder}/ten_lines`;
  await compileWithLibsql(stage, { output, entry: "ten_lines.js", flags: ["--allow-all"] });
  return output;
}

function report(what: string, value: number, limit: number): void {
  const kept = value <= limit;
  console.log(`${what}: ${value.toFixed(2)} (at most ${limit})${kept ? "" : "  NOT MET"}`);
  if (!kept) Deno.exitCode = 1;
}
