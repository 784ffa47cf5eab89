/** Reads the environment into a typed configuration, or says in one message everything that is wrong with it. */
import { isStaffKey, MAX_STAFF_KEY, MIN_STAFF_KEY } from "../domain/staff_key.ts";
import { LOG_LEVELS, type LogLevel } from "../log.ts";

export interface Config {
  /** Address to listen on. */
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Public address without a trailing slash; null stands for `http://HOST:PORT`. */
  readonly baseUrl: string | null;
  readonly dataDir: string;
  /** `file:`, `libsql:`, `http:` or `https:`. */
  readonly databaseUrl: string;
  readonly databaseAuthToken: string | undefined;
  /** Path of the restaurant's file; null stands for the sample. */
  readonly restaurantFile: string | null;
  /** Path of the street map made by `sobremesa map import`; null stands for none of one's own. */
  readonly mapFile: string | null;
  /** The engine that plans routes; null stands for the built-in router. */
  readonly router: RouterConfig | null;
  readonly limits: Readonly<Record<LimitName, RateLimit>>;
  /** Addresses or CIDR blocks whose forwarding headers are believed. */
  readonly trustedProxies: readonly string[];
  readonly draftTtlMinutes: number;
  /** The staff's board, on a listener of its own. */
  readonly staff: StaffConfig;
  /** Days after which guests' personal data is erased. */
  readonly retentionDays: number;
  readonly logLevel: LogLevel;
}

/** The operations that are limited per client address. */
export type LimitName = "envio" | "borrador" | "reserva";

/** How many requests at once, and in how many seconds that many come back. */
export interface RateLimit {
  readonly tokens: number;
  readonly seconds: number;
}

/** The staff's board. */
export interface StaffConfig {
  /** Address to listen on. */
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Address at which staff open the board, without a path; null stands for `http://STAFF_HOST:STAFF_PORT`. */
  readonly baseUrl: string | null;
  /** The key that staff sign in with; null stands for one that is made at the first start. */
  readonly key: string | null;
  /** Called when a reservation was not seen in time; null for no call. */
  readonly alertUrl: string | null;
}

/** A routing engine of the operator's. */
export interface RouterConfig {
  readonly engine: typeof ENGINES[number];
  /** Base address without a trailing slash; it may have a path. */
  readonly url: string;
  /** Google's API key; null for the others. */
  readonly key: string | null;
  /** How many calls a day may be made; null for any number. */
  readonly dailyLimit: number | null;
}

const ENGINES = ["osrm", "valhalla", "google"] as const;
const GOOGLE_ROUTES_URL = "https://routes.googleapis.com";
const GOOGLE_DAILY_LIMIT = 1_000;

