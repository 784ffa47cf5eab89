/** Wire schemas: valibot's, which check a value, with what the document says of it as JSON Schema. */
import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";

/** JSON Schema keywords by name. */
export interface Keywords {
  readonly [keyword: string]: unknown;
}

/**
 * The schema with a description of at most 300 characters, and perhaps more JSON Schema keywords: limits that {@linkcode readBy}
 * checks after normalising, which valibot would measure before.
 */
export function described<S extends v.GenericSchema>(
  schema: S,
  description: string,
  keywords: Keywords = {},
): v.SchemaWithPipe<readonly [S, v.MetadataAction<v.InferOutput<S>, Keywords>]> {
  return v.pipe(schema, v.metadata({ description, ...keywords }));
}

/** A described string. */
export function text(
  description: string,
  keywords?: Keywords,
): v.GenericSchema<unknown, string> {
  return described(v.string(), description, keywords);
}

/** A described number. */
export function number(
  description: string,
  keywords?: Keywords,
): v.GenericSchema<unknown, number> {
  return described(v.number(), description, keywords);
}

/** A described boolean. */
export function flag(description: string): v.GenericSchema<unknown, boolean> {
  return described(v.boolean(), description);
}

/** The schema as JSON Schema 2020-12, the dialect of OpenAPI 3.1. Steps that read or rename a value are not part of it. */
export function toWireSchema(schema: v.GenericSchema): Keywords {
  const { $schema: _, ...converted } = toJsonSchema(schema, {
    target: "draft-2020-12",
    ignoreActions: ["raw_transform", "transform"],
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      "literal" in valibotSchema
        ? { type: typeof valibotSchema.literal as "string" | "boolean", ...jsonSchema }
        : null,
  });
  return converted as Keywords;
}

/** The value that a rule reads, or the error code of a wrong one. */
export type Read<Value, Code extends string> = { readonly value: Value } | { readonly error: Code };

/** A step that replaces a value by what a rule reads in it, or refuses it with the rule's code. */
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

/** The code for a field that is not sent, or null, and the one for a value of another type. */
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
  const withEvery = (value: object) =>
    Object.fromEntries(
      names.map((name) => [name, Object.hasOwn(value, name) ? value[name as never] : undefined]),
    );
  return {
    ...schema,
    "~run": (dataset, config) =>
      schema["~run"](
        isFields(dataset.value) ? { value: withEvery(dataset.value) } : {
          // Valibot takes a list for an object.
          value: Array.isArray(dataset.value) ? "a list" : dataset.value,
        },
        config,
      ),
  };
}

/** `documented`, of which the value is checked by the schema that `choose` finds for it. */
export function checkedBy<S extends v.GenericSchema, Out>(
  documented: S,
  choose: (value: unknown) => WireOutput<Out>,
): Omit<S, "~run" | "~types"> & WireOutput<Out> {
  return {
    ...documented,
    "~run": (dataset, config) => choose(dataset.value)["~run"](dataset, config),
  } as Omit<S, "~run" | "~types"> & WireOutput<Out>;
}

type WireOutput<Out> = v.GenericSchema<unknown, Out>;

function isFields(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** At most so many unknown fields are named, and each name is cut to so many characters. */
const MAX_NAMED = 20;
const MAX_NAME = 60;

interface Shape {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Shape>>;
  readonly item?: Shape;
  readonly wrapped?: Shape;
}

/** Paths (`nota`, `entrega.piso`, `lineas[0].sin`) of what `value` holds beyond `schema`, so that it is not lost in silence. */
export function unknownFields(schema: v.GenericSchema, value: unknown): string[] {
  const paths: string[] = [];
  collect(schema as unknown as Shape, value, "", paths);
  return paths;
}

function collect(shape: Shape, value: unknown, path: string, paths: string[]): void {
  const { entries, item, wrapped } = shape;
  if (typeof value !== "object" || value === null) return;
  if (wrapped) return collect(wrapped, value, path, paths);
  if (item && Array.isArray(value)) {
    return value.forEach((one, index) => collect(item, one, `${path}[${index}]`, paths));
  }
  if (!entries || Array.isArray(value)) return;
  for (const name of Object.keys(value)) {
    if (paths.length >= MAX_NAMED) return;
    const known = Object.hasOwn(entries, name) ? entries[name] : undefined;
    const here = path === "" ? name : `${path}.${name}`;
    if (known) collect(known, (value as Record<string, unknown>)[name], here, paths);
    else paths.push(here.slice(0, MAX_NAME).toWellFormed());
  }
}
