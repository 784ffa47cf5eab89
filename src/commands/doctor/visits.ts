/** What the doctor finds where guests and staff open the service: it visits both addresses as they do. */
import { join } from "node:path";
import type { Config } from "../../config/config.ts";
import { type Arrival, DOCTOR_HEADER } from "../../http/health.ts";
import { isLoopback } from "../../http/rate_limit.ts";
import { urlHost } from "../../service/listeners.ts";
import { BUILD, DOCTOR_TOKEN } from "../../service/service.ts";
import { STYLE_HREF } from "../../staff/assets.ts";
import { fail, type Finding, ok, reason, warn } from "./machine.ts";

const VISIT_MS = 3_000;

/** Changes nothing. Waits at most {@linkcode VISIT_MS} for each address. */
export async function checkVisits(config: Config): Promise<Finding[]> {
  const token = await Deno.readTextFile(join(config.dataDir, DOCTOR_TOKEN)).catch(() => null);
  const running = token && await visit(localUrl(config), token).catch(() => null);
  if (!token || !running || running.arrival === null) return [NOT_RUNNING];
  const { staff } = config;
  const guests = { url: config.baseUrl, side: "comensales", variable: "BASE_URL" } as const;
  const board = { url: staff.baseUrl, side: "personal", variable: "STAFF_BASE_URL" } as const;
  const [ofGuests, ofStaff, separation] = await Promise.all([
    checkAddress(guests, config, token),
    checkAddress(board, config, token),
    checkSeparation(config, token),
  ]);
  // That nothing is reached by a name that leads nowhere says nothing.
  const isReached = ofGuests.every(({ mark }) => mark !== "fail");
  const apart = separation.filter(({ mark }) => isReached || mark === "fail");
  return [versions(running.arrival), ...ofGuests, ...ofStaff, ...apart];
}

const NOT_RUNNING = warn(
  "version",
  `${BUILD} is installed; no service of this DATA_DIR answers here`,
  "start it, or where an older version runs, start it again: systemctl restart sobremesa",
);

function versions({ version }: Arrival): Finding {
  if (version === BUILD) return ok("version", `${BUILD} runs and is installed`);
  const says = `${version} runs, ${BUILD} is installed`;
  return warn("version", says, "systemctl restart sobremesa");
}

function localUrl({ host, port }: Pick<Config, "host" | "port">): string {
  return `http://${urlHost(host)}:${port}`;
}

interface Visit {
  readonly status: number;
  /** Null where it was not this process that answered. */
  readonly arrival: Arrival | null;
}

/** Asks the service at `url` how the request came to it. @throws {Error} where nothing answers in time */
async function visit(url: string, token: string): Promise<Visit> {
  const response = await fetch(`${url}/healthz`, {
    headers: { [DOCTOR_HEADER]: token },
    signal: AbortSignal.timeout(VISIT_MS),
    redirect: "manual",
  });
  const body: unknown = await response.json().catch(() => null);
  const isOurs = typeof body === "object" && body !== null && "lado" in body;
  return { status: response.status, arrival: isOurs ? body as Arrival : null };
}

interface Address {
  /** Null where it is this machine's own. */
  readonly url: string | null;
  readonly side: Arrival["lado"];
  readonly variable: string;
}

async function checkAddress(
  { url, side, variable }: Address,
  config: Config,
  token: string,
): Promise<Finding[]> {
  if (url === null) return [];
  let found: Visit;
  try {
    found = await visit(url, token);
  } catch (error) {
    return [unreached(variable, url, error)];
  }
  const { arrival, status } = found;
  const own = side === "personal" ? localUrl(config.staff) : localUrl(config);
  const toHere = `let the proxy pass it to ${own}; "sobremesa caddy" prints how`;
  if (arrival === null) {
    const says = `${url} answers ${status}, and not from this process`;
    // Where several instances share a database, another may have answered.
    const isShared = !config.databaseUrl.startsWith("file:");
    return [isShared ? warn(variable, says, toHere) : fail(variable, says, toHere)];
  }
  if (arrival.lado !== side) {
    const other = side === "personal" ? "the listener for guests" : "the staff's board";
    return [fail(variable, `${url} leads to ${other}`, toHere)];
  }
  const how = url.startsWith("https:") ? ", by https with a valid certificate" : "";
  return [ok(variable, `${url} reaches this process${how}`), ...checkForwarding(url, arrival)];
}

function unreached(variable: string, url: string, error: unknown): Finding {
  const cause = causeOf(error);
  if (/certificate|corrupt message|tls|handshake/i.test(cause)) {
    const remedy =
      "the proxy's log says why it has no certificate: the name must lead to this machine, and ports 80 and 443 be open";
    return fail(variable, `${url} has no certificate that browsers accept (${cause})`, remedy);
  }
  const remedy = "see that the name leads to this machine, and that the proxy runs";
  return fail(variable, `${url} does not answer in ${VISIT_MS / 1000} s (${cause})`, remedy);
}

/** What fetch found, which newer versions of Deno tell in the error's cause. */
function causeOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return reason(inner).replace(/^.*client error \(Connect\): /, "");
}

/** The service itself speaks no https, so that there is a proxy before it. */
function checkForwarding(
  url: string,
  { cliente, vecino, reenviado, creido }: Arrival,
): Finding[] {
  const about = `proxy of ${new URL(url).host}`;
  if (!reenviado) {
    if (!url.startsWith("https:")) return [];
    const says = `${vecino} does not pass the client's address: all guests share one rate limit`;
    return [warn(about, says, "let it send X-Forwarded-For")];
  }
  if (creido) return [ok(about, `passes the client's address: this machine is seen as ${cliente}`)];
  const says = `passes the client's address, and is not believed: all guests share one rate limit`;
  return [warn(about, says, `set TRUSTED_PROXIES to what it comes from: ${vecino}`)];
}

/** Whether the board is out of reach by the name that guests know: at its paths there, and at its own port. */
async function checkSeparation(
  { baseUrl, staff }: Config,
  token: string,
): Promise<Finding[]> {
  if (baseUrl === null) return [];
  const { hostname, origin } = new URL(baseUrl);
  const port = await visit(`http://${hostname}:${staff.port}`, token).catch(() => null);
  // What comes over the loopback address says nothing of other machines.
  const isOpen = port?.arrival?.lado === "personal" && !isLoopback(port.arrival.vecino);
  const signal = AbortSignal.timeout(VISIT_MS);
  const page = await fetch(`${origin}/entrar`, { signal, redirect: "manual" })
    .then((response) => response.text()).catch(() => "");
  const isShown = page.includes(STYLE_HREF);
  const where = isOpen ? `${hostname}:${staff.port}` : isShown ? `${origin}/entrar` : "";
  if (where === "") return [ok("board", `it is out of reach by ${hostname}`)];
  const remedy = isOpen ? "set STAFF_HOST=127.0.0.1" : "give the board a name of its own";
  return [fail("board", `guests reach it at ${where}`, remedy)];
}
