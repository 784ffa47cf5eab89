import * as v from "valibot";
import type { Deps } from "../ports.ts";
import { COORDINATE_ERRORS, parseCoordinates } from "../domain/location.ts";
import { whenSettled } from "../http/settled.ts";
import {
  defineOperation,
  type FailureDeclaration,
  type QueryParameter,
} from "../http/operation.ts";
import { described } from "../http/wire.ts";
import { type DeliveryQuote, quoteDelivery } from "./delivery_quote.ts";
import { causesOf, failureOf, INTERNAL, tooMany, UNREADABLE } from "./failures.ts";
import { keptResults } from "./kept.ts";
import { CURRENCY, OK, VAT_INCLUDED } from "./wire_values.ts";

const response = v.object({
  ok: OK,
  cubierto: described(
    v.boolean(),
    "Whether the point lies within the delivery radius: by route, or in a straight line where none was traced.",
  ),
  cotizado: described(
    v.boolean(),
    "Whether there is a firm price; true exactly when costo is a number.",
  ),
  km: described(v.nullable(v.number()), "Route kilometres; null where no route was traced."),
  costo: described(
    v.nullable(v.number()),
    "Firm price of the delivery, VAT included; null without one.",
  ),
  moneda: CURRENCY,
  iva_incluido: VAT_INCLUDED,
  entrega_min: described(
    v.nullable(v.number()),
    "Minutes from order to door at least, kitchen included; null without a price.",
  ),
  entrega_max: described(
    v.nullable(v.number()),
    "Minutes from order to door at most; null without a price.",
  ),
  calle: described(
    v.nullable(v.string()),
    "Street that the point was matched to; null where it has no name or none was looked for. Read it to the person: a street that is not theirs means a wrong pin.",
  ),
  metros_a_calle: described(
    v.nullable(v.number()),
    "Metres from the point to that street; null where there is none near, or none was looked for.",
  ),
});

type Response = v.InferOutput<typeof response>;

const LIMIT_DETAIL = "Demasiadas cotizaciones desde esta dirección.";

const WRONG_COORDINATES: FailureDeclaration = {
  motivo: "coordenadas",
  status: 400,
  description: "lat or lng is missing or not a plain decimal number in range.",
  errors: causesOf(COORDINATE_ERRORS),
  example: {
    ok: false,
    motivo: "coordenadas",
    error: "lat_invalida",
    campo: "lat",
    detalle: "El parámetro lat debe ser un número decimal con punto, por ejemplo 20.967.",
  },
};

/** A quote and the draft that follows, or the same guest asking again. */
const kept = keptResults<Response | Promise<Response>>();

/** GET /api/envio: what delivery to a point costs. */
export const delivery = defineOperation<Deps>()({
  operationId: "envio",
  method: "GET",
  path: "/api/envio",
  summary: "Firm delivery price and time for a point",
  description:
    "Quotes delivery by real streets. The price is the one charged. Never guess coordinates: ask the person for a location pin, and read calle back to them. Where cotizado is false there is no price: offer pickup or the messaging contact.",
  consequential: false,
  query: { lat: degrees("lat", "20.9671"), lng: degrees("lng", "-89.6237") },
  response: {
    description: "The quote.",
    schema: response,
    examples: { con_precio: priced(), sin_precio: unpriced() },
  },
  failures: [WRONG_COORDINATES, tooMany(LIMIT_DETAIL), UNREADABLE, INTERNAL],
  limit: { name: "envio", detalle: LIMIT_DETAIL },
  caching: "none",
  handle({ query: { lat, lng } }, deps) {
    const quote = () => whenSettled(quoteDelivery(deps, parseCoordinates(lat, lng)), toWire);
    const basis = deps.planner.basis?.() ?? null;
    if (basis === null) return quote();
    return kept(deps, `${lat} ${lng}`, [deps.restaurant(), basis], quote);
  },
});

function degrees(name: "lat" | "lng", example: string): QueryParameter<string | undefined> {
  const axis = name === "lat" ? "Latitude" : "Longitude";
  return {
    // Whether it is there and in range is for the domain to say, which knows what to tell the caller.
    schema: v.optional(described(v.string(), `${axis} in plain decimal degrees (WGS84).`, {
      pattern: "^-?\\d{1,3}(\\.\\d{1,15})?$",
    })),
    description: `${axis} of the destination, decimal degrees such as ${example}.`,
    required: true,
    example,
    refuse: () => failureOf(WRONG_COORDINATES),
  };
}

function toWire(quote: DeliveryQuote): Response {
  const { street, metersToStreet } = quote;
  return {
    ok: true,
    cubierto: quote.kind !== "not_covered",
    cotizado: quote.kind === "priced",
    km: quote.kind === "no_route" ? null : quote.km,
    costo: quote.kind === "priced" ? quote.costCents / 100 : null,
    moneda: "MXN",
    iva_incluido: true,
    entrega_min: quote.kind === "priced" ? quote.minutes.min : null,
    entrega_max: quote.kind === "priced" ? quote.minutes.max : null,
    calle: street,
    metros_a_calle: metersToStreet === null ? null : Math.round(metersToStreet),
  };
}

function priced(): Response {
  return toWire({
    kind: "priced",
    km: 0.7,
    costCents: 2500,
    minutes: { min: 30, max: 45 },
    street: "Calle 60",
    metersToStreet: 42,
  });
}

function unpriced(): Response {
  return toWire({ kind: "not_covered", km: null, street: null, metersToStreet: null });
}
