/** What an order draft may be refused with. */
import { DRAFT_ERRORS } from "../domain/order_draft/request.ts";
import type { FailureDeclaration } from "../http/operation.ts";
import { causesOf, EXAMPLE_WHATSAPP, NOT_JSON_ERRORS } from "./failures.ts";

export const MALFORMED: FailureDeclaration = {
  motivo: "forma",
  status: 400,
  description:
    "Not JSON, or lines, delivery or valid coordinates are missing. campo names the field to mend.",
  errors: {
    ...NOT_JSON_ERRORS,
    ...causesOf(DRAFT_ERRORS.filter(({ motivo }) => motivo === "forma")),
  },
  example: {
    ok: false,
    motivo: "forma",
    error: "coordenadas_faltan",
    campo: "entrega.lat",
    detalle: "Falta entrega.lat: pide a la persona su ubicación, no la adivines.",
  },
};

export const WRONG_LINES: FailureDeclaration = {
  motivo: "lineas",
  status: 422,
  description:
    "An id is not on the menu now, or a quantity is wrong. detalle names every line at fault, campo the first.",
  errors: causesOf(DRAFT_ERRORS.filter(({ motivo }) => motivo === "lineas")),
  example: {
    ok: false,
    motivo: "lineas",
    error: "linea_desconocida",
    campo: "lineas[0].id",
    detalle:
      'Corrige estas líneas con los id de GET /api/menu y cantidades enteras de 1 a 30: lineas[0].id "tacos" no está en el menú.',
  },
};

export const NOT_COVERED: FailureDeclaration = {
  motivo: "fuera_de_cobertura",
  status: 422,
  description:
    "The point is outside the delivery radius. Offer pickup (modo recoger) or the messaging contact.",
  errors: { fuera_de_radio: "farther than radio_maximo_km" },
  example: {
    ok: false,
    motivo: "fuera_de_cobertura",
    error: "fuera_de_radio",
    campo: "entrega",
    detalle: "Ese punto queda fuera de la zona de entrega: ofrece recoger en el restaurante.",
    whatsapp: EXAMPLE_WHATSAPP,
  },
};

export const NO_ROUTE: FailureDeclaration = {
  motivo: "sin_ruta",
  status: 503,
  description:
    "No firm route could be quoted. Ask for the pin again, or offer the messaging contact.",
  errors: { ruta_no_trazada: "no street near the point, or the router did not answer" },
  example: {
    ok: false,
    motivo: "sin_ruta",
    error: "ruta_no_trazada",
    campo: "entrega",
    detalle:
      "No se pudo trazar una ruta a ese punto: revisa la ubicación o escribe al restaurante.",
    whatsapp: EXAMPLE_WHATSAPP,
  },
};
