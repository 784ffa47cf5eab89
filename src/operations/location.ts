import * as v from "valibot";
import type { LatLng } from "../domain/location.ts";
import { MAX_PASTED, readPoint, searchedWords, withoutLink } from "../domain/map_link.ts";
import type { Read } from "../domain/read.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import { correctedPin, isNear } from "../domain/tariff.ts";
import { codePoints, normaliseText } from "../domain/text.ts";
import { type AnyOperation, defineOperation } from "../http/operation.ts";
import { component, described, fields, readBy, text, told } from "../http/wire.ts";
import type { Deps } from "../ports/guests.ts";
import type { AddressPlace, FoundAddress } from "../ports/streets.ts";
import { neverPriced, NO_PRICE, quoteDelivery } from "./delivery.ts";
import { OK } from "./wire_values.ts";

const MAX_WORDS = 300;
const MAX_CANDIDATES = 5;

const place = component(
  "Place",
  v.object({
    etiqueta: text("The place in words."),
    lat: v.number(),
    lng: v.number(),
    calle: v.nullable(v.string()),
    entre: described(v.array(v.string()), "One street at a corner, two at a block."),
    colonia: v.nullable(v.string()),
  }),
);

export const location = defineOperation<Deps>()({
  operationId: "ubicacion",
  method: "GET",
  path: "/api/ubicacion",
  summary: "Points for an address in words",
  description:
    "Finds a crossing, a block or a short street on the map; it never guesses. One candidate: read etiqueta back to the person before you use the point. Several: ask which. None: detalle says what to add; else ask for a pin.",
  query: fields({
    texto: v.pipe(
      described(v.string("texto_falta"), "The address as the person says it, or a pasted point.", {
        maxLength: MAX_PASTED,
        examples: ["Calle 58 por 59 y 61, Centro"],
      }),
      readBy(readAddressText),
    ),
  }),
  response: v.object({
    ok: OK,
    candidatos: described(
      v.array(place),
      `At most ${MAX_CANDIDATES}, nearest to the restaurant first.`,
    ),
    referencias: v.optional(text("For the courier: send it as entrega.referencias.", told)),
    detalle: text("In Spanish: what to ask the person next."),
  }),
  failures: {
    texto: {
      status: 400,
      description: "texto is missing, blank or too long.",
      errors: {
        texto_falta: 'Falta texto: la dirección, por ejemplo "Calle 58 por 59 y 61".',
        texto_largo:
          `El parámetro texto admite hasta ${MAX_WORDS} caracteres, o ${MAX_PASTED} con un enlace.`,
      },
    },
  },
  limit: { name: "ubicacion", detalle: "Demasiadas búsquedas desde esta dirección." },
  // Answers are not kept by their query, which says where a guest lives.
  async handle({ query: { texto } }, deps) {
    return { ok: true as const, ...await placesFor(texto, deps) };
  },
});

async function placesFor(texto: string, deps: Deps) {
  const cause = neverPriced(deps);
  if (cause !== null) return { candidatos: [], detalle: NO_PRICE[cause] };
  const pasted = readPoint(texto);
  if (pasted !== null) {
    return "error" in pasted
      ? { candidatos: [], detalle: NO_POINT }
      : await pastedPlace(pasted.value, deps);
  }
  const restaurant = deps.restaurant();
  const found = await deps.locate(wordsIn(texto), restaurant);
  return {
    candidatos: fewPlaces(found, restaurant).map(toWire),
    referencias: found?.references || undefined,
    detalle: adviceOn(found),
  };
}

/** The same search for pages, within the same limit. They give the advice of `detalle` in their own languages. */
export const addressSearch: AnyOperation<Deps> = {
  ...location,
  async handle({ query: { texto } }, { locate, restaurant }) {
    const served = restaurant();
    const found = await locate(wordsIn(texto), served);
    const { meant = [], references = "" } = found ?? {};
    const unheard = found ? unheardIn(found) : [];
    return {
      places: fewPlaces(found, served),
      meant,
      references,
      unheard,
    };
  },
};

/** Towns, colonias and words for which nothing is given, though the streets are here. */
function unheardIn({ isHere, elsewhere }: FoundAddress): readonly string[] {
  return isHere ? elsewhere : [];
}

