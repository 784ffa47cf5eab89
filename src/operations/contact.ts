import * as v from "valibot";
import type { Deps } from "../ports/guests.ts";
import { CONTACT_REASONS, contactLink } from "../domain/contact.ts";
import { defineOperation } from "../http/operation.ts";
import { described, fields } from "../http/wire.ts";
import { LANGUAGE, OK, WHATSAPP, WRONG_LANGUAGE } from "./wire_values.ts";

export const contact = defineOperation<Deps>()({
  operationId: "contacto",
  method: "GET",
  path: "/api/contacto",
  summary: "WhatsApp link to the restaurant",
  description:
    "A WhatsApp link with a first message written, for the person to send: for questions, changes to a reservation (tell them to give its folio) and where no other operation helps.",
  query: fields({
    motivo: v.optional(
      described(
        v.picklist(CONTACT_REASONS, "motivo_desconocido"),
        "What about: a question, an order or a reservation.",
        { examples: ["reserva"] },
      ),
      "duda",
    ),
    lang: LANGUAGE,
  }),
  response: v.object({ ok: OK, whatsapp: WHATSAPP }),
  failures: {
    motivo: {
      status: 400,
      description: "motivo is none of duda, pedido and reserva.",
      errors: { motivo_desconocido: 'El parámetro motivo debe ser "duda", "pedido" o "reserva".' },
    },
    lang: WRONG_LANGUAGE,
    pronto: {
      status: 503,
      description: "It has no number yet.",
      errors: { sin_telefono: "El restaurante abre pronto y todavía no recibe mensajes." },
    },
  },
  dependsOn: (deps) => [deps.restaurant()],
  handle({ query: { motivo, lang } }, deps, fail) {
    const whatsapp = contactLink(deps.restaurant(), motivo, lang);
    return whatsapp === undefined ? fail("sin_telefono") : { ok: true as const, whatsapp };
  },
});
