/** Rules for every answer of the API: headers, declared statuses, bodies that match their schemas. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import type { DescribedOperation, Description } from "../openapi/_document.ts";

/** An answer with its parsed body. */
export interface Answer<T = unknown> {
  readonly status: number;
  readonly headers: Headers;
  /** Null without a JSON body. */
  readonly body: T;
  readonly text: string;
}

/** The contract's error body, with the fields that the decisions add. */
export interface ErrorBody {
  readonly ok: false;
  readonly motivo: string;
  readonly error: string;
  readonly campo?: string;
  readonly detalle: string;
  readonly whatsapp?: string;
  readonly reintentar_en_segundos?: number;
}

const REVALIDATED = ["/api/info", "/api/menu", "/openapi.json"];
/** Statuses for methods and addresses that no operation declares. */
const UNDECLARED = { 400: "peticion", 404: "no_encontrado", 405: "metodo" } as const;

/** The operation that a request is for, its method in capitals. */
interface Asked {
  readonly method: string;
  readonly path: string;
}

/** The operation of `method` at `path`, if one is declared. */
export function declared(
  { operations }: Description,
  { method, path }: Asked,
): DescribedOperation | undefined {
  return operations.find((one) => one.path === path && one.method === method.toLowerCase());
}

/** Fails if `answer` breaks a rule for all answers. */
export function assertConduct(description: Description, asked: Asked, answer: Answer): void {
  const { method, path } = asked;
  const about = `${method} ${path} -> ${answer.status} ${answer.text.slice(0, 400)}`;
  assertHeaders(path, answer, about);
  const hasNoBody = method === "HEAD" || answer.status === 204 || answer.status === 304;
  if (hasNoBody) return assertEquals(answer.text, "", `${about}: an unexpected body`);
  assertEquals(answer.headers.get("content-type"), "application/json", about);
  if (answer.status >= 400) assertErrorBody(answer as Answer<ErrorBody>, about);
  const operation = declared(description, asked);
  if (operation) return assertDeclared(description, operation, answer, about);
  if (answer.status < 400) return;
  const { motivo } = answer.body as ErrorBody;
  assertEquals(description.errorProblems(answer.body), [], about);
  assertEquals(motivo, UNDECLARED[answer.status as keyof typeof UNDECLARED], about);
}

function assertHeaders(path: string, { status, headers }: Answer, about: string): void {
  assertEquals(headers.get("access-control-allow-origin"), "*", about);
  assertEquals(headers.get("access-control-allow-credentials"), null, about);
  const exposed = headers.get("access-control-expose-headers") ?? "";
  for (const name of ["Retry-After", "ETag", "Idempotent-Replayed"]) {
    assert(exposed.toLowerCase().includes(name.toLowerCase()), `${about}: ${name} is not exposed`);
  }
  assertEquals(headers.get("x-content-type-options"), "nosniff", about);
  assertEquals(headers.get("set-cookie"), null, about);
  const isCacheable = REVALIDATED.includes(path) && (status === 200 || status === 304);
  assertEquals(headers.get("cache-control"), isCacheable ? "no-cache" : "no-store", about);
  assertEquals(headers.get("etag") !== null, isCacheable, `${about}: ETag`);
}

function assertErrorBody({ status, headers, body }: Answer<ErrorBody>, about: string): void {
  assertEquals(body.ok, false, about);
  assertMatch(body.motivo, /^[a-z0-9_]+$/, about);
  assertMatch(body.error, /^[a-z0-9_]+$/, about);
  assert(body.detalle.length >= 10, `${about}: detalle is too short`);
  const wait = headers.get("retry-after");
  assertEquals(wait !== null, status === 429, `${about}: Retry-After`);
  assertEquals("reintentar_en_segundos" in body, status === 429, about);
  if (wait === null) return;
  assertMatch(wait, /^[1-9]\d*$/, about);
  assertEquals(body.reintentar_en_segundos, Number(wait), about);
}

function assertDeclared(
  description: Description,
  operation: DescribedOperation,
  { status, headers, body }: Answer,
  about: string,
): void {
  const found = operation.responses.find((one) => one.status === status);
  assert(found, `${about}: this status is not declared`);
  for (const name of ["Retry-After", "ETag", "Idempotent-Replayed"]) {
    const isDeclared = Object.hasOwn(found.response.headers ?? {}, name);
    assert(isDeclared || !headers.has(name), `${about}: ${name} is not declared`);
  }
  assertEquals(description.answerProblems(operation, status, body), [], about);
  if (status < 400) return;
  const { motivo } = body as ErrorBody;
  assert(operation.operation["x-motivos"].includes(motivo), `${about}: ${motivo} is not declared`);
}
