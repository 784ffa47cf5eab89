/**
 * JSON written by hand. `JSON.parse` names a position only sometimes and accepts a name given twice; this names the line and the column
 * of the first mistake.
 */
import { printParseErrorCode, visit } from "jsonc-parser";
import { isPlainText } from "../domain/text.ts";
import { RestaurantFileError } from "./problems.ts";

const MAX_DEPTH = 64;
/** The sample's 62 dishes take 851. Checking 20,000 takes a quarter of a second, in which no guest is answered. */
const MAX_VALUES = 20_000;

/** What was expected, where the parser's name of a mistake says it by itself. */
const EXPECTED: Readonly<Record<string, string>> = {
  UnexpectedEndOfString: "a text that ends in a double quote on the same line",
  UnexpectedEndOfNumber: "a number such as 12 or 12.5",
  InvalidCharacter: "a text without control characters",
  InvalidUnicode: "four hexadecimal digits after \\u",
  InvalidEscapeCharacter: 'one of "\\/bfnrtu after a backslash',
};

/**
 * The value that `text` holds; a byte order mark before it is ignored.
 *
 * @throws {RestaurantFileError} with the line and column (from 1) where it stops being JSON
 */
export function parseJson(text: string, file: string | null = null): unknown {
  const source = text.replace(/^\uFEFF/, "");
  /** The objects and lists around the place: what ends each, and its names so far. */
  const open: { readonly end: string; readonly names: Set<string> }[] = [];
  let values = 0;
  visit(source, {
    onObjectBegin: (offset) => begin("}", offset),
    onObjectEnd: () => void open.pop(),
    onArrayBegin: (offset) => begin("]", offset),
    onArrayEnd: () => void open.pop(),
    onObjectProperty(name, offset) {
      refuseUnseen(name, offset);
      const { names } = open.at(-1)!;
      if (names.has(name)) fail(`${JSON.stringify(name)} only once in one object`, offset);
      names.add(name);
    },
    onLiteralValue(value, offset) {
      count(offset);
      refuseUnseen(value, offset);
    },
    onError: (code, offset) => refuse(printParseErrorCode(code), offset),
  }, { disallowComments: true });
  return JSON.parse(source);

  function begin(end: string, offset: number): void {
    if (open.length > MAX_DEPTH) fail(`at most ${MAX_DEPTH} levels of brackets`, offset);
    count(offset);
    open.push({ end, names: new Set() });
  }

  function count(offset: number): void {
    if (++values > MAX_VALUES) fail(`at most ${MAX_VALUES} values in the file`, offset);
  }

  function refuseUnseen(value: unknown, offset: number): void {
    if (typeof value !== "string" || isPlainText(value)) return;
    fail("a text without control characters or half surrogate pairs", offset);
  }

  function refuse(mistake: string, offset: number): never {
    if (EXPECTED[mistake] !== undefined) fail(EXPECTED[mistake], offset);
    const before = source.slice(0, offset).trimEnd();
    const { end, names } = open.at(-1) ?? {};
    if (end === undefined && values > 0) fail("nothing more after the end", offset);
    if (before.endsWith(",") && source[offset] === end) {
      fail(`no comma before "${end}"`, before.length - 1);
    }
    const name = JSON.stringify([...names ?? []].at(-1));
    if (mistake === "ColonExpected") fail(`":" after the name ${name}`, offset);
    if (end === "}" && /[{,]$/.test(before)) fail('a name in double quotes, or "}"', offset);
    if (/^(Comma|Close)/.test(mistake)) fail(`"," or "${end}"`, offset);
    fail("a value (text goes in double quotes)", offset);
  }

  function fail(expected: string, offset: number): never {
    const lines = source.slice(0, offset).split("\n");
    const place = `line ${lines.length}, column ${lines.at(-1)!.length + 1}`;
    const [got] = source.slice(offset).match(/^./su) ?? [];
    const shown = got === undefined ? "the end of the file" : JSON.stringify(got);
    throw new RestaurantFileError([`${place}: expected ${expected}, got ${shown}`], file);
  }
}
