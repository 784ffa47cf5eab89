/** A real OSRM: its tools prepare a map, osrm-routed serves it. */
import { dirname, join } from "node:path";
import { isMissing } from "./missing_part.ts";
import {
  type Engine,
  engineProgram,
  launchEngine,
  mapIsMissing,
  mapPath,
  pbfOf,
} from "./routing_engine.ts";
import { run } from "./run.ts";
import { freePort } from "./service_process.ts";
import { tempFolder } from "./temp_folder.ts";

const program = (name: string) => engineProgram(`osrm/osrm/bin/${name}`);
const CAR = engineProgram("osrm/osrm/share/profiles/car.lua");

/** Whether OSRM, or the map `name` of the shared data, is missing. */
export function osrmIsMissing(name: string): boolean {
  return isMissing("OSRM", [program("osrm-routed")]) || mapIsMissing(name);
}

/** The weight of OSRM's routes: that of its car profile, or the distance. */
export type OsrmMetric = "routability" | "distance";

/**
 * Prepares the map `name` of the shared data for cars and serves it on one thread. Disposing ends the server and
 * removes its files.
 */
export async function startOsrm(
  name: string,
  metric: OsrmMetric = "routability",
): Promise<Engine> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await tempFolder());
  const base = join(folder.path, "map.osrm");
  const profile = metric === "routability" ? CAR : await shortestProfile(folder.path);
  const map = await pbfOf(mapPath(name), folder.path);
  await run(program("osrm-extract"), "-p", profile, "-o", base, map);
  await run(program("osrm-partition"), base);
  await run(program("osrm-customize"), base);
  const port = freePort();
  const options = ["--algorithm", "mld", "-i", "127.0.0.1", "-p", String(port), "-t", "1"];
  const engine = opened.use(
    await launchEngine(program("osrm-routed"), [...options, base], port),
  );
  const all = opened.move();
  return { ...engine, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

/**
 * The car profile with the distance as its weight, beside its libraries. Its rule against driving through private
 * streets, which depends on the weight's name, is kept.
 */
async function shortestProfile(folder: string): Promise<string> {
  const profile = join(folder, "car.lua");
  const text = await Deno.readTextFile(CAR);
  const changed = text.replace(/^( *weight_name *= )'routability'/m, "$1'distance'")
    .replace(/(weight_name == )'routability'/, "$1'distance'");
  if (changed.split("'distance'").length - text.split("'distance'").length !== 2) {
    throw new Error(`${CAR} names no weight to replace`);
  }
  await Deno.writeTextFile(profile, changed);
  await Deno.symlink(join(dirname(CAR), "lib"), join(folder, "lib"));
  return profile;
}
