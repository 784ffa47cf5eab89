/** How every problem of a restaurant file is put: `path: expected this, got that`. */

/** How many problems are told at once: an owner mends those, then asks again. */
export const MAX_PROBLEMS = 100;

const LONGEST = 60;

/** One problem in words; an empty path is the file itself. */
export function problem(path: string, expected: string, got: string): string {
  return `${path === "" ? "the file" : path}: expected ${expected}, got ${got}`;
}

/** A value in a problem's words: as JSON, cut short; lists by their length. */
export function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object" && value !== null) return "an object";
  if (typeof value === "number") return String(value);
  const json = JSON.stringify(value);
  return json.length <= LONGEST ? json : `${json.slice(0, LONGEST)}…`;
}

/** `path` and one more step: `secciones[2]`, `secciones[2].nombre`; a name that is no plain word is quoted. */
export function step(path: string, key: string | number): string {
  if (typeof key === "number") return `${path}[${key}]`;
  if (!/^[\p{L}\p{N}_$-]+$/u.test(key)) return `${path}[${shown(key)}]`;
  return path === "" ? key : `${path}.${key}`;
}
