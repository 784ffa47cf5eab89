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
import { tempFolder } from "../support/temp_folder.ts";
import { valhallaIsMissing } from "../support/valhalla.ts";
import { measureInProcess } from "./quotes/in_process.ts";
import { type Cost, prepareEngines } from "./quotes/prepare.ts";
import { measureServers } from "./quotes/served.ts";
import { print } from "./figures.ts";

const HEAD = `${"".padEnd(58)}${"Sobremesa".padStart(12)}${"OSRM".padStart(12)}${
  "Valhalla".padStart(12)
}   bound`;
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
await using folder = await tempFolder();
print(HEAD);
for (const row of await measure(golden.origin)) {
  print(lineOf(row));
  if (!isMet(row)) Deno.exitCode = 1;
}

async function measure(origin: LatLng): Promise<readonly Row[]> {
  const files = await prepareEngines(MAP, folder.path);
  const alone = await measureInProcess(files.ours, origin, points);
  const { ours, osrm, valhalla } = await measureServers(files, folder.path, origin, points);
  const town = `${Math.round(alone.townEdges / 1e3)},000 edges`;
  const start = { osrm: osrm.start, valhalla: valhalla.start };
  const table = { osrm: osrm.table, valhalla: valhalla.table };
  const row = (what: string, unit: string, of: (cost: Cost) => number, bound?: number): Row => ({
    what,
    unit,
    bound,
    ours: of(files.costs.ours),
    osrm: of(files.costs.osrm),
    valhalla: of(files.costs.valhalla),
  });
  const answer = { osrm: osrm.latency * 1e3, valhalla: valhalla.latency * 1e3 };
  return [
    row("import of the extract, whole command", "s", ({ seconds }) => seconds, 2),
    row("its peak memory", "MB", ({ peakMb }) => peakMb),
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

/** One figure of each, in the same unit. */
interface Row {
  readonly what: string;
  readonly unit: string;
  readonly ours: number;
  /** Upper limit for our figure. */
  readonly bound?: number | undefined;
  readonly osrm?: number;
  readonly valhalla?: number;
}

function isMet({ ours, bound = Infinity }: Row): boolean {
  return ours < bound;
}

/** A line of the table, with its bound and whether that is met. */
function lineOf(row: Row): string {
  const { what, unit, ours, bound, osrm, valhalla } = row;
  const figure = (value: number | undefined) =>
    (value === undefined ? "-" : `${short(value)} ${unit}`).padStart(12);
  const aim = bound === undefined ? "" : `   < ${bound} ${unit}  ${isMet(row) ? "met" : "NOT MET"}`;
  return `${what.padEnd(58)}${figure(ours)}${figure(osrm)}${figure(valhalla)}${aim}`;
}

/** Two or three significant digits. */
function short(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(value >= 10 ? 3 : 2);
}
