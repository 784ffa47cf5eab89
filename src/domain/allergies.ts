/** What in a guest's words the kitchen must not overlook. */
import { ALLERGY_PHRASES, ALLERGY_WORDS, LEADS, TAILS } from "./allergy_words.ts";
import { foldText } from "./folded_text.ts";

/** A stretch of a text in UTF-16 units, its end exclusive. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

interface Word extends TextRange {
  readonly folded: string;
  /** Whether only blanks, dashes or apostrophes part it from the word before it. */
  readonly joined: boolean;
}

/** Letters, with what is written over them, and what is not seen between them. One class: it is never gone back over. */
const WORD = /[\p{L}\p{M}\p{Default_Ignorable_Code_Point}]+/gu;
const JOINT = /^[\s\p{Pd}_'’´`]*$/u;

const PHRASES = sequences(ALLERGY_PHRASES);
const LEAD_SEQUENCES = sequences(LEADS);
const TAIL_SEQUENCES = sequences(TAILS);

/**
 * The words of `text` that tell of allergies and diets, in order, none overlapping another: `sin gluten` is one range. Takes time in
 * proportion to the text, whatever it holds.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(allergyMarks("Soy ALÉRGICA"), [{ from: 4, to: 12 }]);
 * ```
 */
export function allergyMarks(text: string): readonly TextRange[] {
  const words = wordsOf(text);
  const marks: TextRange[] = [];
  for (let index = 0; index < words.length;) {
    const length = markedFrom(words, index);
    if (length > 0) marks.push({ from: words[index]!.from, to: words[index + length - 1]!.to });
    index += Math.max(length, 1);
  }
  return marks;
}

function wordsOf(text: string): Word[] {
  let end = 0;
  return Array.from(text.matchAll(WORD), ({ 0: word, index }) => {
    const joined = JOINT.test(text.slice(end, index));
    end = index + word.length;
    return { from: index, to: end, folded: foldText(word), joined };
  });
}

/** How many words from `index` on belong together as one mark; 0 where none does. */
function markedFrom(words: readonly Word[], index: number): number {
  const phrase = longest(PHRASES, words, index);
  if (phrase > 0) return phrase;
  const lead = longest(LEAD_SEQUENCES, words, index);
  const named = words[index + lead];
  if (named === undefined || !ALLERGY_WORDS.has(named.folded)) return 0;
  if (lead > 0 && !named.joined) return 0;
  const after = index + lead + 1;
  const tail = words[after]?.joined ? longest(TAIL_SEQUENCES, words, after) : 0;
  return lead + 1 + tail;
}

/** Sequences of words by their first one, longest first. */
function sequences(phrases: readonly string[]): ReadonlyMap<string, readonly string[][]> {
  const split = phrases.map((phrase) => phrase.split(" "));
  return Map.groupBy(split.sort((a, b) => b.length - a.length), ([first]) => first!);
}

/** The length of the longest of `known` that stands in `words` at `index`; 0 where none does. */
function longest(
  known: ReadonlyMap<string, readonly string[][]>,
  words: readonly Word[],
  index: number,
): number {
  const found = known.get(words[index]?.folded ?? "")?.find((sequence) =>
    sequence.every((part, ahead) => {
      const word = words[index + ahead];
      return word?.folded === part && (ahead === 0 || word.joined);
    })
  );
  return found?.length ?? 0;
}
