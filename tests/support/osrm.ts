/** A real OSRM: its tools prepare a map, osrm-routed serves it. */
import { join } from "node:path";
import {
  engineProgram,
  freePort,
  isMissing,
  launchEngine,
  mapPath,
  type RoutingEngine,
  runProgram,
} from "./routing_engine.ts";

const program = (name: string) => engineProgram(`osrm/osrm/bin/${name}`);
const CAR = engineProgram("osrm/osrm/share/profiles/car.lua");

/** Whether OSRM, or the map `name` of the shared data, is missing. */
export function osrmIsMissing(name: string): boolean {
  return isMissing("OSRM", [program("osrm-routed"), mapPath(name)]);
}

/** Prepares the map `name` of the shared data for cars and serves it. Disposing ends the server and takes its files away. */
export async function startOsrm(name: string): Promise<RoutingEngine> {
  const folder = await Deno.makeTempDir();
  const remove = () => Deno.remove(folder, { recursive: true });
  try {
    const engine = await serve(await prepare(mapPath(name), folder));
    return {
      ...engine,
      async [Symbol.asyncDispose]() {
        await engine.kill();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function prepare(map: string, folder: string): Promise<string> {
  const base = join(folder, "map.osrm");
  await runProgram(program("osrm-extract"), ["-p", CAR, "-o", base, map]);
  await runProgram(program("osrm-partition"), [base]);
  await runProgram(program("osrm-customize"), [base]);
  return base;
}

async function serve(base: string): Promise<RoutingEngine> {
  const port = freePort();
  const args = ["--algorithm", "mld", "-i", "127.0.0.1", "-p", String(port), "-t", "1", base];
  return await launchEngine(program("osrm-routed"), args, port);
}
