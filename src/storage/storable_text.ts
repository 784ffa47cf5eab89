import { hasControlCharacters } from "../domain/text.ts";

/**
 * `text`, where it can be kept as one line: half a surrogate pair would become text that no reader of the database survives.
 *
 * @param what names it in the error: `the reason of a closure`
 * @throws {TypeError}
 */
export function storableLine(what: string, text: string): string {
  if (!text.isWellFormed()) throw new TypeError(`${what} holds half a surrogate pair`);
  if (hasControlCharacters(text)) {
    throw new TypeError(`${what} holds a control character or a line break`);
  }
  return text;
}
