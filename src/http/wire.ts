/** Wire schemas: valibot schemas, which check a value, and their JSON Schema for the document. */
import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { type Bounds, isObject, type Read } from "../domain/read.ts";

export interface Keywords {
  readonly [keyword: string]: unknown;
}

/** The schema with a description, and with keywords that {@linkcode readBy} checks after normalising. */
export function described<S extends v.GenericSchema>(
  schema: S,
  description: string,
  keywords: Keywords = {},
): v.SchemaWithPipe<readonly [S, v.MetadataAction<v.InferOutput<S>, Keywords>]> {
  return v.pipe(schema, v.metadata({ description, ...keywords }));
}

/** The schema as a component of the document of this name, by which generated clients call its type. */
export function component<S extends v.GenericSchema>(
  title: string,
  schema: S,
): v.SchemaWithPipe<readonly [S, v.TitleAction<v.InferOutput<S>, string>]> {
  return v.pipe(schema, v.title(title));
}

/** The keyword of a field that a program must tell the person or heed: tools say so before they are called. */
export const TOLD = "x-told";
export const told = { [TOLD]: true } as const;

type Describe<T> = (description: string, keywords?: Keywords) => v.GenericSchema<unknown, T>;

export const text: Describe<string> = describer(v.string());
export const number: Describe<number> = describer(v.number());
export const flag: Describe<boolean> = describer(v.boolean());

function describer<T>(schema: v.GenericSchema<unknown, T>): Describe<T> {
  return (description, keywords) => described(schema, description, keywords);
}

export function wholeNumber({ min, max }: Bounds, keywords: Keywords = {}): Keywords {
  return { type: "integer", minimum: min, maximum: max, ...keywords };
}

/** The schema as JSON Schema 2020-12, the dialect of OpenAPI 3.1, without steps that read or rename a value. */
export function toWireSchema(schema: v.GenericSchema): Keywords {
  const { $schema: _, ...converted } = toJsonSchema(schema, {
    target: "draft-2020-12",
    ignoreActions: ["raw_transform", "transform"],
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      // Generators of clients fail on a boolean const.
      !("literal" in valibotSchema)
        ? null
        : typeof valibotSchema.literal === "boolean"
        ? { type: "boolean" }
        : { type: typeof valibotSchema.literal as "string", ...jsonSchema },
  });
  return converted as Keywords;
}

/** A step that replaces a value by the one that a rule reads, or refuses it with the rule's code. */
export function readBy<In, Out>(
  read: (value: In) => Read<Out, string>,
): v.RawTransformAction<In, Out> {
  return v.rawTransform<In, Out>(({ dataset, addIssue, NEVER }) => {
    const result = read(dataset.value);
    if ("value" in result) return result.value;
    addIssue({ message: result.error });
    return NEVER;
  });
}

/** The message of a schema: `missing` for a field that is absent or null, `wrongType` for another type. */
export function missingOr<Code extends string>(
  missing: Code,
  wrongType: Code,
): (issue: { readonly input: unknown }) => Code {
  return ({ input }) => input === undefined || input === null ? missing : wrongType;
}

/** Like `v.object`, but a list is no object, and a field that is not sent is refused by its own schema's code. */
export function fields<const Entries extends v.ObjectEntries>(
  entries: Entries,
  message?: v.ErrorMessage<v.ObjectIssue>,
): v.ObjectSchema<Entries, v.ErrorMessage<v.ObjectIssue> | undefined> {
  const schema = v.object(entries, message);
  const names = Object.keys(entries);
  const withEvery = (value: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(names.map((name) => [name, value[name]]));
  return {
    ...schema,
    "~run"({ value }, config) {
      // Valibot takes a list for an object.
      const other = Array.isArray(value) ? "a list" : value;
      return schema["~run"]({ value: isObject(value) ? withEvery(value) : other }, config);
    },
  };
}

/** Documented as `documented`, and checked by the schema that `choose` returns for the value. */
export function checkedBy<Out>(
  documented: v.GenericSchema,
  choose: (value: unknown) => v.GenericSchema<unknown, Out>,
): v.GenericSchema<unknown, Out> {
  return {
    ...documented,
    "~run": (dataset, config) => choose(dataset.value)["~run"](dataset, config),
  } as v.GenericSchema<unknown, Out>;
}

/** The `ignorados` of an answer. @param advice what a caller does about them, in English */
export function ignoredParts(
  advice: string,
  keywords?: Keywords,
): v.GenericSchema<unknown, string[]> {
  return described(
    v.array(v.string()),
    `Unknown parameters and fields, not read. ${advice}`,
    keywords,
  );
}

/** How many unknown fields are named, and the length of each name. */
export const MAX_NAMED = 20;
const MAX_NAME = 60;

interface Shape {
  readonly entries?: Readonly<Record<string, Shape>>;
  readonly item?: Shape;
  readonly wrapped?: Shape;
}

/** `path`, such as `nota`, `entrega.piso` or `lineas[0].sin`, and the names that the schema has in that place. */
interface UnknownField {
  readonly path: string;
  readonly known: readonly string[];
}

/** The fields of `value` that `schema` does not have. */
export function unknownFields(schema: v.GenericSchema, value: unknown): UnknownField[] {
  const unknown = unknownIn(schema as unknown as Shape, value, "").take(MAX_NAMED);
  return unknown.map(({ path, known }) => {
    return { path: path.slice(0, MAX_NAME).toWellFormed(), known };
  }).toArray();
}

function* unknownIn(
  { entries, item, wrapped }: Shape,
  value: unknown,
  path: string,
): Generator<UnknownField> {
  if (wrapped) return yield* unknownIn(wrapped, value, path);
  if (item && Array.isArray(value)) {
    for (const [index, one] of value.entries()) yield* unknownIn(item, one, `${path}[${index}]`);
  }
  if (!entries || !isObject(value)) return;
  for (const name in value) {
    const here = path === "" ? name : `${path}.${name}`;
    if (!Object.hasOwn(entries, name)) yield { path: here, known: Object.keys(entries) };
    else yield* unknownIn(entries[name]!, value[name], here);
  }
}
