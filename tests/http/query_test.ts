import { assertEquals, assertThrows } from "@std/assert";
import * as v from "valibot";
import { Failure } from "../../src/domain/failure.ts";
import type { QueryParameter } from "../../src/http/operation.ts";
import { readQuery } from "../../src/http/query.ts";

function parameter(
  schema: QueryParameter["schema"],
  example: string | number,
  ignoredWith?: string,
): QueryParameter {
  return {
    schema,
    example,
    description: "",
    ...(ignoredWith === undefined ? {} : { ignoredWith }),
    refuse: (text) => new Failure("dias", "refused", `refused ${text}`),
  };
}

const PARAMETERS = {
  color: parameter(v.optional(v.picklist(["rojo", "verde"]), "rojo"), "verde"),
  count: parameter(v.optional(v.pipe(v.number(), v.minValue(-5), v.maxValue(90)), 7), 7, "only"),
  only: parameter(v.optional(v.string()), "x"),
};

const read = (search: string) => readQuery(search, PARAMETERS);

/** What the refused parameter was given as its text. */
function refused(search: string): string {
  return assertThrows(() => read(search), Failure).detalle;
}

Deno.test("parameters that are not sent take their defaults", () => {
  assertEquals(read(""), { color: "rojo", count: 7, only: undefined });
  assertEquals(read("?"), { color: "rojo", count: 7, only: undefined });
});

Deno.test("parameters that are not declared are ignored", () => {
  assertEquals(read("?colour=verde&__proto__=1&constructor=2"), read(""));
});

Deno.test("of repeated parameters the first counts, right or wrong", () => {
  assertEquals(read("?color=verde&color=rojo&color=azul").color, "verde");
  assertEquals(refused("?color=azul&color=verde"), "refused azul");
});

Deno.test("a parameter that is sent empty is not absent", () => {
  assertEquals(refused("?color="), "refused ");
  assertEquals(refused("?color"), "refused ");
  assertEquals(refused("?count="), "refused ");
});

Deno.test("numbers are plain decimals", () => {
  for (const [text, value] of [["7", 7], ["-5", -5], ["7.5", 7.5], ["007", 7], ["0", 0]] as const) {
    assertEquals(read(`?count=${text}`).count, value, text);
  }
  for (
    const text of [
      "1e1",
      "0x10",
      "%2B1",
      "+1",
      "%201",
      "1%20",
      "1,5",
      ".5",
      "5.",
      "--5",
      "Infinity",
      "NaN",
      "1_0",
      "٧",
      "1%00",
      "9".repeat(16),
    ]
  ) assertThrows(() => read(`?count=${text}`), Failure, "refused", text);
});

Deno.test("a parameter is not even looked at where another one is sent, be that one empty", () => {
  assertEquals(read("?count=x&only=y"), { color: "rojo", only: "y" });
  assertEquals(read("?count=x&only="), { color: "rojo", only: "" });
});

Deno.test("names and values are percent-decoded, broken escapes are text like any other", () => {
  assertEquals(read("?%63olor=v%65rde").color, "verde");
  assertEquals(read("?only=%ZZ").only, "%ZZ");
  assertEquals(read("?only=%").only, "%");
  assertEquals(read("?only=%ff").only, "\ufffd");
  assertEquals(read("?only=a+b").only, "a b");
});
