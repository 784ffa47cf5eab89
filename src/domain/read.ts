/** Reading what is sent or typed: what a rule makes of a value, objects, whole numbers, the path of a file. */

/** A value that a rule has read, or the error code of a wrong one. */
export type Read<Value, Code extends string> = { readonly value: Value } | { readonly error: Code };

/** Whether a JSON value is an object: neither null nor a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Digits after the point of a number in a query. */
export const MAX_DECIMALS = 15;

export interface Bounds {
  readonly min: number;
  readonly max: number;
}

export function isWhole(value: unknown, { min, max }: Bounds): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= min && value <= max;
}

/** The whole number within the bounds that `text` writes in digits alone; null for `1e1`, `0x10`, `+1` and blanks. */
export function readWhole(text: string, bounds: Bounds): number | null {
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  return isWhole(value, bounds) ? value : null;
}

/** The path in a `file:` URL; null if `url` names no file. */
export function filePath(url: string): string | null {
  const [, encoded = ""] = /^file:(?:\/\/(?:localhost)?(?=\/))?([^?#]*)/.exec(url) ?? [];
  try {
    const path = decodeURIComponent(encoded);
    return path === "" || path.endsWith("/") || path === ":memory:" ? null : path;
  } catch {
    return null;
  }
}
