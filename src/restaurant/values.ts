/**
 * The kinds of value in a restaurant file. Each takes its description for the owner (Spanish, shown by editors); its message says what
 * it expects, and problems quote that (`problems.ts`).
 */
import * as v from "valibot";
import { TIME_FORM } from "../domain/local_time.ts";
import { isPlainLine, normaliseText } from "../domain/text.ts";

const MAX_PESOS = 100_000;

/** A text that is not blank, of at most `max` UTF-16 units; trimmed and NFC-normalised. */
function text(says: string, max: number): v.GenericSchema<string> {
  return v.pipe(
    v.string("un texto"),
    v.regex(/\S/, "un texto que no esté en blanco"),
    v.maxLength(max, `un texto de hasta ${max} letras`),
    v.description(says),
    v.transform(normaliseText),
  );
}

/** A {@linkcode text} on one line. */
export function line(says: string, max: number): v.GenericSchema<string> {
  return v.pipe(text(says, max), v.check(isPlainLine, "un texto en un solo renglón"));
}

/** A text in Spanish and in English. */
export function bilingual(says: string, max: number): v.GenericSchema<{ es: string; en: string }> {
  return fields(says, { es: text("En español", max), en: text("En inglés", max) });
}

/** Lower-case letters, digits and hyphens, 1 to 40. */
export function id(says: string): v.GenericSchema<string> {
  const expected = "de 1 a 40 letras minúsculas de la a a la z, cifras o guiones";
  return v.pipe(v.string(expected), v.regex(/^[a-z0-9-]{1,40}$/, expected), v.description(says));
}

/** A time of day, `HH:MM`, 00:00 to 23:59. */
export function clock(says: string): v.GenericSchema<string> {
  const expected = "una hora HH:MM de 00:00 a 23:59";
  return v.pipe(
    v.string(expected),
    v.regex(TIME_FORM, expected),
    v.description(says),
  );
}

/** A number from `min` to `max`, both included. */
export function decimal(says: string, min: number, max: number): v.GenericSchema<number> {
  const expected = `un número de ${min} a ${max}`;
  return v.pipe(
    v.number(expected),
    v.minValue(min, expected),
    v.maxValue(max, expected),
    v.description(says),
  );
}

/** A whole number from `min` to `max`, both included. */
export function whole(says: string, min: number, max: number): v.GenericSchema<number> {
  const expected = `un entero de ${min} a ${max}`;
  return v.pipe(
    v.number(expected),
    v.integer(expected),
    v.minValue(min, expected),
    v.maxValue(max, expected),
    v.description(says),
  );
}

/** A price in pesos above 0, with at most two decimals; centavos once read. */
export function price(says: string): v.GenericSchema<number> {
  return v.pipe(
    v.number("un número mayor que 0"),
    v.gtValue(0, "un número mayor que 0"),
    v.maxValue(MAX_PESOS, `un número de hasta ${MAX_PESOS}`),
    centavos,
    v.description(says),
    toCentavos,
  );
}

/** An amount in pesos, 0 allowed, with at most two decimals; centavos once read. */
export function pesos(says: string): v.GenericSchema<number> {
  return v.pipe(decimal(says, 0, MAX_PESOS), centavos, toCentavos);
}

/** `toFixed` and back gives the same number only where two decimals say all of it; `multipleOf` fails on 12.35. */
const centavos = v.check(
  (amount: number) => Number(amount.toFixed(2)) === amount,
  "pesos con dos decimales cuando más",
);

const toCentavos = v.transform((pesos: number) => Math.round(pesos * 100));

/** True or false. */
export function flag(says: string): v.GenericSchema<boolean> {
  return v.pipe(v.boolean("true (sí) o false (no)"), v.description(says));
}

/** `min` to `max` items of one kind. */
export function list<S extends v.GenericSchema>(
  says: string,
  item: S,
  min: number,
  max: number,
): v.GenericSchema<v.InferInput<S>[], v.InferOutput<S>[]> {
  const expected = min === max
    ? `exactamente ${min} elementos`
    : `una lista de ${min} a ${max} elementos`;
  return v.pipe(
    v.array(item, "una lista"),
    // Not v.length, which does not run while an item is wrong.
    v.rawCheck(({ dataset, addIssue }) => {
      const count = Array.isArray(dataset.value) ? dataset.value.length : min;
      if (count < min || count > max) addIssue({ message: expected });
    }),
    v.metadata({ description: says, minItems: min, maxItems: max }),
  );
}

type FieldsSchema<E extends v.ObjectEntries> = v.SchemaWithPipe<
  readonly [
    v.StrictObjectSchema<E, v.ErrorMessage<v.StrictObjectIssue>>,
    v.MetadataAction<v.InferOutput<v.StrictObjectSchema<E, undefined>>, Record<string, unknown>>,
  ]
>;

/** An object with these fields and no others; `extra` is added to its JSON Schema. */
export function fields<const E extends v.ObjectEntries>(
  says: string,
  entries: E,
  extra: Record<string, unknown> = {},
): FieldsSchema<E> {
  return v.pipe(
    v.strictObject(entries, (issue) => expectationOfMissing(entries, issue) ?? "un objeto"),
    v.metadata({ description: says, ...extra }),
  );
}

/** What the missing field should have been; Valibot names it in the issue's `expected`, in double quotes. */
function expectationOfMissing(
  entries: v.ObjectEntries,
  issue: v.StrictObjectIssue,
): string | null {
  const name = /^"(.*)"$/.exec(issue.expected)?.[1];
  if (name === undefined) return null;
  const entry = entries[name];
  const message = entry && "message" in entry ? entry.message : undefined;
  return typeof message === "string" ? message : "un objeto";
}
