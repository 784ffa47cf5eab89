import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { parseJson } from "../../src/restaurant/json_text.ts";
import { RestaurantFileError } from "../../src/restaurant/problems.ts";

const VALUE = "se esperaba un valor (los textos van entre comillas), y hay";
const NAME = 'se esperaba un nombre entre comillas, o "}", y hay';
const END = "el fin del archivo";
const OPEN = "falta la comilla que cierra este texto";
const INNER = 'falta o sobra una comilla; dentro de un texto se escribe \\"';
const COMMENT = "el archivo no lleva comentarios: quita este";
const COMMA = "sobra esta coma";

/** Slips of the pen, and where and how each is reported. */
const SLIPS: readonly (readonly [text: string, place: string, says: string])[] = [
  ["", "1, columna 1", `${VALUE} ${END}`],
  ["// x\n[]", "1, columna 1", COMMENT],
  ['{"a": 1, // x\n"b": 2}', "1, columna 10", COMMENT],
  ['{"a": 1 /* x */}', "1, columna 9", COMMENT],
  ["[\n  # x\n1]", "2, columna 3", COMMENT],
  ["[1] // x", "1, columna 5", COMMENT],
  ['{"a": 1,\n}', "1, columna 8", COMMA],
  ["[1,\n 2 ,\n]", "2, columna 4", COMMA],
  ["[1,,2]", "1, columna 3", COMMA],
  ['{"a": 1\n"b": 2}', "2, columna 1", 'se esperaba "," o "}", y hay "\\""'],
  ["[1 2]", "1, columna 4", 'se esperaba "," o "]", y hay "2"'],
  ['{"a" 1}', "1, columna 6", 'se esperaba ":" después del nombre "a", y hay "1"'],
  ["{a: 1}", "1, columna 2", `${NAME} "a"`],
  ['{a": 1}', "1, columna 2", `${NAME} "a"`],
  ['{"a: 1,\n"b": 2}', "1, columna 2", OPEN],
  ['{"a": "b,\r\n"c": 2}', "1, columna 7", OPEN],
  ['{"a": b"}', "1, columna 7", `${VALUE} "b"`],
  ['{"a": "La "Ceiba""}', "1, columna 12", INNER],
  ['{"a: "b"}', "1, columna 7", INNER],
  ["{“a”: 1}", "1, columna 2", 'las comillas son las rectas: "'],
  ["['a']", "1, columna 2", 'las comillas son las rectas: "'],
  ['["a', "1, columna 2", OPEN],
  ['{"a": {', "1, columna 8", `${NAME} ${END}`],
  ["[1] 2", "1, columna 5", 'se esperaba nada más después del fin, y hay "2"'],
  ['{"b": 1,\n  "b": 2}', "2, columna 3", '"b" está dos veces en el mismo objeto'],
  ['["a\tb"]', "1, columna 4", 'se esperaba un texto sin caracteres de control, y hay "\\t"'],
  [
    '["\\x"]',
    "1, columna 3",
    'se esperaba "\\/bfnrt o u y cuatro cifras después de la diagonal inversa, y hay "\\\\"',
  ],
  ["[012]", "1, columna 3", 'se esperaba "," o "]", y hay "1"'],
  ["[\r\n  x]", "2, columna 3", `${VALUE} "x"`],
];

for (const [text, place, says] of SLIPS) {
  Deno.test(`${JSON.stringify(text)} is refused with its line and column`, () => {
    const error = assertThrows(() => parseJson(text), RestaurantFileError);
    assertEquals(error.message, `línea ${place}: ${says}`);
  });
}

Deno.test("JSON nested deeper than any restaurant file is refused without overflowing", () => {
  const error = assertThrows(() => parseJson("[".repeat(1_000_000)), RestaurantFileError);
  assertEquals(error.message, "línea 1, columna 66: hay más de 64 niveles de corchetes");
});

Deno.test("a long text is read", () => {
  const text = "ñ\n".repeat(400_000);
  assertEquals(parseJson(JSON.stringify(text)), text);
});

Deno.test("blanks are ignored", () => {
  assertEquals(parseJson('\r\n\t {"a": [1, -2.5e3, true, null], "b": "\u007f"}\n'), {
    a: [1, -2_500, true, null],
    b: "\u007f",
  });
});

Deno.test("a field called __proto__ is a field like any other", () => {
  assertEquals(Object.keys(parseJson('{"__proto__": 1}') as object), ["__proto__"]);
});

Deno.test("whatever JSON.stringify writes is read as JSON.parse reads it", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), fc.nat(3), (json, indent) => {
      const text = JSON.stringify(JSON.parse(json), null, indent);
      assertEquals(parseJson(text), JSON.parse(text));
    }),
    { seed: 58 },
  );
});

Deno.test("whatever JSON.parse refuses is refused with its line and column, and nothing else is but a name used twice", () => {
  const cut = fc.oneof(
    fc.string({ maxLength: 3 }),
    fc.constantFrom(",", "//", '"', "\\", "\\u00", "\t", "\n", "-", ".", "e", "0", "]", "}"),
  );
  fc.assert(
    fc.property(fc.json({ maxDepth: 3 }), fc.nat(), cut, fc.boolean(), (json, at, cut, isAdded) => {
      const where = at % (json.length + 1);
      const text = json.slice(0, where) + cut + json.slice(where + (isAdded ? 0 : 1));
      const said = refusal(text);
      if (isJson(text)) return assertEquals(said?.includes("está dos veces") ?? true, true, text);
      assertEquals(/^línea \d+, columna \d+: ./.test(said ?? ""), true, `${text}: ${said}`);
    }),
    { numRuns: 2_000, seed: 58 },
  );
});

/** Null if it is read. */
function refusal(text: string): string | null {
  try {
    parseJson(text);
    return null;
  } catch (error) {
    if (error instanceof RestaurantFileError) return error.message;
    throw error;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
