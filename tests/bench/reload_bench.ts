/**
 * Pauses of the event loop while a map of more than a million segments is loaded and its routes are found, as a
 * reload does. Aim: no pause over 50 ms.
 *
 *   deno run --allow-all tests/bench/reload_bench.ts      a minute, 300 MB of disk
 */
import { join } from "node:path";
import { routesWork } from "../../src/routing/built_in_planner.ts";
import { loadMap, writeMap } from "../../src/routing/map_file/map_file.ts";
import { ATTRIBUTION, boxOf } from "../../src/routing/map_file/layout.ts";
import { inSlices, segmentCount } from "../../src/routing/street_graph.ts";
import { TOWN_CENTER, townGraph } from "../routing/_town.ts";
import { print } from "./figures.ts";

const MAX_PAUSE_MS = 50;
const folder = await Deno.makeTempDir();
try {
  const path = join(folder, "mapa.bin");
  const segments = await makeMap(path, 720);
  const pauses: number[] = [];
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    pauses.push(now - last);
    last = now;
  });
  const started = performance.now();
  const { graph, index } = await loadMap(path);
  const loaded = performance.now();
  await inSlices(routesWork(graph, TOWN_CENTER, { index }));
  const done = performance.now();
  clearInterval(timer);
  const worst = Math.max(...pauses);
  print(
    `${segments.toLocaleString("en")} segments: loaded in ${
      (loaded - started).toFixed(0)
    } ms, routes in ` +
      `${(done - loaded).toFixed(0)} ms, in ${pauses.length} slices; longest pauses ` +
      `${
        pauses.sort((a, b) => b - a).slice(0, 5).map((ms) => ms.toFixed(0)).join(", ")
      } ms (bound ${MAX_PAUSE_MS})`,
  );
  if (worst > MAX_PAUSE_MS) Deno.exitCode = 1;
} finally {
  await Deno.remove(folder, { recursive: true });
}

async function makeMap(path: string, side: number): Promise<number> {
  const graph = townGraph(side);
  const info = { bbox: boxOf(graph), timestamp: null, attribution: ATTRIBUTION, source: "town" };
  await writeMap(path, graph, info);
  return segmentCount(graph);
}
