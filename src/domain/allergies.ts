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
}

/** Letters, with what is written over them, and what is not seen between them. One class: it is never gone back over. */
const WORD = /[\p{L}\p{M}\p{Default_Ignorable_Code_Point}]+/gu;
const PLAIN_WORD = /^[a-zA-Z]+$/;
/** What may stand between words that belong together. */
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
  const words = Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
    from: index,
    to: index + word.length,
    folded: PLAIN_WORD.test(word) ? word.toLowerCase() : foldText(word),
  }));
  const marks: TextRange[] = [];
  for (let index = 0; index < words.length;) {
    const length = markedFrom({ text, words }, index);
    if (length > 0) marks.push({ from: words[index]!.from, to: words[index + length - 1]!.to });
    index += Math.max(length, 1);
  }
  return marks;
}

interface Reading {
  readonly text: string;
  readonly words: readonly Word[];
}

/** How many words from `index` on belong together as one mark; 0 where none does. */
function markedFrom(reading: Reading, index: number): number {
  const { words } = reading;
  const phrase = longest(PHRASES, reading, index);
  if (phrase > 0) return phrase;
  const lead = longest(LEAD_SEQUENCES, reading, index);
  const named = index + lead;
  if (!ALLERGY_WORDS.has(words[named]?.folded ?? "")) return 0;
  if (lead > 0 && !isJoined(reading, named)) return 0;
  const tail = isJoined(reading, named + 1) ? longest(TAIL_SEQUENCES, reading, named + 1) : 0;
  return lead + 1 + tail;
}

/** Whether only blanks, dashes or apostrophes part a word from the one before it. */
function isJoined({ text, words }: Reading, index: number): boolean {
  const word = words[index];
  return word !== undefined && JOINT.test(text.slice(words[index - 1]?.to ?? 0, word.from));
}

/** Sequences of words by their first one, longest first. */
function sequences(phrases: readonly string[]): ReadonlyMap<string, readonly string[][]> {
  const split = phrases.map((phrase) => phrase.split(" "));
  return Map.groupBy(split.sort((a, b) => b.length - a.length), ([first]) => first!);
}

/** The length of the longest of `known` that stands in the text at the word `index`; 0 where none does. */
function longest(
  known: ReadonlyMap<string, readonly string[][]>,
  reading: Reading,
  index: number,
): number {
  const found = known.get(reading.words[index]?.folded ?? "")?.find((sequence) =>
    sequence.every((part, ahead) =>
      reading.words[index + ahead]?.folded === part &&
      (ahead === 0 || isJoined(reading, index + ahead))
    )
  );
  return found?.length ?? 0;
}
