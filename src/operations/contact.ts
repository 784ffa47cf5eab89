import * as v from "valibot";
import type { Deps } from "../ports.ts";
import { CONTACT_REASONS, contactLink } from "../domain/contact.ts";
import { defineOperation, type FailureDeclaration } from "../http/operation.ts";
import { described } from "../http/wire.ts";
import { failureOf, INTERNAL, LANG_PARAMETER, LANGUAGE, UNREADABLE } from "./failures.ts";
import { OK, WHATSAPP } from "./wire_values.ts";

const EXAMPLE_LINK = "https://wa.me/529990000000?text=Hola%2C%20escribo%20por%20una%20reserva%3A";

const response = v.object({ ok: OK, whatsapp: WHATSAPP });

const UNKNOWN_REASON: FailureDeclaration = {
  motivo: "motivo",
  status: 400,
  description: "motivo is none of duda, pedido and reserva.",
  errors: { motivo_desconocido: "none of duda, pedido and reserva" },
  example: {
    ok: false,
    motivo: "motivo",
    error: "motivo_desconocido",
    campo: "motivo",
    detalle: 'El parámetro motivo debe ser "duda", "pedido" o "reserva".',
  },
};

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
        described(v.picklist(CONTACT_REASONS), "What the message is about."),
        "duda",
      ),
      description: "What the person writes about: a question, an order or a reservation.",
      example: "reserva",
      refuse: () => failureOf(UNKNOWN_REASON),
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
  handle({ query: { motivo, lang } }, deps) {
    return { ok: true as const, whatsapp: contactLink(deps.restaurant(), motivo, lang) };
  },
});
