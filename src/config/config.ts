/** Reads the environment into a typed configuration, or reports all wrong variables in one message. */
import { isIP } from "node:net";
import { filePath, readWhole } from "../domain/read.ts";
import { LOG_LEVELS, type LogLevel } from "../log.ts";

/** The environment is wrong. The message has a line for each problem, in Spanish. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  constructor(readonly problems: readonly string[], options?: ErrorOptions) {
    super(problems.join("\n"), options);
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

export type Config = Readonly<ReturnType<typeof configOf>>;

/** Returns the value of a variable, or `fallback` if it is absent or wrong. A wrong value is recorded. */
type Read = <T, F>(name: string, fallback: F, kind: Kind<T>) => T | F;

function configOf(read: Read) {
  const dataDir = read("DATA_DIR", read("STATE_DIRECTORY", "./data", PATH), PATH);
  const envio = read("RATE_LIMIT_ENVIO", { tokens: 60, seconds: 60 }, RATE_LIMIT);
  return {
    host: read("HOST", "127.0.0.1", HOST),
    /** 0 takes any free port. */
    port: read("PORT", 8000, whole(0, 65_535)),
    /** Public address without a trailing slash; null means `http://HOST:PORT`. */
    baseUrl: read("BASE_URL", null, BASE_URL),
    dataDir,
    /** `file:`, `libsql:`, `http:` or `https:`. */
    databaseUrl: read("DATABASE_URL", fileUrl(`${dataDir}/sobremesa.db`), DATABASE_URL),
    databaseAuthToken: read("DATABASE_AUTH_TOKEN", undefined, TOKEN),
    restaurantFile: read("RESTAURANT_FILE", null, PATH),
    /** Path of the street map made by `sobremesa map import`, which need not exist. */
    mapFile: `${dataDir}/mapa.bin`,
    /** Base address, without a trailing slash, of an OSRM that plans routes; null for the built-in streets. */
    osrmUrl: read("OSRM_URL", null, OSRM_URL),
    /** Each is counted apart. */
    limits: {
      envio,
      ubicacion: envio,
      borrador: read("RATE_LIMIT_BORRADOR", { tokens: 30, seconds: 60 }, RATE_LIMIT),
      reserva: read("RATE_LIMIT_RESERVA", { tokens: 20, seconds: 600 }, RATE_LIMIT),
    },
    /** Addresses or CIDR blocks whose forwarding headers are believed. */
    trustedProxies: read("TRUSTED_PROXIES", [], NETWORKS),
    /** CIDR blocks from which assistants call for many guests; each shares limits 20 times as wide. */
    assistantNetworks: read("ASSISTANT_NETWORKS", [], NETWORKS),
    /** Origins whose pages may frame those where guests reserve and order. */
    embedOrigins: read("EMBED_ORIGINS", [], ORIGINS),
    staff: {
      host: read("STAFF_HOST", "127.0.0.1", HOST),
      port: read("STAFF_PORT", 8001, whole(0, 65_535)),
      /** Address at which staff open the board; null means `http://STAFF_HOST:STAFF_PORT`. */
      baseUrl: read("STAFF_BASE_URL", null, STAFF_URL),
      /** Called when staff have not seen a reservation in time; null for no call. */
      alertUrl: read("ALERT_URL", null, ALERT_URL),
    },
    retentionDays: read("RETENTION_DAYS", 365, whole(1, 3_650)),
    logLevel: read("LOG_LEVEL", "info", LEVEL),
  };
}

