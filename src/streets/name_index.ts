/** Names of streets, or of colonias and towns, as people write them. */
import { levenshteinDistance } from "@std/text";
import type { Work } from "./street_graph.ts";
import { isNumber, KINDS, LEFT_OUT, wordsOf } from "./address_words.ts";
import { words } from "./import/car_speed.ts";

/** The numbers of the names that words may mean, several for names that differ only in words that people leave out. */
export type Named = readonly number[];

export interface NameMatch {
  readonly named: Named;
  /** The index of the word after the name. */
  readonly end: number;
  /** Whether nothing is left out but articles, and whether nothing but those and the kind. */
  readonly isWhole: boolean;
  readonly isExact: boolean;
}

export interface NameIndex {
  /** The names that begin at the word `at`, the longest first. */
  startingAt(words: readonly string[], at: number): NameMatch[];
  /** At most three names from which the text differs by one letter. */
  near(text: string): string[];
  /** All words of the names. */
  readonly vocabulary: ReadonlySet<string>;
}

interface Entry {
  readonly name: string;
  readonly number: number;
  readonly kind: string | undefined;
  readonly key: string;
  readonly words: readonly string[];
}

/** Names between two pauses: about a millisecond. */
const NAMES_A_STEP = 256;
const MAX_WORDS = 12;
/** They alone make no shortened name. */
const COMMON = words(
  "privada cerrada andador paseo circuito calzada carretera camino san santa norte sur oriente poniente residencial",
);

/** @param isUnique whether a shortened name counts only if it is that of one name */
export function* nameIndexWork(
  known: readonly (readonly [name: string, number: number])[],
  isUnique: boolean,
): Work<NameIndex> {
  const entries: Entry[] = [];
  for (const [name, number] of known) {
    const entry = { name, number, ...nameKey(bareWords(name)) };
    if (entries.push(entry) % NAMES_A_STEP === 0) yield;
  }
  const byKey = Map.groupBy(entries, ({ key }) => key);
  const byEnd = new Map<string, Entry[]>();
  for (const entry of entries) {
    for (const word of new Set([entry.words[0]!, entry.words.at(-1)!])) {
      if (entry.words.length < 2) continue;
      const ending = byEnd.get(word) ?? [];
      if (ending.push(entry) === 1) byEnd.set(word, ending);
    }
  }
  function shortened(heard: readonly string[]): readonly Entry[] {
    const isClear = heard.some((word) => word.length > 3 && !COMMON.has(word)) &&
      !heard.some(isNumber);
    if (!isClear) return [];
    const ends = new Set([heard[0]!, heard.at(-1)!].flatMap((word) => byEnd.get(word) ?? []));
    const found = [...ends].filter((entry) => isShortOf(heard, entry.words));
    const isOne = found.every(({ key }) => key === found[0]!.key);
    return isUnique && !isOne ? [] : found;
  }
  function match(said: readonly string[], end: number): NameMatch[] {
    const { kind, key, words: heard } = nameKey(said);
    const exact = byKey.get(key);
    const alike = exact ?? shortened(heard);
    const ofKind = alike.filter((one) => one.kind === kind);
    const meant = kind && ofKind.length === 0 || !kind ? alike : ofKind;
    const isExact = exact !== undefined;
    const isWhole = isExact && ofKind.length > 0;
    const named = meant.map(({ number }) => number);
    return named.length === 0 ? [] : [{ named, end, isWhole, isExact }];
  }
  return {
    vocabulary: new Set(entries.flatMap((entry) => entry.words)),
    startingAt(words, at) {
      if (LEFT_OUT.has(words[at]!)) return [];
      const matches: NameMatch[] = [];
      const last = Math.min(words.length, at + MAX_WORDS);
      for (let end = at + 1; end <= last && words[end - 1] !== ","; end++) {
        if (!LEFT_OUT.has(words[end - 1]!)) matches.push(...match(words.slice(at, end), end));
      }
      return matches.reverse();
    },
    near(text) {
      const { key } = nameKey(bareWords(text));
      const half = key.length >> 1;
      // One half is then equal, which takes less time to check than the distance.
      const [head, tail] = [key.slice(0, half), key.slice(half + 1)];
      return entries.filter(({ key: other }) =>
        key && Math.abs(key.length - other.length) <= 1 &&
        (other.startsWith(head) || other.endsWith(tail)) && isOneLetterOff(key, other)
      ).slice(0, 3).map(({ name }) => name);
    },
  };
}

function bareWords(name: string): string[] {
  return wordsOf(name).map(({ word }) => word).filter((word) => word !== ",");
}

/** A name without the words that people leave out, and its kind: `calle`, `colonia`. */
function nameKey(said: readonly string[]): Pick<Entry, "kind" | "key" | "words"> {
  const heard = said.filter((word) => !LEFT_OUT.has(word));
  const all = heard.length > 0 ? heard : said;
  const first = KINDS.get(all[0] ?? "");
  const kind = first ?? KINDS.get(all.at(-1) ?? "");
  if (!kind || all.length === 1) return { kind: undefined, key: all.join(" "), words: all };
  const words = first ? all.slice(1) : all.slice(0, -1);
  return { kind, key: words.join(" "), words };
}

/** Whether the words are some of the name's in order, with its first or its last; the last may be cut short. */
function isShortOf(heard: readonly string[], name: readonly string[]): boolean {
  let at = 0;
  for (const [i, word] of heard.entries()) {
    const isCut = i > 0 && i === heard.length - 1 && word.length > 2;
    while (at < name.length && name[at] !== word && !(isCut && name[at]!.startsWith(word))) at++;
    if (at++ === name.length) return false;
  }
  return true;
}

/** Whether names differ by one letter. Another number is another street, and so is another letter after it. */
function isOneLetterOff(written: string, name: string): boolean {
  const numbers = (text: string) => text.match(/\d+|\b[a-z]\b/g)?.join(" ");
  return levenshteinDistance(written, name) === 1 && numbers(written) === numbers(name);
}
