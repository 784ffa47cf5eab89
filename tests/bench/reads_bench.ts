/**
 * Cost of reads: requests a second of GET info, menu, disponibilidad and the pages, as a share of a bare
 * server that answers the same bytes. Alternating, several rounds, the median of the shares. Fails if one is below its minimum.
 *
 *   deno run --allow-all tests/bench/reads_bench.ts      needs wrk (Debian's package)
 */
import { requestsPerSecond, SERVICE_PERMISSIONS, start } from "./wrk.ts";
import { median, print } from "./figures.ts";

/** The minimum share of each path; HTML pages carry more headers. */
const MIN_SHARES = {
  "/api/info": 0.8,
  "/api/menu": 0.8,
  "/api/disponibilidad": 0.8,
  "/": 0.6,
  "/carta": 0.6,
};
const PATHS = Object.keys(MIN_SHARES) as (keyof typeof MIN_SHARES)[];
const ROUNDS = 7;

const folder = await Deno.makeTempDir();
const service = await start(SERVICE_PERMISSIONS, ["src/main.ts", "serve"], {
  folder,
  log: `${folder}/service.log`,
});
const bare = await start(["--allow-net"], ["tests/bench/bare_server.ts", service.url, ...PATHS], {
  folder,
  log: `${folder}/bare.log`,
});
try {
  for (const path of PATHS) {
    const rounds: { ours: number; theirs: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const theirs = await requestsPerSecond(`${bare.url}${path}`);
      const ours = await requestsPerSecond(`${service.url}${path}`);
      rounds.push({ ours, theirs });
    }
    const share = median(rounds.map(({ ours, theirs }) => ours / theirs));
    print(
      `${path.padEnd(20)} ${median(rounds.map(({ ours }) => ours)).toFixed(0).padStart(7)}/s` +
        `   bare ${median(rounds.map(({ theirs }) => theirs)).toFixed(0).padStart(7)}/s` +
        `   share ${share.toFixed(2)} (at least ${MIN_SHARES[path]})`,
    );
    if (share < MIN_SHARES[path]) Deno.exitCode = 1;
  }
} finally {
  for (const { child } of [service, bare]) {
    child.kill("SIGTERM");
    await child.status;
  }
  await Deno.remove(folder, { recursive: true });
}
