/**
 * What reading costs: requests a second of GET info, menu and disponibilidad with the request log on, as a share of a bare
 * server that answers the same bytes. In turn, several rounds, the median of the shares. Fails where one is below 0.8.
 *
 *   deno run --allow-all tests/bench/reads_bench.ts      needs wrk (Debian's package)
 */
const PATHS = ["/api/info", "/api/menu", "/api/disponibilidad"] as const;
const LEAST = 0.8;
const ROUNDS = 7;
const SECONDS = 2;

const folder = await Deno.makeTempDir();
const service = await start(
  ["--allow-net", "--allow-read", "--allow-write", "--allow-ffi", "--allow-env", "--allow-sys"],
  ["src/main.ts", "serve"],
  `${folder}/service.log`,
);
const bare = await start(
  ["--allow-net"],
  ["tests/bench/bare_server.ts", service.url, ...PATHS],
  `${folder}/bare.log`,
);
try {
  for (const path of PATHS) {
    const rounds: { ours: number; theirs: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const theirs = await requestsPerSecond(`${bare.url}${path}`);
      const ours = await requestsPerSecond(`${service.url}${path}`);
      rounds.push({ ours, theirs });
    }
    const share = median(rounds.map(({ ours, theirs }) => ours / theirs));
    say(
      `${path.padEnd(20)} ${median(rounds.map(({ ours }) => ours)).toFixed(0).padStart(7)}/s` +
        `   bare ${median(rounds.map(({ theirs }) => theirs)).toFixed(0).padStart(7)}/s` +
        `   share ${share.toFixed(2)} (at least ${LEAST})`,
    );
    if (share < LEAST) Deno.exitCode = 1;
  }
} finally {
  for (const { child } of [service, bare]) {
    child.kill("SIGTERM");
    await child.status;
  }
  await Deno.remove(folder, { recursive: true });
}

/** Starts a server that writes its address to a file, where the log belongs: reading a pipe would cost the same machine. */
async function start(
  permissions: readonly string[],
  program: readonly string[],
  log: string,
): Promise<{ url: string; child: Deno.ChildProcess }> {
  const child = new Deno.Command("sh", {
    args: ["-c", `exec "$0" run "$@" > "$LOG" 2>&1`, Deno.execPath(), ...permissions, ...program],
    env: { LOG: log, PORT: "0", STAFF_PORT: "0", DATA_DIR: folder, NO_COLOR: "1" },
  }).spawn();
  for (let tries = 0; tries < 200; tries++) {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(await Deno.readTextFile(log).catch(() => ""))?.[0];
    if (url) return { url, child };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${program[0]} did not start: ${await Deno.readTextFile(log)}`);
}

async function requestsPerSecond(url: string): Promise<number> {
  const { stdout } = await new Deno.Command("wrk", {
    args: ["--threads", "1", "--connections", "32", "--duration", `${SECONDS}s`, url],
  }).output();
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(new TextDecoder().decode(stdout))?.[1]);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

function say(text: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${text}\n`));
}
