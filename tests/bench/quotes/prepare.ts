/** Prepares the same extract for each: our import, OSRM's three programs. */
import { join } from "node:path";
import { prepareOsrm } from "../../support/osrm.ts";
import { measuredCommand, type MeasuredRun, measuredRun } from "../../support/process_state.ts";
import { mapPath } from "../../support/routing_engine.ts";
import { medians } from "../figures.ts";

export interface Prepared {
  /** What each serves: a map file, the base name of OSRM's files. */
  readonly ours: string;
  readonly osrm: string;
  /** The medians of what preparing each costs. */
  readonly costs: Readonly<Record<"ours" | "osrm", Cost>>;
}

/** Time and peak memory of a preparation; for several programs, the sum and the maximum. */
export interface Cost {
  readonly seconds: number;
  readonly peakMb: number;
}

const RUNS = 3;

/** Prepares the map `name` of the shared data in `folder` several times, and takes the medians. */
export async function prepareEngines(name: string, folder: string): Promise<Prepared> {
  const ours = join(folder, "mapa.bin");
  const osrmFolder = join(folder, "osrm");
  await Deno.mkdir(osrmFolder);
  const costs = { ours: [] as Cost[], osrm: [] as Cost[] };
  let osrm = "";
  for (let run = 0; run < RUNS; run++) {
    costs.osrm.push(
      await costOf(async (record) => {
        osrm = await prepareOsrm(name, osrmFolder, { run: recordRun(record) });
      }),
    );
    costs.ours.push(
      await costOf(async (record) => {
        record(await measuredRun(["map", "import", mapPath(name), "--out", ours]));
      }),
    );
  }
  return {
    ours,
    osrm,
    costs: {
      ours: medians(costs.ours),
      osrm: medians(costs.osrm),
    },
  };
}

async function costOf(work: (record: (run: MeasuredRun) => void) => Promise<void>): Promise<Cost> {
  let [seconds, peakMb] = [0, 0];
  await work((run) => {
    if (run.code !== 0) throw new Error(run.stderr);
    seconds += run.seconds;
    peakMb = Math.max(peakMb, run.peakMb);
  });
  return { seconds, peakMb };
}

function recordRun(record: (run: MeasuredRun) => void) {
  return async (program: string, args: readonly string[]) =>
    record(await measuredCommand([program, ...args]));
}
