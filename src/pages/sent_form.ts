/** A form that a guests' page has sent: read within limits, or the reason why what it says must not count. */
import {
  BODY_TIMEOUT_MS,
  type FormError,
  isSameOrigin,
  readForm,
  type SentForm,
} from "../http/body.ts";

/** Far more than all texts at their longest, so that one that is too long is reported beside its field. */
const FORM_LIMITS = { maxBytes: 262_144, timeoutMs: BODY_TIMEOUT_MS };

/** `foreign`: it did not come whole from a page of ours; `garbled`: what it holds cannot be relied on; `crowded`: nor is it read. */
export interface UnreadForm {
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
 * @param baseUrl of the service, from whose pages alone forms are taken
 * @param names fields that count, each of which may be there once. Default: all
 * @param fields of the page, where the restaurant decides how many there are
 */
export async function readSentForm(
  request: Request,
  baseUrl: string,
  { names, fields }: { readonly names?: readonly string[]; readonly fields?: number | undefined },
): Promise<Pick<SentForm, "form"> & { readonly unread: UnreadForm | null }> {
  if (!isSameOrigin(request.headers, new URL(baseUrl).origin)) {
    return { form: new URLSearchParams(), unread: { status: 403, notice: "foreign" } };
  }
  const { form, error } = await readForm(request, { ...FORM_LIMITS, fields });
  if (error) return { form, unread: UNREAD[error] };
  const counted = [...form.keys()].filter((name) => names?.includes(name) ?? true);
  const isRepeated = new Set(counted).size < counted.length;
  return { form, unread: isRepeated ? { status: 400, notice: "garbled" } : null };
}
