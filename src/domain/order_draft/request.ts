/**
 * An order as an assistant drafts it for a person to confirm. Two steps, because they fail differently: {@linkcode parseDraft}
 * reads the body's shape (400 `forma`), `resolveLines` finds its lines on the menu (422 `lineas`).
 */
import { Failure } from "../failure.ts";
import { isDegrees, type LatLng, MOST_DEGREES } from "../location.ts";
import { codePoints, isPlainText, normaliseMultiline } from "../text.ts";

/** Where the order is to go, as asked for. */
export type RequestedDelivery =
  | {
    readonly mode: "domicilio";
    readonly address: string;
    /** Directions to the door. */
    readonly references: string | null;
    readonly destination: LatLng;
  }
  | { readonly mode: "recoger" };

/** A line as sent: its id is a string, its quantity may still be anything. */
export interface RequestedLine {
  readonly id: string;
  readonly quantity: unknown;
}

/** A draft of the right shape; whether its lines exist is not yet known. */
export interface OrderDraftRequest {
  /** 1 to 60. */
  readonly lines: readonly RequestedLine[];
  readonly delivery: RequestedDelivery;
  readonly comments: string | null;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads the body of a draft, any JSON value at all.
 * @throws {Failure} `forma`, with the offending field in `campo`
 */
export function parseDraft(body: unknown): OrderDraftRequest {
  if (!isFields(body)) {
    throw malformed("cuerpo_invalido", 'Envía un objeto JSON con "lineas" y "entrega".');
  }
  return {
    lines: parseLines(body.lineas),
    delivery: parseDelivery(body.entrega),
    comments: readText(body.comentarios, "comentarios", DRAFT_LIMITS.comments.max),
  };
}

function parseLines(lineas: unknown): readonly RequestedLine[] {
  const wanted = 'una lista de 1 a 60 líneas, cada una con "id" (de GET /api/menu) y "cantidad"';
  if (lineas === undefined || lineas === null) {
    throw malformed("lineas_faltan", `Falta "lineas": ${wanted}.`, "lineas");
  }
  if (!Array.isArray(lineas)) {
    throw malformed("lineas_invalidas", `"lineas" debe ser ${wanted}.`, "lineas");
  }
  if (lineas.length < DRAFT_LIMITS.lines.min) {
    throw malformed("lineas_faltan", `"lineas" está vacía: envía ${wanted}.`, "lineas");
  }
  if (lineas.length > DRAFT_LIMITS.lines.max) {
    const detalle =
      `"lineas" admite hasta ${DRAFT_LIMITS.lines.max} líneas y trae ${lineas.length}:` +
      ` junta las repetidas en una sola con su "cantidad".`;
    throw malformed("lineas_demasiadas", detalle, "lineas");
  }
  return lineas.map(parseLine);
}

function parseLine(line: unknown, index: number): RequestedLine {
  const campo = `lineas[${index}]`;
  if (!isFields(line)) {
    throw malformed("linea_invalida", `${campo} debe ser un objeto con "id" y "cantidad".`, campo);
  }
  const { id, cantidad } = line;
  if (typeof id !== "string") {
    const detalle = `${campo}.id debe ser el texto de un id de GET /api/menu.`;
    throw malformed("id_invalido", detalle, `${campo}.id`);
  }
  return { id, quantity: cantidad };
}

function parseDelivery(entrega: unknown): RequestedDelivery {
  const wanted = 'un objeto con "modo": "domicilio" (y "direccion", "lat", "lng") o "recoger"';
  if (entrega === undefined || entrega === null) {
    throw malformed("entrega_falta", `Falta "entrega": ${wanted}.`, "entrega");
  }
  if (!isFields(entrega)) {
    throw malformed("entrega_invalida", `"entrega" debe ser ${wanted}.`, "entrega");
  }
  if (entrega.modo === "recoger") return { mode: "recoger" };
  if (entrega.modo === "domicilio") return parseHomeDelivery(entrega);
  const detalle = 'entrega.modo debe ser exactamente "domicilio" o "recoger".';
  throw malformed("modo_invalido", detalle, "entrega.modo");
}

function parseHomeDelivery(entrega: Fields): RequestedDelivery {
  const address = readText(entrega.direccion, "entrega.direccion", DRAFT_LIMITS.address.max);
  if (address === null) {
    const detalle = "Falta entrega.direccion: la dirección completa, como la leerá la persona.";
    throw malformed("direccion_falta", detalle, "entrega.direccion");
  }
  const references = readText(
    entrega.referencias,
    "entrega.referencias",
    DRAFT_LIMITS.references.max,
  );
  const destination = {
    lat: parseDegrees(entrega, "lat"),
    lng: parseDegrees(entrega, "lng"),
  };
  return { mode: "domicilio", address, references, destination };
}

function parseDegrees(entrega: Fields, axis: keyof LatLng): number {
  const value = entrega[axis];
  const campo = `entrega.${axis}`;
  if (value === undefined || value === null) {
    const detalle = `Falta ${campo}: pide a la persona su ubicación, no la adivines.`;
    throw malformed("coordenadas_faltan", detalle, campo);
  }
  if (typeof value !== "number" || !isDegrees(axis, value)) {
    const limit = MOST_DEGREES[axis];
    const detalle =
      `${campo} debe ser un número JSON en grados decimales, de -${limit} a ${limit}, sin comillas.`;
    throw malformed("coordenadas_invalidas", detalle, campo);
  }
  return value;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A draft of the wrong shape: 400 `forma`, at `campo` where one field is to blame. */
function malformed(error: DraftShapeError, detalle: string, campo?: string): Failure {
  return new Failure("forma", error, detalle, campo === undefined ? {} : { campo });
}

/**
 * The free text in the field `campo` as the draft keeps it: trimmed, NFC, newlines as `\n`; null where it is absent, null or blank.
 * @throws {Failure} `forma` where it is no string, holds control characters or lone surrogates, or exceeds `max` code points
 */
function readText(
  value: unknown,
  campo: string,
  max: number,
): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== "string") {
    throw malformed("texto_invalido", `${campo} debe ser un texto entre comillas.`, campo);
  }
  const text = normaliseMultiline(value);
  if (!isPlainText(text)) {
    const detalle = `Quita de ${campo} los caracteres de control y los símbolos incompletos.`;
    throw malformed("texto_invalido", detalle, campo);
  }
  const length = codePoints(text);
  if (length > max) {
    const detalle = `${campo} admite hasta ${max} caracteres y trae ${length}: acórtalo.`;
    throw malformed("texto_largo", detalle, campo);
  }
  return text === "" ? null : text;
}

