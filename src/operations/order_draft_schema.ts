/** The wire shape of an order draft. What a body may hold is read by domain/order_draft.ts; a test holds the two together. */
import * as v from "valibot";
import { MOST_DEGREES } from "../domain/location.ts";
import { DRAFT_LIMITS } from "../domain/order_draft/request.ts";
import { described } from "../http/wire.ts";
import { CURRENCY, IGNORED, OK } from "./wire_values.ts";

const { lines, quantity, address, references, comments } = DRAFT_LIMITS;

/** Body of POST /api/pedido/borrador. */
export const draftBody = v.object({
  lineas: described(
    v.array(v.object({
      id: described(
        v.string(),
        "Exact id from GET /api/menu: of a presentation, of an addition, or of a dish with a single presentation.",
      ),
      cantidad: described(v.number(), "How many.", {
        type: "integer",
        minimum: quantity.min,
        maximum: quantity.max,
      }),
    })),
    "What is ordered; additions are lines of their own, and repeated ids are added up.",
    { minItems: lines.min, maxItems: lines.max },
  ),
  entrega: described(
    v.object({
      modo: described(
        v.string(),
        "domicilio: delivered to an address; recoger: picked up by the person.",
        {
          enum: ["domicilio", "recoger"],
        },
      ),
      direccion: v.nullish(described(
        v.string(),
        "Street address; required for domicilio. The person sees it before confirming.",
        { maxLength: address.max },
      )),
      referencias: v.nullish(
        described(v.string(), "Directions to the door.", { maxLength: references.max }),
      ),
      lat: v.nullish(described(
        v.number(),
        "Latitude of the destination from a location pin; required for domicilio. Never guess it.",
        { minimum: -MOST_DEGREES.lat, maximum: MOST_DEGREES.lat },
      )),
      lng: v.nullish(described(
        v.number(),
        "Longitude of the destination from a location pin; required for domicilio. Never guess it.",
        { minimum: -MOST_DEGREES.lng, maximum: MOST_DEGREES.lng },
      )),
    }),
    "How the order reaches the person.",
  ),
  comentarios: v.nullish(described(
    v.string(),
    "Anything the kitchen should know (allergies, without onion); the person sees it before confirming.",
    { maxLength: comments.max },
  )),
});

/** Answer of POST /api/pedido/borrador. */
export const draftResponse = v.object({
  ok: OK,
  confirmar_en: described(
    v.string(),
    "Link where the person reviews and confirms. Give it unchanged: a single wrong letter breaks it.",
  ),
  expira_en_minutos: described(v.number(), "Minutes until the link expires: tell the person."),
  total: described(v.number(), "Total in MXN, VAT and delivery included."),
  costo_envio: described(
    v.nullable(v.number()),
    "What of the total is delivery; null for pickup.",
  ),
  moneda: CURRENCY,
  calle: described(
    v.nullable(v.string()),
    "Street that the pin lies on: read it back to the person. Null for pickup, or where it has no name.",
  ),
  ignorados: IGNORED,
});

const LINES = [{ id: "cochinita-m", cantidad: 2 }, { id: "horchata-j", cantidad: 1 }];

/** Bodies and answers as they are really sent. */
export const DRAFT_EXAMPLES = {
  request: {
    a_domicilio: {
      lineas: LINES,
      entrega: {
        modo: "domicilio",
        direccion: "Calle 58 núm. 420 x 53 y 55, Centro",
        referencias: "Portón verde, tocar fuerte",
        lat: 20.9745,
        lng: -89.6212,
      },
      comentarios: "Sin cebolla",
    },
    para_recoger: { lineas: LINES, entrega: { modo: "recoger" } },
  },
  response: {
    enlace: {
      ok: true as const,
      confirmar_en: "https://mesa.example/pedido/AbCd1234",
      expira_en_minutos: 30,
      total: 440,
      costo_envio: 25,
      moneda: "MXN" as const,
      calle: "Calle 58",
      ignorados: [],
    },
  },
};
