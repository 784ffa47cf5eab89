import type { Bilingual } from "./language.ts";

/** Why a guest writes to the restaurant; the wire's `motivo` of GET /api/contacto. */
export const CONTACT_REASONS = ["duda", "pedido", "reserva"] as const;
export type ContactReason = typeof CONTACT_REASONS[number];

/** The first message that the contact link prepares, by reason and language. */
export type ContactTexts = Readonly<Record<ContactReason, Bilingual>>;
