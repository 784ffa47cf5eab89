/** The change of a route's length when its pin moves by 20 m, on real streets. */
import { assert } from "@std/assert";
import { streetRouter } from "../_small_graphs.ts";
import { toUnits, UNITS_A_DEGREE, unitScale } from "../../../src/routing/coordinates.ts";
import { openOsm } from "../../../src/routing/osm_pbf/open_osm.ts";
import { importStreets } from "../../../src/routing/import/import_streets.ts";
import { BALANCED } from "../../../src/routing/shortest_path_tree.ts";
import { mapIsMissing, mapPath } from "../../support/routing_engine.ts";
import { percentile, pointsNearStreets } from "./_agreement.ts";

const MAP = mapPath("ors_heidelberg.test.pbf");
const MOVE_METERS = 20;

Deno.test({
  name: "a pin moved by 20 m changes the balanced route by less than 300 m for 95 of 100 pins",
  ignore: mapIsMissing(MAP),
  async fn() {
    const { graph } = await importStreets(await openOsm(MAP));
    const origin = { lat: 49.4094, lng: 8.6942 };
    const route = streetRouter(graph, origin, { preference: BALANCED });
    const scale = unitScale(toUnits(origin.lat));
    const changes = pointsNearStreets(graph, 2000, 5).flatMap((pin, i) => {
      const moved = {
        lat: pin.lat + MOVE_METERS * Math.cos(i) / scale.lat / UNITS_A_DEGREE,
        lng: pin.lng + MOVE_METERS * Math.sin(i) / scale.lng / UNITS_A_DEGREE,
      };
      const [before, after] = [route(pin), route(moved)];
      if (before.kind !== "route" || after.kind !== "route") return [];
      return [Math.abs(before.meters - after.meters)];
    });
    const [median, p95] = [percentile(changes, 0.5), percentile(changes, 0.95)];
    assert(changes.length > 1000 && median < 20 && p95 < 300, `median ${median} m, p95 ${p95} m`);
  },
});
