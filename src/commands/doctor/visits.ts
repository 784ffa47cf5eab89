/** Visits the addresses of guests and staff as they do. */
import { join } from "node:path";
import type { Config } from "../../config/config.ts";
import { isObject } from "../../domain/read.ts";
import { DOCTOR_HEADER, type SeenArrival } from "../../http/health.ts";
import { isLoopback } from "../../http/client_address.ts";
import { localAddress } from "../../service/listeners.ts";
import { BUILD, DOCTOR_TOKEN } from "../../service/service.ts";
import { STYLE_HREF } from "../../staff/assets.ts";
import { CLOSE_BOARD, fail, type Finding, ok, reason, RESTART, set, warn } from "./machine.ts";

const VISIT_MS = 3_000;

const MAX_WAIT_MS = 120_000;
const APART_MS = 1_000;
/** A start has no obstacle that is worth a line for so long. */
const QUIET_MS = 5_000;

/** Waits until the service and its addresses answer, two minutes at most. @param tell is told each new obstacle */
export async function awaitVisits(config: Config, tell: (says: string) => void): Promise<void> {
  const start = Date.now();
  let told = "";
  using client = await visitingClient();
  for (let waited = 0; waited < MAX_WAIT_MS; waited = Date.now() - start) {
    const obstacle = (await visits(config, client)).find(({ mark }) => mark === "falla");
    if (obstacle === undefined) return;
    if (obstacle.says !== told && waited > QUIET_MS) tell(told = obstacle.says);
    await new Promise((resolve) => setTimeout(resolve, APART_MS));
  }
}

/** Changes nothing. Waits at most {@linkcode VISIT_MS} for each address. */
export async function checkVisits(config: Config): Promise<Finding[]> {
  using client = await visitingClient();
  return await visits(config, client);
}

async function visits(config: Config, client: Deno.HttpClient): Promise<Finding[]> {
  const token = await Deno.readTextFile(join(config.dataDir, DOCTOR_TOKEN)).catch(() => null);
  const own = `http://${localAddress(config)}`;
  const visitor = { token: token ?? "", client };
  const running = await visit(own, visitor).catch(() => null);
  if (!running?.arrival) return [notRunning(own, running !== null)];
  const [ofGuests, ofStaff, separation] = await Promise.all([
    checkAddress(config, "comensales", visitor),
    checkAddress(config, "personal", visitor),
    checkSeparation(config, visitor),
  ]);
  // If the guests' name leads nowhere, an unreachable board proves nothing.
  const isReached = ofGuests.every(({ mark }) => mark !== "falla");
  const apart = separation.filter(({ mark }) => isReached || mark === "falla");
  return [versions(running.arrival), ...ofGuests, ...ofStaff, ...apart];
}

/** The authorities that systems trust, perhaps one of the owner's own. Deno itself brings others. */
const BUNDLES = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt"];

async function visitingClient(): Promise<Deno.HttpClient> {
  const found = await Promise.all(BUNDLES.map((path) => Deno.readTextFile(path).catch(() => "")));
  return Deno.createHttpClient({ caCerts: found.filter((text) => text !== "") });
}

interface Visitor {
  readonly token: string;
  readonly client: Deno.HttpClient;
}

/** @param isTaken whether another program answers at `url` */
function notRunning(url: string, isTaken: boolean): Finding {
  const says = isTaken
    ? `en ${url} responde otro programa, y no el servicio de esta DATA_DIR`
    : `está instalada ${BUILD}, y en ${url} no responde`;
  const { port } = new URL(url);
  const remedy = isTaken
    ? `\`sudo ss -ltnp "sport = :${port}"\` dice cuál: apágalo, y ${RESTART}`
    : `${RESTART}; si no arranca, "journalctl -u sobremesa -n 20" dice por qué`;
  return fail("servicio", says, remedy);
}

function versions({ version }: SeenArrival): Finding {
  if (version === BUILD) return ok("servicio", `${BUILD} corre y está instalada`);
  const says = `corre ${version}, y está instalada ${BUILD}`;
  return warn("servicio", says, RESTART);
}

/** Asks `url` how the request arrived; null if another process answers. @throws {Error} if none answers in time */
async function visit(url: string, { token, client }: Visitor) {
  const response = await fetch(`${url}/healthz`, {
    client,
    headers: { [DOCTOR_HEADER]: token },
    signal: AbortSignal.timeout(VISIT_MS),
    redirect: "manual",
  });
  const body: unknown = await response.json().catch(() => null);
  const isOurs = isObject(body) && "lado" in body;
  return { status: response.status, arrival: isOurs ? body as unknown as SeenArrival : null };
}

/** Checks the address of one listener, and the headers that its proxy sends. */
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
  const toHere = `haz que el proxy lo pase a ${own}: ${installAgain(config)}`;
  if (arrival === null) {
    const says = `${url} responde ${status}, y no este proceso`;
    // Another instance on the same database may have answered.
    const isShared = !config.databaseUrl.startsWith("file:");
    return [isShared ? warn(about, says, toHere) : fail(about, says, toHere)];
  }
  if (arrival.lado !== side) {
    const other = side === "personal" ? "lado de los comensales" : "tablero del personal";
    return [fail(about, `${url} lleva al ${other}`, toHere)];
  }
  return [checkEncryption(about, url, config), ...checkForwarding(url, arrival, config)];
}

