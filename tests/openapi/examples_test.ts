import { assert, assertEquals, assertNotEquals } from "@std/assert";
import type { MediaTypeObject, ParameterObject } from "openapi3-ts/oas31";
import { sampleRestaurant } from "../../src/restaurant/load.ts";
import { instantOf } from "../support/restaurant_fixture.ts";
import { type TestApp, testApp } from "../support/test_app.ts";
import {
  bodyProblems,
  type DescribedOperation,
  OPERATIONS,
  parameterProblems,
} from "./_document.ts";

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

/** The sample restaurant on the day of the examples. */
const sampleApp = (): Promise<TestApp> =>
  testApp({ restaurant: sampleRestaurant(), now: instantOf("2026-11-21T12:05") });

Deno.test("the examples of an operation's parameters are accepted and change its answer", async () => {
  await using app = await sampleApp();
  for (const { id, path, operation: { parameters = [] } } of OPERATIONS) {
    const query = (parameters as ParameterObject[]).filter((parameter) => parameter.in === "query");
    if (query.length === 0) continue;
    const search = new URLSearchParams(query.map(({ name, example }) => [name, String(example)]));
    const { status, body } = await app.get(`${path}?${search}`);
    assertEquals(status, 200, id);
    assertNotEquals(body, (await app.get(path)).body, id);
  }
});

Deno.test("every example of a body is accepted", async () => {
  await using app = await sampleApp();
  for (const operation of OPERATIONS.filter(({ operation }) => operation.requestBody)) {
    for (const example of bodiesOf(operation)) {
      const { status, text } = await app.post(operation.path, example);
      assertEquals(status, 200, text);
    }
  }
});

function bodiesOf({ operation: { requestBody } }: DescribedOperation): unknown[] {
  if (!requestBody || "$ref" in requestBody) throw new Error("bodies must be inline");
  return valuesOf(requestBody.content["application/json"]);
}

function valuesOf({ examples = {} }: MediaTypeObject = {}): unknown[] {
  return Object.values(examples).map((example) => {
    if ("$ref" in example) throw new Error("examples must be inline");
    return example.value;
  });
}
