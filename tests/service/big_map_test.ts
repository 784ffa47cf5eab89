/** A map of more than a million segments, loaded while guests are answered. */
import { assert } from "@std/assert";
import { join } from "node:path";
import { ATTRIBUTION, boxOf } from "../../src/routing/map_file/layout.ts";
import { writeMap } from "../../src/routing/map_file/map_file.ts";
import { segmentCount } from "../../src/routing/street_graph.ts";
import { editedSample } from "../restaurant/edited_sample.ts";
import { TOWN_CENTER, townGraph } from "../routing/town.ts";
import { startServiceProcess } from "../support/service_process.ts";
import { NO_LIMITS } from "./_guests.ts";

/** Where the restaurant moves to, so that a quote tells when the map is in service. */
const MOVED = { lat: TOWN_CENTER.lat + 0.004, lng: TOWN_CENTER.lng + 0.004 };
/** Of the time that the map takes to load; tests/bench/reload_bench.ts measures how long the event loop is held. */
const MAX_SHARE_OF_ONE_ANSWER = 0.5;

Deno.test("guests are answered while SIGHUP loads a map of a million segments", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const [map, restaurant] = [join(folder, "mapa.bin"), join(folder, "restaurante.json")];
    await makeMap(map);
    await Deno.writeTextFile(restaurant, restaurantAt(TOWN_CENTER));
    await using service = await startServiceProcess({
      env: {
        ...NO_LIMITS,
        RESTAURANT_FILE: restaurant,
        DATA_DIR: join(folder, "data"),
        MAP_FILE: map,
        BASE_URL: "https://mesa.example",
      },
    });
    const km = async () => {
      const { lat, lng } = { lat: TOWN_CENTER.lat - 0.004, lng: TOWN_CENTER.lng };
      return (await (await fetch(`${service.url}/api/envio?lat=${lat}&lng=${lng}`)).json()).km;
    };
    const before = await km();
    await Deno.writeTextFile(restaurant, restaurantAt(MOVED));
    Deno.kill(service.pid, "SIGHUP");
    const waits: number[] = [];
    const begun = performance.now();
    for (let now = before; now === before;) {
      const asked = performance.now();
      await (await fetch(`${service.url}/api/info`)).body?.cancel();
      now = await km();
      waits.push(performance.now() - asked);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const longest = Math.max(...waits) / (performance.now() - begun);
    assert(waits.length > 20, `only ${waits.length} answers while it was loaded`);
    assert(longest < MAX_SHARE_OF_ONE_ANSWER, `one answer took ${longest} of the time`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

async function makeMap(path: string): Promise<void> {
  const graph = townGraph(720);
  assert(segmentCount(graph) > 1e6);
  const info = { bbox: boxOf(graph), timestamp: null, attribution: ATTRIBUTION, source: "town" };
  await writeMap(path, graph, info);
}

function restaurantAt(place: { lat: number; lng: number }): string {
  return editedSample(["ubicacion", place], ["envio.radio_maximo_km", 10]);
}
