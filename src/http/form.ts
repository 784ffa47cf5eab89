/** Forms that browsers post. */
import { type BodyLimits, readBodyBytes } from "./body.ts";

/** A form, and what is wrong with its encoding. */
export interface SentForm {
  /** Empty where nothing could be read. Text as typed: normalise it. It is well-formed, since half a surrogate pair has no UTF-8. */
  readonly form: URLSearchParams;
  readonly error: FormError | null;
}

export type FormError = "not_a_form" | "too_large" | "incomplete" | "not_utf8";

const decoder = new TextDecoder("utf-8", { fatal: true });

/**
 * The form in the request's body. One that is not UTF-8 has replacement characters for what cannot be read. With `files` it may hold
 * some: their text is the field's value.
 */
export async function readForm(
  request: Request,
  { files = false, ...limits }: BodyLimits & { readonly files?: boolean },
): Promise<SentForm> {
  const type = request.headers.get("content-type") ?? "";
  if (files && /^multipart\/form-data\s*;/i.test(type)) {
    return await readParts(request, type, limits);
  }
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) return unread("not_a_form");
  const body = await readBodyBytes(request, limits);
  if (body.kind !== "whole") return unread(body.kind);
  const form = new URLSearchParams(new TextDecoder().decode(body.bytes));
  try {
    // URLSearchParams would put a replacement character for what is no UTF-8.
    decodeURIComponent(decoder.decode(body.bytes));
    return { form, error: null };
  } catch {
    return { form, error: "not_utf8" };
  }
}

async function readParts(request: Request, type: string, limits: BodyLimits): Promise<SentForm> {
  const body = await readBodyBytes(request, limits);
  if (body.kind !== "whole") return unread(body.kind);
  const headers = { "content-type": type };
  const parts = await new Response(new Uint8Array(body.bytes), { headers }).formData()
    .catch(() => null);
  if (parts === null) return unread("not_a_form");
  const form = new URLSearchParams();
  try {
    for (const [name, value] of parts) {
      form.append(name, value instanceof File ? decoder.decode(await value.bytes()) : value);
    }
    return { form, error: null };
  } catch {
    return unread("not_utf8");
  }
}

function unread(error: FormError): SentForm {
  return { form: new URLSearchParams(), error };
}

/**
 * Whether a change was asked for by a page of the service itself. Browsers say so in Sec-Fetch-Site where the connection is encrypted
 * or local, and in Origin elsewhere; what says neither is no browser.
 *
 * @param origin of the service, e.g. `https://tablero.example`
 */
export function isSameOrigin(headers: Headers, origin: string): boolean {
  const site = headers.get("sec-fetch-site");
  return site === null ? headers.get("origin") === origin : site === "same-origin";
}
