/** The real application on a free port, with a real file database and a clock that only the test moves. */
import { type AppOptions, createApp, publicRoutes } from "../../src/app.ts";
import { type Config, readConfig } from "../../src/config/config.ts";
import type { Deps } from "../../src/ports/guests.ts";
import type { Restaurant } from "../../src/domain/restaurant.ts";
import { trustedProxies } from "../../src/http/client_address.ts";
import { type RateLimit, tokenBuckets } from "../../src/http/rate_limit.ts";
import type { Listener, Route } from "../../src/http/router.ts";
import type { RequestLine } from "../../src/log.ts";
import { startServer } from "../../src/http/server.ts";
import { sampleMap } from "../../src/streets/mod.ts";
import { guestImages } from "../../src/service/images.ts";
import type { RestaurantSource } from "../../src/service/restaurant.ts";
import { plannerOf } from "../../src/service/streets.ts";
import type { StoreOptions } from "../../src/storage/book/context.ts";
import { countsPeople } from "../../src/domain/schedule/services.ts";
import { openStore, type Store } from "../../src/storage/store.ts";
import { type TestClock, testClock } from "./test_clock.ts";
import { instantOf, testRestaurant } from "./restaurant_fixture.ts";

/** Replacements for parts; everything else is real. */
export interface TestAppOptions {
  /** The clock's start in epoch milliseconds. Default: {@linkcode APP_NOW}. */
  readonly now?: number;
  /** Default: {@linkcode testRestaurant}. The sample map prices it. */
  readonly restaurant?: Restaurant;
  /** A source of restaurants to serve instead. */
  readonly source?: RestaurantSource;
  /** By default so high that no test reaches them. */
  readonly limits?: Partial<Record<keyof Config["limits"], RateLimit>>;
  /** Networks of trusted proxies. Default: none. */
  readonly proxies?: readonly string[];
  /** Networks of assistants. Default: none. */
  readonly assistants?: readonly string[];
  readonly bodyTimeoutMs?: number;
  /** Replaces ports, given the real ones: a planner that fails, a store that does not answer. */
  readonly deps?: (real: Deps) => Partial<Deps>;
  /** Replaces options of the storage, such as its database. */
  readonly storage?: Partial<StoreOptions>;
  /** Replaces options of the application. */
  readonly app?: Partial<Omit<AppOptions, "deps" | "buckets">>;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body; null if it is empty or no JSON. */
  // deno-lint-ignore no-explicit-any -- tests look into bodies whose shape is what they test
  readonly body: any;
  readonly text: string;
}

