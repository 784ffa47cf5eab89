import { createApp } from "../app.ts";
import type { Config } from "../config/config.ts";
import type { LatLng } from "../domain/location.ts";
import { trustedProxies } from "../http/client_address.ts";
import { delivers } from "../domain/tariff.ts";
import type { DoctorAccess } from "../http/health.ts";
import { tokenBuckets } from "../http/rate_limit.ts";
import type { Listener } from "../http/router.ts";
import { type Server, startServer } from "../http/server.ts";
import type { Log } from "../log.ts";
import { type RequestCounts, serviceMetrics } from "../metrics.ts";
import { openLiveBoards } from "../staff/live_boards.ts";
import type { PictureWords } from "../ports/streets.ts";
import { createStaffApp } from "../staff_app.ts";
import type { Store } from "../storage/store.ts";
import { copiesSent } from "./copies.ts";
import { guestImages, withSample } from "./images.ts";
import { restaurantBook, type RestaurantSource } from "./restaurant.ts";
import { randomBytes, staffKeys } from "./staff_key.ts";
import { mapLine, type StreetSource } from "./streets.ts";

export interface Sources {
  readonly restaurant: RestaurantSource;
  readonly storage: Store;
  readonly streets: StreetSource;
  /** The problem of the copies, in Spanish. */
  readonly copies: { problem(): string | null };
  readonly doctor: DoctorAccess;
}

export interface Listeners {
  readonly url: string;
  readonly staffUrl: string;
  /** Gives open requests `withinMs` milliseconds for their answers. */
  stop(withinMs: number): Promise<void>;
}

/** Opens both listeners, or neither. @throws {CannotListen} */
export async function listen(config: Config, log: Log, sources: Sources): Promise<Listeners> {
  const guests = openListener(config, "", log);
  try {
    const staff = openListener(config.staff, "STAFF_", log);
    const url = publicUrl(config, guests.server.port);
    const staffUrl = publicUrl(config.staff, staff.server.port);
    const apps = applications(config, log, sources, { url, staffUrl });
    guests.serve(apps.guests);
    staff.serve(apps.staff);
    return {
      url,
      staffUrl,
      async stop(withinMs) {
        await Promise.all([guests.server.shutdown(withinMs), staff.server.shutdown(withinMs)]);
        apps.close();
      },
    };
  } catch (error) {
    await guests.server.shutdown(0);
    throw error;
  }
}

/** The applications behind the listeners. */
export function applications(
  config: Config,
  log: Log,
  sources: Sources,
  { url, staffUrl }: Pick<Listeners, "url" | "staffUrl">,
): { readonly guests: Listener; readonly staff: Listener; close(): void } {
  const { storage, doctor, restaurant } = sources;
  const buckets = new Map(
    Object.entries(config.limits).map(([name, limit]) => [name, tokenBuckets(limit)]),
  );
  const { requests, reservations, planner, metrics } = serviceMetrics({
    buckets,
    reservations: storage.reservations,
    planner: sources.streets.planner,
    clockDoubted: () => storage.clock.doubt() !== null,
  });
  const reports = requestReports(config, log, requests);
  const guests = createApp({
    deps: {
      ...sharedDeps(sources, log),
      reservations,
      planner,
      baseUrl: url,
      seals: storage.seals,
      image: guestImages({ restaurant: restaurant.current, storage, now: Date.now }),
      onPlannerError: (error: unknown) => log.error("the route planner failed", error),
    },
    buckets,
    assistants: new Map(config.assistantNetworks.map((one) => [one, trustedProxies([one])])),
    embedOrigins: config.embedOrigins,
    ping: storage.ping,
    doctor,
    ...reports("public"),
  });
  const deps = { ...staffDeps(config, log, sources), baseUrl: url, staffUrl };
  const live = openLiveBoards(deps, storage.boards);
  const access = storage.staffKey;
  const staff = createStaffApp({ deps, access, live, metrics, doctor, ...reports("staff") });
  return { guests, staff, close: live.close };
}

function staffDeps(config: Config, log: Log, sources: Sources) {
  const { restaurant, storage, copies } = sources;
  const { book, switches, closures, erasure, acceptClock } = storage;
  return {
    ...sharedDeps(sources, log),
    book,
    switches,
    closures,
    erasure,
    acceptClock,
    retentionDays: config.retentionDays,
    lastEvent: storage.poll.lastEvent,
    isRecent: storage.poll.isRecent,
    restaurantBook: restaurantBook(restaurant, storage.restaurants, Date.now),
    images: withSample(storage.images),
    keys: staffKeys(config.dataDir, storage.staffKey),
    clockDoubt: storage.clock.doubt,
    mapCovers: sources.streets.covers,
    mapLine: mapLine(config),
    copiesSent: () => copiesSent(config),
    troubles: () =>
      [mapTrouble(sources), copies.problem(), unerasedWords(storage.poll.unerased())]
        .filter((one) => one !== null),
  };
}

