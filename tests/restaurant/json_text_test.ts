import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { parse, type ParseError } from "jsonc-parser";
import { type ReadJson, readJson } from "../../src/restaurant/json_text.ts";
import { RestaurantFileError } from "../../src/restaurant/problems.ts";

const VALUE = "se esperaba un valor (los textos van entre comillas), y hay";
const END = "el fin del archivo";
const A_TEXT = "un texto que termine en comillas en el mismo renglón";
const UNSEEN = "el texto tiene caracteres de control o medios caracteres";

/** Slips of the pen, and where and how each is reported. */
const SLIPS: readonly (readonly [text: string, place: string, says: string])[] = [
  ["", "1, columna 1", `${VALUE} ${END}`],
  ["// x\nx", "2, columna 1", `${VALUE} "x"`],
  ['{"a": 1\n"b": 2}', "2, columna 1", 'se esperaba "," o "}", y hay "\\""'],
  ["[1 2]", "1, columna 4", 'se esperaba "," o "]", y hay "2"'],
  ["[1,,2]", "1, columna 4", `${VALUE} ","`],
  ['{"a" 1}', "1, columna 6", 'se esperaba ":" después del nombre "a", y hay "1"'],
  ["{a: 1}", "1, columna 2", 'se esperaba un nombre entre comillas, o "}", y hay "a"'],
  ["{“a”: 1}", "1, columna 2", 'las comillas son las rectas: "'],
  ["[] // \0", "1, columna 7", "hay un carácter nulo"],
  ["['a']", "1, columna 2", 'las comillas son las rectas: "'],
  ['["a\n"]', "1, columna 2", `se esperaba ${A_TEXT}, y hay "\\""`],
  ["[] /* x", "1, columna 4", 'se esperaba el fin del comentario, */, y hay "/"'],
  ['{"a": {', "1, columna 8", `se esperaba un nombre entre comillas, o "}", y hay ${END}`],
  ["[1] 2", "1, columna 5", 'se esperaba nada más después del fin, y hay "2"'],
  ['{"b": 1,\n  "b": 2}', "2, columna 3", '"b" está dos veces en el mismo objeto'],
  ['["\\u0000"]', "1, columna 2", UNSEEN],
  ['["\\ud83d"]', "1, columna 2", UNSEEN],
  ["[012]", "1, columna 3", 'se esperaba "," o "]", y hay "1"'],
  ["[\r\n  x]", "2, columna 3", `${VALUE} "x"`],
];

for (const [text, place, says] of SLIPS) {
  Deno.test(`${JSON.stringify(text)} is refused with its line and column`, () => {
    const error = assertThrows(() => readJson(text), RestaurantFileError);
    assertEquals(error.message, `línea ${place}: ${says}`);
  });
}

Deno.test("JSON nested deeper than any restaurant file is refused without overflowing", () => {
  const error = assertThrows(() => readJson("[".repeat(1_000_000)), RestaurantFileError);
  assertEquals(error.message, "línea 1, columna 66: hay más de 64 niveles de corchetes");
});

Deno.test("a long text is read", () => {
  const text = "ñ".repeat(2_000_000);
  assertEquals(readJson(JSON.stringify(text)).value, text);
});

Deno.test("a byte order mark, blanks, comments and trailing commas are ignored", () => {
  assertEquals(readJson('\uFEFF\r\n\t {"a": [1, -2.5e3, true, null,], /* b */} // c\n').value, {
    a: [1, -2.5e3, true, null],
  });
});

Deno.test("a field called __proto__ is a field like any other", () => {
  assertEquals(Object.keys(readJson('{"__proto__": 1}').value as object), ["__proto__"]);
});

Deno.test("whatever JSON.stringify writes is read as JSON.parse reads it", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), fc.nat(3), (json, indent) => {
      const text = JSON.stringify(JSON.parse(json), null, indent);
      const read = readPlain(text);
      if (read !== null) assertEquals(read.value, JSON.parse(text));
    }),
    { seed: 58 },
  );
});

Deno.test("whatever is neither JSON nor JSON with comments and trailing commas is refused", () => {
  fc.assert(
    fc.property(
      fc.json({ maxDepth: 3 }),
      fc.nat(),
      fc.string({ maxLength: 3 }),
      (json, at, cut) => {
        const where = at % (json.length + 1);
        const text = json.slice(0, where) + cut + json.slice(where + 1);
        if (isJson(text)) return;
        assertThrows(() => readJson(text), RestaurantFileError);
      },
    ),
    { numRuns: 500, seed: 58 },
  );
});

/** What is read; null where a text holds what this reader alone refuses (control characters). */
function readPlain(text: string): ReadJson | null {
  try {
    return readJson(text);
  } catch (error) {
    if (error instanceof RestaurantFileError && error.message.includes(UNSEEN)) return null;
    throw error;
  }
}

function isJson(text: string): boolean {
  const errors: ParseError[] = [];
  parse(text, errors, { allowTrailingComma: true });
  return errors.length === 0;
}
