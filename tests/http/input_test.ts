import { assertEquals } from "@std/assert";
import * as v from "valibot";
import { type FailureDeclaration, isFailure } from "../../src/http/failure.ts";
import { inputReader } from "../../src/http/input.ts";
import type { AnyOperation } from "../../src/http/operation.ts";
import { targetOf } from "../../src/http/router.ts";
import { fields } from "../../src/http/wire.ts";
import { greeting } from "./_greeting.ts";

const WRONG = {
  motivo: "dias",
  status: 400,
  description: "Wrong.",
  errors: {
    refused: { cause: "refused", detalle: ({ campo, value }) => `${campo} refused ${value}.` },
  },
  example: { error: "refused" },
} as const satisfies FailureDeclaration;

function parameter(
  schema: v.GenericSchema,
  example: string | number,
  ignoredWith?: string,
) {
  return {
    schema,
    example,
    description: "",
    ...(ignoredWith === undefined ? {} : { ignoredWith }),
  };
}

const number = v.pipe(
  v.number("refused"),
  v.minValue(-5, "refused"),
  v.maxValue(90, "refused"),
);
const QUERY: AnyOperation<unknown> = {
  ...greeting,
  failures: [WRONG],
  query: {
    color: parameter(v.optional(v.picklist(["rojo", "verde"], "refused"), "rojo"), "verde"),
    count: parameter(v.optional(number, 7), 7, "only"),
    only: parameter(v.optional(v.string("refused")), "x"),
  },
};

async function input(search: string, operation = QUERY, body?: string) {
  const method = body === undefined ? "GET" : "POST";
  const request = new Request(`http://127.0.0.1/${search}`, { method, body: body ?? null });
  const exchange = { request, target: targetOf(request.url), peer: () => "192.0.2.1" };
  return await inputReader(operation)(exchange);
}

async function read(search: string) {
  const found = await input(search);
  if (isFailure(found)) throw new Error(found.body.detalle);
  return found.query;
}

/** What is said of a refused request. */
async function refused(search: string, operation?: AnyOperation<unknown>, body?: string) {
  const found = await input(search, operation, body);
  return isFailure(found) ? `${found.body.campo}: ${found.body.detalle}` : "accepted";
}

Deno.test("parameters that are not sent take their defaults", async () => {
  assertEquals(await read(""), { color: "rojo", count: 7, only: undefined });
  assertEquals(await read("?"), { color: "rojo", count: 7, only: undefined });
});

Deno.test("parameters that are not declared are ignored", async () => {
  assertEquals(await read("?colour=verde&__proto__=1&constructor=2"), await read(""));
});

Deno.test("of repeated parameters the first counts, right or wrong", async () => {
  assertEquals((await read("?color=verde&color=rojo&color=azul")).color, "verde");
  assertEquals(await refused("?color=azul&color=verde"), "color: color refused azul.");
});

Deno.test("a parameter that is sent empty is not absent", async () => {
  assertEquals(await refused("?color="), "color: color refused .");
  assertEquals(await refused("?color"), "color: color refused .");
  assertEquals(await refused("?count="), "count: count refused .");
});

Deno.test("numbers are written as JSON writes them: no leading zeros, no point without need", async () => {
  for (const [text, value] of [["7", 7], ["-5", -5], ["7.5", 7.5], ["0", 0]] as const) {
    assertEquals((await read(`?count=${text}`)).count, value, text);
  }
  const others = [
    ...["007", "7.0", "-0", "1e1", "0x10", "%2B1", "+1", "%201", "1%20", "1,5", ".5", "5.", "--5"],
    ...["Infinity", "NaN", "1_0", "٧", "1%00", "9".repeat(16)],
  ];
  for (const text of others) {
    assertEquals((await refused(`?count=${text}`)).startsWith("count: "), true, text);
  }
});

Deno.test("a parameter is not even looked at where another one is sent, be that one empty", async () => {
  assertEquals(await read("?count=x&only=y"), { color: "rojo", only: "y" });
  assertEquals(await read("?count=x&only="), { color: "rojo", only: "" });
});

Deno.test("names and values are percent-decoded, broken escapes are text like any other", async () => {
  assertEquals((await read("?%63olor=v%65rde")).color, "verde");
  assertEquals((await read("?only=%ZZ")).only, "%ZZ");
  assertEquals((await read("?only=%")).only, "%");
  assertEquals((await read("?only=%ff")).only, "\ufffd");
  assertEquals((await read("?only=a+b")).only, "a b");
});

Deno.test("all wrong fields are told in one refusal, in the order of the schema, the first in campo", async () => {
  assertEquals(
    await refused("?count=x&color=azul"),
    "color: color refused azul. count refused x.",
  );
  const wrong = v.string("refused");
  const lines = v.array(fields({ id: wrong }, "refused"), "refused");
  const body: AnyOperation<unknown> = {
    ...QUERY,
    query: {},
    body: { schema: fields({ lines, last: wrong }, "refused"), maxBytes: 9_999, examples: {} },
  };
  assertEquals(
    await refused("", body, '{"last":1,"lines":[{"id":2},{"id":""},{"id":3}]}'),
    "lines[0].id: lines[0].id refused 2. lines[2].id refused 3. last refused 1.",
  );
  assertEquals(await refused("", body, "[]"), "cuerpo: cuerpo refused a list.");
});

Deno.test("a long list of wrong fields is cut", async () => {
  const body: AnyOperation<unknown> = {
    ...QUERY,
    query: {},
    body: { schema: v.array(v.string("refused")), maxBytes: 99_999, examples: {} },
  };
  const told = await refused("", body, JSON.stringify(Array(10_000).fill(1)));
  assertEquals([told.split("refused").length - 1, told.length < 1_000], [20, true]);
});
