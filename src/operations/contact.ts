import * as v from "valibot";
import type { Deps } from "../ports.ts";
import { CONTACT_REASONS, contactLink } from "../domain/contact.ts";
import { type FailureDeclaration, INTERNAL, UNREADABLE } from "../http/failure.ts";
import { defineOperation } from "../http/operation.ts";
import { described } from "../http/wire.ts";
import { LANG_PARAMETER, LANGUAGE, OK, WHATSAPP } from "./wire_values.ts";

const EXAMPLE_LINK = "https://wa.me/529990000000?text=Hola%2C%20escribo%20por%20una%20reserva%3A";

const response = v.object({ ok: OK, whatsapp: WHATSAPP });

const UNKNOWN_REASON = {
  motivo: "motivo",
  status: 400,
  description: "motivo is none of duda, pedido and reserva.",
  errors: {
    motivo_desconocido: {
      cause: "none of duda, pedido and reserva",
      detalle: 'El parámetro motivo debe ser "duda", "pedido" o "reserva".',
    },
  },
  example: { error: "motivo_desconocido", campo: "motivo" },
} as const satisfies FailureDeclaration;

/** GET /api/contacto: the link to write to the restaurant. */
export const contact = defineOperation<Deps>()({
  operationId: "contacto",
  method: "GET",
  path: "/api/contacto",
  summary: "WhatsApp link to the restaurant",
  description:
    "Returns a link that opens WhatsApp to the restaurant with a first message written, for the person to send: give it to them, nothing is sent. Use it for questions, for changes to a reservation (tell them to give its folio) and where no other operation can help.",
  consequential: false,
  query: {
    motivo: {
      schema: v.optional(
        described(
          v.picklist(CONTACT_REASONS, "motivo_desconocido"),
          "What the message is about.",
        ),
        "duda",
      ),
      description: "What the person writes about: a question, an order or a reservation.",
      example: "reserva",
    },
    lang: LANG_PARAMETER,
  },
  response: {
    description: "The link.",
    schema: response,
    examples: { para_reservar: { ok: true, whatsapp: EXAMPLE_LINK } },
  },
  failures: [UNKNOWN_REASON, LANGUAGE, UNREADABLE, INTERNAL],
  caching: "none",
  dependsOn: (deps) => [deps.restaurant()],
  handle({ query: { motivo, lang } }, deps) {
    return { ok: true as const, whatsapp: contactLink(deps.restaurant(), motivo, lang) };
  },
});
