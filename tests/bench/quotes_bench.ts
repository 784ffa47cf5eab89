/**
 * Cost of quotes on a real map, each figure compared with OSRM's from the same run: import, start, tree, quotes over
 * HTTP by the same client for the same points of Heidelberg (GET /api/envio with the request log on against osrm-routed,
 * one thread each), memory. Alternating, medians. Fails if a limit is exceeded.
 *
 *   deno run --allow-all tests/bench/quotes_bench.ts      needs wrk (Debian's package), and OSRM of .ci/engines
 */
import type { LatLng } from "../../src/domain/location.ts";
import { osrmIsMissing } from "../support/osrm.ts";
import { mapPath } from "../support/routing_engine.ts";
import { tempFolder } from "../support/temp_folder.ts";
import { measureInProcess } from "./quotes/in_process.ts";
import { prepareEngines } from "./quotes/prepare.ts";
import { measureServers } from "./quotes/served.ts";
import { print } from "./figures.ts";

const HEAD = `${"".padEnd(58)}${"Sobremesa".padStart(12)}${"OSRM".padStart(12)}   bound`;
const MAP = "ors_heidelberg.test.pbf";

interface Golden {
  readonly origin: LatLng;
  readonly points: readonly (LatLng & { readonly fastest: { readonly snap_m: number } })[];
}

if (osrmIsMissing(MAP)) Deno.exit(0);
const golden: Golden = JSON.parse(
  await Deno.readTextFile(mapPath("golden_osrm_heidelberg.json")),
);
/** Points that both route to. */
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
  const served = await measureServers(files, folder.path, origin, points);
  const town = `${Math.round(alone.townEdges / 1e3)},000 edges`;
  const start = ofEach(served, ({ start }) => start);
  const latency = ofEach(served, ({ latency }) => latency * 1e3);
  const inProcess = (what: string, unit: string, ours: number, bound: number): Row => {
    return { what, unit, ours, bound };
  };
  return [
    {
      what: "import of the extract, whole command",
      unit: "s",
      ...ofEach(files.costs, ({ seconds }) => seconds),
      bound: 2,
    },
    { what: "its peak memory", unit: "MB", ...ofEach(files.costs, ({ peakMb }) => peakMb) },
    { ...start, ...inProcess("load of the map; start to first answer", "ms", alone.load, 100) },
    { what: "the whole service's start to its first answer", unit: "ms", ...start },
    {
      ...ofEach(served, ({ table }) => table),
      ...inProcess(`all routes at once; ${points.length} in a table`, "ms", alone.tree, 150),
    },
    inProcess(`the same on ${town}`, "ms", alone.townTree, 150),
    { ...latency, ...inProcess("a quote in process; an answer over HTTP", "us", alone.quote, 20) },
    inProcess(`the same on ${town}`, "us", alone.townQuote, 20),
    inProcess("the picture of a drive of up to 3 km", "ms", alone.picture, 5),
    { what: "a quote over HTTP, one caller", unit: "us", ...latency },
    {
      what: "quotes over HTTP, 16 callers",
      unit: "/s",
      ...ofEach(served, ({ perSecond }) => perSecond),
    },
    { what: "memory while serving", unit: "MB", ...ofEach(served, ({ memory }) => memory) },
  ];
}

type Both<T> = Readonly<Record<"ours" | "osrm", T>>;

function ofEach<T>({ ours, osrm }: Both<T>, figure: (of: T) => number): Both<number> {
  return { ours: figure(ours), osrm: figure(osrm) };
}

/** One figure of each, in the same unit. */
interface Row {
  readonly what: string;
  readonly unit: string;
  readonly ours: number;
  /** Upper limit for our figure. */
  readonly bound?: number | undefined;
  readonly osrm?: number;
}

function isMet({ ours, bound = Infinity }: Row): boolean {
  return ours < bound;
}

/** A line of the table, with its bound and whether that is met. */
function lineOf(row: Row): string {
  const { what, unit, ours, bound, osrm } = row;
  const figure = (value: number | undefined) =>
    (value === undefined ? "-" : `${short(value)} ${unit}`).padStart(12);
  const aim = bound === undefined ? "" : `   < ${bound} ${unit}  ${isMet(row) ? "met" : "NOT MET"}`;
  return `${what.padEnd(58)}${figure(ours)}${figure(osrm)}${aim}`;
}

/** Two or three significant digits. */
function short(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(value >= 10 ? 3 : 2);
}
