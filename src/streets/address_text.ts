import { levenshteinDistance } from "@std/text";
import { foldText } from "../domain/text.ts";
import type { Work } from "./street_graph.ts";

/** The numbers of the names that words may mean, several for names that differ only in words that people leave out. */
export type Named = readonly number[];

export interface Reading {
  /** A street, and the street that crosses it or the two between which the block lies. */
  readonly streets: readonly Named[];
  /** The words after the streets, such as a colonia or a town. */
  readonly place: readonly string[];
}

const MAX_STREETS = 3;
const JOINS = words(
  "por x × y e entre esquina esq con cruza cruce cruzamiento cruzamientos and , ; & / @",
);
const OPENINGS = words("vivo en mi direccion domicilio es la casa esta estoy corner of");
const NUMBER_MARKS = words(
  "# n no num numero int interior ext depto departamento lote mz manzana cp",
);

/** All readings of `text`, and the words where a street was expected that the map lacks. */
export function readAddress(
  text: string,
  streetNames: NameIndex,
  areaNames: NameIndex,
): { readonly readings: readonly Reading[]; readonly unknown: readonly string[] } {
  const words = wordsOf(text);
  const readings: Reading[] = [];
  let farthest = 0;
  const isPlace = (at: number) =>
    words[at] === "centro" || nameKey(words.slice(at)).kind === "colonia" ||
    areaNames.startingAt(words, at).length > 0;
  function read(at: number, before: readonly Named[]): void {
    farthest = Math.max(farthest, at);
    for (const [street, end] of streetNames.startingAt(words, at)) {
      const streets = [...before, street];
      const after = pastNumbers(words, end);
      const next = past(words, after, JOINS);
      const isBroken = words.slice(after, next).some((word) => word === "," || word === ";");
      const { length } = readings;
      // A joining word may begin a name, such as E Street.
      for (let at = next; at > after && streets.length < MAX_STREETS; at--) read(at, streets);
      const isTown = isBroken && readings.length === length;
      if (next === words.length || isPlace(next) || isTown) {
        const colonia = words.findIndex((word, i) => i >= next && KINDS.get(word) === "colonia");
        readings.push({ streets, place: words.slice(colonia < 0 ? next : colonia) });
      }
    }
  }
  read(0, []);
  if (readings.length === 0) read(past(words, 0, OPENINGS, JOINS), []);
  const rest = words.slice(farthest);
  const end = rest.findIndex((word) => JOINS.has(word));
  return { readings, unknown: end < 0 ? rest : rest.slice(0, end) };
}

/** The index of the first word from `at` on that is in none of `sets`. */
function past(words: readonly string[], at: number, ...sets: readonly Set<string>[]): number {
  while (sets.some((set) => set.has(words[at] ?? ""))) at++;
  return at;
}

/** The index of the first word after house numbers at `at`: `#204`, `No. 480-A int. 3`, `480`, `s/n`. */
function pastNumbers(words: readonly string[], at: number): number {
  if (words.slice(at, at + 3).join("") === "s/n") return at + 3;
  const digits = past(words, at, NUMBER_MARKS);
  if (!/^\d/.test(words[digits] ?? "")) return at;
  const hasLetter = /^[a-df-wz]$/.test(words[digits + 1] ?? "");
  return pastNumbers(words, digits + (hasLetter ? 2 : 1));
}

/** The words, numbers and signs of a text: `calle 31 a # 204 x 22` of `C. 31-A #204x22`. */
function wordsOf(text: string): string[] {
  return foldText(text)
    .replace(/(\d[a-w]?)x(?=\d)/g, "$1 x ")
    .replace(/\bc\. ?p\b/g, "cp")
    .replace(/(?<=^|\s)c([./]| ?(?=\d))/g, "calle ")
    .match(/\d+|\p{L}+|[,;#&/@×]/gu) ?? [];
}

/** Words before a name that people exchange or leave out. */
const KINDS = new Map([
  ...["calle", "calles"].map((written) => [written, "calle"] as const),
  ...["avenida", "av", "ave", "avda"].map((written) => [written, "avenida"] as const),
  ...["bulevar", "boulevard", "blvd"].map((written) => [written, "bulevar"] as const),
  ...["colonia", "col", "fraccionamiento", "fracc"].map((written) => [written, "colonia"] as const),
]);
const LEFT_OUT = words("de del la las los el");

/** A name without the words that people leave out, and its kind: `calle`, `colonia`. */
function nameKey(words: readonly string[]): { readonly kind?: string; readonly key: string } {
  const heard = words.filter((word) => !LEFT_OUT.has(word));
  const kind = KINDS.get(heard[0] ?? "");
  if (kind && heard.length > 1) return { kind, key: heard.slice(1).join(" ") };
  return { key: (heard.length > 0 ? heard : words).join(" ") };
}

export interface NameIndex {
  /** The names that begin at the word `at`, the longest first, each with the index of the word after it. */
  startingAt(words: readonly string[], at: number): (readonly [named: Named, end: number])[];
  /** At most three names from which the words differ by one letter. */
  near(words: readonly string[]): string[];
}

/** Names between two pauses: about a millisecond. */
const NAMES_A_STEP = 256;

export function* nameIndexWork(
  known: readonly (readonly [name: string, number: number])[],
): Work<NameIndex> {
  const entries: { name: string; number: number; kind?: string; key: string }[] = [];
  let longest = 0;
  for (const [name, number] of known) {
    const words = wordsOf(name);
    longest = Math.max(longest, words.length + LEFT_OUT.size);
    if (entries.push({ name, number, ...nameKey(words) }) % NAMES_A_STEP === 0) yield;
  }
  const byKey = Map.groupBy(entries, ({ key }) => key);
  const named = (words: readonly string[]): Named => {
    const { kind, key } = nameKey(words);
    const alike = byKey.get(key) ?? [];
    const ofKind = alike.filter((one) => one.kind === kind);
    return (kind && ofKind.length > 0 ? ofKind : alike).map(({ number }) => number);
  };
  return {
    startingAt(words, at) {
      const count = Math.max(0, Math.min(longest, words.length - at));
      const ends = Array.from({ length: count }, (_, i) => at + count - i);
      return ends.map((end) => [named(words.slice(at, end)), end] as const)
        .filter(([{ length }]) => length > 0);
    },
    near(words) {
      const { key } = nameKey(words);
      const meant = entries.filter((other) => key && isOneLetterOff(key, other.key));
      return meant.slice(0, 3).map(({ name }) => name);
    },
  };
}

/** Whether names differ by one letter. Another number is another street, and so is another letter after it. */
function isOneLetterOff(written: string, name: string): boolean {
  const half = written.length >> 1;
  // One half is then equal, which takes less time to check than the distance.
  const isAlike = Math.abs(written.length - name.length) <= 1 &&
    (name.startsWith(written.slice(0, half)) || name.endsWith(written.slice(half + 1)));
  const numbers = (text: string) => text.match(/\d+|\b[a-z]\b/g)?.join(" ");
  return isAlike && levenshteinDistance(written, name) === 1 && numbers(written) === numbers(name);
}

function words(text: string): Set<string> {
  return new Set(text.split(" "));
}