function unerasedWords(paths: readonly string[]): string | null {
  if (paths.length === 0) return null;
  return `Lo que se borró sigue en ${paths.join(", ")}. Cierra el programa que lo tenga abierto, ` +
    "y en un minuto se termina solo; si es una copia dañada, quítala.";
}

const NO_MAP =
  'El mapa no se pudo usar, y ningún envío tiene precio: "sudo sobremesa doctor" dice por qué.';

const MAP_REFUSED =
  'El mapa no se pudo usar; los envíos siguen con precio: "sudo sobremesa doctor" dice por qué.';

const MAP_MISSING =
  "Sin mapa de calles tus clientes no ven precios de envío ni encuentran su dirección: el envío se " +
  'cotiza por WhatsApp. Se hace una vez, con "sudo sobremesa map import ARCHIVO".';

function mapTrouble({ restaurant, streets }: Sources): string | null {
  if (streets.problem() !== null) return streets.hasPrices() ? MAP_REFUSED : NO_MAP;
  const { tariff } = restaurant.current();
  return delivers({ tariff }) && !tariff.unpriced && !streets.hasPrices() ? MAP_MISSING : null;
}

function sharedDeps({ restaurant, storage, streets }: Sources, log: Log) {
  return {
    now: storage.now,
    randomBytes,
    restaurant: restaurant.current,
    state: storage.poll.current,
    locate: streets.locate,
    findsAddresses: streets.findsAddresses,
    townAt: streets.townAt,
    hasPrices: streets.hasPrices,
    routePicture(destination: LatLng, words: PictureWords): string | null {
      try {
        return streets.picture(destination, words);
      } catch (error) {
        // The page is served without a picture.
        log.error("drawing the route failed", error);
        return null;
      }
    },
  };
}

/** The reports of each application about its requests. An untrusted proxy is logged once for both. */
function requestReports(
  { trustedProxies: networks }: Config,
  log: Log,
  requests: RequestCounts["listener"],
) {
  let isLogged = false;
  const shared = {
    proxies: trustedProxies(networks),
    onUntrustedProxy() {
      if (!isLogged) log.warn(UNTRUSTED_PROXY);
      isLogged = true;
    },
    onInternalError: (error: unknown, where: string) => log.error(`${where} failed`, error),
  };
  return (listener: "public" | "staff") => {
    const count = requests(listener);
    return {
      ...shared,
      logRequest(line: Parameters<typeof count>[0]) {
        count(line);
        log.request(line);
      },
    };
  };
}

const UNTRUSTED_PROXY =
  "a proxy on this machine sends X-Forwarded-For but is not trusted, so all guests share one rate limit: " +
  "set TRUSTED_PROXIES=127.0.0.1,::1 if that proxy is yours";

/** The base address of links and of the OpenAPI document: the configured one, never that of a request's Host header. */
export function publicUrl(
  { baseUrl, host }: Pick<Config, "baseUrl" | "host">,
  port: number,
): string {
  return baseUrl ?? `http://${localAddress({ host, port })}`;
}

/** Host and port of a listener as in a URL; the loopback address if it listens on every address. */
export function localAddress({ host, port }: Pick<Config, "host" | "port">): string {
  if (host === "0.0.0.0" || host === "::") return `127.0.0.1:${port}`;
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** The service cannot listen on its address. The message says why and which variable to change. */
export class CannotListen extends Error {
  override readonly name = "CannotListen";
}

/** Opens a listener before its application exists, because links need its port. @param prefix of its variables */
function openListener(
  { host: hostname, port }: Pick<Config, "host" | "port">,
  prefix: "" | "STAFF_",
  log: Log,
): { readonly server: Server; serve(app: Listener): void } {
  const name = prefix === "" ? "the listener" : "the staff's listener";
  let app: Listener;
  try {
    // Requests arrive only after this turn of the event loop, when `app` is set.
    const server = startServer((request, peer) => app(request, peer), {
      hostname,
      port,
      onBroken: (reason) => log.error(`${name} broke; listening again`, reason),
    });
    return { server, serve: (given) => app = given };
  } catch (error) {
    throw new CannotListen(listenProblem(error, hostname, port, prefix), { cause: error });
  }
}

function listenProblem(error: unknown, host: string, port: number, prefix: string): string {
  if (error instanceof Deno.errors.AddrInUse) {
    return `el puerto ${port} está ocupado: cierra el programa que escucha ahí, o pon otro en ${prefix}PORT`;
  }
  if (error instanceof Deno.errors.PermissionDenied) {
    return `este usuario no puede escuchar en el puerto ${port}: pon en ${prefix}PORT 1024 o más, y deja el ${port} a un proxy`;
  }
  const reason = error instanceof Error ? error.message : String(error);
  return `no se puede escuchar en ${host}, puerto ${port} (${reason}): pon en ${prefix}HOST una dirección de esta máquina, o 0.0.0.0`;
}