/** The contract's limits of a draft; lengths are code points of the trimmed, NFC-normalised text. */
export const DRAFT_LIMITS = {
  lines: { min: 1, max: 60 },
  quantity: { min: 1, max: 30 },
  address: { max: 300 },
  references: { max: 300 },
  comments: { max: 300 },
} as const;

/** Every cause of a refused draft: the contract's `motivo`, the finer `error`, and what it means. */
export const DRAFT_ERRORS = [
  { motivo: "forma", error: "cuerpo_invalido", cause: "the body is not an object" },
  { motivo: "forma", error: "lineas_faltan", cause: "lineas is missing, null or empty" },
  { motivo: "forma", error: "lineas_invalidas", cause: "lineas is not a list" },
  { motivo: "forma", error: "lineas_demasiadas", cause: "lineas holds more than 60 lines" },
  { motivo: "forma", error: "linea_invalida", cause: "a line is not an object" },
  { motivo: "forma", error: "id_invalido", cause: "a line's id is missing or not a string" },
  { motivo: "forma", error: "entrega_falta", cause: "entrega is missing or null" },
  { motivo: "forma", error: "entrega_invalida", cause: "entrega is not an object" },
  { motivo: "forma", error: "modo_invalido", cause: "modo is neither domicilio nor recoger" },
  { motivo: "forma", error: "direccion_falta", cause: "domicilio without an address" },
  { motivo: "forma", error: "coordenadas_faltan", cause: "domicilio without lat or lng" },
  { motivo: "forma", error: "coordenadas_invalidas", cause: "lat or lng is no number in range" },
  { motivo: "forma", error: "texto_invalido", cause: "a text is no string, or no plain text" },
  { motivo: "forma", error: "texto_largo", cause: "a text exceeds 300 characters" },
  { motivo: "lineas", error: "linea_desconocida", cause: "an id is not on the menu" },
  { motivo: "lineas", error: "linea_agotada", cause: "a dish is sold out" },
  { motivo: "lineas", error: "cantidad_invalida", cause: "a quantity is no integer from 1 to 30" },
] as const;

/** The `error` of a draft whose shape is wrong (400 `forma`). */
type DraftShapeError = Extract<typeof DRAFT_ERRORS[number], { motivo: "forma" }>["error"];
/** The `error` of a draft whose lines cannot be served (422 `lineas`). */
export type DraftLineError = Extract<typeof DRAFT_ERRORS[number], { motivo: "lineas" }>["error"];
