/** The test application, with every answer held against what its operation declares. */
import { assert } from "@std/assert";
import { assertConduct, declared } from "../contract/conduct.ts";
import { DESCRIPTION } from "../openapi/_document.ts";
import {
  type TestAnswer,
  type TestApp,
  testApp,
  type TestAppOptions,
} from "../support/test_app.ts";

export type { TestAnswer, TestApp, TestAppOptions };

/** Reasons whose remedy is to write to the restaurant. */
const WITH_CONTACT = ["base", "apagado", "sin_ruta", "fuera_de_cobertura"];

/** A {@linkcode testApp} whose `get` and `post` fail on an answer that breaks a rule for all answers. */
export async function checkedApp(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await testApp(options);
  return {
    ...app,
    get: async (path, init) => checked(init?.method ?? "GET", path, await app.get(path, init)),
    post: async (path, body, headers) => checked("POST", path, await app.post(path, body, headers)),
  };
}

/** `answer`, if it is as its operation declares it, and has the link to the restaurant where that is the remedy. */
export function checked(method: string, target: string, answer: TestAnswer): TestAnswer {
  const asked = { method, path: target.replace(/\?.*$/s, "") };
  if (!declared(DESCRIPTION, asked)) return answer;
  assertConduct(DESCRIPTION, asked, answer);
  const { motivo, error, ...body } = answer.body ?? {};
  // A party that is too large is arranged with the restaurant.
  const mayHave = ["personas_fuera_de_rango", "hora_no_reservable"].includes(error);
  const mustHave = WITH_CONTACT.includes(motivo) ||
    ["posible_repetida", "ya_reservada"].includes(error);
  assert(answer.status < 400 || mayHave || "whatsapp" in body === mustHave, motivo);
  return answer;
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
