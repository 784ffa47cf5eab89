/** How every problem of a restaurant file is put, in Spanish: `línea 84, columna 20, Panuchos: precio: se esperaba esto, y hay eso`. */
import { levenshteinDistance } from "@std/text";
import * as v from "valibot";
import { skeleton } from "../domain/text.ts";
import { WEEKDAYS } from "./schema.ts";

/** A restaurant file that cannot be used. */
export class RestaurantFileError extends Error {
  override readonly name = "RestaurantFileError";

  /**
   * @param problems one sentence each, with the path in the file where there is one: at least one
   * @param file the file, where it came from one
   */
  constructor(readonly problems: readonly string[], readonly file: string | null = null) {
    super((file === null ? "" : `${file}:\n`) + problems.join("\n"));
  }
}

/** How many problems are reported at once. */
export const MAX_PROBLEMS = 100;

const MAX_SHOWN = 60;

export interface Problem {
  /** `secciones[2].platillos[0].precio`; empty for the whole file. */
  readonly path: string;
  readonly says: string;
}

/** @param got as {@linkcode shown} gives it */
export function problem(path: string, what: string, got: string): Problem {
  return { path, says: expected(what, got) };
}

export function expected(what: string, got: string): string {
  return `se esperaba ${what}, y ${got === "" ? "falta" : `hay ${got}`}`;
}

/** `problem` with the place of its value, and the name of the dish that it is in. */
export function inWords({ path, says }: Problem, { value, placeOf }: ReadValue): string {
  const [, section = "", dish = "", rest = ""] =
    /^secciones\[(\d+)\]\.platillos\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
  const { platillos } = fieldsOf(itemsOf(fieldsOf(value).secciones)[Number(section)]);
  const { nombre } = fieldsOf(itemsOf(platillos)[Number(dish)]);
  const named = section !== "" && typeof nombre === "string" && nombre.trim() !== "";
  const subject = named ? [rest] : [path === "" ? "el archivo" : path];
  const place = named ? `${placeOf(path)}, ${nombre.trim()}` : placeOf(path);
  return [place, ...subject.filter((words) => words !== ""), says].join(": ");
}

/** A file's value, and where its parts are. */
interface ReadValue {
  readonly value: unknown;
  placeOf(path: string): string;
}

/** A value as a problem shows it: JSON, cut short; a list by its length; nothing where there is none. */
export function shown(value: unknown): string {
  if (value === undefined) return "";
  if (Array.isArray(value)) return `una lista de ${value.length}`;
  if (typeof value === "object" && value !== null) return "un objeto";
  if (typeof value === "number") return String(value);
  const json = JSON.stringify(value);
  return json.length <= MAX_SHOWN ? json : `${json.slice(0, MAX_SHOWN)}…`;
}

/** `path` and one more step: `secciones[2]`, `secciones[2].nombre`; a name that is no plain word is quoted. */
export function step(path: string, key: string | number): string {
  if (typeof key === "number") return `${path}[${key}]`;
  if (!/^[\p{L}\p{N}_$-]+$/u.test(key)) return `${path}[${shown(key)}]`;
  return path === "" ? key : `${path}.${key}`;
}

/** The problems that `schema` finds in `value`, one for each place, up to a hundred; unknown fields are left to `unknownFields`. */
export function structureProblems(schema: v.GenericSchema, value: unknown): Problem[] {
  const { issues = [] } = v.safeParse(schema, value);
  const found = new Map<string, Problem>();
  for (const issue of issues) {
    if (isUnknownField(issue)) continue;
    const { path, expected, got } = describe(issue);
    if (!found.has(path)) {
      found.set(path, problem(path, expected, shown(got) + hint(expected, got)));
    }
    if (found.size > MAX_PROBLEMS) break;
  }
  return [...found.values()];
}

/** How a value that people write by habit is written. */
function hint(expected: string, got: unknown): string {
  if (typeof got !== "string") return "";
  const [, hours = "", minutes] = /^(\d{1,2})[:.h](\d{2})$/.exec(got.trim()) ?? [];
  const time = hours === "24" ? "00" : hours.padStart(2, "0");
  if (expected.startsWith("una hora")) {
    return minutes && Number(time) < 24 ? `: es "${time}:${minutes}"` : "";
  }
  const amount = got.replace(/[$\s]/g, "").replace(/,(?=\d{1,2}$)/, ".");
  const isNumber = /^un (número|entero)/.test(expected) && /^-?\d+(\.\d+)?$/.test(amount);
  return isNumber ? `: es ${amount}, sin comillas` : "";
}

function isUnknownField(issue: v.BaseIssue<unknown>): boolean {
  return issue.type === "strict_object" && issue.expected === "never";
}

function describe(issue: v.BaseIssue<unknown>): { path: string; expected: string; got: unknown } {
  const items = issue.path ?? [];
  const last = items.at(-1);
  // Valibot takes a list for an object whose fields are all missing.
  const list = last?.type === "object" && Array.isArray(last.input);
  const keys = (list ? items.slice(0, -1) : items).map((item) => item.key as string | number);
  return {
    path: keys.reduce<string>(step, ""),
    expected: list ? "un objeto" : issue.message,
    got: list ? last.input : issue.input,
  };
}

/**
 * A problem for each field of `value` that `schema` does not know, with the name that was probably meant, up to
 * {@linkcode MAX_PROBLEMS}. Valibot's strict objects report the first one only.
 */
export function unknownFields(schema: v.GenericSchema, value: unknown): Problem[] {
  return [...unknownIn(schema, value, "").take(MAX_PROBLEMS)];
}

function* unknownIn(schema: v.GenericSchema, value: unknown, path: string): Generator<Problem> {
  if ("wrapped" in schema) return yield* unknownIn(schema.wrapped as Parts, value, path);
  const { item, entries } = schema as Parts;
  if (item) {
    for (const [i, each] of itemsOf(value).entries()) yield* unknownIn(item, each, step(path, i));
  }
  if (!entries) return;
  for (const [name, held] of Object.entries(fieldsOf(value))) {
    const here = step(path, name);
    if (Object.hasOwn(entries, name)) yield* unknownIn(entries[name]!, held, here);
    else yield refusal(here, name, Object.keys(entries));
  }
}

/** A list or an object, as its schema tells. */
interface Parts extends v.GenericSchema {
  readonly item?: v.GenericSchema;
  readonly entries?: Readonly<Record<string, v.GenericSchema>>;
}

function refusal(path: string, name: string, known: readonly string[]): Problem {
  const day = WEEKDAYS[ENGLISH_DAYS.indexOf(name.toLowerCase())];
  const meant = day !== undefined && known.includes(day) ? day : nearest(name, known);
  const hint = meant === null ? `los campos aquí son ${known.join(", ")}` : `¿es ${shown(meant)}?`;
  return { path, says: `campo desconocido; ${hint}` };
}

const ENGLISH_DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/** The fields of `value`; none where it is not an object. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? value as Record<string, unknown> : {};
}

/** The items of `value`; none where it is not a list. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * The word of `words` of which `typed` is most likely a misspelling; null where none is near enough. Accents, capitals and word
 * separators are the likeliest mistakes, and do not count.
 */
export function nearest(typed: string, words: readonly string[]): string | null {
  const limit = Math.max(1, Math.floor(Math.min(typed.length, 40) / 3));
  const [best] = words
    .filter((word) => Math.abs(word.length - typed.length) <= limit)
    .map((word) => ({ word, typos: levenshteinDistance(skeleton(typed), skeleton(word)) }))
    .sort((a, b) => a.typos - b.typos);
  return best !== undefined && best.typos <= limit ? best.word : null;
}
