/** The problems of a restaurant file, in Spanish: `línea 84, columna 20: Panuchos: precio: se esperaba esto, y hay eso`. */
import type { JSONPath } from "jsonc-parser";
import * as v from "valibot";
import { isObject } from "../domain/read.ts";
import { nearest } from "../domain/text.ts";
import type { FileProblem } from "../ports/restaurant.ts";
import { restaurantSchema, WEEKDAYS } from "./schema.ts";
import { innerOf } from "./values.ts";

export class RestaurantFileError extends Error {
  override readonly name = "RestaurantFileError";

  /** @param problems at least one @param file the path of the file; null for another source */
  constructor(readonly problems: readonly FileProblem[], file: string | null = null) {
    super((file === null ? "" : `${file}:\n`) + problems.map(({ placed }) => placed).join("\n"));
  }
}

export function fileProblem(text: string, place = ""): FileProblem {
  return { text, placed: place === "" ? text : `${place}: ${text}` };
}

const MAX_SHOWN = 60;

export interface Problem {
  /** Empty for the whole file. */
  readonly path: JSONPath;
  readonly says: string;
}

/** @param got as {@linkcode shown} gives it */
export function problem(path: JSONPath, what: string, got: string): Problem {
  return { path, says: expected(what, got) };
}

export function expected(what: string, got: string): string {
  return `se esperaba ${what}, y ${got === "" ? "falta" : `hay ${got}`}`;
}

/** A value in a problem: JSON, cut short; the length of a list; empty for a missing value. */
export function shown(value: unknown): string {
  if (value === undefined) return "";
  if (Array.isArray(value)) return `una lista de ${value.length}`;
  if (isObject(value)) return "un objeto";
  if (typeof value === "number") return String(value);
  const json = JSON.stringify(value);
  return json.length <= MAX_SHOWN ? json : `${json.slice(0, MAX_SHOWN)}…`;
}

/** `secciones[2].nombre`; a name that is not a plain word is quoted. */
export function pathText(path: JSONPath): string {
  return path.map((key, at) => {
    if (typeof key === "number") return `[${key}]`;
    if (!/^[\p{L}\p{N}_$-]+$/u.test(key)) return `[${shown(key)}]`;
    return at === 0 ? key : `.${key}`;
  }).join("");
}

/** `Teléfono (telefono)`: a path after the label that forms have for its field. */
export function fieldText(path: JSONPath): string {
  let schema: v.GenericSchema | undefined = restaurantSchema;
  for (const key of path) schema = schema && innerOf(schema, key);
  const label = schema && v.getTitle(schema);
  return label === undefined ? pathText(path) || "el archivo" : `${label} (${pathText(path)})`;
}

export function* onePerPlace(problems: Iterable<Problem>): Generator<Problem> {
  const places = new Set<string>();
  for (const problem of problems) {
    const place = pathText(problem.path);
    if (!places.has(place)) yield problem;
    places.add(place);
  }
}

export function structureProblem(issue: v.BaseIssue<unknown>): Problem {
  const { type, message, input } = issue;
  const items = issue.path ?? [];
  const last = items.at(-1);
  const path = items.map(({ key }) => key as string | number);
  // Valibot treats a list as an object without its fields.
  if (last?.type === "object" && Array.isArray(last.input)) {
    return problem(path.slice(0, -1), "un objeto", shown(last.input));
  }
  if (type === "never") return { path, says: unknownField(String(last!.key), message.split(", ")) };
  return problem(path, message, shown(input) + hint(message, input));
}

/** The right form of a value that was written in a frequent wrong form; else empty. */
function hint(expected: string, got: unknown): string {
  if (typeof got !== "string") return "";
  const [, hours = "", minutes] = /^(\d{1,2})[:.h](\d{2})$/.exec(got.trim()) ?? [];
  const time = hours === "24" ? "00" : hours.padStart(2, "0");
  if (expected.startsWith("una hora")) {
    return minutes && Number(time) < 24 ? `: es "${time}:${minutes}"` : "";
  }
  const amount = got.replace(/[$\s]/g, "").replace(/,(?=\d{1,2}$)/, ".");
  const isNumber = /^un (número|entero)/.test(expected) && /^-?\d+(\.\d+)?$/.test(amount);
  const isTooLow = expected.includes("mayor que 0") && Number(amount) <= 0;
  return isNumber && !isTooLow ? `: es ${amount}, sin comillas` : "";
}

function unknownField(name: string, known: readonly string[]): string {
  const day = WEEKDAYS[ENGLISH_DAYS.indexOf(name.toLowerCase())];
  const meant = day !== undefined && known.includes(day) ? day : nearest(name, known);
  const hint = meant === null ? `los campos aquí son ${known.join(", ")}` : `¿es ${shown(meant)}?`;
  return `campo desconocido; ${hint}`;
}

const ENGLISH_DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}