function fewPlaces(found: FoundAddress | null, restaurant: Restaurant): readonly AddressPlace[] {
  const places = found && found.places.length <= MAX_CANDIDATES ? found.places : [];
  return places.map((place) => ({
    ...place,
    town: place.town ?? (isNear(restaurant, place) ? restaurant.town : null),
    lat: Number(place.lat.toFixed(6)),
    lng: Number(place.lng.toFixed(6)),
  }));
}

/** A pasted point on its street, or the place that a wrong one was meant for. */
async function pastedPlace(pasted: LatLng, deps: Deps) {
  const meant = correctedPin(pasted, deps.restaurant());
  const { lat, lng } = meant ?? pasted;
  const { street: calle, town, cause } = await quoteDelivery(deps, { lat, lng });
  const etiqueta = [calle ?? `${lat}, ${lng}`, town].filter(Boolean).join(", ");
  return {
    candidatos: [{ etiqueta, lat, lng, calle, entre: [], colonia: null }],
    detalle: meant ? ASK_CORRECTED : cause === null ? READ_BACK : NO_PRICE[cause],
  };
}

function readAddressText(text: string): Read<string, "texto_falta" | "texto_largo"> {
  const value = normaliseText(text);
  if (value === "") return { error: "texto_falta" };
  // What is pasted counts first: links with a point are longer than any address.
  const isLong = readPoint(value) === null && codePoints(wordsIn(value)) > MAX_WORDS;
  return isLong ? { error: "texto_largo" } : { value };
}

function wordsIn(texto: string): string {
  return withoutLink(searchedWords(texto));
}

function toWire({ street, between, area, near, town, lat, lng }: AddressPlace) {
  const where = area ?? (near && `cerca de ${near}`);
  return {
    etiqueta: [inWords([street, ...between]), where, town].filter(Boolean).join(", "),
    lat,
    lng,
    calle: street,
    entre: [...between],
    colonia: area,
  };
}

/** "Calle 58 y Calle 59", "Calle 58 entre Calle 59 y Calle 61". */
function inWords([street, ...others]: readonly string[]): string {
  if (others.length === 0) return street!;
  return `${street} ${others.length > 1 ? "entre" : "y"} ${others.join(" y ")}`;
}

const READ_BACK = "Léale la etiqueta a la persona y use el punto solo si es ahí.";
const ASK_WHICH = "Pregúntele a la persona cuál de estos lugares es.";
const ASK_CORRECTED =
  "Como está, ese punto queda lejos; con los números al revés o con otro signo sería este: pregúntele a la persona si es ahí.";
const NO_POINT =
  "Ese enlace no trae el punto y no se abre: que la persona lo abra y copie el enlace largo, o comparta su ubicación.";
const PIN = "O pídale a la persona un pin de su ubicación.";
/** By the number of known streets, less one. */
const WHY_NONE = [
  "que es larga o se repite: diga con qué calle cruza",
  "que no se cruzan ahí en el mapa: revise los nombres",
  "que no es una sola cuadra en el mapa: diga un solo cruce",
];

function adviceOn(found: FoundAddress | null): string {
  if (found === null) {
    return "Este restaurante no tiene un mapa de calles: pida un pin de la ubicación.";
  }
  const { places: { length: count }, streets, unknown, meant } = found;
  if (count > 0 && count <= MAX_CANDIDATES) return count === 1 ? READ_BACK : ASK_WHICH;
  const unheard = unheardIn(found);
  const question = meant.length > 0 ? `¿Quiso decir ${meant.join(" o ")}?` : "";
  if (unheard.length > 0) {
    const ask = question || "Pregunte si es aquí, y búsquelo sin eso, o en otra parte.";
    return `Aquí hay ${inWords(streets)}, pero no «${unheard.join("», «")}». ${ask} ${PIN}`;
  }
  if (streets.length === 0 || unknown !== "") {
    const ask = question || "Diga un cruce, y la colonia tras una coma.";
    return `No se entendió ${unknown ? `«${unknown}»` : "ninguna calle"}. ${ask} ${PIN}`;
  }
  const why = count > 0
    ? `de lo que hay más de ${MAX_CANDIDATES}: diga la colonia`
    : WHY_NONE[streets.length - 1];
  return `Se entendió ${inWords(streets)}, ${why}. ${PIN}`;
}