/** @throws {ConfigError} naming every variable that is wrong */
export function readConfig(environment: Environment): Config {
  const problems: string[] = [];
  const config = configOf((name, fallback, { expected, isSecret, parse }) => {
    const text = environment[name];
    if (text === undefined || text === "") return fallback;
    const value = parse(text);
    if (value !== null) return value;
    const got = isSecret ? "otra cosa" : JSON.stringify(text.replace(/\/\/[^/]*@/, "//…@"));
    problems.push(`${name}: se esperaba ${expected}, y hay ${got}`);
    return fallback;
  });
  const { restaurantFile, port, staff } = config;
  if (restaurantFile !== null && !environment["BASE_URL"]) problems.push(NO_BASE_URL);
  const isRead = !problems.some((problem) => /^(?:STAFF_)?PORT:/.test(problem));
  if (isRead && port === staff.port && port !== 0) {
    problems.push(
      `STAFF_PORT: se esperaba otro puerto que PORT, y los dos son ${port}: los clientes no deben llegar al tablero`,
    );
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

export const NO_BASE_URL =
  "BASE_URL: se esperaba la dirección en que los clientes abren este servicio, como https://mesa.example: " +
  "con ella empiezan los enlaces de los pedidos";

export function settingNames(): readonly string[] {
  const names: string[] = [];
  configOf((name, fallback) => {
    names.push(name);
    return fallback;
  });
  return names;
}

interface Kind<T> {
  readonly expected: string;
  /** Whether a wrong value may hold a secret, which no message shows. */
  readonly isSecret?: true;
  parse(text: string): T | null;
}

const PATH: Kind<string> = {
  expected: "una ruta sin NUL",
  parse: (text) => text.includes("\0") ? null : text.replace(/(?<=.)\/+$/, ""),
};

/** A `file:` URL, where some characters of a path need an escape. */
export function fileUrl(path: string): string {
  return `file:${path.replace(/[%?#]/g, encodeURIComponent)}`;
}

const HOST: Kind<string> = {
  expected: "una dirección o un nombre donde escuchar, como 127.0.0.1 o ::",
  parse: (text) => /^[\w.:-]+$/.test(text) ? text : null,
};

function whole(min: number, max: number): Kind<number> {
  return {
    expected: `un número entero de ${min} a ${max}`,
    parse: (text) => readWhole(text, { min, max }),
  };
}

const LEVEL: Kind<LogLevel> = {
  expected: `uno de ${LOG_LEVELS.join(", ")}`,
  parse: (text) => LOG_LEVELS.find((level) => level === text) ?? null,
};

const BASE_URL: Kind<string> = {
  expected: "una dirección http o https como https://mesa.example",
  parse: plainUrl,
};

/** A path in the address would break the board's links, which begin at the root. */
const STAFF_URL: Kind<string> = {
  expected: "una dirección http o https sin ruta, como https://tablero.example",
  parse: (text) => URL.parse(text)?.pathname === "/" ? plainUrl(text) : null,
};

const OSRM_URL: Kind<string> = {
  expected:
    "una dirección http o https sin usuario, consulta ni fragmento, como http://127.0.0.1:5000",
  isSecret: true,
  parse: plainUrl,
};

/** The query is kept, because it may hold a token. */
const ALERT_URL: Kind<string> = {
  expected: "una dirección http o https sin usuario ni contraseña",
  isSecret: true,
  parse: (text) => webUrl(text)?.href ?? null,
};

/** An http or https address without trailing slashes; null for another, or one with more than host and path. */
function plainUrl(text: string): string | null {
  const url = webUrl(text);
  return url && !/[?#]/.test(text) ? `${url.origin}${url.pathname}`.replace(/\/+$/, "") : null;
}

function webUrl(text: string): URL | null {
  const url = URL.parse(text);
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url : null;
}

const DATABASE_URL: Kind<string> = {
  expected: "file: y una ruta, o una dirección libsql://, http:// o https://",
  isSecret: true,
  parse(text) {
    const url = URL.parse(text);
    const isServer = url && /^(libsql|https?):$/.test(url.protocol) && url.hostname !== "";
    return isServer || filePath(text) !== null ? text : null;
  },
};

const TOKEN: Kind<string> = {
  expected: "ASCII visible, sin espacios ni fin de renglón",
  isSecret: true,
  parse: (text) => /^[\x21-\x7e]+$/.test(text) ? text : null,
};

const RATE = { min: 1, max: 999_999_999 };

/** A burst of `tokens` requests, as many as are restored in `seconds`. */
const RATE_LIMIT: Kind<{ readonly tokens: number; readonly seconds: number }> = {
  expected: "peticiones/segundos como 60/60",
  parse(text) {
    const [tokens, seconds, ...more] = text.split("/").map((part) => readWhole(part, RATE));
    return tokens && seconds && more.length === 0 ? { tokens, seconds } : null;
  },
};

const NETWORKS = listOf(
  "direcciones o bloques CIDR separados por comas, como 127.0.0.1,10.0.0.0/8",
  isNetwork,
);

const ORIGINS = listOf(
  "orígenes separados por comas, como https://casa.example",
  (text) => webUrl(text)?.origin === text,
);

function listOf(expected: string, isOne: (text: string) => boolean): Kind<readonly string[]> {
  return {
    expected,
    parse(text) {
      const all = text.split(",").map((one) => one.trim()).filter(Boolean);
      return all.every(isOne) ? all : null;
    },
  };
}

function isNetwork(text: string): boolean {
  const [address = "", length = "0", ...more] = text.split("/");
  // An address may have a zone such as `%eth0`, a network may not.
  const bits = address.includes("%") ? -1 : { 0: -1, 4: 32, 6: 128 }[isIP(address)]!;
  return readWhole(length, { min: 0, max: bits }) !== null && more.length === 0;
}
