import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { taggedAnswer, unlessKnown, withoutBody } from "../../src/http/answer.ts";

function asking(ifNoneMatch?: string): Request {
  const headers: Record<string, string> = ifNoneMatch ? { "if-none-match": ifNoneMatch } : {};
  return new Request("http://127.0.0.1/", { headers });
}

Deno.test("equal values have equal tags, others have others", async () => {
  const [one, same, other] = await Promise.all([1, 1, 2].map((value) => taggedAnswer(value)));
  assertEquals(one!.headers.etag, same!.headers.etag);
  assertNotEquals(one!.headers.etag, other!.headers.etag);
});

Deno.test("a tagged answer may be kept, and must be asked about again", async () => {
  const { status, headers } = await taggedAnswer({ a: 1 }, { "x-more": "1" });
  assertEquals([status, headers["cache-control"], headers["x-more"]], [200, "no-cache", "1"]);
});

Deno.test("a request that names the tag gets 304 without a body, with the tag and the headers for any origin", async () => {
  const answer = await taggedAnswer({ a: 1 });
  const tag = answer.headers.etag!;
  for (const header of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
    const { status, body, headers } = unlessKnown(asking(header), answer);
    assertEquals([status, body, headers.etag], [304, null, tag], header);
    assertEquals(headers["access-control-allow-origin"], "*");
    assertEquals(headers["cache-control"], "no-cache");
    assertEquals(headers["content-type"], undefined);
  }
});

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
