/**
 * Cost of quotes without HTTP on a real map, Heidelberg's, and on a made-up town: import of the extract, load of its
 * map, all routes from one place, a quote, the picture of a drive, addresses in words. Medians. Fails if a limit is exceeded.
 *
 *   deno run --allow-all tests/bench/quotes_bench.ts
 */
import { join } from "node:path";
import type { LatLng } from "../../src/domain/location.ts";
import { ES } from "../../src/pages/texts/es.ts";
import { loadMap } from "../../src/streets/mod.ts";
import { addressCity } from "../streets/_address_town.ts";
import { mapOf } from "../streets/_map_files.ts";
import { meters } from "../streets/_small_graphs.ts";
import { TOWN_CENTER, townGraph, townPoints } from "../streets/_town.ts";
import { measuredRun } from "../support/process_state.ts";
import { mapIsMissing, mapPath } from "../support/routing_engine.ts";
import { tempFolder } from "../support/temp_folder.ts";
import { atMost, median, medians, milliseconds } from "./figures.ts";

const MAP = "ors_heidelberg.test.pbf";
/** Side of the made-up town, in corners: 150,000 directed edges. */
const SIDE = 194;
const RUNS = 9;
/** Quotes timed together, because the clock's resolution is a microsecond. */
const BATCH = 64;
const BATCHES = 1_000;
/** How far most deliveries go, in a straight line. */
const NEAR_METERS = 3_000;

interface Golden {
  readonly origin: LatLng;
  readonly points: readonly (LatLng & { readonly fastest: { readonly snap_m: number } })[];
}

if (mapIsMissing(MAP)) Deno.exit(0);
const golden: Golden = JSON.parse(
  await Deno.readTextFile(mapPath("golden_osrm_heidelberg.json")),
);
const { origin } = golden;
/** Points that have a route. */
const points = golden.points.filter(({ fastest }) => fastest.snap_m < 100);
await using folder = await tempFolder();
const file = join(folder.path, "mapa.bin");

const imports: { readonly seconds: number; readonly peakMb: number }[] = [];
for (let run = 0; run < 3; run++) {
  const { code, stderr, seconds, peakMb } = await measuredRun(
    ["map", "import", mapPath(MAP)],
    undefined,
    { DATA_DIR: folder.path },
  );
  if (code !== 0) throw new Error(stderr);
  imports.push({ seconds, peakMb });
}
const { seconds, peakMb } = medians(imports);
atMost(2, `s for the import of ${MAP}, whole command (peak of ${peakMb.toFixed(0)} MB)`, seconds);
atMost(100, "ms to load its map", await milliseconds(RUNS, () => loadMap(file)));

const graph = townGraph(SIDE);
const places = [
  { name: "the city", map: await loadMap(file), from: origin, to: points },
  {
    name: `a town of ${Math.round(graph.edgeSegment.length / 1e3)},000 edges`,
    map: await mapOf(graph),
    from: TOWN_CENTER,
    to: townPoints(SIDE, 1 << 14),
  },
];
for (const { name, map, from, to } of places) {
  const tree = await milliseconds(RUNS, () => map.drivesFrom(from));
  atMost(150, `ms for all routes from one place of ${name}`, tree);
  const { plan } = await map.drivesFrom(from);
  atMost(5, `us for a quote in ${name}`, quoteMicros(plan, to));
}

const { picture } = await places[0]!.map.drivesFrom(origin);
const near = points.filter((point) => meters(origin, point) <= NEAR_METERS);
const times: number[] = [];
for (const point of near) times.push(await milliseconds(RUNS, () => picture(point, ES.picture)));
atMost(5, "ms for the picture of a drive of up to 3 km", median(times));

const { locate } = await mapOf(addressCity());
for (
  const text of [
    ...["calle 2 x 1", "calle 4 #480 por 3 y 5", "calle 4 x 3 y 5, Col. 60, Mérida, Yucatán"],
    ...[
      "Privada Robel 60 8 x 3",
      "4 x 3, Pueblo 7",
      "calle 4 altos x 3 y 5 frente al parque, Itzimná",
    ],
  ]
) {
  const search = () => locate(text, { location: TOWN_CENTER, town: "Mérida" });
  const batch = async () => {
    for (let i = 0; i < BATCH; i++) await search();
  };
  atMost(
    0.2,
    `ms for "${text}" in a city of 60,000 segments`,
    await milliseconds(200, batch) / BATCH,
  );
}

function quoteMicros(route: (point: LatLng) => unknown, to: readonly LatLng[]): number {
  const times: number[] = [];
  let turn = 0;
  for (let batch = 0; batch < BATCHES; batch++) {
    const start = performance.now();
    for (let i = 0; i < BATCH; i++) route(to[turn++ % to.length]!);
    times.push((performance.now() - start) * 1_000 / BATCH);
  }
  return median(times);
}
