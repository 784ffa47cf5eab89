/** The real board on a port of its own beside the public API, over one real database, with a clock that a test moves. */
import { trustedProxies } from "../../src/http/rate_limit.ts";
import type { RequestLine } from "../../src/log.ts";
import { startServer } from "../../src/http/server.ts";
import {
  type LiveBoards,
  type LiveOptions,
  openLiveBoards,
} from "../../src/staff/tonight/live_boards.ts";
import { restaurantBook, restaurantSource } from "../../src/service/restaurant.ts";
import { createStaffApp } from "../../src/staff_app.ts";
import type { StaffDeps } from "../../src/ports.ts";
import { type TestApp, testApp, type TestAppOptions } from "./test_app.ts";

export interface TestBoardOptions extends TestAppOptions {
  /** The name that is signed in with: {@linkcode ACTOR} where absent. */
  readonly actor?: string;
  /** Address that the board is told to have: that of its port where absent. */
  readonly staffUrl?: string;
  /** Ports of the board to replace, out of the real ones. */
  readonly staffDeps?: (real: StaffDeps) => Partial<StaffDeps>;
  /** How the open boards are told what happens, otherwise. */
  readonly live?: Partial<Omit<LiveOptions, "deps">>;
}

export interface TestBoard extends AsyncDisposable {
  /** The public application over the same database; its clock is the board's too. */
  readonly app: TestApp;
  /** `http://127.0.0.1:PORT` of the board. */
  readonly url: string;
  readonly port: number;
  readonly deps: StaffDeps;
  readonly live: LiveBoards;
  readonly clock: TestApp["clock"];
  readonly storage: TestApp["storage"];
  /** Request lines of the board, and what should not have happened on it. */
  readonly requests: RequestLine[];
  readonly errors: { readonly error: unknown; readonly where: string }[];
  /** The Cookie header of the device that is signed in. */
  readonly cookie: string;
  /** A device of its own that is signed in as `actor`. */
  signIn(actor: string): Promise<Device>;
  /** A request as it is: no cookie, no origin, redirects not followed. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** A page, as the device sees it; redirects are not followed. */
  get(path: string): Promise<BoardAnswer>;
  /** What a form of the board sends: pairs where a name repeats. */
  post(path: string, form: FormFields): Promise<BoardAnswer>;
}

export type FormFields = Readonly<Record<string, string>> | readonly (readonly [string, string])[];

/** A device on which somebody is signed in. */
export interface Device {
  readonly cookie: string;
  get(path: string): Promise<BoardAnswer>;
  post(path: string, form: FormFields): Promise<BoardAnswer>;
}

export interface BoardAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Where a redirect leads; null where it is none. */
  readonly location: string | null;
}

const SILENT = { info: () => {}, error: () => {} };

/** The key that staff sign in with. */
export const STAFF_KEY = "la llave del comedor";

export const ACTOR = "Wendy";

/** Starts public application and board, and signs in; `await using` ends both. */
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
  const { book, feed, switches, closures, erasure } = storage;
  const real: StaffDeps = {
    now,
    randomBytes,
    restaurant,
    state,
    book,
    feed,
    switches,
    closures,
    restaurantBook: restaurantBook(options.source ?? restaurantSource(SILENT), storage.restaurants),
    erasure,
    retentionDays: 365,
    clockDoubt: storage.clock.doubt,
    staffUrl: options.staffUrl ?? url,
  };
  const deps: StaffDeps = { ...real, ...options.staffDeps?.(real) };
  const live = openLiveBoards({
    deps,
    boards: storage.boards,
    ...options.live,
  });
  const listener = createStaffApp({
    deps,
    access: storage.staffKey,
    live,
    proxies: trustedProxies(options.proxies ?? []),
    bodyTimeoutMs: options.bodyTimeoutMs ?? 10_000,
    logRequest: (line) => requests.push(line),
    onUntrustedProxy: () => app.logged.push("untrusted proxy"),
    onInternalError: (error, where) => errors.push({ error, where }),
  });
  const fetchPath = (path: string, init?: RequestInit) =>
    fetch(`${url}${path}`, { redirect: "manual", ...init });
  const signIn = async (actor: string): Promise<Device> => {
    const form = { clave: STAFF_KEY, nombre: actor, volver: "/" };
    const answer = await fetchPath("/entrar", formRequest(form));
    await answer.body?.cancel();
    if (answer.status !== 303) throw new Error(`signing in was answered ${answer.status}`);
    return device(cookiesOf(answer.headers), fetchPath);
  };
  const signedIn = await signIn(options.actor ?? ACTOR);
  return {
    app,
    url,
    port: server.port,
    deps,
    live,
    clock,
    storage,
    requests,
    errors,
    ...signedIn,
    signIn,
    fetch: fetchPath,
    async [Symbol.asyncDispose]() {
      await live.close();
      await server.shutdown(2_000);
      await app[Symbol.asyncDispose]();
    },
  };
}

type Fetch = (path: string, init?: RequestInit) => Promise<Response>;

function device(cookie: string, fetchPath: Fetch): Device {
  return {
    cookie,
    get: async (path) => await readAnswer(await fetchPath(path, { headers: { cookie } })),
    post: async (path, form) =>
      await readAnswer(await fetchPath(path, formRequest(form, { cookie }))),
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

async function readAnswer(response: Response): Promise<BoardAnswer> {
  const { status, headers } = response;
  return { status, headers, text: await response.text(), location: headers.get("location") };
}
