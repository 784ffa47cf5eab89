/** What the doctor finds, and what it says of the machine and the service on it. */
import { statfs } from "node:fs/promises";
import type { Config } from "../../config/config.ts";
import { zoneDataIsCurrent } from "../../domain/local_time.ts";
import { staffKeyWarning } from "../../domain/staff_key.ts";
import { urlHost } from "../../service/listeners.ts";
import { clockDoubt, explainDoubt, minuteOf } from "../../storage/believed_clock.ts";

/** What was found of one thing, and what to do about it. */
export interface Finding {
  /** `warn`: it serves, but not as it should. `fail`: it cannot serve, or loses something. */
  readonly mark: "ok" | "warn" | "fail";
  readonly about: string;
  readonly says: string;
  /** Empty where nothing is to be done. */
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

/** An error's own words. */
export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What can be seen without a look into any folder of the service. */
export async function checkMachine(config: Config): Promise<Finding[]> {
  return [
    checkZoneData(),
    ...await checkPorts(config),
    ...checkProxy(config),
    checkStaffKey(config),
  ];
}

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
      const remedy = '"sobremesa serve" makes it, or set DATA_DIR';
      return warn("disk", `${dataDir} is not there yet`, remedy);
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
  const doubt = clockDoubt(now, newest);
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

function checkZoneData(): Finding {
  if (zoneDataIsCurrent()) {
    return ok("time zones", "the data knows that Yucatan keeps UTC-6 all year");
  }
  const says = "the data is older than 2022-10-30";
  return fail("time zones", says, "use a newer version of this program");
}

const ANSWER_MS = 3_000;
const LOOPBACK = /^https?:\/\/(127\.|localhost|\[::1\])/;

/** Whether the service answers, or could listen. */
async function checkPorts({ host, port, staff }: Config): Promise<Finding[]> {
  return [
    await checkPort("port", "PORT", host, port, "/healthz"),
    await checkPort("staff port", "STAFF_PORT", staff.host, staff.port, "/tablero.css"),
  ];
}

async function checkPort(
  about: string,
  variable: string,
  hostname: string,
  port: number,
  path: string,
): Promise<Finding> {
  const url = `http://${urlHost(hostname)}:${port}`;
  if (port === 0) return ok(about, "any free one is taken");
  try {
    using _ = Deno.listen({ hostname, port });
    const says = `${url} is free: the service does not run`;
    return warn(about, says, "start it: systemctl start sobremesa");
  } catch (error) {
    if (!(error instanceof Deno.errors.AddrInUse)) {
      const remedy = `change ${variable}, or the address before it`;
      return fail(about, `${url} cannot be listened on`, remedy);
    }
  }
  const answer = await ask(`${url}${path}`);
  if (answer === 200) return ok(about, `${url} answers`);
  if (answer === 503) {
    const says = `${url} says that its database does not answer`;
    return fail(about, says, "see the database above, and the service's log");
  }
  const remedy = `end that program, or change ${variable}`;
  return fail(about, `${url} is held by another program`, remedy);
}

/** The status; null where nothing answers in time. */
async function ask(url: string): Promise<number | null> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const response = await fetch(url, { signal, redirect: "manual" }).catch(() => null);
  await response?.body?.cancel();
  return response?.status ?? null;
}

/** Whether the service is told to believe the proxy that must stand before it. */
function checkProxy({ baseUrl, staff, trustedProxies }: Config): Finding[] {
  const behindProxy = baseUrl !== null && !LOOPBACK.test(baseUrl);
  const findings: Finding[] = [];
  if (!behindProxy) findings.push(ok("proxy", "BASE_URL names this machine: none is expected"));
  else if (trustedProxies.length === 0) findings.push(warn("proxy", NO_PROXY, PROXY_REMEDY));
  else findings.push(ok("proxy", `believed: ${trustedProxies.join(", ")}`));
  if (isOpen(baseUrl)) {
    const says = "guests' addresses and orders travel openly";
    findings.push(warn("proxy", says, "serve BASE_URL by https"));
  }
  if (isOpen(staff.baseUrl)) {
    findings.push(warn("proxy", "the staff's key travels openly", "serve STAFF_BASE_URL by https"));
  }
  return findings;
}

const NO_PROXY = "none is believed, so all guests behind one share one rate limit";
const PROXY_REMEDY =
  'set TRUSTED_PROXIES=127.0.0.1,::1 for a proxy on this machine; "sobremesa caddy" prints its settings';

/** Whether what is sent to `url` leaves this machine in the clear. */
function isOpen(url: string | null): boolean {
  return url !== null && !url.startsWith("https:") && !LOOPBACK.test(url);
}

/** Whether the staff's key, where it was chosen, is long enough. */
function checkStaffKey({ staff }: Config): Finding {
  if (staff.key === null) return ok("staff key", "made by the service");
  const warning = staffKeyWarning(staff.key);
  if (warning === null) return ok("staff key", "chosen, and long enough");
  return warn("staff key", warning, "or leave STAFF_KEY out: the service makes a key of 140 bits");
}
