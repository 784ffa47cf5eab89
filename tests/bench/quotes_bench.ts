/**
 * What a quote costs beside OSRM: the same points of Heidelberg over HTTP by the same client, GET /api/envio (request log on)
 * against osrm-routed; and what the map costs: import and load beside osrm-extract, -partition and -customize. In turn, medians.
 *
 *   deno run --allow-all tests/bench/quotes_bench.ts      needs wrk (Debian's package), and the engines of .ci/engines
 */
import { join } from "node:path";
import { builtInPlanner } from "../../src/routing/built_in_planner.ts";
import { loadMap } from "../../src/routing/map_file.ts";
import { editedSample } from "../restaurant/edited_sample.ts";
import { osrmIsMissing, startOsrm } from "../support/osrm.ts";
import { mapPath } from "../support/routing_engine.ts";
import { runProgram, startServiceProcess } from "../support/service_process.ts";

const MAP = "ors_heidelberg.test.pbf";
const ROUNDS = 5;
const SECONDS = 2;

interface Golden {
  readonly origin: { readonly lat: number; readonly lng: number };
  readonly points: readonly { readonly lat: number; readonly lng: number }[];
}

if (osrmIsMissing(MAP)) Deno.exit(0);
const { origin, points }: Golden = JSON.parse(
  await Deno.readTextFile(mapPath("golden_osrm_heidelberg.json")),
);
const folder = await Deno.makeTempDir();
try {
  const map = join(folder, "mapa.bin");
  const importing = await milliseconds(async () => {
    await runProgram({ args: ["map", "import", mapPath(MAP), "--out", map] });
  });
  const loading = await milliseconds(() => loadMap(map));
  const { graph, index } = await loadMap(map);
  const starting = await milliseconds(() => builtInPlanner(graph, origin, { index }));
  const began = performance.now();
  await using osrm = await startOsrm(MAP);
  say(
    `import of the map        ${importing.toFixed(0)} ms   OSRM's three programs and its start ${
      (performance.now() - began).toFixed(0)
    } ms`,
  );
  say(`load, then the tree      ${loading.toFixed(0)} ms, ${starting.toFixed(0)} ms`);

  const RESTAURANT_FILE = join(folder, "restaurante.json");
  await Deno.writeTextFile(
    RESTAURANT_FILE,
    editedSample(["ubicacion", origin], ["envio.radio_maximo_km", 100]),
  );
  await using service = await startServiceProcess({
    env: {
      RESTAURANT_FILE,
      MAP_FILE: map,
      BASE_URL: "https://mesa.example",
      RATE_LIMIT_ENVIO: "100000000/1",
    },
  });
  const ours = await script(
    "ours",
    points.map(({ lat, lng }) => `/api/envio?lat=${lat}&lng=${lng}`),
  );
  const theirs = await script(
    "theirs",
    points.map(({ lat, lng }) =>
      `/route/v1/driving/${origin.lng},${origin.lat};${lng},${lat}?overview=false&radiuses=;200`
    ),
  );
  const rates = { ours: [] as number[], theirs: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    rates.theirs.push(await requestsPerSecond(osrm.url, theirs));
    rates.ours.push(await requestsPerSecond(service.url, ours));
  }
  const [us, them] = [median(rates.ours), median(rates.theirs)];
  say(
    `quotes over HTTP         ${us.toFixed(0)}/s   osrm-routed ${them.toFixed(0)}/s   ${
      (us / them).toFixed(1)
    } times`,
  );
} finally {
  await Deno.remove(folder, { recursive: true });
}

/** The median time of three runs. */
async function milliseconds(work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 3; run++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return median(times);
}

/** A script by which wrk asks for `paths` in turn. */
async function script(name: string, paths: readonly string[]): Promise<string> {
  const file = join(folder, `${name}.lua`);
  const list = paths.map((path) => `"${path}"`).join(",\n");
  await Deno.writeTextFile(
    file,
    `local paths = {${list}}\nlocal turn = 0\n` +
      `request = function()\n  turn = turn % #paths + 1\n  return wrk.format("GET", paths[turn])\nend\n`,
  );
  return file;
}

async function requestsPerSecond(url: string, script: string): Promise<number> {
  const { stdout } = await new Deno.Command("wrk", {
    args: [
      "--threads",
      "1",
      "--connections",
      "16",
      "--duration",
      `${SECONDS}s`,
      "--script",
      script,
      url,
    ],
  }).output();
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(new TextDecoder().decode(stdout))?.[1]);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

function say(text: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${text}\n`));
}
