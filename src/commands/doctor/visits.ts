/** Visits the addresses of guests and staff as they do. */
import { join } from "node:path";
import type { Config } from "../../config/config.ts";
import { isObject } from "../../domain/read.ts";
import { DOCTOR_HEADER, type SeenArrival } from "../../http/health.ts";
import { isLoopback } from "../../http/client_address.ts";
import { localAddress } from "../../service/listeners.ts";
import { BUILD, DOCTOR_TOKEN } from "../../service/service.ts";
import { STYLE_HREF } from "../../staff/assets.ts";
import { fail, type Finding, ok, reason, warn } from "./machine.ts";

const VISIT_MS = 3_000;

/** Changes nothing. Waits at most {@linkcode VISIT_MS} for each address. */
export async function checkVisits(config: Config): Promise<Finding[]> {
  const token = await Deno.readTextFile(join(config.dataDir, DOCTOR_TOKEN)).catch(() => null);
  const own = `http://${localAddress(config)}`;
  using client = Deno.createHttpClient({ caCerts: await systemAuthorities() });
  const visitor = { token: token ?? "", client };
  const running = token && await visit(own, visitor).catch(() => null);
  if (!running || running.arrival === null) return [notRunning(own)];
  const [ofGuests, ofStaff, separation] = await Promise.all([
    checkAddress(config, "comensales", visitor),
    checkAddress(config, "personal", visitor),
    checkSeparation(config, visitor),
  ]);
  // With a name that leads nowhere, an unreachable board proves nothing.
  const isReached = ofGuests.every(({ mark }) => mark !== "fail");
  const apart = separation.filter(({ mark }) => isReached || mark === "fail");
  return [versions(running.arrival), ...ofGuests, ...ofStaff, ...apart];
}

/** Where systems keep the authorities that they trust, among them one of the owner's own. Deno itself brings others. */
const BUNDLES = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt"];

async function systemAuthorities(): Promise<string[]> {
  const found = await Promise.all(BUNDLES.map((path) => Deno.readTextFile(path).catch(() => "")));
  return found.filter((text) => text !== "");
}

interface Visitor {
  readonly token: string;
  readonly client: Deno.HttpClient;
}

function notRunning(url: string): Finding {
  const says = `${BUILD} is installed; no service of this DATA_DIR answers at ${url}`;
  const remedy =
    "start it: systemctl start sobremesa; if an older version runs: systemctl restart sobremesa";
  return warn("version", says, remedy);
}

function versions({ version }: SeenArrival): Finding {
  if (version === BUILD) return ok("version", `${BUILD} runs and is installed`);
  const says = `${version} runs, ${BUILD} is installed`;
  return warn("version", says, "systemctl restart sobremesa");
}

/** Requests from `url` how the request arrived: null if another process answered. @throws {Error} if nothing answers in time */
async function visit(url: string, { token, client }: Visitor) {
  const response = await fetch(`${url}/healthz`, {
    client,
    headers: { [DOCTOR_HEADER]: token },
    signal: AbortSignal.timeout(VISIT_MS),
    redirect: "manual",
  });
  const body: unknown = await response.json().catch(() => null);
  return { status: response.status, arrival: isArrival(body) ? body : null };
}

function isArrival(body: unknown): body is SeenArrival {
  return isObject(body) && "lado" in body;
}

/** Checks the address of one listener, and what its proxy passes on. */
async function checkAddress(
  config: Config,
  side: SeenArrival["lado"],
  visitor: Visitor,
): Promise<Finding[]> {
  const { host, port, baseUrl } = side === "personal" ? config.staff : config;
  const own = `http://${localAddress({ host, port })}`;
  const url = baseUrl ?? own;
  const about = (side === "personal" ? "STAFF_" : "") + (baseUrl === null ? "PORT" : "BASE_URL");
  const found = await visit(url, visitor).catch((error: Error) => error);
  if (found instanceof Error) return [unreached(about, url, found)];
  const { arrival, status } = found;
  const toHere = `let the proxy pass it to ${own}; "sobremesa caddy" prints how`;
  if (arrival === null) {
    const says = `${url} answers ${status}, and not from this process`;
    // Another instance on the same database may have answered.
    const isShared = !config.databaseUrl.startsWith("file:");
    return [isShared ? warn(about, says, toHere) : fail(about, says, toHere)];
  }
  if (arrival.lado !== side) {
    const other = side === "personal" ? "the listener for guests" : "the staff's board";
    return [fail(about, `${url} leads to ${other}`, toHere)];
  }
  return [checkEncryption(about, url), ...checkForwarding(url, arrival)];
}

function checkEncryption(about: string, url: string): Finding {
  const says = `${url} reaches this process`;
  if (url.startsWith("https:")) return ok(about, `${says}, by https with a valid certificate`);
  if (LOCAL.test(url)) return ok(about, says);
  return warn(about, `${says}, unencrypted: keys and orders can be read on their way`, "use https");
}

const LOCAL = /^http:\/\/(127\.|localhost|\[::1\])/;

function unreached(about: string, url: string, error: Error): Finding {
  const cause = causeOf(error);
  if (/certificate|corrupt message|tls|handshake/i.test(cause)) {
    const remedy =
      "the proxy's log says why it has no certificate: the name must lead to this machine, and ports 80 and 443 be open";
    return fail(about, `${url} has no certificate that browsers accept (${cause})`, remedy);
  }
  const remedy = "see that the name leads to this machine, and that the proxy runs";
  return fail(about, `${url} does not answer in ${VISIT_MS / 1000} s (${cause})`, remedy);
}

/** Newer versions of Deno have the reason of a failed fetch in the error's cause. */
function causeOf(error: Error): string {
  return reason(error.cause ?? error).replace(/^.*client error \(Connect\): /, "");
}

/** The service itself has no https: there is a proxy before it. */
function checkForwarding(
  url: string,
  { cliente, vecino, reenviado, creido }: SeenArrival,
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

/** Checks that the board cannot be reached by the guests' name, at its own port or through the proxy. */
async function checkSeparation(
  { baseUrl, staff }: Config,
  visitor: Visitor,
): Promise<Finding[]> {
  if (baseUrl === null) return [];
  const { hostname, origin } = new URL(baseUrl);
  const port = await visit(`http://${hostname}:${staff.port}`, visitor).catch(() => null);
  // A visit over the loopback address proves nothing for other machines.
  const isOpen = port?.arrival?.lado === "personal" && !isLoopback(port.arrival.vecino);
  const signal = AbortSignal.timeout(VISIT_MS);
  const { client } = visitor;
  const page = await fetch(`${origin}/entrar`, { client, signal, redirect: "manual" })
    .then((response) => response.text()).catch(() => "");
  const isShown = page.includes(STYLE_HREF);
  const where = isOpen ? `${hostname}:${staff.port}` : isShown ? `${origin}/entrar` : "";
  if (where === "") return [ok("board", `it is out of reach by ${hostname}`)];
  const remedy = isOpen ? "set STAFF_HOST=127.0.0.1" : "give the board a name of its own";
  return [fail("board", `guests reach it at ${where}`, remedy)];
}
