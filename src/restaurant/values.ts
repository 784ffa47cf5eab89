/** The kinds of value in a restaurant file: what each expects, in the Spanish of problems, and how it is typed. */
import * as v from "valibot";
import { TIME_FORM } from "../domain/local_time.ts";
import { type LatLng, MAX_DEGREES } from "../domain/location.ts";
import { isWhole } from "../domain/read.ts";
import { isPlainLine, isPlainText, normaliseText } from "../domain/text.ts";
import { TICKED } from "../ports/restaurant.ts";

const MAX_PESOS = 100_000;

/** How a value is typed as one text, and read. */
export interface Typing {
  /** A line, several lines, a number, a tick, one of some options, or the name of a stored image. */
  readonly input: "line" | "text" | "number" | "flag" | "choice" | "image";
  readonly maxLength?: number;
  readonly options?: readonly string[];
  /** What a choice says while none of them is chosen. */
  readonly unchosen?: string;
  /** The value of a blank text. Default: none. */
  readonly blank?: unknown;
  /** The value in the file. A text that it cannot read is returned for the schema to refuse. @throws {WrongAnswer} */
  read(text: string): unknown;
  write(value: unknown): string;
}

export function typed<S extends v.GenericSchema>(schema: S, typing: Partial<Typing>): S {
  const read = (text: string): string => text;
  const metadata = v.metadata({ typing: { input: "line", read, write: String, ...typing } });
  return v.pipe(schema, metadata) as unknown as S;
}

/** Names a schema for forms, questions and lists of changes. A field without a name is not in forms. */
export function named<S extends v.GenericSchema>(label: string, schema: S, help = ""): S {
  return v.pipe(schema, v.title(label), v.description(help)) as unknown as S;
}

/** The schema inside `optional`. */
function bare(schema: v.GenericSchema): v.GenericSchema {
  return "wrapped" in schema ? bare(schema.wrapped as v.GenericSchema) : schema;
}

/** The value of an optional field that is absent. */
export function defaultOf(schema: v.GenericSchema): unknown {
  return "default" in schema ? schema.default : undefined;
}

export interface Inside {
  readonly item?: v.GenericSchema;
  readonly entries?: Readonly<Record<string, v.GenericSchema>>;
}

export function insideOf(schema: v.GenericSchema): Inside {
  return bare(schema) as v.GenericSchema & Inside;
}

/** The schema of a field, or of an item of a list; undefined for an unknown field. */
export function innerOf(
  schema: v.GenericSchema,
  key: string | number,
): v.GenericSchema | undefined {
  const { item, entries } = insideOf(schema);
  return item ?? (entries && Object.hasOwn(entries, key) ? entries[key] : undefined);
}

/** Null for an object or a list whose parts are typed one by one. */
export function typingOf(schema: v.GenericSchema): Typing | null {
  return v.getMetadata(bare(schema) as Described).typing ?? null;
}

type Described = v.SchemaWithPipe<
  readonly [v.GenericSchema, v.MetadataAction<unknown, { readonly typing?: Typing }>]
>;

/** A text of at most `max` UTF-16 units that is not blank; its output is trimmed and NFC-normalised. */
export function prose(max: number): v.GenericSchema<string> {
  const schema = v.pipe(
    v.string("un texto"),
    v.regex(/\S/, "un texto que no esté en blanco"),
    v.maxLength(max, `un texto de hasta ${max} letras`),
    v.check(isPlainText, "un texto sin caracteres de control ni medios caracteres"),
    v.transform(normaliseText),
  );
  return typed(schema, { input: max > MAX_LINE ? "text" : "line", maxLength: max });
}

/** Longer texts have several lines in a form. */
const MAX_LINE = 200;

export function line(max: number): v.GenericSchema<string> {
  return v.pipe(prose(max), v.check(isPlainLine, "un texto en un solo renglón"));
}

export function bilingual(max: number): v.GenericSchema<{ es: string; en: string }> {
  return exactFields({ es: named("en español", prose(max)), en: named("en inglés", prose(max)) });
}

export const MAX_ID = 40;

export const id: v.GenericSchema<string> = matching(
  new RegExp(`^[a-z0-9-]{1,${MAX_ID}}$`),
  `de 1 a ${MAX_ID} letras minúsculas de la a a la z, cifras o guiones`,
);

export const clock: v.GenericSchema<string> = matching(
  TIME_FORM,
  "una hora HH:MM de 00:00 a 23:59",
);

export function matching(form: RegExp, expected: string): v.GenericSchema<string> {
  return typed(v.pipe(v.string(expected), v.regex(form, expected)), {});
}

export function decimal(min: number, max: number): v.GenericSchema<number> {
  const expected = `un número de ${min} a ${max}`;
  return numeric(v.pipe(v.number(expected), v.minValue(min, expected), v.maxValue(max, expected)));
}

