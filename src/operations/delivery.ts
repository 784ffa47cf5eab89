import * as v from "valibot";
import {
  haversineKm,
  type LatLng,
  MAX_DEGREES,
  pointMeant,
  readDegrees,
} from "../domain/location.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import {
  deliveryMinutes,
  deliveryPriceCents,
  isCovered,
  type KitchenMinutes,
  routeKm,
} from "../domain/tariff.ts";
import { nowDependsOn, situationNow } from "../domain/schedule/situation.ts";
import type { WrongValue } from "../http/failure.ts";
import { defineOperation } from "../http/operation.ts";
import { described, fields, flag, number, readBy, text, told } from "../http/wire.ts";
import type { Deps } from "../ports/guests.ts";
import type { PlannedRoute } from "../ports/streets.ts";
import { KITCHEN_FIELDS, kitchenFields } from "./availability.ts";
import { contactAbout, CURRENCY, OK, VAT_INCLUDED, WHATSAPP } from "./wire_values.ts";

const response = v.object({
  ok: OK,
  cubierto: flag("Whether the point is within the radius: by route, else in a straight line."),
  cotizado: flag("Whether there is a firm price; true exactly when costo is a number."),
  km: v.nullable(number("Route kilometres; null where no route was traced.")),
  costo: v.nullable(number("Firm price, VAT included; null without one.")),
  moneda: CURRENCY,
  iva_incluido: VAT_INCLUDED,
  entrega_min: v.nullable(number("Minutes from order to door at least, kitchen included.")),
  entrega_max: v.nullable(number("Minutes from order to door at most.")),
  calle: v.nullable(text(
    "Street that the point was matched to; null where it has no name or none was looked for. A street that is not theirs means a wrong pin.",
    told,
  )),
  metros_a_calle: v.nullable(number("Metres to that street; null without one.")),
  ...KITCHEN_FIELDS,
  sugerencia: v.optional(text("In Spanish, what seems to be wrong with a pin outside the radius.")),
  whatsapp: v.optional(WHATSAPP),
});

export const delivery = defineOperation<Deps>()({
  operationId: "envio",
  method: "GET",
  path: "/api/envio",
  summary: "Firm delivery price and time for a point",
  description:
    "Quotes delivery by real streets. The price is the one charged. Never guess coordinates: ask the person for a location pin or an address for ubicacion, and read calle back to them. Where cotizado is false there is no price: offer pickup or the messaging contact.",
  query: fields({
    lat: degrees("lat", "Latitude", "20.9671"),
    lng: degrees("lng", "Longitude", "-89.6237"),
  }),
  numbers: {
    lat: { minimum: -MAX_DEGREES.lat, maximum: MAX_DEGREES.lat },
    lng: { minimum: -MAX_DEGREES.lng, maximum: MAX_DEGREES.lng },
  },
  response,
  failures: {
    coordenadas: {
      status: 400,
      description: "lat or lng is missing or not a plain decimal number in range.",
      errors: {
        lat_invalida: notDecimal("20.967"),
        lat_fuera_de_rango: outOfRange(MAX_DEGREES.lat),
        lng_invalida: notDecimal("-89.624"),
        lng_fuera_de_rango: outOfRange(MAX_DEGREES.lng),
      },
    },
  },
  limit: { name: "envio", detalle: "Demasiadas cotizaciones desde esta dirección." },
  // Null with OSRM, whose routes may change at any time.
  dependsOn(deps) {
    const basis = deps.planner.basis?.() ?? null;
    return basis && [basis, ...nowDependsOn(deps)];
  },
  async handle({ query }, deps) {
    const quote = await quoteDelivery(deps, query);
    const { isCovered, km, price, street, metersToStreet, hint } = quote;
    return {
      ok: true as const,
      cubierto: isCovered,
      cotizado: price !== null,
      km,
      costo: price && price.cents / 100,
      moneda: "MXN" as const,
      iva_incluido: true as const,
      entrega_min: price && price.minutes.min,
      entrega_max: price && price.minutes.max,
      calle: street,
      metros_a_calle: metersToStreet && Math.round(metersToStreet),
      ...kitchenFields(situationNow(deps)),
      sugerencia: hint,
      whatsapp: price ? undefined : contactAbout("pedido")(deps),
    };
  },
});

function degrees<Axis extends keyof LatLng>(axis: Axis, name: string, example: string) {
  const description = `${name} of the destination in plain decimal degrees (WGS84).`;
  const pattern = "^-?\\d{1,3}(\\.\\d{1,15})?$";
  return v.pipe(
    described(v.string(`${axis}_invalida`), description, { pattern, examples: [example] }),
    readBy((text: string) => readDegrees(axis, text)),
  );
}

function notDecimal(example: string) {
  return ({ campo }: WrongValue) =>
    `El parámetro ${campo} debe ser un número decimal con punto, por ejemplo ${example}.`;
}

function outOfRange(limit: number) {
  return ({ campo }: WrongValue) =>
    `El parámetro ${campo} debe estar entre -${limit} y ${limit} grados.`;
}

/** The price of delivery to a point, or the reason that it has none. */
export interface DeliveryQuote {
  readonly isCovered: boolean;
  /** Null if no route was traced. */
  readonly km: number | null;
  readonly price: { readonly cents: number; readonly minutes: KitchenMinutes } | null;
  /** The street nearest to the point; null where none was looked for. */
  readonly street: string | null;
  readonly metersToStreet: number | null;
  /** The probable mistake in a point outside the radius, a question in Spanish. */
  readonly hint?: string;
}

const UNPRICED: DeliveryQuote = {
  isCovered: true,
  km: null,
  price: null,
  street: null,
  metersToStreet: null,
};

/** The quote for `destination`; without a route if the planner fails or is slow, which `onPlannerError` reports. */
export async function quoteDelivery(
  deps: Pick<Deps, "restaurant" | "planner" | "onPlannerError">,
  destination: LatLng,
): Promise<DeliveryQuote> {
  const restaurant = deps.restaurant();
  if (!isCovered(restaurant.tariff, haversineKm(restaurant.location, destination))) {
    return { ...UNPRICED, isCovered: false, hint: hintAt(destination, restaurant) };
  }
  try {
    return priced(await deps.planner.plan(destination), restaurant);
  } catch (error) {
    deps.onPlannerError(error);
    return UNPRICED;
  }
}

/** The mistake whose correction moves the pin into the radius. */
function hintAt(pin: LatLng, { tariff, location }: Restaurant): string | undefined {
  const meant = pointMeant(pin, (point) => isCovered(tariff, haversineKm(location, point)));
  if (meant === null) return undefined;
  const { swapped, signs } = meant;
  if (!swapped) return `¿${signs.join(" y ")} con el signo contrario?`;
  return signs.length === 0 ? "¿lat y lng al revés?" : "¿lat y lng al revés, y un signo de menos?";
}

function priced(route: PlannedRoute, { tariff, kitchenMinutes }: Restaurant): DeliveryQuote {
  const { street, metersToStreet } = route;
  if (route.kind === "no_route") return { ...UNPRICED, street, metersToStreet };
  const km = routeKm(route.meters);
  if (!isCovered(tariff, km)) {
    return { isCovered: false, km, price: null, street, metersToStreet };
  }
  const minutes = deliveryMinutes(kitchenMinutes, route.seconds);
  const price = { cents: deliveryPriceCents(tariff, km), minutes };
  return { isCovered: true, km, price, street, metersToStreet };
}
