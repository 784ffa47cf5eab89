/** Phone numbers (E.164), and links that open WhatsApp. */
import { type Bilingual, isPlainLine, type Language } from "./text.ts";

/** Why a guest writes to the restaurant; the wire's `motivo` of GET /api/contacto. */
export const CONTACT_REASONS = ["duda", "pedido", "reserva"] as const;
export type ContactReason = typeof CONTACT_REASONS[number];

/** The restaurant's values that links need. */
export interface Contactable {
  readonly name: string;
  /** The number that WhatsApp links write to, in E.164. */
  readonly whatsapp: string;
  /** The first message that the contact link prepares. */
  readonly contactTexts: Readonly<Record<ContactReason, Bilingual>>;
}

/** A link that opens WhatsApp with `text` written to `phone` (E.164), for a person to send. */
export function whatsappLink(phone: string, text: string): string {
  // encodeURIComponent throws on half of a surrogate pair.
  return `https://wa.me/${phone.replace("+", "")}?text=${encodeURIComponent(text.toWellFormed())}`;
}

export function contactLink(
  { whatsapp, contactTexts }: Contactable,
  reason: ContactReason,
  language: Language,
): string {
  return whatsappLink(whatsapp, contactTexts[reason][language]);
}

/** The link to write about the reservation `folio`; null does not disclose the folio. */
export function reservationContactLink(
  { name, whatsapp }: Contactable,
  folio: string | null,
): string {
  const which = folio === null ? "mi reservación" : `mi reservación con folio ${folio}`;
  return whatsappLink(whatsapp, `Hola, ${name}. Les escribo por ${which}.`);
}

export const E164_FORM = /^\+[1-9][0-9]{7,14}$/;

/** Blanks and dashes of every kind, dots, parentheses, and the direction marks that phones copy with a number. */
const DECORATION = /[\p{Zs}\p{Pd}\p{Bidi_Control}\u2212.()]/gu;
const TEN_DIGITS = /^[0-9]{10}$/;
/** How Mexican mobile numbers were written for callers from abroad until 2019. */
const OLD_MEXICAN_MOBILE = /^\+521([0-9]{10})$/;

/** `text` in E.164, or null. Ten digits are Mexican; `+521` and ten digits lose the 1, which is no longer used. */
export function normalisePhone(text: string): string | null {
  const trimmed = text.trim();
  if (!isPlainLine(trimmed)) return null;
  const digits = trimmed.replace(DECORATION, "");
  if (TEN_DIGITS.test(digits)) return `+52${digits}`;
  const phone = digits.replace(OLD_MEXICAN_MOBILE, "+52$1");
  return E164_FORM.test(phone) ? phone : null;
}

/** As people read it: `999 123 4567`, `55 1234 5678` for Mexican numbers; others as they are stored. */
export function shownPhone(phone: string): string {
  const mexican = /^\+52(?:(33|55|56|81)(\d{4})|(\d{3})(\d{3}))(\d{4})$/.exec(phone);
  return mexican === null ? phone : mexican.slice(1).filter((part) => part).join(" ");
}
