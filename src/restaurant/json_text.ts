/**
 * JSON written by hand. `JSON.parse` names a position only sometimes and accepts a name given twice; this parser names the line and
 * the column of every mistake.
 */
import { isPlainText } from "../domain/text.ts";
import { RestaurantFileError } from "./problems.ts";

const MAX_DEPTH = 64;
/** The sample's 62 dishes take 851. Checking 20,000 takes a quarter of a second, in which no guest is answered. */
const MAX_VALUES = 20_000;
// deno-lint-ignore no-control-regex -- JSON forbids them in a text
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const BLANKS = /[ \t\r\n]*/y;

/**
 * The value that `text` holds; a byte order mark before it is ignored.
 *
 * @throws {RestaurantFileError} with the line and column (from 1) where it stops being JSON
 */
export function parseJson(text: string): unknown {
  const source = text.replace(/^\uFEFF/, "");
  let at = 0;
  let values = 0;

  const value = readValue(0);
  if (at < source.length) fail("nothing more after the end");
  return value;

  function readValue(depth: number): unknown {
    if (depth > MAX_DEPTH) fail(`at most ${MAX_DEPTH} levels of brackets`);
    skipBlanks();
    if (++values > MAX_VALUES) fail(`at most ${MAX_VALUES} values in the file`);
    const start = source[at];
    const read = start === "{" ? readObject(depth) : start === "[" ? readList(depth) : readScalar();
    skipBlanks();
    return read;
  }

  function readObject(depth: number): Record<string, unknown> {
    const fields = new Map<string, unknown>();
    readItems("}", () => {
      const start = at;
      const name = readString('a name in double quotes, or "}"');
      if (fields.has(name)) fail(`${JSON.stringify(name)} only once in one object`, start);
      skipBlanks();
      if (source[at] !== ":") fail(`":" after the name ${JSON.stringify(name)}`);
      at++;
      fields.set(name, readValue(depth + 1));
    });
    return Object.fromEntries(fields);
  }

  function readList(depth: number): unknown[] {
    const items: unknown[] = [];
    readItems("]", () => items.push(readValue(depth + 1)));
    return items;
  }

  /** From the opening bracket to `end`, commas between. */
  function readItems(end: string, readItem: () => void): void {
    at++;
    skipBlanks();
    if (source[at] === end) return void at++;
    while (true) {
      readItem();
      if (source[at] === end) return void at++;
      if (source[at] !== ",") fail(`"," or "${end}"`);
      const comma = at++;
      skipBlanks();
      if (source[at] === end) fail(`no comma before "${end}"`, comma);
    }
  }

  function readScalar(): unknown {
    if (source[at] === '"') return readString("");
    const word = take(NUMBER) ?? take(WORD);
    if (word === null) fail("a value (text goes in double quotes)");
    return JSON.parse(word);
  }

  function readString(expected: string): string {
    const start = at;
    if (source[at] !== '"') fail(expected);
    const literal = take(STRING);
    if (literal === null) fail("a text that ends in a double quote on the same line");
    const string: string = JSON.parse(literal);
    if (!isPlainText(string)) {
      fail("a text without control characters or half surrogate pairs", start);
    }
    return string;
  }

  function skipBlanks(): void {
    take(BLANKS);
  }

  function take(pattern: RegExp): string | null {
    pattern.lastIndex = at;
    const found = pattern.exec(source)?.[0] ?? null;
    at += found?.length ?? 0;
    return found;
  }

  function fail(expected: string, where = at): never {
    const before = source.slice(0, where).split("\n");
    const got = where < source.length
      ? JSON.stringify(source.slice(where).match(/^./su)![0])
      : "the end of the file";
    throw new RestaurantFileError([
      `line ${before.length}, column ${
        before.at(-1)!.length + 1
      }: expected ${expected}, got ${got}`,
    ]);
  }
}
