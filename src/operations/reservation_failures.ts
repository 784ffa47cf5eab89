/** What a reservation may be refused with. */
import type { FailureDeclaration } from "../http/operation.ts";
import { RESERVATION_ERRORS } from "../domain/reservation_errors.ts";
import { causesOf, EXAMPLE_WHATSAPP, NOT_JSON_ERRORS } from "./failures.ts";

export const NOT_JSON: FailureDeclaration = {
  motivo: "json",
  status: 400,
  description: "The body is not JSON. No reservation exists.",
  errors: NOT_JSON_ERRORS,
  example: {
    ok: false,
    motivo: "json",
    error: "json_invalido",
    detalle: "El cuerpo debe ser JSON válido en UTF-8.",
  },
};

export const WRONG_FIELD: FailureDeclaration = {
  motivo: "datos",
  status: 422,
  description:
    "One field is wrong; campo names it and detalle says how to mend it. Correct only that field. No reservation exists.",
  errors: {
    cuerpo_no_objeto: "JSON, but not an object",
    campo_falta: "a required field is missing or null",
    tipo_invalido: "a field has the wrong JSON type",
    ...causesOf(RESERVATION_ERRORS),
    idempotencia: "Idempotency-Key malformed, or used before for something else",
  },
  example: {
    ok: false,
    motivo: "datos",
    error: "hora_no_reservable",
    campo: "hora",
    detalle:
      "Las 23:30 del domingo 2026-11-22 no se pueden reservar; hoy es sábado 2026-11-21 y las horas aceptadas más cercanas de ese día son: 16:30, 17:00, 17:30, 18:00.",
  },
};

export const NO_ANSWER: FailureDeclaration = {
  motivo: "base",
  status: 502,
  description:
    "The restaurant's system did not answer and the table was NOT held. Tell the person, and offer the messaging contact.",
  errors: { sin_respuesta: "storage did not answer; no reservation exists" },
  example: {
    ok: false,
    motivo: "base",
    error: "sin_respuesta",
    detalle:
      "El sistema no respondió y este intento NO reservó la mesa: escribe al restaurante; si ya habías enviado esta misma reservación, puede que aquella sí haya quedado.",
    whatsapp: EXAMPLE_WHATSAPP,
  },
};

export const SWITCHED_OFF: FailureDeclaration = {
  motivo: "apagado",
  status: 503,
  description:
    "Reservations are switched off for now. Offer the messaging contact. No reservation exists.",
  errors: { reservas_apagadas: "switched off by the restaurant" },
  example: {
    ok: false,
    motivo: "apagado",
    error: "reservas_apagadas",
    detalle: "El restaurante no está tomando reservaciones en línea: escríbele por WhatsApp.",
    whatsapp: EXAMPLE_WHATSAPP,
  },
};
