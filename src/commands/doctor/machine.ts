/** The findings of the doctor, and the checks of the disk, the clock and the staff's key. */
import { statfs } from "node:fs/promises";
import type { Config } from "../../config/config.ts";
import { zoneDataIsCurrent } from "../../domain/local_time.ts";
import {
  CLOCK_REMEDY,
  clockDoubt,
  explainDoubt,
  minuteOf,
} from "../../storage/database/believed_clock.ts";

export interface Finding {
  /** `warn`: the service works, but not as it should. `fail`: it cannot serve, or loses something. */
  readonly mark: "ok" | "warn" | "fail";
  readonly about: string;
  readonly says: string;
  /** Empty if nothing is to be done. */
  readonly remedy: string;
}

export function ok(about: string, says: string): Finding {
  return { mark: "ok", about, says, remedy: "" };
}

export function warn(about: string, says: string, remedy: string): Finding {
  return { mark: "warn", about, says, remedy };
}

export function fail(about: string, says: string, remedy: string): Finding {
  return { mark: "fail", about, says, remedy };
}

export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const LOW_BYTES = 1e9;
const NO_BYTES = 100e6;

/** Checks whether DATA_DIR can be written, and how much room it has. */
export async function checkDisk({ dataDir }: Config): Promise<Finding> {
  try {
    await Deno.remove(await Deno.makeTempFile({ dir: dataDir, prefix: "doctor-" }));
    const { bavail, bsize } = await statfs(dataDir);
    const free = bavail * bsize;
    const room = `${(free / 1e9).toFixed(1)} GB are free`;
    const remedy =
      "make room: a reservation takes about a kilobyte, the nightly copies fifteen times the database";
    if (free >= LOW_BYTES) return ok("disk", `${dataDir} can be written, ${room}`);
    return (free < NO_BYTES ? fail : warn)("disk", `only ${room} in ${dataDir}`, remedy);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) {
      const remedy = '"sobremesa serve" makes it; or set DATA_DIR';
      return warn("disk", `${dataDir} does not exist yet`, remedy);
    }
    const remedy =
      "run this as the user that runs the service, or set DATA_DIR to a folder of that user";
    return fail("disk", `${dataDir} cannot be written (${reason(error)})`, remedy);
  }
}

/** @param now epoch milliseconds @param newest the newest time that a service believed, likewise; null if none is known */
export function checkClock(now: number, newest: number | null): Finding {
  if (!zoneDataIsCurrent()) {
    const says = "the time zone data is older than 2022-10-30";
    return fail("clock", says, "use a newer version of this program");
  }
  const doubt = clockDoubt(now, newest);
  return doubt === null
    ? ok("clock", minuteOf(now))
    : warn("clock", explainDoubt(doubt), CLOCK_REMEDY);
}
