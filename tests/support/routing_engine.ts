/** Programs, maps and processes of real engines: of routes and of databases. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { eventually } from "./eventually.ts";
import { isMissing } from "./missing_part.ts";
import { isStopped } from "./process_state.ts";
import { run } from "./run.ts";

const ENGINES = new URL("../../.engines/", import.meta.url);
const MAPS = new URL("../../../shared/data/osm/", import.meta.url);

/** A running engine of one test. */
export interface Engine extends AsyncDisposable {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly pid: number;
  /** Ends it without warning. */
  kill(): Promise<void>;
  /** Stops it, and waits until it has stopped: it accepts connections and answers nothing. */
  pause(): Promise<void>;
}

/** Path of a program below `.engines`. */
export function engineProgram(path: string): string {
  return fileURLToPath(new URL(path, ENGINES));
}

/** Path of a map of the shared data; an absolute path is returned as it is. */
export function mapPath(name: string): string {
  return name.startsWith("/") ? name : fileURLToPath(new URL(name, MAPS));
}

/** Whether the shared data, its map `name`, or the converter for a map that is no .osm.pbf file is missing. */
export function mapIsMissing(name: string): boolean {
  const converter = name.endsWith(".pbf") ? [] : [OSMIUM];
  return isMissing("the maps", [fileURLToPath(MAPS)]) ||
    isMissing(`the map ${name}`, [mapPath(name), ...converter]);
}

/** Debian's osmium-tool. */
const OSMIUM = "/usr/bin/osmium";

/** A map as an .osm.pbf file: itself, or its conversion by osmium in `folder`. */
export async function pbfOf(map: string, folder: string): Promise<string> {
  if (map.endsWith(".pbf")) return map;
  const converted = join(folder, "converted.osm.pbf");
  await run(OSMIUM, "cat", "--no-progress", "--overwrite", map, "-o", converted);
  return converted;
}

/**
 * Starts `program`, which serves `port` on 127.0.0.1, and waits until it is ready: by default, until it accepts
 * connections.
 */
export async function launchEngine(
  program: string,
  args: readonly string[],
  port: number,
  isReady: () => Promise<boolean> = () => acceptsConnections(port),
): Promise<Engine> {
  const child = new Deno.Command(program, { args: [...args], stdout: "null", stderr: "null" })
    .spawn();
  let ended = false;
  const status = child.status.finally(() => ended = true);
  await eventually(async () => {
    if (ended) throw new Error(`${program} on port ${port} ended at once`);
    return await isReady();
  });
  const kill = async () => {
    if (!ended) child.kill("SIGKILL");
    await status;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid,
    kill,
    async pause() {
      child.kill("SIGSTOP");
      await eventually(() => isStopped(child.pid));
    },
    [Symbol.asyncDispose]: kill,
  };
}

/** Whether something listens on `port` of 127.0.0.1. */
export async function acceptsConnections(port: number): Promise<boolean> {
  try {
    (await Deno.connect({ hostname: "127.0.0.1", port })).close();
    return true;
  } catch {
    return false;
  }
}
