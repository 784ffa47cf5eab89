/** One question to an engine over HTTP, and its answer: bounded in time and size, never led elsewhere. */
import * as v from "valibot";
import type { PlannedRoute } from "../../ports.ts";
import type { LatLng } from "../../domain/location.ts";
import { SNAP_LIMIT_METERS } from "../built_in_planner.ts";
import { metersBetween, toUnits } from "../coordinates.ts";

/**
 * What went wrong with an engine.
 * - `not_sent`: no connection came about, so that nothing can have been charged
 * - `cut`: the connection broke; the question may have been read
 * - `late`: no answer in time; the question may have been read
 * - `key`: it refuses the key, or to serve at all (HTTP 401, 403): nothing was charged
 * - `refused`: it answered that it will not do this one (another HTTP 4xx)
 * - `wrong`: it is overloaded or broken (HTTP 429, 5xx), or its answer cannot be used
 */
export type EngineFault = "not_sent" | "cut" | "late" | "key" | "refused" | "wrong";

/** A routing engine gave no answer that can be used. `message` is fit for a log: it holds neither coordinates nor keys. */
export class EngineError extends Error {
  override readonly name = "EngineError";
  constructor(readonly fault: EngineFault, message: string) {
    super(message);
  }
}

export interface Question {
  /** What the engine is called in messages. */
  readonly engine: string;
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** For connection, question and answer together. 2,000 where absent. */
  readonly timeLimitMs?: number | undefined;
}

const DEFAULT_TIME_LIMIT_MS = 2_000;
/** The route across a town takes some kilobytes. */
const MAX_ANSWER_BYTES = 1 << 20;

/**
 * Asks once.
 * @returns the HTTP status, and parsed JSON of any shape
 * @throws {EngineError} where no JSON came back, whatever its status
 */
export async function exchange(question: Question): Promise<{ status: number; body: unknown }> {
  const { engine, timeLimitMs = DEFAULT_TIME_LIMIT_MS } = question;
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), timeLimitMs);
  try {
    const response = await send(question, abort.signal);
    const text = await readText(response, engine);
    if (response.status === 401 || response.status === 403) {
      throw keyRefused(engine, response.status);
    }
    return { status: response.status, body: parseJson(text, engine, response.status) };
  } catch (error) {
    if (abort.signal.aborted) {
      throw new EngineError("late", `${engine} gave no answer within ${timeLimitMs} ms`);
    }
    throw error instanceof EngineError ? error : broken(error, engine);
  } finally {
    clearTimeout(timer);
  }
}

async function send(question: Question, signal: AbortSignal): Promise<Response> {
  const { engine, url, method, headers, body } = question;
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    // A redirect would carry the guest's place, and the key, to another server.
    redirect: "manual",
    signal,
  });
  if (response.status < 300 || response.status > 399) return response;
  await response.body?.cancel();
  throw new EngineError(
    "wrong",
    `${engine} sent a redirect (HTTP ${response.status}): set ROUTER_URL to the address it leads to`,
  );
}

async function readText(response: Response, engine: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) {
      throw new EngineError("wrong", `${engine} answered over ${MAX_ANSWER_BYTES} bytes`);
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function parseJson(text: string, engine: string, status: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new EngineError("wrong", `${engine} answered HTTP ${status} with what is not JSON`);
  }
}

/** What is certain not to have been sent, in Deno's words; the rest of its message may hold the URL, coordinates and all. */
const NOT_SENT =
  /client error \(Connect\): (?<why>.*)$|(?<blocked>Requests to port \d+ are blocked)/;

function broken(error: unknown, engine: string): EngineError {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  // Deno 2.9 tells in the cause what 2.6 told in the message.
  const { why, blocked } =
    NOT_SENT.exec(cause instanceof Error ? cause.message : message)?.groups ?? {};
  const reason = why ?? blocked;
  return reason === undefined
    ? new EngineError("cut", `the connection to ${engine} broke before its answer was whole`)
    : new EngineError("not_sent", `${engine} cannot be reached at ROUTER_URL: ${reason}`);
}

/** Metres, kilometres or seconds. */
export const AMOUNT = v.pipe(v.number(), v.finite(), v.minValue(0));

/** An engine's name for an error, short enough for a log. */
export const ERROR_NAME = v.pipe(v.string(), v.regex(/^\w{1,60}$/));

/**
 * `body` as `schema` describes it.
 * @throws {EngineError} naming the path that is wrong, but not the value there: that may be a place
 */
export function understood<T>(
  schema: v.GenericSchema<unknown, T>,
  body: unknown,
  engine: string,
): T {
  // To valibot an array is an object with none of the optional fields.
  const { success, output, issues } = v.safeParse(schema, Array.isArray(body) ? null : body);
  if (success) return output;
  const path = v.getDotPath(issues[0]) ?? "the top";
  throw new EngineError("wrong", `${engine}'s answer is not as expected at ${path}`);
}

/**
 * The error for an answer whose status is not 200.
 * @param name the engine's own name or number for it, where it gave one
 */
export function refusal(engine: string, status: number, name?: string | number): EngineError {
  const said = name === undefined ? "" : ` (${name})`;
  const isDown = status < 400 || status === 429 || status >= 500;
  return new EngineError(isDown ? "wrong" : "refused", `${engine} answered HTTP ${status}${said}`);
}

/** The error for a key that is wrong, or lacks the right to ask. */
export function keyRefused(engine: string, status: number): EngineError {
  return new EngineError(
    "key",
    `${engine} refuses to serve (HTTP ${status}): set ROUTER_KEY to a key that may use its routes, or ROUTER_URL to an engine ` +
      "that serves without one",
  );
}

/** One question to an engine. */
export interface RouteQuestion {
  /** Base address without a trailing slash; it may have a path. */
  readonly url: string;
  /** Google's API key. */
  readonly key: string | null;
  /** The restaurant. */
  readonly origin: LatLng;
  readonly destination: LatLng;
  /** How long the exchange may take, in milliseconds. Default: 2,000. */
  readonly timeLimitMs?: number | undefined;
}

/** No street near the point, or no way there; the engine did not say which street lies next to it. */
export const NO_ROUTE: PlannedRoute = { kind: "no_route", street: null, metersToStreet: null };

/**
 * The route where its ends lie within 200 m of the points that were asked for. Left alone, some engines match a point in the sea
 * to a street in another country.
 * @param metersToOrigin from the restaurant to where the engine let the route begin
 * @throws {EngineError} where that is over 200 m
 */
export function matched(
  engine: string,
  metersToOrigin: number,
  route: Extract<PlannedRoute, { kind: "route" }>,
): PlannedRoute {
  if (!(metersToOrigin <= SNAP_LIMIT_METERS)) {
    throw new EngineError(
      "wrong",
      `${engine}'s map has no street within ${SNAP_LIMIT_METERS} m of the restaurant: ` +
        "check its location, or give the engine a map of its town",
    );
  }
  const { street, metersToStreet } = route;
  if (metersToStreet <= SNAP_LIMIT_METERS) return route;
  return { kind: "no_route", street, metersToStreet };
}

export function metersApart(a: LatLng, b: LatLng): number {
  return metersBetween(toUnits(a.lat), toUnits(a.lng), toUnits(b.lat), toUnits(b.lng));
}
