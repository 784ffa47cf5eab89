/**
 * An order as an assistant drafts it for a person to confirm. Two steps, because they fail differently: {@linkcode parseDraft}
 * reads the body's shape (400 `forma`), {@linkcode resolveLines} finds its lines on the menu (422 `lineas`).
 */
import { isDegrees, MOST_DEGREES } from "./coordinates.ts";
import type { RequestedLine } from "./draft_lines.ts";
import { DRAFT_LIMITS } from "./draft_rules.ts";
import { malformed, readText } from "./draft_text.ts";
import type { LatLng } from "./location.ts";

export {
  linesTotalCents,
  type PricedLine,
  type RequestedLine,
  resolveLines,
} from "./draft_lines.ts";

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
