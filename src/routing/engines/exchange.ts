/** One HTTP request to an engine and its answer, bounded in time and size, without following redirects. */
import * as v from "valibot";
import type { PlannedRoute } from "../../ports/streets.ts";
import type { LatLng } from "../../domain/location.ts";
import { SNAP_LIMIT_METERS } from "../built_in_planner.ts";

/**
 * What went wrong with an engine.
 * - `not_sent`: no connection was made, so nothing was charged
 * - `cut`: the connection broke; the request may have been read
 * - `late`: no answer in time; the request may have been read
 * - `key`: it refuses the key, or to serve at all (HTTP 401, 403); nothing was charged
 * - `refused`: it refuses this request (another HTTP 4xx)
 * - `wrong`: it is overloaded or broken (HTTP 429, 5xx), or its answer cannot be used
 */
export type EngineFault = "not_sent" | "cut" | "late" | "key" | "refused" | "wrong";

/** A routing engine gave no usable answer. `message` may be logged: it holds neither coordinates nor keys. */
export class EngineError extends Error {
  override readonly name = "EngineError";
  constructor(readonly fault: EngineFault, message: string) {
    super(message);
  }
}

export interface EngineRequest {
  readonly engine: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Posted as JSON. Default: the request is a GET. */
  readonly body?: unknown;
  readonly signal: AbortSignal;
}

export interface EngineAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** A route across a town takes a few kilobytes. */
const MAX_ANSWER_BYTES = 1 << 20;

/** Sends one request. @throws {EngineError} if no JSON came back, whatever its status */
export async function exchange(request: EngineRequest): Promise<EngineAnswer> {
  const { engine, signal } = request;
  try {
    const response = await send(request);
    const text = await readText(response, engine);
    if (response.status === 401 || response.status === 403) {
      throw keyRefused(engine, response.status);
    }
    return { status: response.status, body: parseJson(text, engine, response.status) };
  } catch (error) {
    if (signal.aborted) throw new EngineError("late", `${engine} gave no answer in time`);
    throw error instanceof EngineError ? error : broken(error, engine);
  }
}

async function readText(response: Response, engine: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) {
      throw new EngineError("wrong", `${engine} answered with over ${MAX_ANSWER_BYTES} bytes`);
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

async function send({ engine, url, headers, body, signal }: EngineRequest): Promise<Response> {
  const posted = body === undefined ? { headers } : {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  // A redirect would carry the guest's place, and the key, to another server.
  const response = await fetch(url, { ...posted, redirect: "manual", signal });
  if (response.status < 300 || response.status > 399) return response;
  await response.body?.cancel();
  throw new EngineError(
    "wrong",
    `${engine} sent a redirect (HTTP ${response.status}): set ROUTER_URL to the address it leads to`,
  );
}

function parseJson(text: string, engine: string, status: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new EngineError("wrong", `${engine} answered HTTP ${status} without valid JSON`);
  }
}

/** Deno's messages for a request that was certainly not sent. The rest of a message may hold the URL with its coordinates. */
const NOT_SENT =
  /client error \(Connect\): (?<why>.*)$|(?<blocked>Requests to port \d+ are blocked)/;

function broken(error: unknown, engine: string): EngineError {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  // Deno 2.9 puts into the cause what 2.6 put into the message.
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

/** `body` as `schema` describes it. The error names the path of a wrong value, but not the value, which may be a place. */
export function parseAnswer<T>(
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

/** The error for an answer whose status is not 200. @param name the engine's own name or number for it, if any */
export function refusal(engine: string, status: number, name?: string | number): EngineError {
  const detail = name === undefined ? "" : ` (${name})`;
  const isDown = status < 400 || status === 429 || status >= 500;
  return new EngineError(
    isDown ? "wrong" : "refused",
    `${engine} answered HTTP ${status}${detail}`,
  );
}

/** The error for a key that is wrong or lacks the right. */
export function keyRefused(engine: string, status: number): EngineError {
  return new EngineError(
    "key",
    `${engine} refuses to serve (HTTP ${status}): set ROUTER_KEY to a key that may use its routes, or ROUTER_URL to an engine ` +
      "that serves without one",
  );
}

export interface EngineChoice {
  readonly engine: "osrm" | "valhalla" | "google";
  /** Base address without a trailing slash. */
  readonly url: string;
  /** Google's API key; the others need none. */
  readonly key: string | null;
  readonly dailyLimit: number | null;
}

export interface RouteRequest extends Pick<EngineChoice, "url" | "key"> {
  readonly origin: LatLng;
  readonly destination: LatLng;
  readonly signal: AbortSignal;
}

/** `route` if its ends lie within 200 m of the requested points: some engines match a point in the sea to another country's street. */
export function withinSnapLimit(
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
