import { assert, assertEquals, assertMatch } from "@std/assert";
import type { MediaTypeObject, ParameterObject } from "openapi3-ts/oas31";
import { sampleRestaurant } from "../../src/restaurant/load.ts";
import { instantOf } from "../support/restaurant_fixture.ts";
import { type TestApp, testApp } from "../support/test_app.ts";
import {
  answerProblems,
  bodyProblems,
  type DescribedOperation,
  OPERATIONS,
  parameterProblems,
} from "./_document.ts";

Deno.test("every answer has an example, and every example is accepted by its schema", () => {
  for (const operation of OPERATIONS) {
    for (const { status, response } of operation.responses) {
      if (status === 304) continue;
      const examples = valuesOf(response.content?.["application/json"]);
      assert(examples.length > 0, `${operation.id} ${status} has an example`);
      for (const example of examples) {
        assertEquals(answerProblems(operation, status, example), [], `${operation.id} ${status}`);
      }
    }
  }
});

Deno.test("every schema refuses an answer with a field less", () => {
  for (const operation of OPERATIONS) {
    for (const { status, response } of operation.responses) {
      const [example] = valuesOf(response.content?.["application/json"]);
      if (!isObject(example)) continue;
      const { [Object.keys(example)[0]!]: _, ...rest } = example;
      assert(answerProblems(operation, status, rest).length > 0, `${operation.id} ${status}`);
    }
  }
});

Deno.test("every error has an example of each of its reason codes", () => {
  for (const { id, operation, responses } of OPERATIONS) {
    const shown = responses.filter(({ status }) => status >= 400).flatMap(({ response }) =>
      valuesOf(response.content?.["application/json"]).map((example) =>
        isObject(example) ? example.motivo : undefined
      )
    );
    assertEquals(shown.toSorted(), (operation["x-motivos"] as string[]).toSorted(), id);
  }
});

Deno.test("every parameter and body has an example that its schema accepts", () => {
  for (const operation of OPERATIONS) {
    const { id, operation: { parameters = [], requestBody } } = operation;
    parameters.forEach((parameter, index) => {
      const { name, example } = parameter as ParameterObject;
      assert(example !== undefined, `${id} ${name} has an example`);
      assertEquals(parameterProblems(operation, index, example), [], `${id} ${name}`);
    });
    for (const example of requestBody ? bodiesOf(operation) : []) {
      assertEquals(bodyProblems(operation, example), [], id);
    }
  }
});

/** The sample restaurant on the day that the examples tell of. */
const sampleApp = (time: string): Promise<TestApp> =>
  testApp({ restaurant: sampleRestaurant(), now: instantOf(`2026-11-21T${time}`) });

Deno.test("info answers for the sample what its example shows", async () => {
  await using app = await sampleApp("20:15");
  const { body: { muestra, preguntas_frecuentes, ...answer } } = await app.get("/api/info");
  const { preguntas_frecuentes: [question], ...example } = shown("info");
  assertEquals([answer, muestra], [example, true]);
  assertEquals(preguntas_frecuentes[0], question);
});

Deno.test("menu answers for the sample all that its example shows", async () => {
  await using app = await sampleApp("12:05");
  const { body: { secciones, adiciones, total_platillos, ...answer } } = await app.get("/api/menu");
  const { secciones: [section], adiciones: [addition], total_platillos: one, ...example } = shown(
    "menu",
  );
  assertEquals(answer, example);
  assertEquals(one, 1);
  assert(total_platillos >= 45);
  const found = secciones.find(({ nombre }: { nombre: string }) => nombre === section.nombre);
  assertEquals(found.platillos.filter(({ id }: { id: string }) => id === "cochinita"), [
    section.platillos[0],
  ]);
  assertEquals(adiciones.filter(({ id }: { id: string }) => id === addition.id), [addition]);
});

Deno.test("disponibilidad answers for the sample what its example shows", async () => {
  await using app = await sampleApp("12:05");
  const { body } = await app.get("/api/disponibilidad?dia=2026-11-22");
  assertEquals(body, shown("getAvailableReservationTimes"));
});

Deno.test("envio answers for the examples of its parameters what its example shows", async () => {
  await using app = await sampleApp("12:05");
  const { body } = await app.get(`/api/envio?${new URLSearchParams(parametersOf("envio"))}`);
  assertEquals(body, shown("envio"));
  const { body: far } = await app.get("/api/envio?lat=21.5&lng=-89.6");
  assertEquals(far, shown("envio", 1));
});

Deno.test("contacto answers for the sample what its example shows", async () => {
  await using app = await sampleApp("12:05");
  const { body } = await app.get("/api/contacto?motivo=reserva");
  assertEquals(body, shown("contacto"));
});

Deno.test("every example of a draft is accepted, and the first answered as its example shows", async () => {
  await using app = await sampleApp("12:05");
  const operation = described("pedidoBorrador");
  const answers = await Promise.all(
    bodiesOf(operation).map((example) => app.post("/api/pedido/borrador", example)),
  );
  assertEquals(answers.map(({ status }) => status), [200, 200]);
  const { confirmar_en, ...answer } = answers[0]!.body;
  const { confirmar_en: link, ...example } = shown("pedidoBorrador");
  assertEquals(answer, example);
  assertMatch(confirmar_en, new RegExp(`^${app.url}/pedido/[A-Za-z0-9_-]+$`));
  assertMatch(link, /^https:\/\/mesa\.example\/pedido\/[A-Za-z0-9_-]+$/);
});

Deno.test("the example of a reservation is accepted, and answered as its examples show", async () => {
  await using app = await sampleApp("12:05");
  const [example] = bodiesOf(described("createRestaurantReservation"));
  for (const place of [0, 1]) {
    const { status, body } = await app.post("/api/reserva", example);
    assertEquals(status, 200);
    const { folio, whatsapp, ...answer } = body;
    const { folio: other, whatsapp: link, ...rest } = shown("createRestaurantReservation", place);
    assertEquals(answer, rest);
    assertEquals(whatsapp, link.replace(other, folio));
  }
});

function described(id: string): DescribedOperation {
  const operation = OPERATIONS.find((operation) => operation.id === id);
  if (!operation) throw new Error(`the document has no ${id}`);
  return operation;
}

/** An example of a 200. */
// deno-lint-ignore no-explicit-any -- examples are what these tests look into
function shown(id: string, place = 0): any {
  const response = described(id).responses.find(({ status }) => status === 200)?.response;
  return valuesOf(response?.content?.["application/json"])[place];
}

function parametersOf(id: string): Record<string, string> {
  const parameters = (described(id).operation.parameters ?? []) as ParameterObject[];
  return Object.fromEntries(
    parameters.filter((parameter) => parameter.in === "query")
      .map(({ name, example }) => [name, String(example)]),
  );
}

function bodiesOf({ operation: { requestBody } }: DescribedOperation): unknown[] {
  if (!requestBody || "$ref" in requestBody) throw new Error("bodies stand where they are used");
  return valuesOf(requestBody.content["application/json"]);
}

function valuesOf({ examples = {} }: MediaTypeObject = {}): unknown[] {
  return Object.values(examples).map((example) => {
    if ("$ref" in example) throw new Error("examples stand where they are used");
    return example.value;
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
