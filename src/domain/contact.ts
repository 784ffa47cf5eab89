import type { Bilingual, Language } from "./language.ts";

/** Why a guest writes to the restaurant; the wire's `motivo` of GET /api/contacto. */
export const CONTACT_REASONS = ["duda", "pedido", "reserva"] as const;
export type ContactReason = typeof CONTACT_REASONS[number];

/** The first message that the contact link prepares, by reason and language. */
export type ContactTexts = Readonly<Record<ContactReason, Bilingual>>;

/** What of a restaurant the contact link needs. */
export interface Contactable {
  readonly name: string;
  /** E.164. */
  readonly phone: string;
  readonly contactTexts: ContactTexts;
}

/** A link that opens WhatsApp with `text` written to `phone` (E.164), for a person to send. */
export function whatsappLink(phone: string, text: string): string {
  // Half of a surrogate pair cannot be encoded, and must not cost the guest the whole link.
  return `https://wa.me/${phone.replace("+", "")}?text=${encodeURIComponent(text.toWellFormed())}`;
}

/** The link to write to the restaurant for `reason`. */
export function contactLink(
  { phone, contactTexts }: Contactable,
  reason: ContactReason,
  language: Language,
): string {
  return whatsappLink(phone, contactTexts[reason][language]);
}

/** The link to write about the reservation `folio`: to change it, to call it off. */
export function reservationContactLink(
  { name, phone }: Contactable,
  folio: string,
  language: Language,
): string {
  const text: Bilingual = {
    es: `Hola, ${name}. Les escribo por mi reservación con folio ${folio}.`,
    en: `Hello, ${name}. I am writing about my reservation ${folio}.`,
  };
  return whatsappLink(phone, text[language]);
}
