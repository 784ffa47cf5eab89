import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { parse, type ParseError } from "jsonc-parser";
import { readJson } from "../../src/restaurant/json_text.ts";
import { RestaurantFileError } from "../../src/restaurant/problems.ts";

/** A slip of the pen, and where and how it is reported. */
const SLIPS: readonly [string, string, string][] = [
  [
    "nothing",
    "",
    "línea 1, columna 1: se esperaba un valor (los textos van entre comillas), y hay el fin del archivo",
  ],
  [
    "a comment before something that is not a value",
    "// x\nx",
    'línea 2, columna 1: se esperaba un valor (los textos van entre comillas), y hay "x"',
  ],
  [
    "a comma missing between fields",
    '{"a": 1\n"b": 2}',
    'línea 2, columna 1: se esperaba "," o "}", y hay "\\""',
  ],
  [
    "a comma missing between items",
    "[1 2]",
    'línea 1, columna 4: se esperaba "," o "]", y hay "2"',
  ],
  [
    "two commas",
    "[1,,2]",
    'línea 1, columna 4: se esperaba un valor (los textos van entre comillas), y hay ","',
  ],
  [
    "a colon missing",
    '{"a" 1}',
    'línea 1, columna 6: se esperaba ":" después del nombre "a", y hay "1"',
  ],
  [
    "a name without quotes",
    "{a: 1}",
    'línea 1, columna 2: se esperaba un nombre entre comillas, o "}", y hay "a"',
  ],
  ["typographic quotes", "{“a”: 1}", 'línea 1, columna 2: las comillas son las rectas: "'],
  ["a null character in a comment", "[] // \0", "línea 1, columna 7: hay un carácter nulo"],
  ["single quotes", "['a']", 'línea 1, columna 2: las comillas son las rectas: "'],
  [
    "a text that does not end",
    '["a\n"]',
    'línea 1, columna 2: se esperaba un texto que termine en comillas en el mismo renglón, y hay "\\""',
  ],
  [
    "a comment that does not end",
    "[] /* x",
    'línea 1, columna 4: se esperaba el fin del comentario, */, y hay "/"',
  ],
  [
    "an object that does not end",
    '{"a": {',
    'línea 1, columna 8: se esperaba un nombre entre comillas, o "}", y hay el fin del archivo',
  ],
  [
    "more after its end",
    "[1] 2",
    'línea 1, columna 5: se esperaba nada más después del fin, y hay "2"',
  ],
  [
    "a name given twice",
    '{"precio": 1,\n  "precio": 2}',
    'línea 2, columna 3: "precio" está dos veces en el mismo objeto',
  ],
  [
    "a control character in escapes",
    '["\\u0000"]',
    "línea 1, columna 2: el texto tiene caracteres de control o medios caracteres",
  ],
  [
    "half a surrogate pair",
    '["\\ud83d"]',
    "línea 1, columna 2: el texto tiene caracteres de control o medios caracteres",
  ],
  [
    "a number with a leading zero",
    "[012]",
    'línea 1, columna 3: se esperaba "," o "]", y hay "1"',
  ],
  [
    "lines that end as Windows ends them",
    "[\r\n  x]",
    'línea 2, columna 3: se esperaba un valor (los textos van entre comillas), y hay "x"',
  ],
];

for (const [slip, text, expected] of SLIPS) {
  Deno.test(`JSON with ${slip} is refused with its line and column`, () => {
    const error = assertThrows(() => readJson(text), RestaurantFileError);
    assertEquals(error.message, expected);
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
      assertEquals(readOrProblem(text) ?? JSON.parse(text), JSON.parse(text));
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

/** The value, or null where the text holds what this reader alone refuses (control characters). */
function readOrProblem(text: string): unknown {
  try {
    return readJson(text).value;
  } catch (error) {
    if (error instanceof RestaurantFileError && /caracteres de control/.test(error.message)) {
      return null;
    }
    throw error;
  }
}

function isJson(text: string): boolean {
  const errors: ParseError[] = [];
  parse(text, errors, { allowTrailingComma: true });
  return errors.length === 0;
}
