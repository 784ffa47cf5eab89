import * as v from "valibot";
import { type LatLng, MAX_DEGREES, readDegrees } from "../domain/location.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import {
  correctedPin,
  delivers,
  deliveryMinutes,
  deliveryPriceCents,
  isCovered,
  isNear,
  type KitchenMinutes,
  routeKm,
} from "../domain/tariff.ts";
import { MAX_DECIMALS } from "../domain/read.ts";
import { nowDependsOn, situationNow } from "../domain/schedule/situation.ts";
import type { WrongValue } from "../http/failure.ts";
import { type AnyOperation, defineOperation } from "../http/operation.ts";
import { described, fields, flag, number, readBy, text, told } from "../http/wire.ts";
import type { Deps } from "../ports/guests.ts";
import type { PlannedRoute } from "../ports/streets.ts";
import {
  contactAbout,
  CURRENCY,
  KITCHEN_FIELDS,
  kitchenFields,
  OK,
  VAT_INCLUDED,
  WHATSAPP,
} from "./wire_values.ts";

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
    "Street of the point, null if none: read it back with ciudad. One that is not theirs means a wrong pin.",
    told,
  )),
  metros_a_calle: v.nullable(number("Metres to that street; null without one.")),
  ciudad: v.optional(v.string()),
  ...KITCHEN_FIELDS,
  sugerencia: v.optional(text("In Spanish, why there is no price and what to do.")),
  whatsapp: v.optional(WHATSAPP),
});

export const delivery = defineOperation<Deps>()({
  operationId: "envio",
  method: "GET",
  path: "/api/envio",
  summary: "Firm delivery price and time for a point",
  description:
    "Quotes delivery by real streets; the price is the one charged. Never guess coordinates: ask for a location pin or an address for ubicacion, and read calle back. Where cotizado is false, sugerencia says why: offer pickup or the messaging contact.",
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
      description: "lat or lng is missing or no plain decimal in range.",
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
    const { isCovered, km, price, cause, hint, street, metersToStreet, town } = quote;
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
      ciudad: town ?? undefined,
      ...kitchenFields(situationNow(deps)),
      sugerencia: hint ?? (cause ? NO_PRICE[cause] : undefined),
      whatsapp: price ? undefined : contactAbout("pedido")(deps),
    };
  },
});

function degrees<Axis extends keyof LatLng>(axis: Axis, name: string, example: string) {
  const description = `${name} in plain decimal degrees.`;
  const pattern = `^-?\\d{1,3}(\\.\\d{1,${MAX_DECIMALS}})?$`;
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

/** The same quote for pages, within the same limit. They say why there is no price in their own languages. */
export const quoteForPages: AnyOperation<Deps> = {
  ...delivery,
  handle: ({ query }, deps) => quoteDelivery(deps, query),
};

/** Why there is no price, by the code of a draft's refusal. */
export const NO_PRICE = {
  sin_entrega: "Este restaurante no entrega a domicilio: ofrece recoger.",
  fuera_de_radio: "Ese punto queda fuera de la zona de entrega: ofrece recoger en el restaurante.",
  sin_mapa:
    "Aquí el envío se cotiza por WhatsApp: ofrece el enlace de contacto, o recoger en el restaurante.",
  ruta_no_trazada:
    "No hay calle que llegue hasta ahí desde el restaurante: revisa la ubicación, ofrece recoger o el enlace de contacto.",
  motor_sin_respuesta:
    "El cálculo de rutas no responde: intenta en un minuto, ofrece recoger o el enlace de contacto.",
} as const;

export type NoPrice = keyof typeof NO_PRICE;

/** The price of delivery to a point, or the reason that it has none. */
export interface DeliveryQuote {
  readonly isCovered: boolean;
  /** Null if no route was traced. */
  readonly km: number | null;
  readonly price: { readonly cents: number; readonly minutes: KitchenMinutes } | null;
  /** Null with a price. */
  readonly cause: NoPrice | null;
  /** The street nearest to the point; null where none was looked for. */
  readonly street: string | null;
  readonly metersToStreet: number | null;
  /** The restaurant's, unless the map knows another there. */
  readonly town: string | null;
  /** The probable mistake in a point outside the radius, a question in Spanish. */
  readonly hint?: string | undefined;
}

/** The reason that no point has a price; null if some have one. */
export function neverPriced(
  { restaurant, hasPrices }: Pick<Deps, "restaurant" | "hasPrices">,
): NoPrice | null {
  return !delivers(restaurant()) ? "sin_entrega" : hasPrices() ? null : "sin_mapa";
}

type QuoteDeps = Pick<Deps, "restaurant" | "planner" | "townAt" | "hasPrices" | "onPlannerError">;

/** The quote for `destination`; without a route if the planner fails or is slow, which `onPlannerError` reports. */
export async function quoteDelivery(deps: QuoteDeps, destination: LatLng): Promise<DeliveryQuote> {
  const restaurant = deps.restaurant();
  const isCovered = isNear(restaurant, destination);
  // Beyond the radius it may be another.
  const town = deps.townAt(destination) ?? (isCovered ? restaurant.town : null);
  const unpriced = { ...NOTHING_KNOWN, isCovered, town };
  if (delivers(restaurant) && !isCovered) {
    return { ...unpriced, cause: "fuera_de_radio", hint: hintAt(destination, restaurant) };
  }
  const cause = neverPriced(deps);
  if (cause !== null) return { ...unpriced, cause };
  try {
    return { ...unpriced, ...priced(await deps.planner.plan(destination), restaurant) };
  } catch (error) {
    deps.onPlannerError(error);
    return { ...unpriced, cause: "motor_sin_respuesta" };
  }
}

const NOTHING_KNOWN = { km: null, price: null, street: null, metersToStreet: null };

/** The mistake whose correction moves the pin into the radius. */
function hintAt(pin: LatLng, restaurant: Restaurant): string | undefined {
  const meant = correctedPin(pin, restaurant);
  if (meant === null) return undefined;
  const { swapped, signs } = meant;
  if (!swapped) return `¿${signs.join(" y ")} con el signo contrario?`;
  return signs.length === 0 ? "¿lat y lng al revés?" : "¿lat y lng al revés, y un signo de menos?";
}

function priced(route: PlannedRoute, { tariff, kitchenMinutes }: Restaurant) {
  const { street, metersToStreet } = route;
  if (route.kind === "no_route") {
    return { street, metersToStreet, cause: "ruta_no_trazada" } as const;
  }
  const km = routeKm(route.meters);
  if (!isCovered(tariff, km)) {
    return { isCovered: false, km, street, metersToStreet, cause: "fuera_de_radio" } as const;
  }
  const minutes = deliveryMinutes(kitchenMinutes, route.seconds);
  const price = { cents: deliveryPriceCents(tariff, km), minutes };
  return { km, price, street, metersToStreet, cause: null };
}
