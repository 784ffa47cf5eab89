import { statfs } from "node:fs/promises";
import { resolve } from "node:path";
import type { Config } from "../../config/config.ts";
import { SYSTEM_FILE } from "../../config/environment.ts";
import { zoneDataIsCurrent } from "../../domain/local_time.ts";
import { isLoopback } from "../../http/client_address.ts";
import {
  CLOCK_REMEDY,
  clockDoubt,
  explainDoubt,
  minuteOf,
} from "../../storage/database/believed_clock.ts";
import { codeOf, isClosed } from "../../storage/database/database.ts";

export interface Finding {
  /** `aviso`: the service works, but not as it should. `falla`: it cannot serve, or loses something. */
  readonly mark: "bien" | "aviso" | "falla";
  readonly about: string;
  readonly says: string;
  /** Empty if none is needed. */
  readonly remedy: string;
}

export function ok(about: string, says: string): Finding {
  return { mark: "bien", about, says, remedy: "" };
}

export function warn(about: string, says: string, remedy: string): Finding {
  return { mark: "aviso", about, says, remedy };
}

export function fail(about: string, says: string, remedy: string): Finding {
  return { mark: "falla", about, says, remedy };
}

export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const LOW_BYTES = 1e9;
const NO_BYTES = 100e6;

/** Checks whether DATA_DIR is writable, and its free space. */
export async function checkDisk({ dataDir }: Config): Promise<Finding> {
  const error = await writeError(dataDir);
  if (error instanceof Deno.errors.NotFound) {
    return warn("disco", `${dataDir} todavía no existe`, FIRST_START);
  }
  if (error !== null) {
    const says = `no se puede escribir en ${dataDir} (${reason(error)})`;
    return fail("disco", says, diskRemedy(error, dataDir));
  }
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const room = `${(free / 1e9).toFixed(1)} GB`;
  const remedy = "haz lugar: una reservación ocupa un kilobyte, y las copias quince veces la base";
  if (free >= LOW_BYTES) return ok("disco", `se puede escribir en ${dataDir}, quedan ${room}`);
  return (free < NO_BYTES ? fail : warn)("disco", `quedan solo ${room} en ${dataDir}`, remedy);
}

/** The error of making a file in `folder`; null if one can be made. */
export async function writeError(folder: string): Promise<unknown> {
  try {
    await Deno.remove(await Deno.makeTempFile({ dir: folder, prefix: "doctor-" }));
    return null;
  } catch (error) {
    return error;
  }
}

/** The remedy for an error of the system or of SQLite with the service's folder or the database in it. */
export function diskRemedy(error: unknown, dataDir: string): string {
  const code = codeOf(error);
  if (/^(ENOSPC|EDQUOT|EIO|SQLITE_FULL|SQLITE_IOERR)/.test(code)) return NO_ROOM;
  if (code === "EROFS") {
    const mount = `\`sudo mount -o remount,rw $(stat -c %m ${resolve(dataDir)})\``;
    return `su disco está solo para leer: ${mount}, y ${RESTART}; si no se deja, está fallando: cámbialo`;
  }
  return isClosed(error) ? ownFolder(dataDir) : `corrige lo que dice, y ${RESTART}`;
}

/** What an owner types stands between backticks, in the order in which it is typed. */
export const RESTART = "`sudo systemctl restart sobremesa`";

const NO_ROOM =
  'haz lugar en su disco, o borra archivos si "df -i" dice que no caben más; si sobra, ' +
  `el disco está fallando ("sudo dmesg" dice cómo): cámbialo. Después, ${RESTART}`;

export const FIRST_START = `el servicio la hace al arrancar: ${RESTART}`;

/** Gives the service's folder back to its user. */
function ownFolder(dataDir: string): string {
  return `\`sudo chown -R sobremesa: ${resolve(dataDir)}\`, y ${RESTART}`;
}

/** For a value that its owner alone knows. */
export function corrected(variable: string): string {
  return `${variable} en ${SYSTEM_FILE}, y ${RESTART}`;
}

/** The last value of a variable counts, and the last line of the file may lack its end. */
export function set(setting: string): string {
  return `\`printf '\\n%s\\n' '${setting}' | sudo tee -a ${SYSTEM_FILE}\`, y ${RESTART}`;
}

/** Checks that the board listens on this machine alone, where a proxy encrypts what is sent. */
export function checkBoard({ staff: { host } }: Config): Finding[] {
  if (isLoopback(host) || host === "localhost") return [];
  return [
    warn("STAFF_HOST", `el tablero escucha en ${host}, abierto a la red y sin cifrar`, CLOSE_BOARD),
  ];
}

export const CLOSE_BOARD = set("STAFF_HOST=127.0.0.1");

const CONNECT_MS = 3_000;

/** Connects to the host of ALERT_URL, and sends nothing, so that no alert is raised. */
export async function checkAlerts({ staff: { alertUrl } }: Config): Promise<Finding[]> {
  if (alertUrl === null) return [];
  const { hostname, port, protocol } = new URL(alertUrl);
  const address = { hostname, port: Number(port) || (protocol === "https:" ? 443 : 80) };
  try {
    (await Deno.connect({ ...address, signal: AbortSignal.timeout(CONNECT_MS) })).close();
    return [ok("ALERT_URL", `${hostname} contesta`)];
  } catch (error) {
    const says = `${hostname} no contesta, y no habrá quien avise (${reason(error)})`;
    return [warn("ALERT_URL", says, corrected("corrige ALERT_URL"))];
  }
}

/** @param now epoch milliseconds @param newest the newest time that a service believed; null if unknown */
export function checkClock(now: number, newest: number | null): Finding {
  if (!zoneDataIsCurrent()) {
    const says = "los husos horarios son de antes del 2022-10-30";
    return fail("reloj", says, "usa una versión más nueva de este programa");
  }
  const doubt = clockDoubt(now, newest);
  return doubt === null
    ? ok("reloj", minuteOf(now))
    : warn("reloj", explainDoubt(doubt), CLOCK_REMEDY);
}
