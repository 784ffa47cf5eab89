/** Names of streets, or of colonias and towns, as people write them. */
import type { Work } from "./street_graph.ts";
import { isNumber, KINDS, LEFT_OUT, wordsOf } from "./address_words.ts";
import { words } from "./words.ts";

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
export const NAMES_A_STEP = 256;
const MAX_WORDS = 12;
/** They alone make no shortened name. */
const COMMON = words(
  "privada cerrada andador paseo calzada carretera camino san santa norte sur oriente poniente " +
    "residencial",
);

/** No shortened name leaves them out: they tell colonias apart. */
const APART = ["norte", "sur", "oriente", "poniente", "ampliacion"];

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
  const byWord = new Map<string, Entry[]>();
  for (const entry of entries) for (const word of entry.words) add(byWord, word, entry);
  function shortened(heard: readonly string[]): readonly Entry[] {
    const clear = heard.find((word) => word.length > 3 && !COMMON.has(word) && byWord.has(word));
    if (clear === undefined || heard.some(isNumber)) return [];
    const found = byWord.get(clear)!.filter(({ words }) => isShortOf(heard, words));
    const isOne = found.every(({ key }) => key === found[0]!.key);
    return isUnique && !isOne ? [] : found;
  }
  function match(said: readonly string[], end: number): NameMatch[] {
    const { kind, key, words: heard } = nameKey(said);
    const exact = byKey.get(key);
    const alike = exact ?? shortened(heard);
    const ofKind = alike.filter((one) => one.kind === kind);
    const meant = kind && ofKind.length > 0 ? ofKind : alike;
    const isExact = exact !== undefined;
    const isWhole = isExact && ofKind.length > 0;
    const named = meant.map(({ number }) => number);
    return named.length === 0 ? [] : [{ named, end, isWhole, isExact }];
  }
  const vocabulary = new Set(byWord.keys());
  return {
    vocabulary,
    startingAt(words, at) {
      if (LEFT_OUT.has(words[at]!)) return [];
      const matches: NameMatch[] = [];
      const last = Math.min(words.length, at + MAX_WORDS);
      for (let end = at + 1; end <= last; end++) {
        const word = words[end - 1]!;
        if (LEFT_OUT.has(word)) continue;
        matches.push(...match(words.slice(at, end), end));
        const isInitial = /^[a-z]$/.test(word);
        if (!vocabulary.has(word) && !KINDS.has(word) && !isInitial) break;
      }
      return matches.reverse();
    },
    near(text) {
      const { key } = nameKey(bareWords(text));
      // Another number is another street, and so is another letter after it.
      const numbers = (text: string) => text.match(/\d+|\b[a-z]\b/g)?.join(" ");
      return entries.filter((other) =>
        isMisspelt(key, other.key) && numbers(key) === numbers(other.key)
      ).slice(0, 3).map(({ name }) => name);
    },
  };
}

function bareWords(name: string): string[] {
  return wordsOf(name).map(({ word }) => word).filter((word) => word !== ",");
}

/** A name without the words that people leave out, and its kind: `calle`, `colonia`. */
function nameKey(said: readonly string[]): Pick<Entry, "kind" | "key" | "words"> {
  const all = said.filter((word) => !LEFT_OUT.has(word));
  const first = KINDS.get(all[0] ?? "");
  const last = KINDS.get(all.at(-1) ?? "");
  // "60 St"; `colonia` behind a street begins the next part.
  const kind = first ?? (last === "colonia" ? undefined : last);
  if (!kind || all.length === 1) return { kind: undefined, key: all.join(" "), words: all };
  const words = first ? all.slice(1) : all.slice(0, -1);
  return { kind, key: words.join(" "), words };
}

/** Whether the words are some of the name's in order, with its first or its last; the last may be cut short. */
function isShortOf(heard: readonly string[], name: readonly string[]): boolean {
  const isFirst = heard[0]!.length === 1 ? name[0]!.startsWith(heard[0]!) : heard[0] === name[0];
  if (!isFirst && heard.at(-1) !== name.at(-1)) return false;
  if (APART.some((word) => name.includes(word) && !heard.includes(word))) return false;
  let at = 0;
  for (const [i, word] of heard.entries()) {
    const isCut = word.length === 1 || i > 0 && i === heard.length - 1 && word.length > 2;
    while (at < name.length && name[at] !== word && !(isCut && name[at]!.startsWith(word))) at++;
    if (at++ === name.length) return false;
  }
  return true;
}

/** Adds `value` to the list of `key`. */
export function add<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** Whether one letter is missing, too many, another, or has changed places with the next. */
export function isMisspelt(word: string, other: string): boolean {
  if (word === other || Math.abs(word.length - other.length) > 1) return false;
  let start = 0;
  while (start < word.length && word[start] === other[start]) start++;
  const rest = (text: string, left: number) => text.slice(start + left);
  const isSwapped = word[start] === other[start + 1] && word[start + 1] === other[start] &&
    rest(word, 2) === rest(other, 2);
  return isSwapped || rest(word, 1) === rest(other, 1) || rest(word, 0) === rest(other, 1) ||
    rest(word, 1) === rest(other, 0);
}
