/** Compares the built-in router with a live OSRM on the maps of the shared data. */
import { assert, assertEquals } from "@std/assert";
import { deliveryPriceCents, routeKm } from "../../../src/domain/tariff.ts";
import { toUnits, UNITS_A_DEGREE, unitScale } from "../../../src/streets/coordinates.ts";
import { openOsm } from "../../../src/streets/osm_pbf/open_osm.ts";
import { importStreets } from "../../../src/streets/import/import_streets.ts";
import { PREFERENCES, type RoutePreference } from "../../../src/streets/shortest_path_tree.ts";
import { streetIndex } from "../../../src/streets/street_index.ts";
import { percentile } from "../../bench/figures.ts";
import { osrmIsMissing, type OsrmMetric, startOsrm } from "../../support/osrm.ts";
import { mapIsMissing, mapPath, pbfOf } from "../../support/routing_engine.ts";
import { tempFolder } from "../../support/temp_folder.ts";
import {
  type Agreement,
  compareDrives,
  pointsAnywhere,
  pointsNearStreets,
  startsOnStreets,
} from "./_agreement.ts";
import { streetRouter, streetRoutes } from "../_small_graphs.ts";
import { compareRestricted } from "./_restrictions.ts";

interface Sample {
  readonly file: string;
  /** Its own bound for the 99th percentile of the fastest drives' kilometres. Default: {@linkcode P99}. */
  readonly p99?: number;
  /** The least number of drives that its turn restrictions change. */
  readonly restricted: number;
}

/** The only figure of turns that was fitted is that of U-turns, on Campo Grande and Cathedral. */
const MAPS: readonly Sample[] = [
  { file: "ors_heidelberg.test.pbf", restricted: 100 },
  // Measured: 19.4 %. Its Rond-Point Sainte-Dévote is not tagged as a roundabout. OSRM takes the one-way streets around
  // it for two carriageways of one street, and charges U-turns of 26 s to drive along.
  { file: "osrm_monaco.osm.pbf", p99: 0.2, restricted: 3 },
  { file: "gh_campo-grande.osm.gz", restricted: 0 },
  { file: "r5_reisterstown_via_restriction.osm.pbf", restricted: 20 },
  { file: "r5_cathedral_no_left.osm.pbf", restricted: 100 },
];
const P95 = 0.02;
const P99 = 0.08;

/**
 * Starts on each map, and pins of each kind around them: a single start with two equally good ways out must not decide.
 */
const STARTS = 64;
const PINS = 16;

for (const map of MAPS) {
  Deno.test({
    name: `${map.file}: the fastest drives go as far as OSRM's and take as long`,
    ignore: osrmIsMissing(map.file),
    async fn() {
      await using served = await serve(map.file, "routability");
      const agreement = await compared(served, PREFERENCES.fastest);
      const [meters, seconds] = columnsOf(agreement);
      const label = report(map.file, agreement);
      assert(percentile(meters, 0.5) < 0.001 && percentile(meters, 0.95) < P95, label);
      assert(percentile(meters, 0.99) < (map.p99 ?? P99), label);
      assert(percentile(seconds, 0.5) < 0.03 && percentile(seconds, 0.95) < 0.1, label);
    },
  });

  Deno.test({
    name:
      `${map.file}: the shortest drives, and all that a turn restriction changes, are as long as OSRM's`,
    ignore: osrmIsMissing(map.file),
    async fn() {
      await using served = await serve(map.file, "distance");
      const agreement = await compared(served, PREFERENCES.shortest);
      assert(percentile(columnsOf(agreement)[0], 0.99) < 0.003, report(map.file, agreement));
      const { changed, apart } = await compareRestricted(served, served.source, served.url);
      assert(changed >= map.restricted, `${changed} drives are changed`);
      assertEquals(apart, []);
    },
  });
}