function numeric(schema: v.GenericSchema<number>): v.GenericSchema<number> {
  return typed(schema, { input: "number", read: readNumber });
}

/** `1,250`, `$9.50`, `9,50` and `3 km` as people write them. */
function readNumber(text: string): number | string {
  const plain = text.replace(/[$\s]|(km|minutos|min|pesos|mxn)\b\.?/gi, "").replace(
    /,(?=\d{3}(\D|$))/g,
    "",
  ).replace(",", ".");
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : text;
}

export function degrees(axis: keyof LatLng): v.GenericSchema<number> {
  return decimal(-MAX_DEGREES[axis], MAX_DEGREES[axis]);
}

export function whole(min: number, max: number): v.GenericSchema<number> {
  const expected = `un entero de ${min} a ${max}`;
  return numeric(v.custom<number>((value) => isWhole(value, { min, max }), expected));
}

export function positive(max: number): v.GenericSchema<number> {
  const expected = "un número mayor que 0";
  return numeric(v.pipe(
    v.number(expected),
    v.gtValue(0, expected),
    v.maxValue(max, `un número de hasta ${max}`),
  ));
}

/** A round trip through `toFixed` keeps only a number of two decimals. `multipleOf` fails on 12.35. */
const centavos = v.check(
  (amount: number) => Number(amount.toFixed(2)) === amount,
  "pesos con dos decimales cuando más",
);

const toCentavos = v.transform((pesos: number) => Math.round(pesos * 100));

/** A price in pesos above 0, with at most two decimals; its output is in centavos. */
export const price: v.GenericSchema<number> = amount(positive(MAX_PESOS));

/** An amount in pesos, 0 allowed, with at most two decimals; its output is in centavos. */
export const pesos: v.GenericSchema<number> = amount(decimal(0, MAX_PESOS));

function amount(schema: v.GenericSchema<number>): v.GenericSchema<number> {
  const write = (pesos: unknown) => `$${Number(pesos).toFixed(2)}`;
  return typed(v.pipe(schema, centavos, toCentavos), { input: "number", read: readNumber, write });
}

export const tick: v.GenericSchema<boolean> = typed(v.boolean("true (sí) o false (no)"), {
  input: "flag",
  read: (text) => text === TICKED,
  write: (value) => value === true ? TICKED : "no",
});

export function choice<const O extends string>(options: readonly O[]): v.GenericSchema<O> {
  const quoted = options.map((option) => `"${option}"`);
  const expected = `${quoted.slice(0, -1).join(", ")} o ${quoted.at(-1)}`;
  return typed(v.picklist(options, expected), { input: "choice", options });
}

export function list<S extends v.GenericSchema>(
  item: S,
  min: number,
  max: number,
  expected = `una lista de ${min} a ${max} elementos`,
): v.GenericSchema<v.InferInput<S>[], v.InferOutput<S>[]> {
  return v.pipe(
    v.array(item, "una lista"),
    // Unlike v.length, this runs while an item is wrong.
    v.rawCheck(({ dataset, addIssue }) => {
      const count = Array.isArray(dataset.value) ? dataset.value.length : min;
      if (count < min || count > max) addIssue({ message: expected });
    }),
  );
}

/** Names that Valibot skips in every object, so that it would accept them as fields. */
const SKIPPED_NAMES = ["__proto__", "constructor", "prototype"];

/** An object with exactly these fields. The message for an unknown field is the list of known ones. */
export function exactFields<const E extends v.ObjectEntries>(
  entries: E,
): v.GenericSchema<
  v.InferInput<v.ObjectSchema<E, undefined>>,
  v.InferOutput<v.ObjectSchema<E, undefined>>
> {
  const unknown = v.never(Object.keys(entries).join(", "));
  const schema = v.objectWithRest(
    entries,
    unknown,
    (issue) => expectationOfMissing(entries, issue) ?? "un objeto",
  );
  return {
    ...schema,
    "~run"(dataset, config) {
      const input = Object(dataset.value);
      const checked = schema["~run"](dataset, config);
      for (const key of SKIPPED_NAMES.filter((name) => Object.hasOwn(input, name))) {
        const place = { type: "object", origin: "key", input, key, value: input[key] } as const;
        v._addIssue(unknown, "type", checked, config, { path: [place] });
      }
      return checked;
    },
  };
}

/** The expectation of a missing field, which Valibot names in the issue's `expected`, in double quotes. */
function expectationOfMissing(
  entries: v.ObjectEntries,
  issue: v.ObjectWithRestIssue,
): string | null {
  const name = /^"(.*)"$/.exec(issue.expected)?.[1];
  if (name === undefined) return null;
  const entry = entries[name];
  const message = entry && "message" in entry ? entry.message : undefined;
  return typeof message === "string" ? message : "un objeto";
}
