/** A real Valhalla: valhalla_build_tiles prepares a map, valhalla_service serves it. */
import { join } from "node:path";
import { isMissing } from "./missing_part.ts";
import {
  engineInFolder,
  engineProgram,
  launchEngine,
  mapPath,
  type RoutingEngine,
  type Run,
  runProgram,
} from "./routing_engine.ts";
import { freePort } from "./service_process.ts";

const program = (name: string) => engineProgram(`valhalla/valhalla/bin/${name}`);

/** Whether Valhalla, or the map `name` of the shared data, is missing. */
export function valhallaIsMissing(name: string): boolean {
  return isMissing("Valhalla", [program("valhalla_service"), mapPath(name)]);
}

/** Prepares the map `name` of the shared data and serves it. Disposing ends the server and removes its files. */
export function startValhalla(name: string): Promise<RoutingEngine> {
  return engineInFolder(async (folder) => {
    await prepareValhalla(name, folder);
    return await serveValhalla(folder);
  });
}

/**
 * Prepares the map `name` of the shared data in `folder`.
 * @param run runs Valhalla's program, for benches
 */
export async function prepareValhalla(
  name: string,
  folder: string,
  run: Run = runProgram,
): Promise<void> {
  const config = await writeConfig(folder, 0);
  await run(program("valhalla_build_tiles"), ["-c", config, mapPath(name)]);
}

/** Serves the output of {@linkcode prepareValhalla} in `folder`, on one thread. */
export async function serveValhalla(folder: string): Promise<RoutingEngine> {
  const port = freePort();
  const config = await writeConfig(folder, port);
  return await launchEngine(program("valhalla_service"), [config, "1"], port);
}

async function writeConfig(folder: string, port: number): Promise<string> {
  const config = join(folder, "valhalla.json");
  await Deno.writeTextFile(config, JSON.stringify(valhallaConfig(folder, port)));
  return config;
}

/** The minimal configuration of Valhalla 3.9.1; the numbers are its defaults. */
function valhallaConfig(folder: string, port: number): unknown {
  return {
    mjolnir: { tile_dir: join(folder, "tiles"), concurrency: 1 },
    loki: {
      actions: ["route", "sources_to_targets"],
      service_defaults: {
        radius: 0,
        minimum_reachability: 50,
        search_cutoff: 35_000,
        node_snap_tolerance: 5,
        street_side_tolerance: 5,
        street_side_max_distance: 1_000,
        heading_tolerance: 60,
        mvt_min_zoom_road_class: [7, 7, 8, 11, 11, 12, 13, 14],
        mvt_cache_min_zoom: 11,
      },
    },
    meili: { default: { breakage_distance: 2_000 } },
    httpd: { service: { listen: `tcp://127.0.0.1:${port}`, timeout_seconds: -1 } },
    service_limits: SERVICE_LIMITS,
  };
}

const SERVICE_LIMITS = {
  auto: {
    max_distance: 5_000_000,
    max_locations: 20,
    max_matrix_distance: 400_000,
    max_matrix_location_pairs: 2_500,
  },
  skadi: { max_shape: 750_000, min_resample: 10 },
  isochrone: {
    max_contours: 4,
    max_time_contour: 120,
    max_distance: 25_000,
    max_locations: 1,
    max_distance_contour: 200,
  },
  trace: {
    max_distance: 200_000,
    max_gps_accuracy: 100,
    max_search_radius: 100,
    max_shape: 16_000,
    max_alternates: 3,
    max_alternates_shape: 100,
  },
  max_exclude_locations: 50,
  max_reachability: 100,
  max_radius: 200,
  max_alternates: 2,
  max_exclude_polygons_length: 10_000,
};
