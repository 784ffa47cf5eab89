import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { parseJson } from "../../src/restaurant/json_text.ts";
import { RestaurantFileError } from "../../src/restaurant/problems.ts";

/** A slip of the pen, and where and how it is told. */
const SLIPS: readonly [string, string, string][] = [
  [
    "nothing",
    "",
    "line 1, column 1: expected a value (text goes in double quotes), got the end of the file",
  ],
  [
    "a comma too many in a list",
    "[1,\n 2,\n]",
    'line 2, column 3: expected no comma before "]", got ","',
  ],
  [
    "a comma too many in an object",
    '{"a": 1,}',
    'line 1, column 8: expected no comma before "}", got ","',
  ],
  [
    "a comma missing between fields",
    '{"a": 1\n"b": 2}',
    'line 2, column 1: expected "," or "}", got "\\""',
  ],
  ["a comma missing between items", "[1 2]", 'line 1, column 4: expected "," or "]", got "2"'],
  ["a colon missing", '{"a" 1}', 'line 1, column 6: expected ":" after the name "a", got "1"'],
  [
    "a name without quotes",
    "{a: 1}",
    'line 1, column 2: expected a name in double quotes, or "}", got "a"',
  ],
  [
    "typographic quotes",
    "{“a”: 1}",
    'line 1, column 2: expected a name in double quotes, or "}", got "“"',
  ],
  [
    "single quotes",
    "['a']",
    'line 1, column 2: expected a value (text goes in double quotes), got "\'"',
  ],
  ["a comment", "[1] // one", 'line 1, column 5: expected nothing more after the end, got "/"'],
  [
    "a text that does not end",
    '["a\n"]',
    'line 1, column 2: expected a text that ends in a double quote on the same line, got "\\""',
  ],
  [
    "an object that does not end",
    '{"a": {',
    'line 1, column 8: expected a name in double quotes, or "}", got the end of the file',
  ],
  [
    "a name given twice",
    '{"precio": 1,\n  "precio": 2}',
    'line 2, column 3: expected "precio" only once in one object, got "\\""',
  ],
  [
    "a control character in escapes",
    '["\\u0000"]',
    'line 1, column 2: expected a text without control characters or half surrogate pairs, got "\\""',
  ],
  [
    "half a surrogate pair",
    '["\\ud83d"]',
    'line 1, column 2: expected a text without control characters or half surrogate pairs, got "\\""',
  ],
  ["a number with a leading zero", "[012]", 'line 1, column 3: expected "," or "]", got "1"'],
  [
    "a price with a peso sign",
    "[$12]",
    'line 1, column 2: expected a value (text goes in double quotes), got "$"',
  ],
  [
    "lines that end as Windows ends them",
    "[\r\n  x]",
    'line 2, column 3: expected a value (text goes in double quotes), got "x"',
  ],
];

for (const [slip, text, expected] of SLIPS) {
  Deno.test(`JSON with ${slip} is refused with its line and column`, () => {
    const error = assertThrows(() => parseJson(text), RestaurantFileError);
    assertEquals(error.problems, [expected]);
  });
}

Deno.test("JSON nested deeper than any restaurant file is refused without overflowing", () => {
  const error = assertThrows(() => parseJson("[".repeat(1_000_000)), RestaurantFileError);
  assertEquals(error.problems, [
    'line 1, column 66: expected at most 64 levels of brackets, got "["',
  ]);
});

Deno.test("a long text is read", () => {
  const text = "ñ".repeat(2_000_000);
  assertEquals(parseJson(JSON.stringify(text)), text);
});

Deno.test("a byte order mark and blanks around the value are ignored", () => {
  assertEquals(parseJson('\uFEFF\r\n\t {"a": [1, -2.5e3, true, null]} \n'), {
    a: [1, -2.5e3, true, null],
  });
});

Deno.test("a field called __proto__ is a field like any other", () => {
  assertEquals(Object.keys(parseJson('{"__proto__": 1}') as object), ["__proto__"]);
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

Deno.test("whatever JSON.parse refuses is refused", () => {
  fc.assert(
    fc.property(
      fc.json({ maxDepth: 3 }),
      fc.nat(),
      fc.string({ maxLength: 3 }),
      (json, at, cut) => {
        const where = at % (json.length + 1);
        const text = json.slice(0, where) + cut + json.slice(where + 1);
        if (isJson(text)) return;
        assertThrows(() => parseJson(text), RestaurantFileError);
      },
    ),
    { numRuns: 500, seed: 58 },
  );
});

/** The value, or null where the text holds what this reader alone refuses (control characters). */
function readOrProblem(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof RestaurantFileError && /control/.test(error.message)) return null;
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
