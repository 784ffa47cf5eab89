/** Entity tags: an answer that has not changed need not be sent again. */
import { eTag, ifNoneMatch } from "@std/http";
import { type Answer, jsonAnswer } from "./answer.ts";

/** `value` as JSON with an entity tag: caches may keep it, and must ask whether it still holds. */
export async function taggedAnswer(
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const answer = jsonAnswer(200, value, { ...headers, "cache-control": "no-cache" });
  return { ...answer, headers: { ...answer.headers, etag: await eTag(answer.body!) } };
}

/** A longer If-None-Match counts as none: it names more tags than anybody keeps, and reading its blanks takes quadratic time. */
const LONGEST_LIST = 1_024;

/** `answer`, or 304 in its place where the request's If-None-Match names its entity tag. */
export function unlessKnown(request: Request, answer: Answer): Answer {
  const { etag } = answer.headers;
  if (etag === undefined) return answer;
  const known = request.headers.get("if-none-match");
  if (known === null || known.length > LONGEST_LIST || ifNoneMatch(known, etag)) return answer;
  const { "content-type": _, ...headers } = answer.headers;
  return { status: 304, headers, body: null };
}
