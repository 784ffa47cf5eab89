import { statfs } from "node:fs/promises";
import type { Config } from "../../config/config.ts";
import { zoneDataIsCurrent } from "../../domain/local_time.ts";
import { clockDoubt, explainDoubt, minuteOf } from "../../storage/believed_clock.ts";
import { fail, type Finding, ok, reason, warn } from "./finding.ts";

const LOW_BYTES = 1e9;
const NO_BYTES = 100e6;
/** No clock that is right shows a time before this program was written. */
const EARLIEST = Date.parse("2026-11-01T00:00:00Z");
const SYNCHRONISED = "/run/systemd/timesync/synchronized";

/** Whether what must not be lost can be written, and how much room there is for it. */
export async function checkDisk({ dataDir }: Config): Promise<Finding> {
  try {
    await Deno.remove(await Deno.makeTempFile({ dir: dataDir, prefix: "doctor-" }));
    const { bavail, bsize } = await statfs(dataDir);
    const free = bavail * bsize;
    const says = `${dataDir} can be written, ${(free / 1e9).toFixed(1)} GB are free`;
    const remedy =
      "make room: a reservation takes about a kilobyte, the nightly copies fifteen times the database";
    if (free < NO_BYTES) return fail("disk", says, remedy);
    return free < LOW_BYTES ? warn("disk", says, remedy) : ok("disk", says);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) {
      return warn(
        "disk",
        `${dataDir} is not there yet`,
        '"sobremesa serve" makes it, or set DATA_DIR',
      );
    }
    const remedy =
      "run this as the user that runs the service, or set DATA_DIR to a folder of that user's";
    return fail("disk", `${dataDir} cannot be written (${reason(error)})`, remedy);
  }
}

/**
 * @param now epoch milliseconds
 * @param newest the newest time that a service believed, likewise; null where none is known
 */
export async function checkClock(now: number, newest: number | null): Promise<Finding> {
  const shown = minuteOf(now);
  if (now < EARLIEST) {
    const says = `it shows ${shown}, which is past`;
    return fail("clock", says, "set the clock: timedatectl set-ntp true");
  }
  const doubt = newest === null ? null : clockDoubt(now, newest);
  if (doubt !== null) {
    const { says, remedy } = explainDoubt(doubt);
    return warn("clock", `${says}: nothing is erased for its age, reservations go on`, remedy);
  }
  try {
    await Deno.stat(SYNCHRONISED);
    return ok("clock", `${shown}, kept by the network's time`);
  } catch {
    return ok("clock", `${shown}; whether the network keeps it cannot be seen here`);
  }
}

export function checkZoneData(): Finding {
  if (zoneDataIsCurrent()) {
    return ok("time zones", "the data knows that Yucatan keeps UTC-6 all year");
  }
  return fail(
    "time zones",
    "the data is older than 2022-10-30",
    "use a newer version of this program",
  );
}
