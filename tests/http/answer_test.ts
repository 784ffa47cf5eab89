import { assert, assertEquals } from "@std/assert";
import { taggedAnswer, unlessKnown } from "../../src/http/answer.ts";

Deno.test("a list of tags too long to have been kept is not read, and delays no answer", async () => {
  const answer = await taggedAnswer({ a: 1 });
  const begun = performance.now();
  for (const length of [1_000, 400_000]) {
    const headers = { "if-none-match": `"x"${" ".repeat(length)}y` };
    const request = new Request("http://127.0.0.1/", { headers });
    assertEquals(unlessKnown(request, answer), answer);
  }
  // In quadratic time it would take a minute.
  assert(performance.now() - begun < 5_000);
});
