/** Valid requests for the operations, and what must be true of every answer to bad input. */
import { assert, assertEquals } from "@std/assert";
import { answerProblems } from "../openapi/_document.ts";
import { type RawAnswer, type RawOptions, rawRequest } from "../support/raw_http.ts";
import { homeDraftBody, reservationBody } from "../support/test_app.ts";
import { IS_EXECUTABLE, type Target } from "./_target.ts";

/** A valid request for an operation. */
export interface GoodRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** With its `?`, or empty. */
  readonly search: string;
  readonly body: string;
}

export const INFO = get("/api/info");
const MENU = get("/api/menu", "?lang=en");
export const AVAILABILITY = get("/api/disponibilidad", "?dias=1");
export const QUOTE = get("/api/envio", "?lat=20.9745&lng=-89.6212");
export const CONTACT = get("/api/contacto", "?motivo=reserva");
export const ADDRESS = get("/api/ubicacion", "?texto=58+por+59+y+61");
/** Both the restaurant of the tests and the sample, which an executable serves, have this presentation. */
const LINES = { lineas: [{ id: "panuchos-3", cantidad: 2 }] };
export const DRAFT = post("/api/pedido/borrador", homeDraftBody(LINES));
export const RESERVATION = post(
  "/api/reserva",
  reservationBody(IS_EXECUTABLE ? { dia: comingSaturday() } : {}),
);

function comingSaturday(): string {
  const today = Temporal.Now.plainDateISO("UTC");
  return today.add({ days: (6 - today.dayOfWeek + 7) % 7 || 7 }).toString();
}

export const EVERY_OPERATION = [
  INFO,
  MENU,
  AVAILABILITY,
  QUOTE,
  CONTACT,
  ADDRESS,
  DRAFT,
  RESERVATION,
] as const;
export const POSTS = [DRAFT, RESERVATION] as const;
export const GETS = [INFO, MENU, AVAILABILITY, QUOTE, CONTACT, ADDRESS] as const;

/** Parts of a request to replace; header lines end with CRLF. */
export interface Changes {
  readonly method?: string;
  readonly target?: string;
  readonly version?: string;
  /** The Host line, or empty. */
  readonly host?: string;
  /** More header lines. */
  readonly headers?: string;
  /** Replaces the correct Content-Length. */
  readonly framing?: string;
  readonly body?: string;
}

/** The bytes of `good`, with changes. */
export function requestText(good: GoodRequest, changes: Changes = {}): string {
  const { method = good.method, target = good.path + good.search, version = "HTTP/1.1" } = changes;
  const { host = "Host: mesa.example\r\n", headers = "", body = good.body } = changes;
  const length = new TextEncoder().encode(body).length;
  const { framing = body === "" ? "" : `Content-Length: ${length}\r\n` } = changes;
  return `${method} ${target} ${version}\r\n${host}${headers}${framing}\r\n${body}`;
}

/** Sends `good` with changes, as raw bytes, and reads the answer. */
export async function send(
  target: Target,
  good: GoodRequest,
  changes: Changes = {},
  options: Partial<RawOptions> = {},
): Promise<RawAnswer> {
  return await rawRequest(requestText(good, changes), { port: target.port, ...options });
}

/** Fails unless `answer` is an error with the contract's body, as declared by `good`'s operation. */
export function assertRefused(
  answer: Pick<RawAnswer, "status" | "text">,
  good: GoodRequest,
  [status, motivo]: readonly [number, string],
  what = "",
): void {
  const body = JSON.parse(answer.text);
  assertEquals([answer.status, body.ok, body.motivo], [status, false, motivo], what);
  assertDeclared(answer, good, what);
}

/** Fails unless `answer` has a status and a body declared by `good`'s operation. */
export function assertDeclared(
  { status, text }: Pick<RawAnswer, "status" | "text">,
  { method, path }: GoodRequest,
  what = "",
): void {
  assert(status !== 500, `500: ${what}`);
  const problems = answerProblems({ method: method.toLowerCase(), path }, status, JSON.parse(text));
  assertEquals(problems, [], `${method} ${path} ${status}: ${what}`);
}

/** Fails if the service reported an error or no longer answers. */
export async function assertStillServes(target: Target): Promise<void> {
  assertEquals(target.errors(), []);
  const { status, text } = await send(target, CONTACT);
  assertEquals([status, JSON.parse(text).ok], [200, true]);
}

function get(path: string, search = ""): GoodRequest {
  return { method: "GET", path, search, body: "" };
}

function post(path: string, body: unknown): GoodRequest {
  return { method: "POST", path, search: "", body: JSON.stringify(body) };
}
