import { assertEquals } from "@std/assert";
import { memo, presentMemo } from "../../src/http/memo.ts";

Deno.test("a result is made once for the same values, and again for others", () => {
  const results = memo<string>();
  let made = 0;
  const of = (key: string, ...values: unknown[]) => results.of(key, values, () => `${++made}`);
  const menu = {};
  assertEquals([of("a", menu, 1), of("b", menu, 1), of("a", menu, 1)], ["1", "2", "1"]);
  assertEquals([of("a", {}, 1), of("a", {}, 1)], ["3", "4"]);
  assertEquals([of("b", menu, 2), of("b", menu, 2)], ["5", "5"]);
});

Deno.test("at the limit all results are dropped", () => {
  const results = memo<string>(2);
  for (const key of ["a", "b", "c"]) results.set(key, [], key);
  assertEquals(["a", "b", "c"].map((key) => results.get(key, [])), [undefined, undefined, "c"]);
});

Deno.test("where all results depend on the same values, none of older values is kept", () => {
  const results = presentMemo<string>();
  for (const key of ["a", "b"]) results.set(key, ["noon", 1], key);
  assertEquals(results.get("b", ["noon", 1]), "b");
  assertEquals(results.get("a", ["noon", 2]), undefined);
  assertEquals(["a", "b"].map((key) => results.get(key, ["noon", 1])), [undefined, undefined]);
});