/** The environment is wrong; `message` has a line for each wrong variable. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  constructor(readonly problems: readonly string[], options?: ErrorOptions) {
    super(problems.join("\n"), options);
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** @throws {ConfigError} naming every variable that is wrong */
export function readConfig(environment: Environment): Config {
  const problems: string[] = [];
  const read: Read = (name, fallback, parse) => {
    const text = environment[name];
    if (text === undefined || text === "") return fallback;
    try {
      return parse(text);
    } catch (error) {
      const expected = error instanceof Error ? error.message : String(error);
      problems.push(`${name}: expected ${expected}, got ${shown(name, text)}`);
      return fallback;
    }
  };
  const dataDir = read("DATA_DIR", read("STATE_DIRECTORY", "./data", parsePath), parsePath);
  const config: Config = {
    host: read("HOST", "127.0.0.1", parseHost),
    port: read("PORT", 8000, parseWhole(0, 65_535)),
    baseUrl: read<string | null>("BASE_URL", null, parseBaseUrl),
    dataDir,
    databaseUrl: read("DATABASE_URL", fileUrl(`${dataDir}/sobremesa.db`), parseDatabaseUrl),
    databaseAuthToken: read<string | undefined>("DATABASE_AUTH_TOKEN", undefined, parseToken),
    restaurantFile: read<string | null>("RESTAURANT_FILE", null, parsePath),
    mapFile: read<string | null>("MAP_FILE", null, parsePath),
    router: readRouter(read, environment, problems),
    limits: {
      envio: read("RATE_LIMIT_ENVIO", { tokens: 60, seconds: 60 }, parseLimit),
      borrador: read("RATE_LIMIT_BORRADOR", { tokens: 30, seconds: 60 }, parseLimit),
      reserva: read("RATE_LIMIT_RESERVA", { tokens: 20, seconds: 600 }, parseLimit),
    },
    trustedProxies: read("TRUSTED_PROXIES", [], parseProxies),
    draftTtlMinutes: read("DRAFT_TTL_MINUTES", 30, parseWhole(1, 1440)),
    staff: readStaff(read),
    retentionDays: read("RETENTION_DAYS", 365, parseWhole(1, 3_650)),
    logLevel: read("LOG_LEVEL", "info", parseLogLevel),
  };
  if (config.restaurantFile !== null && !environment["BASE_URL"]) problems.push(MISSING_BASE_URL);
  const { port, staff } = config;
  if (port === staff.port && port !== 0) problems.push(samePort(port));
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** The value of a variable, or `fallback` where it is absent or, which is then on record, wrong. */
type Read = <T>(name: string, fallback: T, parse: (text: string) => T) => T;

function readStaff(read: Read): StaffConfig {
  return {
    host: read("STAFF_HOST", "127.0.0.1", parseHost),
    port: read("STAFF_PORT", 8001, parseWhole(0, 65_535)),
    baseUrl: read<string | null>("STAFF_BASE_URL", null, parseStaffUrl),
    key: read<string | null>("STAFF_KEY", null, parseStaffKey),
    alertUrl: read<string | null>("ALERT_URL", null, parseAlertUrl),
  };
}

/** Every variable of it is read, so that a wrong one is told even while another engine is chosen. */
function readRouter(read: Read, environment: Environment, problems: string[]): RouterConfig | null {
  const engine = read<RouterConfig["engine"] | null>("ROUTER", null, parseRouter);
  const google = engine === "google";
  const url = read("ROUTER_URL", google ? GOOGLE_ROUTES_URL : "", parseRouterUrl);
  const key = read<string | null>("ROUTER_KEY", null, parseToken);
  const limit = google ? GOOGLE_DAILY_LIMIT : null;
  const dailyLimit = read("ROUTER_DAILY_LIMIT", limit, parseWhole(1, 1_000_000));
  if (engine === null) return null;
  if (google && !environment["ROUTER_KEY"]) problems.push(MISSING_ROUTER_KEY);
  if (!google && !environment["ROUTER_URL"]) {
    problems.push(
      `ROUTER_URL: expected the address of the ${engine} server, ${ROUTER_URL_EXAMPLE}`,
    );
  }
  return { engine, url, key: google ? key : null, dailyLimit };
}

const MISSING_ROUTER_KEY =
  "ROUTER_KEY: expected an API key of Google Cloud for which the Routes API is enabled, because ROUTER=google";

const MISSING_BASE_URL =
  "BASE_URL: expected the address at which guests open this service, such as https://mesa.example: " +
  "order drafts of a restaurant of your own carry links that begin with it";

function samePort(port: number): string {
  return `STAFF_PORT: expected another port than PORT, got ${port} for both: guests must not reach the staff's board`;
}

/** What was sent, on one line, but for what may be secret. */
function shown(name: string, text: string): string {
  if (SECRETS.has(name)) return "something else";
  if (SECRET_ADDRESSES.has(name)) {
    return `"${/^[a-z][a-z0-9+.-]*:/i.exec(text)?.[0] ?? ""}…"`;
  }
  return JSON.stringify(text.replace(/\/\/[^/]*@/, "//…@"));
}

const SECRETS = new Set(["DATABASE_AUTH_TOKEN", "ROUTER_KEY", "STAFF_KEY"]);
/** Of these only the scheme is shown: a token may stand anywhere in them. */
const SECRET_ADDRESSES = new Set(["DATABASE_URL", "ROUTER_URL", "ALERT_URL"]);

function parseRouter(text: string): RouterConfig["engine"] | null {
  if (text === "built-in") return null;
  const engine = ENGINES.find((known) => known === text);
  if (engine) return engine;
  throw new TypeError(`one of built-in, ${ENGINES.join(", ")}`);
}

function parseLogLevel(text: string): LogLevel {
  const level = LOG_LEVELS.find((known) => known === text);
  if (level) return level;
  throw new TypeError(`one of ${LOG_LEVELS.join(", ")}`);
}

/** Readers of single values. Each throws a `TypeError` whose message is what was expected. */
const ROUTER_URL_EXAMPLE = "such as http://127.0.0.1:5000";

function parsePath(text: string): string {
  if (text.includes("\0")) throw new TypeError("a path without NUL");
  return text.replace(/(?<=.)\/+$/, "");
}

/** The path in a `file:` URL, where some characters mean something else. */
function fileUrl(path: string): string {
  return `file:${path.replace(/[%?#]/g, encodeURIComponent)}`;
}

function parseHost(text: string): string {
  if (/^[\w.:-]+$/.test(text)) return text;
  throw new TypeError("an address or host name to listen on, such as 127.0.0.1 or ::");
}

function parseWhole(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new TypeError(`a whole number from ${min} to ${max}`);
  };
}

