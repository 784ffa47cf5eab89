import * as v from "valibot";
import { haversineKm, type LatLng, MAX_DEGREES, readDegrees } from "../domain/location.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import {
  deliveryMinutes,
  deliveryPriceCents,
  isCovered,
  type KitchenMinutes,
  routeKm,
} from "../domain/tariff.ts";
import {
  type FailureDeclaration,
  INTERNAL,
  tooMany,
  UNREADABLE,
  type WrongValue,
} from "../http/failure.ts";
import { defineOperation } from "../http/operation.ts";
import { described, readBy } from "../http/wire.ts";
import type { Deps, PlannedRoute } from "../ports.ts";
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

const TOO_MANY = tooMany("Demasiadas cotizaciones desde esta dirección.");

const WRONG_COORDINATES = {
  motivo: "coordenadas",
  status: 400,
  description: "lat or lng is missing or not a plain decimal number in range.",
  errors: {
    lat_invalida: { cause: "missing, or not a plain decimal", detalle: notDecimal("20.967") },
    lat_fuera_de_rango: { cause: "not from -90 to 90", detalle: outOfRange(MAX_DEGREES.lat) },
    lng_invalida: { cause: "missing, or not a plain decimal", detalle: notDecimal("-89.624") },
    lng_fuera_de_rango: { cause: "not from -180 to 180", detalle: outOfRange(MAX_DEGREES.lng) },
  },
  example: { error: "lat_invalida", campo: "lat" },
} as const satisfies FailureDeclaration;

/** GET /api/envio: what delivery to a point costs. */
export const delivery = defineOperation<Deps>()({
  operationId: "envio",
  method: "GET",
  path: "/api/envio",
  summary: "Firm delivery price and time for a point",
  description:
    "Quotes delivery by real streets. The price is the one charged. Never guess coordinates: ask the person for a location pin, and read calle back to them. Where cotizado is false there is no price: offer pickup or the messaging contact.",
  consequential: false,
  query: {
    lat: degrees("lat", "Latitude", "20.9671"),
    lng: degrees("lng", "Longitude", "-89.6237"),
  },
  response: {
    description: "The quote.",
    schema: response,
    examples: {
      con_precio: toWire({
        kind: "priced",
        km: 0.7,
        costCents: 2500,
        minutes: { min: 30, max: 45 },
        street: "Calle 60",
        metersToStreet: 42,
      }),
      sin_precio: toWire({ kind: "not_covered", km: null, street: null, metersToStreet: null }),
    },
  },
  failures: [WRONG_COORDINATES, TOO_MANY, UNREADABLE, INTERNAL],
  limit: { name: "envio", failure: TOO_MANY },
  caching: "none",
  // A quote and the draft that follows, or the same guest asking again.
  dependsOn(deps) {
    const basis = deps.planner.basis?.() ?? null;
    return basis && [deps.restaurant(), basis];
  },
  async handle({ query }, deps) {
    return toWire(await quoteDelivery(deps, query));
  },
});

function degrees<Axis extends keyof LatLng>(axis: Axis, name: string, example: string) {
  const text = v.string(`${axis}_invalida`);
  return {
    schema: v.pipe(
      described(text, `${name} in plain decimal degrees (WGS84).`, {
        pattern: "^-?\\d{1,3}(\\.\\d{1,15})?$",
      }),
      readBy((text: string) => readDegrees(axis, text)),
    ),
    description: `${name} of the destination, decimal degrees such as ${example}.`,
    example,
    number: { minimum: -MAX_DEGREES[axis], maximum: MAX_DEGREES[axis] },
  };
}

function notDecimal(example: string) {
  return ({ campo }: WrongValue) =>
    `El parámetro ${campo} debe ser un número decimal con punto, por ejemplo ${example}.`;
}

function outOfRange(limit: number) {
  return ({ campo }: WrongValue) =>
    `El parámetro ${campo} debe estar entre -${limit} y ${limit} grados.`;
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

/** The street nearest to the point; null where none was looked for. */
export interface MatchedStreet {
  readonly street: string | null;
  readonly metersToStreet: number | null;
}

/** A firm price, or why there is none. */
export type DeliveryQuote =
  & MatchedStreet
  & (
    | {
      readonly kind: "priced";
      readonly km: number;
      readonly costCents: number;
      readonly minutes: KitchenMinutes;
    }
    /** Beyond the delivery radius: by route, or already in a straight line (`km` null). */
    | { readonly kind: "not_covered"; readonly km: number | null }
    /** Within the radius in a straight line, but no route could be traced. */
    | { readonly kind: "no_route" }
  );

const UNMATCHED: MatchedStreet = { street: null, metersToStreet: null };

/**
 * The quote for `destination`. A planner that fails or is slow makes a `no_route`, and `onPlannerError` is told.
 */
export async function quoteDelivery(deps: Deps, destination: LatLng): Promise<DeliveryQuote> {
  const restaurant = deps.restaurant();
  if (!isCovered(restaurant.tariff, haversineKm(restaurant.location, destination))) {
    return { kind: "not_covered", km: null, ...UNMATCHED };
  }
  try {
    return priced(await deps.planner.plan(destination), restaurant);
  } catch (error) {
    deps.onPlannerError(error);
    return { kind: "no_route", ...UNMATCHED };
  }
}

function priced(route: PlannedRoute, { tariff, kitchenMinutes }: Restaurant): DeliveryQuote {
  const { street, metersToStreet } = route;
  if (route.kind === "no_route") return { kind: "no_route", street, metersToStreet };
  const km = routeKm(route.meters);
  if (!isCovered(tariff, km)) return { kind: "not_covered", km, street, metersToStreet };
  return {
    kind: "priced",
    km,
    costCents: deliveryPriceCents(tariff, km),
    minutes: deliveryMinutes(kitchenMinutes, route.seconds),
    street,
    metersToStreet,
  };
}
