/** Words the problems of a restaurant file: `Antojitos, Panuchos, precio: se esperaba esto, y hay eso`. */
import * as v from "valibot";
import { isObject } from "../domain/read.ts";
import { foldText, nearest } from "../domain/text.ts";
import type { FileProblem } from "../ports/restaurant.ts";
import { FILE_WEEKDAYS, restaurantSchema, writeDate } from "./schema.ts";
import { innerOf, insideOf } from "./values.ts";

export class RestaurantFileError extends Error {
  override readonly name = "RestaurantFileError";

  /** @param problems at least one @param file the path of the file; null for another source */
  constructor(readonly problems: readonly FileProblem[], file: string | null = null) {
    super((file === null ? "" : `${file}:\n`) + problems.map(({ text }) => text).join("\n"));
  }
}

const MAX_SHOWN = 60;

export interface Problem {
  /** Empty for the whole file. */
  readonly path: readonly (string | number)[];
  readonly says: string;
}

/** @param got as {@linkcode shown} gives it */
export function problem(path: Problem["path"], what: string, got: string): Problem {
  return { path, says: expected(what, got) };
}

export function expected(what: string, got: string): string {
  return `se esperaba ${what}, y ${got === "" ? "falta" : `hay ${got}`}`;
}

/** A value in a problem: its shortened JSON, or the length of a list; empty for a missing value. */
export function shown(value: unknown): string {
  if (value === undefined) return "";
  if (Array.isArray(value)) return `una lista de ${value.length}`;
  if (isObject(value)) return "un objeto";
  if (typeof value === "number") return String(value);
  const json = JSON.stringify(value);
  return json.length <= MAX_SHOWN ? json : `${json.slice(0, MAX_SHOWN)}…`;
}

const NTH = "n.º ";

/** Levels that the names of places leave out, because the names of their items suffice. */
const LEVELS = ["secciones", "platillos", "presentaciones"];

/** The name of a field or of an item of a list; empty for a level, and for a presentation without a label. */
export function nameOf(
  key: string | number,
  value: unknown,
  schema: v.GenericSchema | undefined,
): readonly string[] {
  if (typeof key === "string") {
    return LEVELS.includes(key) ? [] : [(schema && v.getTitle(schema)) ?? key];
  }
  const name = itemName(value);
  const isPresentation = schema !== undefined && "etiqueta" in (insideOf(schema).entries ?? {});
  return name === undefined && isPresentation ? [] : [name ?? `${NTH}${key + 1}`];
}

/** Undefined for an item without a name. */
export function itemName(item: unknown): string | undefined {
  const { nombre, etiqueta, pregunta, fecha } = fieldsOf(item);
  const day = typeof fecha === "string" ? writeDate(fecha) : undefined;
  const names = [nombre, etiqueta, fieldsOf(pregunta).es, day].filter((name) =>
    typeof name === "string"
  );
  return names.find((name) => name.trim() !== "")?.slice(0, MAX_SHOWN);
}

/** The place `path` as in lists of changes, with the field's name if that differs: `Envío, Costo (base_costo)`. */
export function pathInWords(path: Problem["path"], file: unknown): string {
  let [value, schema]: [unknown, v.GenericSchema | undefined] = [file, restaurantSchema];
  const steps = path.map((key) => {
    value = Object(value)[key];
    schema = schema && innerOf(schema, key);
    return nameOf(key, value, schema);
  });
  const names = steps.flatMap((step, n) => {
    const [key, next] = [path[n]!, steps[n + 1]];
    // A level is named if the item below has no name, or if the level itself is meant.
    const isNamed = next === undefined || next[0]?.startsWith(NTH);
    return typeof key === "string" && step.length === 0 && isNamed ? [key] : step;
  });
  const [last, name = "el archivo"] = [path.at(-1), names.at(-1)];
  const isSame = typeof last !== "string" || [name, foldText(name)].includes(last);
  return (names.join(", ") || name) + (isSame ? "" : ` (${last})`);
}

export function structureProblem(issue: v.BaseIssue<unknown>): Problem {
  const { type, message, input } = issue;
  const items = issue.path ?? [];
  const last = items.at(-1);
  const path = items.map(({ key }) => key as string | number);
  // Valibot takes a list for an object without its fields.
  if (last?.type === "object" && Array.isArray(last.input)) {
    return problem(path.slice(0, -1), "un objeto", shown(last.input));
  }
  if (type === "never") return { path, says: unknownField(String(last!.key), message.split(", ")) };
  const schema = path.reduce<v.GenericSchema | undefined>(
    (schema, key) => schema && innerOf(schema, key),
    restaurantSchema,
  );
  return problem(path, message, shown(input) + (schema ? hint(message, input, schema) : ""));
}

/** The right form of a value in a frequent wrong form; else empty. */
function hint(expected: string, got: unknown, schema: v.GenericSchema): string {
  if (typeof got !== "string") return "";
  const [, hours = "", minutes] = /^(\d{1,2})[:.h](\d{2})$/.exec(got.trim()) ?? [];
  const time = hours === "24" ? "00" : hours.padStart(2, "0");
  if (expected.startsWith("una hora")) {
    return minutes && Number(time) < 24 ? `: es "${time}:${minutes}"` : "";
  }
  const amount = got.replace(/[$\s]/g, "").replace(/,(?=\d{1,2}$)/, ".");
  const isNumber = /^un (número|entero)/.test(expected) && /^-?\d+(\.\d+)?$/.test(amount);
  // A number that is refused in its turn is no hint.
  return isNumber && v.is(schema, Number(amount)) ? `: es ${amount}, sin comillas` : "";
}

function unknownField(name: string, known: readonly string[]): string {
  const day = FILE_WEEKDAYS[ENGLISH_DAYS.indexOf(name.toLowerCase())];
  const meant = day !== undefined && known.includes(day) ? day : nearest(name, known);
  const hint = meant === null ? `los campos aquí son ${known.join(", ")}` : `¿es ${shown(meant)}?`;
  return `campo desconocido; ${hint}`;
}

const ENGLISH_DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}
