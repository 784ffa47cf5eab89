import { assert, assertEquals } from "@std/assert";
import { Ajv } from "ajv";
import { restaurantJsonSchema } from "../../src/restaurant/schema.ts";
import { type Edit, editedSample } from "./edited_sample.ts";

const validate = new Ajv({ allErrors: true }).compile(restaurantJsonSchema());

function errorsOf(...edits: readonly Edit[]): string[] {
  validate(JSON.parse(editedSample(...edits)));
  return (validate.errors ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
}

Deno.test("the sample is good by the JSON Schema that editors use", () => {
  assertEquals(errorsOf(), []);
});

/** Mistakes that an editor can underline, and the rule that does it. */
const UNDERLINED: readonly [Edit, string][] = [
  [["nombre", undefined], " required"],
  [["nombe", "x"], " additionalProperties"],
  [["valet", "si"], "/valet type"],
  [["moneda", "USD"], "/moneda const"],
  [["ubicacion.lat", 91], "/ubicacion/lat maximum"],
  [["horario.martes[0].abre", "9:00"], "/horario/martes/0/abre pattern"],
  [["envio.radio_maximo_km", 0], "/envio/radio_maximo_km exclusiveMinimum"],
  [["secciones[6]", undefined], "/secciones/6 type"],
  [["secciones", []], "/secciones minItems"],
  [["adiciones[0].id", "A"], "/adiciones/0/id pattern"],
  [["adiciones[0].precio", 0], "/adiciones/0/precio exclusiveMinimum"],
  [["secciones[2].platillos[2].precio", undefined], "/secciones/2/platillos/2 oneOf"],
];

for (const [edit, expected] of UNDERLINED) {
  Deno.test(`the JSON Schema refuses ${edit[0]} = ${JSON.stringify(edit[1])}`, () => {
    assert(errorsOf(edit).includes(expected), `${errorsOf(edit)}`);
  });
}

Deno.test("fields with a default may be left out in an editor", () => {
  const left = ["cocina.por_dia", "reservas.anticipacion_minutos", "$schema"];
  assertEquals(errorsOf(...left.map((path): Edit => [path, undefined])), []);
});

Deno.test("every field is described to the owner in Spanish", () => {
  assertEquals(undescribed(restaurantJsonSchema(), "file"), []);
});

interface Described {
  readonly description?: string;
  readonly anyOf?: readonly Described[];
  readonly items?: Described;
  readonly properties?: Readonly<Record<string, Described>>;
}

function undescribed(schema: Described, path: string): string[] {
  return [
    ...(schema.description || schema.anyOf?.[0]?.description ? [] : [path]),
    ...(schema.items ? undescribed(schema.items, `${path}[]`) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, held]) =>
      undescribed(held, `${path}.${name}`)
    ),
  ];
}
