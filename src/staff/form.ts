/** Reads what a form of the board sends. */
import { readBodyBytes } from "../http/body.ts";

/** The longest form: some hundreds of reservations selected together, or every text at its longest. */
const MOST_BYTES = 65_536;

export type SentForm =
  | { readonly kind: "form"; readonly form: URLSearchParams }
  /** What is wrong with it. */
  | { readonly kind: "too_large" | "incomplete" | "not_utf8" | "not_a_form" };

const decoder = new TextDecoder("utf-8", { fatal: true });

/** The form in the request's body. Half a surrogate pair has no UTF-8, so that no field holds one. */
export async function readForm(request: Request, timeoutMs: number): Promise<SentForm> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) return { kind: "not_a_form" };
  const body = await readBodyBytes(request, { maxBytes: MOST_BYTES, timeoutMs });
  if (body.kind !== "whole") return body;
  try {
    const text = decoder.decode(body.bytes);
    // URLSearchParams would put a replacement character for what is no UTF-8.
    decodeURIComponent(text);
    return { kind: "form", form: new URLSearchParams(text) };
  } catch {
    return { kind: "not_utf8" };
  }
}
