import * as v from "valibot";
import type { Deps } from "../deps.ts";
import { CONTACT_REASONS, contactLink } from "../domain/contact.ts";
import { defineOperation, type FailureDeclaration } from "../http/operation.ts";
import { described } from "../http/wire.ts";
import {
  EXAMPLE_WHATSAPP,
  failureOf,
  INTERNAL,
  LANG_PARAMETER,
  LANGUAGE,
  UNREADABLE,
} from "./failures.ts";
import { OK, WHATSAPP } from "./wire_values.ts";

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
    "Returns a link that opens WhatsApp to the restaurant with a first message written. Give it to the person: they send it. Use it for questions, for changes to a reservation (with its folio) and whenever another operation fails.",
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
    examples: { enlace: { ok: true, whatsapp: EXAMPLE_WHATSAPP } },
  },
  failures: [UNKNOWN_REASON, LANGUAGE, UNREADABLE, INTERNAL],
  caching: "none",
  handle({ query: { motivo, lang } }, deps) {
    return { ok: true as const, whatsapp: contactLink(deps.restaurant(), motivo, lang) };
  },
});
