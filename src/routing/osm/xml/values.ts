import { BYTE } from "./tag.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};
const LAST_CODE_POINT = 0x10ffff;
const LONGEST_ID = 17;

/**
 * The value that `text` writes in an attribute: entities resolved, line ends as blanks.
 * @returns null where it names an entity that does not exist
 */
export function attributeValue(text: string): string | null {
  if (!/[&\t\n\r]/.test(text)) return text;
  let isSound = true;
  const value = text.replace(/\r\n|[\t\n\r]/g, " ").replace(/&([^;&]*);?/g, (whole, name) => {
    const resolved = whole.endsWith(";") ? entity(name) : null;
    isSound &&= resolved !== null;
    return resolved ?? whole;
  });
  return isSound ? value : null;
}

function entity(name: string): string | null {
  const named = Object.hasOwn(ENTITIES, name) ? ENTITIES[name]! : null;
  if (named !== null || !/^#(\d+|x[\da-f]+)$/i.test(name)) return named;
  const code = Number(name[1] === "x" ? `0${name.slice(1)}` : name.slice(1));
  return code > 0 && code <= LAST_CODE_POINT ? String.fromCodePoint(code) : null;
}

/** The whole number that the bytes write; NaN where they write none, or one beyond 2^53. */
export function integerOf(bytes: Uint8Array, start: number, end: number): number {
  const isNegative = bytes[start] === BYTE.minus;
  const first = isNegative ? start + 1 : start;
  if (first === end || end - start > LONGEST_ID) return NaN;
  let value = 0;
  for (let at = first; at < end; at++) {
    const byte = bytes[at]!;
    if (byte < BYTE.zero || byte > BYTE.nine) return NaN;
    value = value * 10 + byte - BYTE.zero;
  }
  if (value > Number.MAX_SAFE_INTEGER) return NaN;
  return isNegative && value > 0 ? -value : value;
}

/** Decimals of a unit of 1e-7 degrees. */
const UNIT_DECIMALS = 7;

/** Degrees in units of 1e-7, to the nearest; NaN where the bytes write no number. */
export function unitsOf(bytes: Uint8Array, start: number, end: number): number {
  const first = bytes[start] === BYTE.minus ? start + 1 : start;
  let digits = 0;
  let decimals = -1;
  let units = 0;
  for (let at = first; at < end; at++) {
    const byte = bytes[at]!;
    if (byte === BYTE.point && decimals < 0) decimals = 0;
    else if (byte < BYTE.zero || byte > BYTE.nine) return unusualUnits(bytes, start, end);
    else {
      units = units * 10 + byte - BYTE.zero;
      digits++;
      if (decimals >= 0) decimals++;
    }
  }
  const missing = UNIT_DECIMALS - Math.max(0, decimals);
  if (digits === 0 || digits > 15 || missing < 0) return unusualUnits(bytes, start, end);
  units *= 10 ** missing;
  return first > start && units > 0 ? -units : units;
}

/** Numbers of other spellings: more decimals, `5.0E-6` as Java prints it. */
function unusualUnits(bytes: Uint8Array, start: number, end: number): number {
  const text = String.fromCharCode(...bytes.subarray(start, Math.min(end, start + 40)));
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return NaN;
  return Math.round(Number(text) * 10 ** UNIT_DECIMALS) + 0;
}
