/** Phone numbers (E.164), and links that open WhatsApp. */
import parsePhoneNumber from "libphonenumber-js/min";
import { type Bilingual, isPlainLine, type Language } from "./text.ts";

/** Why a guest writes to the restaurant; the wire's `motivo` of GET /api/contacto. */
export const CONTACT_REASONS = ["duda", "pedido", "reserva"] as const;
export type ContactReason = typeof CONTACT_REASONS[number];

/** The restaurant's values that links need. */
export interface Contactable {
  readonly name: string;
  /** The number that WhatsApp links write to, in E.164; null while the restaurant has none. */
  readonly whatsapp: string | null;
  /** The first message that the contact link prepares. */
  readonly contactTexts: Readonly<Record<ContactReason, Bilingual>>;
}

/** A link that opens WhatsApp with `text` written to `phone` (E.164), for a person to send. */
export function whatsappLink(phone: string, text: string): string {
  // encodeURIComponent throws on half of a surrogate pair.
  return `https://wa.me/${phone.replace("+", "")}?text=${encodeURIComponent(text.toWellFormed())}`;
}

/** A link that writes `text` to the restaurant; undefined while that has no number. */
export function restaurantLink(
  { whatsapp }: Pick<Contactable, "whatsapp">,
  text: string,
): string | undefined {
  return whatsapp === null ? undefined : whatsappLink(whatsapp, text);
}

export function contactLink(
  restaurant: Contactable,
  reason: ContactReason,
  language: Language,
): string | undefined {
  return restaurantLink(restaurant, restaurant.contactTexts[reason][language]);
}

/** The link to write about the reservation `folio`; null does not disclose the folio. */
export function reservationContactLink(
  restaurant: Contactable,
  folio: string | null,
): string | undefined {
  return restaurantLink(restaurant, reservationMessage(restaurant.name, folio));
}

export function reservationMessage(restaurant: string, folio: string | null): string {
  const which = folio === null ? "mi reservación" : `mi reservación con folio ${folio}`;
  return `Hola, ${restaurant}. Les escribo por ${which}.`;
}

export const E164_FORM = /^\+[1-9][0-9]{7,14}$/;

/** Blanks and dashes of every kind, dots, parentheses, and the direction marks that phones copy with a number. */
const DECORATION = /[\p{Zs}\p{Pd}\p{Bidi_Control}\u2212.()]/gu;
const TEN_DIGITS = /^[0-9]{10}$/;
/** How Mexican mobile numbers were written for callers from abroad until 2019. */
const OLD_MEXICAN_MOBILE = /^\+521([0-9]{10})$/;
/** No Mexican number begins with 0 or 1; made-up ones, such as 0000000000 and 1234567890, often do. */
const MEXICAN = /^\+52[2-9][0-9]{9}$/;

/** `text` in E.164, or null if it cannot exist. Ten digits are Mexican; of `+521` and ten digits the 1 is obsolete. */
export function normalisePhone(text: string): string | null {
  const trimmed = text.trim();
  if (!isPlainLine(trimmed)) return null;
  const digits = trimmed.replace(DECORATION, "").replace(OLD_MEXICAN_MOBILE, "+52$1");
  const phone = TEN_DIGITS.test(digits) ? `+52${digits}` : digits;
  if (MEXICAN.test(phone)) return phone;
  return E164_FORM.test(phone) ? possiblePhone(phone) : null;
}

/** `phone`, not plainly Mexican, without what is dialled before it inside its country; null if it cannot exist. */
function possiblePhone(phone: string): string | null {
  const parsed = parsePhoneNumber(phone);
  if (parsed === undefined) return null;
  const { number, nationalNumber, countryCallingCode } = parsed;
  if (number !== phone) return normalisePhone(number);
  // People put a zero after the code of countries without a trunk prefix, too.
  const without = nationalNumber.startsWith("0") && !parsed.isValid()
    ? normalisePhone(`+${countryCallingCode}${nationalNumber.slice(1)}`)
    : null;
  return without ?? (parsed.isPossible() && countryCallingCode !== "52" ? phone : null);
}

/** What was dialled before a Mexican number's ten digits, at home until 2019 and from abroad. */
const MEXICAN_PREFIX = /^(?:(?:\+|00)?52(?:1|01|044|045)?|01|044|045)(?=[0-9]{10}$)/;

/** The number (E.164) that `text` stands for, also as it is dialled or though it is impossible; null without one. */
export function soughtPhone(text: string): string | null {
  const dialled = text.replace(DECORATION, "").replace(MEXICAN_PREFIX, "");
  const given = dialled.replace(/^00(?=[1-9])/, "+").replace(/^(?=[1-9][0-9]{10})/, "+");
  const phone = normalisePhone(given) ?? given;
  return E164_FORM.test(phone) ? phone : null;
}

/** The digits of `phone` after the country's code. */
export function nationalNumber(phone: string): string {
  return parsePhoneNumber(phone)?.nationalNumber ?? phone.slice(1);
}

/** As people read it anywhere: `+52 999 123 4567`. */
export function internationalPhone(phone: string): string {
  return parsePhoneNumber(phone)?.formatInternational() ?? phone;
}

/** As people read it here: `999 123 4567`, `55 1234 5678` for Mexican numbers. */
export function shownPhone(phone: string): string {
  return internationalPhone(phone).replace(/^\+52 /, "");
}
