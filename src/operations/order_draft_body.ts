/** The body of an order draft, and the failure for one of another shape. */
import * as v from "valibot";
import { type LatLng, MAX_DEGREES } from "../domain/location.ts";
import {
  DRAFT_LIMITS,
  type OrderDraftRequest,
  readDraftText,
  type RequestedDelivery,
} from "../domain/order_draft/request.ts";
import type { Read } from "../domain/read.ts";
import { codePoints, normaliseMultiline } from "../domain/text.ts";
import { NOT_JSON_ERRORS, type OwnFailure } from "../http/failure.ts";
import {
  checkedBy,
  component,
  described,
  fields,
  missingOr,
  readBy,
  wholeNumber,
} from "../http/wire.ts";

const { lines, quantity, text: { max: MAX_TEXT } } = DRAFT_LIMITS;
const WANTED_LINES =
  `una lista de ${lines.min} a ${lines.max} líneas, cada una con "id" (de GET /api/menu) y "cantidad"`;
const WANTED_DELIVERY =
  'un objeto con "modo": "domicilio" (y "direccion", "lat", "lng") o "recoger"';

/** Unknown ids and wrong quantities have a failure of their own. */
export const MALFORMED = {
  status: 400,
  description:
    "Not JSON, or lines, delivery or valid coordinates are missing. campo names the field.",
  errors: {
    ...NOT_JSON_ERRORS,
    cuerpo_invalido: 'Envía un objeto JSON con "lineas" y "entrega".',
    lineas_faltan: ({ value }) =>
      Array.isArray(value)
        ? `"lineas" está vacía: envía ${WANTED_LINES}.`
        : `Falta "lineas": ${WANTED_LINES}.`,
    lineas_invalidas: `"lineas" debe ser ${WANTED_LINES}.`,
    lineas_demasiadas: ({ value }) =>
      `"lineas" admite hasta ${lines.max} líneas y trae ${(value as readonly unknown[]).length}:` +
      ` junta las repetidas en una sola con su "cantidad".`,
    linea_invalida: ({ campo }) => `${campo} debe ser un objeto con "id" y "cantidad".`,
    id_invalido: ({ campo }) => `${campo} debe ser el texto de un id de GET /api/menu.`,
    entrega_falta: `Falta "entrega": ${WANTED_DELIVERY}.`,
    entrega_invalida: `"entrega" debe ser ${WANTED_DELIVERY}.`,
    modo_invalido: 'entrega.modo debe ser exactamente "domicilio" o "recoger".',
    direccion_falta: "Falta entrega.direccion: la dirección completa, como la leerá la persona.",
    coordenadas_faltan: ({ campo }) =>
      `Falta ${campo}: pide a la persona su ubicación, no la adivines.`,
    coordenadas_invalidas: ({ campo }) => {
      const limit = MAX_DEGREES[campo.endsWith("lat") ? "lat" : "lng"];
      return `${campo} debe ser un número JSON en grados decimales, de -${limit} a ${limit}, sin comillas.`;
    },
    texto_invalido: ({ campo, value }) =>
      typeof value === "string"
        ? `Quita de ${campo} los caracteres de control y los símbolos incompletos.`
        : `${campo} debe ser un texto entre comillas.`,
    texto_largo: ({ campo, value }) =>
      `${campo} admite hasta ${MAX_TEXT} caracteres y trae ${
        codePoints(normaliseMultiline(String(value)))
      }: acórtalo.`,
  },
} as const satisfies OwnFailure;

type Code = keyof typeof MALFORMED.errors;
const missing = missingOr<Code>;
const code = (error: Code) => error;

const address = v.pipe(
  v.string(missing("direccion_falta", "texto_invalido")),
  readBy(readDraftText),
  readBy((text: string | null): Read<string, Code> =>
    text === null ? { error: "direccion_falta" } : { value: text }
  ),
);
const lat = degrees("lat", "Latitude");
const lng = degrees("lng", "Longitude");
const DELIVERY = {
  modo: described(
    v.picklist(["domicilio", "recoger"], code("modo_invalido")),
    "domicilio: delivered to an address; recoger: picked up by the person.",
  ),
  direccion: v.nullish(
    text("Street address, required for domicilio: the person sees it."),
  ),
  referencias: v.nullish(text("Directions to the door.")),
  lat: v.nullish(lat),
  lng: v.nullish(lng),
};
const anyDelivery = component(
  "Delivery",
  fields(DELIVERY, missing("entrega_falta", "entrega_invalida")),
);

const pickup = v.pipe(anyDelivery, v.transform((): RequestedDelivery => ({ mode: "recoger" })));
const homeDelivery = v.pipe(
  fields({ ...DELIVERY, direccion: address, lat, lng }, code("entrega_invalida")),
  v.transform(({ direccion, referencias, lat, lng }): RequestedDelivery => ({
    mode: "domicilio",
    address: direccion,
    references: referencias ?? null,
    destination: { lat, lng },
  })),
);

const line = component(
  "Line",
  fields({
    id: described(
      v.string(code("id_invalido")),
      "Exact id from GET /api/menu: of a presentation, of an addition, or of a dish with a single presentation.",
    ),
    // Wrong quantities are reported with unknown ids, in one refusal.
    cantidad: described(v.unknown(), "How many.", wholeNumber(quantity)),
  }, code("linea_invalida")),
);
const listedLines = v.pipe(
  described(
    v.array(line, missing("lineas_faltan", "lineas_invalidas")),
    "What is ordered; additions are lines of their own, and repeated ids are added up.",
  ),
  v.minLength(lines.min, code("lineas_faltan")),
  v.maxLength(lines.max, code("lineas_demasiadas")),
);
/** The lines of a list that is too long are not checked: each would be a problem of its own. */
const orderLines = checkedBy(
  listedLines,
  (value) => Array.isArray(value) && value.length > lines.max ? tooManyLines : listedLines,
);
const tooManyLines = v.custom<never>(() => false, code("lineas_demasiadas"));

const LINES = [{ id: "cochinita-m", cantidad: 2 }, { id: "horchata-j", cantidad: 1 }];

export const DRAFT_EXAMPLES = {
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
};

export const draftBody = v.pipe(
  fields({
    lineas: orderLines,
    entrega: described(
      checkedBy(anyDelivery, (value) => Object(value).modo === "domicilio" ? homeDelivery : pickup),
      "How the order reaches the person.",
    ),
    comentarios: v.nullish(
      text(
        "For the kitchen (allergies, without onion); the person sees it before confirming.",
      ),
    ),
  }, code("cuerpo_invalido")),
  v.transform(({ lineas, entrega, comentarios }): OrderDraftRequest => ({
    lines: lineas.map(({ id, cantidad }) => ({ id, quantity: cantidad })),
    delivery: entrega,
    comments: comentarios ?? null,
  })),
);

function text(description: string) {
  return v.pipe(
    described(v.string(code("texto_invalido")), description, { maxLength: MAX_TEXT }),
    readBy(readDraftText),
  );
}

function degrees(axis: keyof LatLng, name: string) {
  const max = MAX_DEGREES[axis];
  return v.pipe(
    described(
      v.number(missing("coordenadas_faltan", "coordenadas_invalidas")),
      `${name} of the location pin; required for domicilio.`,
    ),
    v.minValue(-max, code("coordenadas_invalidas")),
    v.maxValue(max, code("coordenadas_invalidas")),
  );
}
