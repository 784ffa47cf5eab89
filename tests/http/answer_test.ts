import { assert, assertEquals } from "@std/assert";
import { taggedAnswer, unlessKnown, withoutBody } from "../../src/http/answer.ts";

function asking(ifNoneMatch?: string): Request {
  const headers: Record<string, string> = ifNoneMatch ? { "if-none-match": ifNoneMatch } : {};
  return new Request("http://127.0.0.1/", { headers });
}

Deno.test("a list of tags too long to have been kept is not read, and delays no answer", async () => {
  const answer = await taggedAnswer({ a: 1 });
  const begun = performance.now();
  for (const length of [1_000, 400_000]) {
    assertEquals(unlessKnown(asking(`"x"${" ".repeat(length)}y`), answer), answer);
  }
  // In quadratic time it would take a minute.
  assert(performance.now() - begun < 5_000);
});

Deno.test("the answer, 304 and HEAD have the same Vary", async () => {
  const answer = await taggedAnswer({ a: 1 });
  const answers = [answer, unlessKnown(asking("*"), answer), withoutBody(answer)];
  assertEquals(answers.map(({ headers }) => headers.vary), Array(3).fill("Accept-Encoding"));
});