export interface TestApp extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`, also the base address of the links it makes. */
  readonly url: string;
  readonly port: number;
  readonly listener: Listener;
  readonly routes: readonly Route[];
  readonly deps: Deps;
  readonly storage: Store;
  /** Removed at the end. */
  readonly dataDir: string;
  readonly clock: TestClock;
  /** Logged request lines and internal errors. */
  readonly requests: RequestLine[];
  readonly errors: { readonly error: unknown; readonly where: string }[];
  /** Log messages of the storage. */
  readonly logged: string[];
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Like `fetch`, and reads the body. */
  get(path: string, init?: RequestInit): Promise<TestAnswer>;
  /** Posts `body`: a string as it is, anything else as JSON. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<TestAnswer>;
}

/** Tuesday 2026-03-10 at noon in Mérida: the test restaurant opens at 13:00. */
const APP_NOW = instantOf("2026-03-10T12:00");

const MAP = sampleMap();

const UNLIMITED = { tokens: 1_000_000, seconds: 1 };

/** Starts the application; `await using` ends it and removes its folder. */
export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const dataDir = await Deno.makeTempDir();
  const { source } = options;
  const own = options.restaurant ?? testRestaurant();
  const restaurant = source?.current ?? (() => own);
  const clock = testClock(options.now ?? APP_NOW);
  const logged: string[] = [];
  const requests: RequestLine[] = [];
  const errors: { error: unknown; where: string }[] = [];
  const storage = await openStore({
    url: `file:${dataDir}/sobremesa.db`,
    dataDir,
    retentionDays: 365,
    now: clock.now,
    randomBytes,
    ...(source === undefined ? {} : { onRestaurant: source.follow }),
    countsPeople: () => countsPeople(restaurant().booking),
    log: (message) => logged.push(message),
    ...options.storage,
  });
  const server = startServer((request, peer) => listener(request, peer), {
    hostname: "127.0.0.1",
    port: 0,
    onBroken: (error) => errors.push({ error, where: "server" }),
  });
  const url = `http://127.0.0.1:${server.port}`;
  const real: Deps = {
    now: clock.now,
    randomBytes,
    restaurant,
    state: storage.poll.current,
    planner: plannerOf(await MAP.drivesFrom(restaurant().location)),
    locate: MAP.locate,
    townAt: MAP.townAt,
    hasPrices: () => true,
    findsAddresses: () => true,
    image: guestImages({ restaurant, storage, now: clock.now }),
    onPlannerError: (error) => errors.push({ error, where: "planner" }),
    reservations: storage.reservations,
    seals: storage.seals,
    baseUrl: url,
  };
  const deps: Deps = { ...real, ...options.deps?.(real) };
  const served: AppOptions = {
    deps,
    buckets: bucketsOf(options.limits),
    proxies: trustedProxies(options.proxies ?? []),
    assistants: new Map((options.assistants ?? []).map((one) => [one, trustedProxies([one])])),
    bodyTimeoutMs: options.bodyTimeoutMs ?? 10_000,
    ping: storage.ping,
    logRequest: (line) => requests.push(line),
    onUntrustedProxy: () => logged.push("untrusted proxy"),
    onInternalError: (error, where) => errors.push({ error, where }),
    ...options.app,
  };
  const listener = createApp(served);
  return {
    url,
    port: server.port,
    listener,
    routes: publicRoutes(served),
    deps,
    storage,
    dataDir,
    clock,
    requests,
    errors,
    logged,
    ...clientOf(url),
    async [Symbol.asyncDispose]() {
      await server.shutdown(2_000);
      await storage.close(2_000);
      await Deno.remove(dataDir, { recursive: true });
    },
  };
}

function bucketsOf(limits: TestAppOptions["limits"] = {}): AppOptions["buckets"] {
  const names = Object.keys(readConfig({}).limits) as (keyof Config["limits"])[];
  return new Map(names.map((name) => [name, tokenBuckets(limits[name] ?? UNLIMITED)]));
}

function clientOf(url: string): Pick<TestApp, "fetch" | "get" | "post"> {
  const fetchPath = (path: string, init?: RequestInit) => fetch(`${url}${path}`, init);
  return {
    fetch: fetchPath,
    get: async (path, init) => await readAnswer(await fetchPath(path, init)),
    async post(path, body, headers = {}) {
      const init = {
        method: "POST",
        body: typeof body === "string" ? body : JSON.stringify(body),
        headers: { "content-type": "application/json", ...headers },
      };
      return await readAnswer(await fetchPath(path, init));
    },
  };
}

/** A body of POST /api/reserva that is accepted at {@linkcode APP_NOW}, with `changes`. */
export function reservationBody(changes: Readonly<Record<string, unknown>> = {}): unknown {
  return {
    dia: "2026-03-12",
    hora: "20:30",
    personas: 4,
    nombre: "Guadalupe Pech",
    telefono: "9991234567",
    ...changes,
  };
}

/** A body of POST /api/pedido/borrador that the test restaurant delivers, with `changes`. */
export function homeDraftBody(changes: Readonly<Record<string, unknown>> = {}): unknown {
  return {
    lineas: [{ id: "panuchos", cantidad: 2 }],
    entrega: {
      modo: "domicilio",
      direccion: "Calle 60 núm. 420 x 47 y 49, Centro",
      lat: 20.9745,
      lng: -89.6212,
    },
    ...changes,
  };
}

async function readAnswer(response: Response): Promise<TestAnswer> {
  const { status, headers } = response;
  const text = await response.text();
  return { status, headers, text, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function randomBytes(length: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(length));
}
