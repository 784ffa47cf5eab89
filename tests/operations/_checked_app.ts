/** The test application, with every answer held against what its operation declares. */
import { assert, assertEquals } from "@std/assert";
import { answerProblems, OPERATIONS } from "../openapi/_document.ts";
import {
  type TestAnswer,
  type TestApp,
  testApp,
  type TestAppOptions,
} from "../support/test_app.ts";

export type { TestAnswer, TestApp, TestAppOptions };

/** Reasons whose remedy is to write to the restaurant. */
const WITH_CONTACT = ["base", "apagado", "sin_ruta", "fuera_de_cobertura"];

/** A {@linkcode testApp} whose `get` and `post` fail on an answer that the OpenAPI document does not describe. */
export async function checkedApp(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await testApp(options);
  return {
    ...app,
    get: async (path, init) =>
      checked((init?.method ?? "get").toLowerCase(), path, await app.get(path, init)),
    post: async (path, body, headers) => checked("post", path, await app.post(path, body, headers)),
  };
}

/** `answer`, if it is as its operation declares it. */
export function checked(method: string, target: string, answer: TestAnswer): TestAnswer {
  const path = target.replace(/\?.*$/s, "");
  const operation = OPERATIONS.find((known) => known.path === path && known.method === method);
  if (!operation) return answer;
  const { status, headers, body } = answer;
  assert(
    operation.responses.some((declared) => declared.status === status),
    `${operation.id} does not declare status ${status}: ${answer.text}`,
  );
  if (status === 304) return answer;
  assertEquals(headers.get("content-type"), "application/json");
  assertEquals(answerProblems(operation, status, body), [], `${operation.id} ${answer.text}`);
  if (status >= 400) checkError(answer);
  return answer;
}

/** What decisions promise of every error: where the contact link stands, and how long to wait. */
function checkError({ status, headers, body }: TestAnswer): void {
  // A party that is too large is arranged with the restaurant.
  const mayHave = ["personas_fuera_de_rango", "hora_no_reservable"].includes(body.error);
  const mustHave = WITH_CONTACT.includes(body.motivo) || body.error === "posible_repetida";
  assert(mayHave || "whatsapp" in body === mustHave, body.motivo);
  assertEquals("reintentar_en_segundos" in body, status === 429);
  assertEquals(
    headers.get("retry-after"),
    status === 429 ? String(body.reintentar_en_segundos) : null,
  );
  assertEquals(headers.get("cache-control"), "no-store");
}

/** How many rows there are in a table. */
export async function countRows({ storage }: TestApp, table: string): Promise<number> {
  const [row] = await storage.database.read({ sql: `SELECT count(*) AS rows FROM ${table}` });
  return Number(row?.rows);
}

/** The times that are listed for guests on the first day of the answer. */
export async function listedTimes(app: TestApp, query: string): Promise<readonly string[]> {
  return (await app.get(`/api/disponibilidad?${query}`)).body.dias[0].horas_reservables;
}
