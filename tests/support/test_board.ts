/** The real board and the public API on free ports, with one real database and a clock that only the test moves. */
import { trustedProxies } from "../../src/http/client_address.ts";
import type { Listener, Route } from "../../src/http/router.ts";
import type { RequestLine } from "../../src/log.ts";
import { startServer } from "../../src/http/server.ts";
import { type LiveBoards, openLiveBoards } from "../../src/staff/live_boards.ts";
import { staffKeys } from "../../src/service/staff_key.ts";
import { withSample } from "../../src/service/images.ts";
import {
  restaurantBook,
  type RestaurantSource,
  restaurantSource,
} from "../../src/service/restaurant.ts";
import { createStaffApp, privateRoutes, type StaffAppOptions } from "../../src/staff_app.ts";
import type { Boards, StaffDeps } from "../../src/ports/staff.ts";
import { type TestApp, testApp, type TestAppOptions } from "./test_app.ts";

export interface TestBoardOptions extends TestAppOptions {
  /** The name to sign in with. Default: {@linkcode ACTOR}. */
  readonly actor?: string;
  /** The board's configured address. Default: that of its port. */
  readonly staffUrl?: string;
  /** Replaces ports of the board, given the real ones. */
  readonly staffDeps?: (real: StaffDeps) => Partial<StaffDeps>;
  /** Is told whether boards are connected. Default: the database. */
  readonly boards?: Boards;
}

export interface TestBoard extends AsyncDisposable {
  /** The public application over the same database; its clock is the board's too. */
  readonly app: TestApp;
  /** `http://127.0.0.1:PORT` of the board. */
  readonly url: string;
  readonly port: number;
  readonly listener: Listener;
  readonly routes: readonly Route[];
  readonly deps: StaffDeps;
  readonly live: LiveBoards;
  readonly clock: TestApp["clock"];
  readonly storage: TestApp["storage"];
  /** Logged request lines and internal errors of the board. */
  readonly requests: RequestLine[];
  readonly errors: { readonly error: unknown; readonly where: string }[];
  /** The Cookie header of the signed-in device. */
  readonly cookie: string;
  /** Another device, signed in as `actor`. @param key default: the owner's */
  signIn(actor: string, key?: string): Promise<Device>;
  /** A request without cookie and origin; redirects are not followed. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Like `fetch`, and reads the body. */
  ask(path: string, init?: RequestInit): Promise<BoardAnswer>;
  /** Gets a page on the signed-in device; redirects are not followed. */
  get(path: string): Promise<BoardAnswer>;
  /** Sends a form of the board, as pairs if a name repeats. */
  post(path: string, form: FormFields): Promise<BoardAnswer>;
}

export type FormFields = Readonly<Record<string, string>> | readonly (readonly [string, string])[];

/** A signed-in device. */
export interface Device {
  readonly cookie: string;
  get(path: string): Promise<BoardAnswer>;
  post(path: string, form: FormFields): Promise<BoardAnswer>;
}

export interface BoardAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The target of a redirect; null for another answer. */
  readonly location: string | null;
}

const SILENT = { info: () => {}, warn: () => {}, error: () => {} };

/** The owner's key. */
export const STAFF_KEY = "ABCD-EFGH-JKMN-PQRS-TVWX-YZ01-2345";

/** A key for the host, which no board has before a test sets it. */
export const HOST_KEY = "BCDE-FGHJ-KMNP-QRST-VWXY-Z012-3456";

const ACTOR = "Wendy";

