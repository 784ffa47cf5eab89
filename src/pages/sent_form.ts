/** Reads a form that a guests' page has sent, within limits. */
import {
  BODY_TIMEOUT_MS,
  type FormError,
  isSameOrigin,
  readForm,
  type SentForm,
} from "../http/body.ts";

/** `foreign`: incomplete, or not from our pages; `garbled`: repeated or unreadable; `crowded`: too many fields. */
interface UnreadForm {
  readonly status: number;
  readonly notice: "foreign" | "garbled" | "crowded";
}

const UNREAD: Readonly<Record<FormError, UnreadForm>> = {
  not_a_form: { status: 415, notice: "foreign" },
  incomplete: { status: 400, notice: "foreign" },
  too_large: { status: 413, notice: "garbled" },
  too_many_fields: { status: 400, notice: "crowded" },
  not_utf8: { status: 400, notice: "garbled" },
};

/**
 * @param baseUrl forms are taken from pages of this address alone
 * @param fields how many fields the page has, if that depends on the restaurant
 */
export async function readSentForm(
  request: Request,
  baseUrl: string,
  fields?: number,
): Promise<Pick<SentForm, "form"> & { readonly unread: UnreadForm | null }> {
  if (!isSameOrigin(request.headers, new URL(baseUrl).origin)) {
    return { form: new URLSearchParams(), unread: { status: 403, notice: "foreign" } };
  }
  // That is far more than all texts at their longest: a longer one is still reported beside its field.
  const limits = { maxBytes: 262_144, timeoutMs: BODY_TIMEOUT_MS, fields };
  const { form, error } = await readForm(request, limits);
  if (error) return { form, unread: UNREAD[error] };
  const isRepeated = new Set(form.keys()).size < form.size;
  return { form, unread: isRepeated ? { status: 400, notice: "garbled" } : null };
}
