/** The contract's tables of fields: one test for each field. */
import { assert } from "@std/assert";
import { type Api, once } from "./api.ts";
import type { Suite } from "./suite.ts";

/** A kind of value, as text and as a predicate. */
export interface Kind {
  readonly is: string;
  holds(value: unknown): boolean;
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

export const STRING = kind("a string", isText);
export const TEXT = kind("a string that is not blank", (v) => isText(v) && v.trim() !== "");
export const TRUE = kind("true", (v) => v === true);
export const BOOLEAN = kind("a boolean", (v) => typeof v === "boolean");
export const NUMBER = kind("a number that is not negative", (v) => Number.isFinite(v) && v >= 0);
export const PRICE = kind(
  "a price above 0 in whole centavos",
  (v) => Number.isFinite(v) && v > 0 && Math.abs(v * 100 - Math.round(v * 100)) < 1e-6,
);
export const WHOLE = kind("a whole number above 0", (v) => Number.isInteger(v) && v > 0);
export const COUNT = kind("a whole number", (v) => Number.isInteger(v) && v >= 0);
export const CURRENCY = kind("a currency code", (v) => isText(v) && /^[A-Z]{3}$/.test(v));
export const NULL = kind("null", (v) => v === null);
export const OBJECT = kind(
  "an object",
  (v) => typeof v === "object" && v !== null && !Array.isArray(v),
);
export const ARRAY = kind("an array", Array.isArray);
export const LIST = kind("an array that is not empty", (v) => Array.isArray(v) && v.length > 0);
export const DAY = kind("a day AAAA-MM-DD", (v) => isText(v) && /^\d{4}-\d{2}-\d{2}$/.test(v));
export const CLOCK = kind("HH:MM", (v) => isText(v) && TIME.test(v));
export const WEEKDAY = kind("the Spanish name of a weekday", (v) => WEEKDAYS.includes(v));
export const WHATSAPP = kind(
  "a https://wa.me/<digits>?text= link with a message",
  (v) => isText(v) && /^https:\/\/wa\.me\/\d{8,15}\?text=\S+$/.test(v),
);

/** Monday first. */
export const WEEKDAYS: readonly unknown[] = [
  "lunes",
  "martes",
  "miércoles",
  "jueves",
  "viernes",
  "sábado",
  "domingo",
];

export function orNull({ is, holds }: Kind): Kind {
  return kind(`${is}, or null`, (v) => v === null || holds(v));
}

/** A kind of value; `holds` gets any JSON value. */
// deno-lint-ignore no-explicit-any -- predicates look into values of unknown shape
export function kind(is: string, holds: (value: any) => boolean): Kind {
  return { is, holds };
}

/**
 * Registers a test for each field: the answer of `read`, called once, has the field, with values of its kind alone.
 * @param rows fields as in the contract: `dias[].local.abre`; fields under null or of no item are skipped
 */
export function fieldRows(
  { row }: Pick<Suite, "row">,
  source: string,
  rows: readonly (readonly [field: string, kind: Kind])[],
  read: (api: Api) => Promise<unknown>,
): void {
  const readOnce = once(read);
  for (const [field, { is, holds }] of rows) {
    row(`${source}: ${field} is ${is}`, async (api) => {
      const values = valuesAt(await readOnce(api), field.split("."));
      for (const value of values) assert(holds(value), `${field} is ${JSON.stringify(value)}`);
    });
  }
}

function valuesAt(value: unknown, [step, ...rest]: readonly string[]): unknown[] {
  if (step === undefined) return [value];
  if (value === null) return [];
  const isMany = step.endsWith("[]");
  const field = (value as Record<string, unknown>)?.[isMany ? step.slice(0, -2) : step];
  if (!isMany) return valuesAt(field, rest);
  return Array.isArray(field) ? field.flatMap((item) => valuesAt(item, rest)) : [undefined];
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