function parseBaseUrl(text: string): string {
  const url = parsePlainUrl(text);
  if (url === null) throw new TypeError("an http or https address such as https://mesa.example");
  return url;
}

/** The board's own links begin at the root, so that a path before them would lead nowhere. */
function parseStaffUrl(text: string): string {
  const url = parsePlainUrl(text);
  if (url !== null && URL.parse(url)?.pathname === "/") return url;
  throw new TypeError("an http or https address without a path, such as https://tablero.example");
}

function parseStaffKey(text: string): string {
  if (isStaffKey(text)) return text.trim();
  throw new TypeError(
    `a key of ${MIN_STAFF_KEY} to ${MAX_STAFF_KEY} characters on one line`,
  );
}

/** Whole, with its query: that may be where its token stands. */
function parseAlertUrl(text: string): string {
  const url = URL.parse(text);
  const fits = url && /^https?:$/.test(url.protocol) && !url.username && !url.password;
  if (fits) return url.href;
  throw new TypeError("an http or https address without user and password");
}

function parseRouterUrl(text: string): string {
  const url = parsePlainUrl(text);
  if (url !== null) return url;
  throw new TypeError(
    `an http or https address without user, query or fragment, ${ROUTER_URL_EXAMPLE}`,
  );
}

/** An http or https address without slashes at its end; null where it is none, or has more than host and path. */
function parsePlainUrl(text: string): string | null {
  const url = URL.parse(text);
  const isPlain = url && /^https?:$/.test(url.protocol) && !/[?#]/.test(text) &&
    !url.username && !url.password;
  return isPlain ? `${url.origin}${url.pathname}`.replace(/\/+$/, "") : null;
}

function parseDatabaseUrl(text: string): string {
  const url = URL.parse(text);
  const isServer = url && /^(libsql|https?):$/.test(url.protocol) && url.hostname !== "";
  if (isServer || /^file:.+/.test(text)) return text;
  throw new TypeError("file: and a path, or a libsql://, http:// or https:// address");
}

function parseToken(text: string): string {
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  throw new TypeError("printable ASCII without blanks or line ends");
}

function parseLimit(text: string): RateLimit {
  const [tokens = 0, seconds = 0] = /^\d{1,9}\/\d{1,9}$/.test(text)
    ? text.split("/").map(Number)
    : [];
  if (tokens > 0 && seconds > 0) return { tokens, seconds };
  throw new TypeError("tokens/seconds such as 60/60");
}

function parseProxies(text: string): readonly string[] {
  const networks = text.split(",").map((network) => network.trim()).filter(Boolean);
  if (networks.every(isNetwork)) return networks;
  throw new TypeError("addresses or CIDR blocks parted by commas, such as 127.0.0.1,10.0.0.0/8");
}

function isNetwork(text: string): boolean {
  const [address = "", length, ...more] = text.split("/");
  const isV6 = address.includes(":");
  const isAddress = isV6
    ? URL.canParse(`http://[${address}]`)
    : /^\d+(\.\d+){3}$/.test(address) && URL.canParse(`http://${address}`);
  const fits = length === undefined ||
    /^\d{1,3}$/.test(length) && Number(length) <= (isV6 ? 128 : 32);
  return isAddress && fits && more.length === 0;
}
