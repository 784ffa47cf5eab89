/**
 * Cost of quotes on a real map, each figure compared with OSRM's and Valhalla's from the same run: import, start, tree, quotes over
 * HTTP by the same client for the same points of Heidelberg (GET /api/envio with the request log on against osrm-routed and
 * valhalla_service, one thread each), memory. Alternating, medians. Fails if a limit is exceeded.
 *
 *   deno run --allow-all tests/bench/quotes_bench.ts      needs wrk (Debian's package), and the engines of .ci/engines
 */
import type { LatLng } from "../../src/domain/location.ts";
import { osrmIsMissing } from "../support/osrm.ts";
import { mapPath } from "../support/routing_engine.ts";
import { valhallaIsMissing } from "../support/valhalla.ts";
import { measureInProcess } from "./quotes/in_process.ts";
import { prepareEngines } from "./quotes/prepare.ts";
import { measureServers } from "./quotes/served.ts";
import { HEAD, isMet, lineOf, type Row } from "./quotes/table.ts";
import { print } from "./figures.ts";

const MAP = "ors_heidelberg.test.pbf";

interface Golden {
  readonly origin: LatLng;
  readonly points: readonly (LatLng & { readonly fastest: { readonly snap_m: number } })[];
}

if (osrmIsMissing(MAP) || valhallaIsMissing(MAP)) Deno.exit(0);
const golden: Golden = JSON.parse(
  await Deno.readTextFile(mapPath("golden_osrm_heidelberg.json")),
);
/** Points that all three engines route to. */
const points = golden.points.filter(({ fastest }) => fastest.snap_m < 100);
const folder = await Deno.makeTempDir();
try {
  print(HEAD);
  for (const row of await measure(golden.origin)) {
    print(lineOf(row));
    if (!isMet(row)) Deno.exitCode = 1;
  }
} finally {
  await Deno.remove(folder, { recursive: true });
}

async function measure(origin: LatLng): Promise<readonly Row[]> {
  const files = await prepareEngines(MAP, folder);
  const alone = await measureInProcess(files.ours, origin, points);
  const { ours, osrm, valhalla } = await measureServers(files, folder, origin, points);
  const town = `${Math.round(alone.townEdges / 1e3)},000 edges`;
  const start = { osrm: osrm.start, valhalla: valhalla.start };
  const table = { osrm: osrm.table, valhalla: valhalla.table };
  const answer = { osrm: osrm.latency * 1e3, valhalla: valhalla.latency * 1e3 };
  return [
    ...files.rows,
    {
      what: "load of the map; start to first answer",
      unit: "ms",
      ours: alone.load,
      bound: 100,
      ...start,
    },
    {
      what: "the whole service's start to its first answer",
      unit: "ms",
      ours: ours.start,
      ...start,
    },
    {
      what: `all routes at once; ${points.length} in a table`,
      unit: "ms",
      ours: alone.tree,
      bound: 150,
      ...table,
    },
    { what: `the same on ${town}`, unit: "ms", ours: alone.townTree, bound: 150 },
    {
      what: "a quote in process; an answer over HTTP",
      unit: "us",
      ours: alone.quote,
      bound: 20,
      ...answer,
    },
    { what: `the same on ${town}`, unit: "us", ours: alone.townQuote, bound: 20 },
    { what: "the picture of a drive of up to 3 km", unit: "ms", ours: alone.picture, bound: 5 },
    { what: "a quote over HTTP, one caller", unit: "us", ours: ours.latency * 1e3, ...answer },
    {
      what: "quotes over HTTP, 16 callers",
      unit: "/s",
      ours: ours.perSecond,
      osrm: osrm.perSecond,
      valhalla: valhalla.perSecond,
    },
    {
      what: "memory while serving",
      unit: "MB",
      ours: ours.memory,
      osrm: osrm.memory,
      valhalla: valhalla.memory,
    },
  ];
}