/** A map, imported and served by an OSRM. */
async function serve(file: string, metric: OsrmMetric) {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await tempFolder());
  const source = await openOsm(await pbfOf(mapPath(file), folder.path));
  const { graph, restrictions } = await importStreets(source);
  const { url } = opened.use(await startOsrm(file, metric));
  const all = opened.move();
  return { source, graph, restrictions, url, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

/** The differences at pins around starts spread over a map. */
async function compared(
  { graph, url }: Pick<Awaited<ReturnType<typeof serve>>, "graph" | "url">,
  preference: RoutePreference,
): Promise<Agreement> {
  const agreement: Agreement = { found: [], noStop: 0, elsewhere: 0 };
  const index = streetIndex(graph);
  for (const [i, from] of startsOnStreets(graph, STARTS, 5021).entries()) {
    const routes = streetRoutes(graph, from, { preference, index });
    const near = pointsNearStreets(graph, PINS, 6011 + i);
    const pins = near.concat(pointsAnywhere(graph, PINS, 7031 + i));
    await compareDrives({ graph, index, routes, agreement }, url, from, pins);
  }
  return agreement;
}

function columnsOf({ found }: Agreement): [meters: number[], seconds: number[]] {
  return [found.map(({ meters }) => meters), found.map(({ seconds }) => seconds)];
}

/**
 * Describes the differences. Fails if too few pins were compared, or if one is matched farther away or nearer than by
 * OSRM.
 */
function report(what: string, agreement: Agreement): string {
  const { found, noStop, elsewhere } = agreement;
  const [meters, seconds] = columnsOf(agreement).map((values) =>
    [0.5, 0.95, 0.99].map((share) => (percentile(values, share) * 100).toFixed(2)).join(", ")
  );
  const label = `${what}: ${found.length} pins, ${elsewhere} matched elsewhere, ` +
    `${noStop} left out; % apart at p50, p95, p99: km ${meters}; s ${seconds}`;
  assert(found.length > 1000 && elsewhere === 0, label);
  return label;
}

const STABLE = [
  "ors_heidelberg.test.pbf",
  "gh_campo-grande.osm.gz",
  "r5_cathedral_no_left.osm.pbf",
];
const MOVE_METERS = 20;
/** The sample's price a kilometre, without its radius. */
const TARIFF = { baseKm: 0.7, baseCents: 2500, extraKmCents: 1500, maxRadiusKm: 8 };

for (const file of STABLE) {
  Deno.test({
    name: `${file}: a pin moved by 20 m seldom changes the balanced route's price by over 10 pesos`,
    ignore: mapIsMissing(file),
    async fn() {
      await using folder = await tempFolder();
      const source = await openOsm(await pbfOf(mapPath(file), folder.path));
      const { graph } = await importStreets(source);
      const index = streetIndex(graph);
      const meters: number[] = [];
      let dear = 0;
      for (const [n, origin] of startsOnStreets(graph, 16, 9).entries()) {
        const route = streetRouter(graph, origin, { preference: PREFERENCES.balanced, index });
        const scale = unitScale(toUnits(origin.lat));
        for (const [i, pin] of pointsNearStreets(graph, 400, 5 + n).entries()) {
          const [before, after] = [
            route(pin),
            route({
              lat: pin.lat + MOVE_METERS * Math.cos(i) / scale.lat / UNITS_A_DEGREE,
              lng: pin.lng + MOVE_METERS * Math.sin(i) / scale.lng / UNITS_A_DEGREE,
            }),
          ];
          if (before.kind !== "route" || after.kind !== "route") continue;
          const [km = 0, movedKm = 0] = [before, after].map(({ meters }) => routeKm(meters));
          if (km > TARIFF.maxRadiusKm) continue;
          meters.push(Math.abs(before.meters - after.meters));
          const change = deliveryPriceCents(TARIFF, km) - deliveryPriceCents(TARIFF, movedKm);
          if (Math.abs(change) > 1000) dear++;
        }
      }
      const share = 100 * dear / meters.length;
      const [median, p95] = [0.5, 0.95].map((at) => Math.round(percentile(meters, at)));
      const label = `${meters.length} pins: ${
        share.toFixed(2)
      } %; median ${median} m, p95 ${p95} m`;
      assert(meters.length > 1000 && median! < 20 && p95! < 300 && share < 2, label);
    },
  });
}
