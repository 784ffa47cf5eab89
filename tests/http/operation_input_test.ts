import { assertEquals } from "@std/assert";
import * as v from "valibot";
import type { OwnFailure } from "../../src/http/failure.ts";
import { type AnyOperation, defineOperation } from "../../src/http/operation.ts";
import { operationRoute } from "../../src/http/operation_route.ts";
import { targetOf } from "../../src/http/router.ts";
import { fields, text } from "../../src/http/wire.ts";
import { greetingContext } from "./_greeting.ts";

const WRONG = {
  status: 400,
  description: "Wrong.",
  errors: { refused: ({ campo, value }) => `${campo} refused ${value}.` },
} as const satisfies OwnFailure;

/** Answers with what it was asked. */
const QUERY: AnyOperation<unknown> = defineOperation<unknown>()({
  operationId: "echo",
  method: "GET",
  path: "/echo",
  summary: "Echo",
  description: "Says what it was asked.",
  query: fields({
    color: v.optional(v.picklist(["rojo", "verde"], "refused"), "rojo"),
    shape: v.optional(v.picklist(["cubo"], "refused")),
    only: v.optional(text("A text.")),
  }),
  response: v.object({ query: v.any() }),
  failures: { datos: WRONG },
  dependsOn: () => [],
  handle: ({ query }) => ({ query }),
});

function taking(schema: v.GenericSchema): AnyOperation<unknown> {
  return { ...QUERY, method: "POST", body: { schema, maxBytes: 99_999, examples: {} } };
}

async function answer(search: string, operation = QUERY, body?: string) {
  const method = body === undefined ? "GET" : "POST";
  const request = new Request(`http://127.0.0.1/${search}`, { method, body: body ?? null });
  const exchange = { request, target: targetOf(request.url), peer: () => "192.0.2.1" };
  const context = { ...greetingContext(), deps: {} };
  return JSON.parse((await operationRoute(operation, context).answer(exchange)).body!);
}

async function read(search: string) {
  return (await answer(search)).query;
}

/** What is said of a refused request. */
async function refused(search: string, operation?: AnyOperation<unknown>, body?: string) {
  const { campo, detalle } = await answer(search, operation, body);
  return `${campo}: ${detalle}`;
}

Deno.test("parameters that are not sent take their defaults", async () => {
  assertEquals(await read(""), { color: "rojo" });
  assertEquals(await read("?"), { color: "rojo" });
});

Deno.test("parameters that are not declared are named, so that they are not lost in silence", async () => {
  const { query, ignorados } = await answer("?colour=verde&__proto__=1&constructor=2&colour=3");
  assertEquals(query, await read(""));
  assertEquals(ignorados.sort(), ["__proto__", "colour", "constructor"]);
  assertEquals((await answer("?color=verde")).ignorados, undefined);
  const posted = await answer("?extra=1", taking(fields({ a: text("A.") })), '{"a":"","b":1}');
  assertEquals(posted.ignorados, ["extra", "b"]);
});

Deno.test("an answer that names what was ignored is given to no other request", async () => {
  const context = { ...greetingContext(), deps: {} };
  const route = operationRoute(QUERY, context);
  const ask = async (search: string) => {
    const request = new Request(`http://127.0.0.1/${search}`);
    const exchange = { request, target: targetOf(request.url), peer: () => "192.0.2.1" };
    return JSON.parse((await route.answer(exchange)).body!).ignorados;
  };
  assertEquals(await ask("?color=verde&a=1"), ["a"]);
  assertEquals(await ask("?color=verde"), undefined);
  assertEquals(await ask("?color=verde&b=1"), ["b"]);
});

Deno.test("of repeated parameters the first counts, right or wrong", async () => {
  assertEquals((await read("?color=verde&color=rojo&color=azul")).color, "verde");
  assertEquals(await refused("?color=azul&color=verde"), "color: color refused azul.");
});

Deno.test("a parameter that is sent empty is not absent", async () => {
  assertEquals(await refused("?color="), "color: color refused .");
  assertEquals(await refused("?color"), "color: color refused .");
});

Deno.test("names and values are percent-decoded, broken escapes are text like any other", async () => {
  assertEquals((await read("?%63olor=v%65rde")).color, "verde");
  assertEquals((await read("?only=%ZZ")).only, "%ZZ");
  assertEquals((await read("?only=%")).only, "%");
  assertEquals((await read("?only=%ff")).only, "\ufffd");
  assertEquals((await read("?only=a+b")).only, "a b");
});

Deno.test("all wrong fields are named in one refusal, in the order of the schema, the first in campo", async () => {
  assertEquals(
    await refused("?shape=x&color=azul"),
    "color: color refused azul. shape refused x.",
  );
  const wrong = v.string("refused");
  const lines = v.array(fields({ id: wrong }, "refused"), "refused");
  const body = taking(fields({ lines, last: wrong }, "refused"));
  assertEquals(
    await refused("", body, '{"last":1,"lines":[{"id":2},{"id":""},{"id":3}]}'),
    "lines[0].id: lines[0].id refused 2. lines[2].id refused 3. last refused 1.",
  );
  assertEquals(await refused("", body, "[]"), "cuerpo: cuerpo refused a list.");
});

Deno.test("a long list of wrong fields is cut", async () => {
  const body = taking(v.array(v.string("refused")));
  const refusal = await refused("", body, JSON.stringify(Array(10_000).fill(1)));
  assertEquals([refusal.split("refused").length - 1, refusal.length < 1_000], [20, true]);
});