/** Writes the proxy's file anew, and what it needs of the settings. */
function installAgain({ baseUrl, staff }: Config): string {
  const names = Object.entries({ public: baseUrl, staff: staff.baseUrl })
    .map(([option, url]) => url === null ? "" : ` --${option} ${new URL(url).hostname}`);
  return `\`sudo sobremesa setup${names.join("")}\`, \`sudo sh install-sobremesa.sh\``;
}

function checkEncryption(about: string, url: string, config: Config): Finding {
  const says = `${url} llega a este proceso`;
  if (url.startsWith("https:")) return ok(about, `${says}, por https y con certificado válido`);
  if (LOCAL.test(url)) return ok(about, says);
  const remedy = about.endsWith("BASE_URL")
    ? set(`${about}=${url.replace("http:", "https:")}`)
    : `dale un nombre, con un proxy que cifra: ${installAgain(config)}`;
  return warn(about, `${says} sin cifrar: ${READABLE}`, remedy);
}

const READABLE = "claves y pedidos se pueden leer en el camino";
const LOCAL = /^http:\/\/(127\.|localhost|\[::1\])/;

function unreached(about: string, url: string, error: Error): Finding {
  // Newer versions of Deno have the reason of a failed fetch in the error's cause.
  const cause = reason(error.cause ?? error).replace(/^.*client error \(Connect\): /, "");
  const { hostname } = new URL(url);
  const [, says, remedy] = OBSTACLES.find(([sign]) => sign.test(cause))!;
  return fail(about, `${url} ${says} (${cause})`, remedy.replace("HOST", hostname));
}

/** Why an address is not reached, by what its error says. The last one is for any other. */
const OBSTACLES: readonly (readonly [sign: RegExp, says: string, remedy: string])[] = [
  [
    /lookup|resolution|dns/i,
    "no existe todavía: ningún DNS conoce el nombre",
    "donde compraste el dominio, haz un registro A de HOST con la dirección de esta máquina, y espera unos minutos",
  ],
  [
    /certificate|corrupt message|tls|handshake/i,
    "no tiene todavía un certificado que los navegadores acepten",
    'espera un minuto; si sigue, "journalctl -u caddy" dice por qué: HOST debe llevar a esta máquina, con los puertos 80 y 443 abiertos',
  ],
  [
    /refused/i,
    "no tiene quien conteste",
    '`sudo systemctl restart caddy`; si no arranca, "journalctl -u caddy -n 20" dice por qué, y "sudo ss -ltnp" quién usa los puertos 80 y 443',
  ],
  [
    /(?:)/,
    `no responde en ${VISIT_MS / 1000} s`,
    "ve que HOST lleve a esta máquina, y que su firewall abra los puertos 80 y 443",
  ],
];

/** The service itself has no https, so that an https address has a proxy. */
function checkForwarding(
  url: string,
  { cliente, vecino, reenviado, creido }: SeenArrival,
  config: Config,
): Finding[] {
  const about = `proxy de ${new URL(url).host}`;
  if (!reenviado) {
    if (!url.startsWith("https:")) return [];
    const says = `${vecino} no pasa la dirección del cliente: ${SHARED}`;
    return [warn(about, says, `haz que mande X-Forwarded-For: ${installAgain(config)}`)];
  }
  if (creido) {
    return [ok(about, `pasa la dirección del cliente: esta máquina se ve como ${cliente}`)];
  }
  const says = `pasa la dirección del cliente, y no se le cree: ${SHARED}`;
  const proxies = [...config.trustedProxies, vecino].join(",");
  return [warn(about, says, set(`TRUSTED_PROXIES=${proxies}`))];
}

const SHARED = "todos los comensales comparten un límite";

/** Checks that the guests' name does not lead to the board, at its own port or through the proxy. */
async function checkSeparation(config: Config, visitor: Visitor): Promise<Finding[]> {
  const { baseUrl, staff } = config;
  if (baseUrl === null) return [];
  const { hostname, origin } = new URL(baseUrl);
  const port = await visit(`http://${hostname}:${staff.port}`, visitor).catch(() => null);
  // A visit over loopback proves nothing for other machines.
  const isOpen = port?.arrival?.lado === "personal" && !isLoopback(port.arrival.vecino);
  const signal = AbortSignal.timeout(VISIT_MS);
  const { client } = visitor;
  const page = await fetch(`${origin}/entrar`, { client, signal, redirect: "manual" })
    .then((response) => response.text()).catch(() => "");
  const isShown = page.includes(STYLE_HREF);
  const where = isOpen ? `${hostname}:${staff.port}` : isShown ? `${origin}/entrar` : "";
  if (where === "") return [ok("tablero", `no se llega a él por ${hostname}`)];
  const remedy = isOpen ? CLOSE_BOARD : `dale al tablero un nombre propio: ${installAgain(config)}`;
  return [fail("tablero", `los comensales llegan a él en ${where}`, remedy)];
}