/** Starts the public application and the board, and signs in; `await using` ends both. */
export async function testBoard(options: TestBoardOptions = {}): Promise<TestBoard> {
  const app = await testApp(options);
  const { storage, clock } = app;
  const requests: RequestLine[] = [];
  const errors: { error: unknown; where: string }[] = [];
  await storage.staffKey.setFirst(STAFF_KEY);
  const server = startServer((request, peer) => listener(request, peer), {
    hostname: "127.0.0.1",
    port: 0,
    onBroken: (error) => errors.push({ error, where: "server" }),
  });
  const url = `http://127.0.0.1:${server.port}`;
  const { now, randomBytes, restaurant, state } = app.deps;
  const { book, poll, switches, closures, erasure } = storage;
  const real: StaffDeps = {
    now,
    randomBytes,
    restaurant,
    state,
    locate: app.deps.locate,
    baseUrl: app.url,
    book,
    lastEvent: poll.lastEvent,
    isRecent: poll.isRecent,
    switches,
    closures,
    restaurantBook: restaurantBook(
      options.source ?? restaurantSource(SILENT),
      storage.restaurants,
      clock.now,
    ),
    images: withSample(storage.images),
    erasure,
    keys: staffKeys(app.dataDir, storage.staffKey),
    retentionDays: 365,
    clockDoubt: storage.clock.doubt,
    acceptClock: storage.acceptClock,
    mapCovers: () => null,
    mapLine: "map import -",
    copiesSent: () => Promise.resolve(null),
    troubles: () => [],
    staffUrl: options.staffUrl ?? url,
  };
  const deps: StaffDeps = { ...real, ...options.staffDeps?.(real) };
  const live = openLiveBoards(deps, options.boards ?? storage.boards);
  const served: StaffAppOptions = {
    deps,
    access: storage.staffKey,
    live,
    proxies: trustedProxies(options.proxies ?? []),
    bodyTimeoutMs: options.bodyTimeoutMs ?? 10_000,
    logRequest: (line) => requests.push(line),
    onUntrustedProxy: () => app.logged.push("untrusted proxy"),
    onInternalError: (error, where) => errors.push({ error, where }),
  };
  const listener = createStaffApp(served);
  const fetchPath = (path: string, init?: RequestInit) =>
    fetch(`${url}${path}`, { redirect: "manual", ...init });
  const ask: TestBoard["ask"] = async (path, init) => {
    const answer = await fetchPath(path, init);
    const { status, headers } = answer;
    return { status, headers, text: await answer.text(), location: headers.get("location") };
  };
  const signIn = async (actor: string, key = STAFF_KEY): Promise<Device> => {
    const form = { clave: key, nombre: actor, volver: "/" };
    const answer = await ask("/entrar", formRequest(form));
    if (answer.status !== 303) throw new Error(`signing in was answered ${answer.status}`);
    return device(cookiesOf(answer.headers), ask);
  };
  const signedIn = await signIn(options.actor ?? ACTOR);
  return {
    app,
    url,
    port: server.port,
    listener,
    routes: privateRoutes(served),
    deps,
    live,
    clock,
    storage,
    requests,
    errors,
    ...signedIn,
    signIn,
    fetch: fetchPath,
    ask,
    async [Symbol.asyncDispose]() {
      await server.shutdown(2_000);
      live.close();
      await app[Symbol.asyncDispose]();
    },
  };
}

function device(cookie: string, ask: TestBoard["ask"]): Device {
  return {
    cookie,
    get: (path) => ask(path, { headers: { cookie } }),
    post: (path, form) => ask(path, formRequest(form, { cookie })),
  };
}

/** A form as a browser on a page of the board sends it. */
export function formRequest(form: FormFields, headers: Record<string, string> = {}): RequestInit {
  return {
    method: "POST",
    body: new URLSearchParams(form instanceof Array ? form.map((pair) => [...pair]) : form),
    headers: { "sec-fetch-site": "same-origin", ...headers },
  };
}

/** The Cookie header that a browser sends after an answer with these headers. */
export function cookiesOf(headers: Headers): string {
  return headers.getSetCookie().map((cookie) => cookie.slice(0, cookie.indexOf(";"))).join("; ");
}

/** A source of restaurants that logs nothing. */
export function quietSource(): RestaurantSource {
  return restaurantSource({ info: () => {}, warn: () => {}, error: () => {} });
}
