/** Forms that browsers post. */
import { type BodyLimits, readBodyBytes } from "./body.ts";

/** A form, and what is wrong with its encoding. */
export interface SentForm {
  /** Empty where nothing could be read. Text is as typed: normalise it. The text of a file is its field's value. */
  readonly form: URLSearchParams;
  readonly error: FormError | null;
}

export type FormError = "not_a_form" | "too_large" | "incomplete" | "not_utf8";

/** The form in the request's body, URL-encoded or multipart. One that is not UTF-8 has replacement characters. */
export async function readForm(request: Request, limits: BodyLimits): Promise<SentForm> {
  const form = new URLSearchParams();
  const body = await readBodyBytes(request, limits);
  if (typeof body === "string") return { form, error: body };
  const headers = { "content-type": request.headers.get("content-type") ?? "" };
  const fields = await new Response(new Uint8Array(body), { headers }).formData()
    .catch(() => null);
  if (fields === null) return { form, error: "not_a_form" };
  for (const [name, value] of fields) {
    form.append(name, typeof value === "string" ? value : await value.text());
  }
  return { form, error: form.toString().includes(REPLACEMENT) ? "not_utf8" : null };
}

/** U+FFFD, URL-encoded: decoders put it in the place of bytes that are not UTF-8. */
const REPLACEMENT = "%EF%BF%BD";

/**
 * Whether a page of the service itself sent the request. Browsers send Sec-Fetch-Site where the connection is encrypted or local,
 * and Origin elsewhere; a request with neither is not from a browser.
 *
 * @param origin of the service, e.g. `https://tablero.example`
 */
export function isSameOrigin(headers: Headers, origin: string): boolean {
  const site = headers.get("sec-fetch-site");
  return site === null ? headers.get("origin") === origin : site === "same-origin";
}
