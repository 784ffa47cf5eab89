import { assertEquals, assertThrows } from "@std/assert";
import * as v from "valibot";
import type { OwnFailure } from "../../src/http/failure.ts";
import { type AnyOperation, defineOperation } from "../../src/http/operation.ts";
import { openApiDocument } from "../../src/http/openapi.ts";
import { operationRoute } from "../../src/http/operation_route.ts";
import { targetOf } from "../../src/http/router.ts";
import { fields, text } from "../../src/http/wire.ts";
import {
  greeting,
  type GreetingContext,
  greetingContext,
  type GreetingDeps,
  posting,
} from "./_greeting.ts";

interface Sent {
  readonly search?: string;
  readonly init?: RequestInit;
  readonly peer?: string;
}

function server(operation: AnyOperation<GreetingDeps>, context: GreetingContext) {
  const route = operationRoute(operation, context);
  return async ({ search = "", init = {}, peer = "192.0.2.1" }: Sent = {}) => {
    const request = new Request(`http://127.0.0.1${operation.path}${search}`, init);
    const target = targetOf(request.url);
    const answer = await route.answer({ request, target, peer: () => peer });
    const text = answer.body ?? "";
    return { ...answer, body: text === "" ? null : JSON.parse(text) };
  };
}

const post = (body: string, headers: Record<string, string> = {}): Sent => ({
  init: { method: "POST", body, headers },
});

Deno.test("a handler fails with what its operation declares, and with nothing else", async () => {
  const failing = defineOperation<GreetingDeps>()({
    ...posting,
    handle: (_, __, fail) => fail("datos_error", { campo: "name" }),
  });
  const { status, body } = await server(failing, greetingContext())(post('{"name":"Ana"}'));
  assertEquals([status, body.motivo, body.error, body.campo], [
    ...[422, "datos", "datos_error", "name"],
  ]);
  defineOperation<GreetingDeps>()({
    ...posting,
    // @ts-expect-error -- "lang" is a failure of the other operation
    handle: (_, __, fail) => fail("lang_error"),
  });
  defineOperation<GreetingDeps>()({
    ...posting,
    // @ts-expect-error -- a failure is made by `fail` alone
    handle: () => ({ status: 422, body: { ok: false, motivo: "datos", error: "datos_error" } }),
  });
});

Deno.test("a forwarding header from another machine is not reported: any client may send one", async () => {
  const context = greetingContext();
  const sent = post("{", { "x-forwarded-for": "198.51.100.1" });
  await server(posting, context)({ ...sent, peer: "192.0.2.1" });
  await server(posting, context)({ ...post("{"), peer: "127.0.0.1" });
  assertEquals(context.warnings, []);
});

Deno.test("an operation whose limit is not set is refused at the start", () => {
  const unlimited = { ...greetingContext(), buckets: new Map() };
  assertThrows(() => operationRoute(posting, unlimited), Error, "posting");
});

Deno.test("an answer is made once for each query for as long as what it depends on is the same", async () => {
  let made = 0;
  let depends: unknown[] | null = [1, "a"];
  const counted = {
    ...greeting,
    dependsOn: () => depends,
    handle: () => ({ text: `hello ${++made}` }),
  };
  const ask = server(counted, greetingContext());
  const text = async (search: string) => (await ask({ search })).body.text;
  assertEquals([await text("?loud=no"), await text("?loud=no")], ["hello 1", "hello 1"]);
  assertEquals(await text("?loud=no&name=Ana"), "hello 2");
  depends = [1, "b"];
  assertEquals([await text("?loud=no"), await text("?loud=no")], ["hello 3", "hello 3"]);
  depends = null;
  assertEquals([await text("?loud=no"), await text("?loud=no")], ["hello 4", "hello 5"]);
});

Deno.test("a refusal and an answer that names what was ignored are not kept, and drop no answer that is", async () => {
  let made = 0;
  const counted = { ...greeting, handle: () => ({ text: `hello ${++made}` }) };
  const ask = server(counted, greetingContext());
  await ask({ search: "?loud=no" });
  for (let index = 0; index < 300; index++) await ask({ search: `?loud=${index}` });
  assertEquals((await ask({ search: "?loud=no" })).body.text, "hello 1");
  assertEquals((await ask({ search: "?loud=no&a=1" })).body, { text: "hello 2", ignorados: ["a"] });
  assertEquals((await ask({ search: "?loud=no&a=1" })).body.text, "hello 3");
  assertEquals((await ask({ search: "?loud=no" })).body, { text: "hello 1" });
});

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
  const init = body === undefined ? {} : { method: "POST", body };
  return (await server(operation, greetingContext())({ search, init })).body;
}

async function read(search: string) {
  return (await answer(search)).query;
}

/** What is said of a refused request. */
async function refused(search: string, operation?: AnyOperation<unknown>, body?: string) {
  const { campo, detalle } = await answer(search, operation, body);
  return `${campo}: ${detalle}`;
}

Deno.test("parameters that are not declared are named, so that they are not lost in silence", async () => {
  const { query, ignorados } = await answer("?colour=verde&__proto__=1&constructor=2&colour=3");
  assertEquals(query, await read(""));
  assertEquals(ignorados.sort(), ["__proto__", "colour", "constructor"]);
  assertEquals((await answer("?color=verde")).ignorados, undefined);
  const posted = await answer("?extra=1", taking(fields({ a: text("A.") })), '{"a":"","b":1}');
  assertEquals(posted.ignorados, ["extra", "b"]);
});

Deno.test("of repeated parameters the first counts, right or wrong", async () => {
  assertEquals((await read("?color=verde&color=rojo&color=azul")).color, "verde");
  assertEquals(await refused("?color=azul&color=verde"), "color: color refused azul.");
});

Deno.test("names and values are percent-decoded, broken escapes are text like any other", async () => {
  assertEquals((await read("?%63olor=v%65rde")).color, "verde");
  assertEquals((await read("?only=%ZZ")).only, "%ZZ");
  assertEquals((await read("?only=%")).only, "%");
  assertEquals((await read("?only=%ff")).only, "\ufffd");
  assertEquals((await read("?only=a+b")).only, "a b");
});

Deno.test("a long list of wrong fields is cut", async () => {
  const body = taking(v.array(v.string("refused")));
  const refusal = await refused("", body, JSON.stringify(Array(10_000).fill(1)));
  assertEquals([refusal.split("refused").length - 1, refusal.length < 1_000], [20, true]);
});

Deno.test("two operations of one path are both described, and two answers of one name are an error", () => {
  const info = { title: "T", version: "1", serverUrl: "http://x" };
  const get = { ...greeting, path: posting.path };
  const { paths } = openApiDocument<GreetingDeps>([get, posting], info);
  assertEquals(Object.keys(paths![posting.path]!), ["get", "post"]);
  const datos = { ...posting.failures.datos!, description: "Another." };
  const other = { ...posting, operationId: "other", path: "/other", failures: { datos } };
  assertThrows(() => openApiDocument<GreetingDeps>([posting, other], info), Error, "named");
});
