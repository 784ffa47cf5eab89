/** What in a guest's words the kitchen must not overlook. */
import { foldText } from "./text.ts";

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

/** Words by which guests tell what they must not or do not eat, in Spanish and English, folded, with common misspellings: beginnings, each with the endings that make words of it; `-` is the beginning by itself. */
const INFLECTED: readonly (readonly [beginning: string, endings: string])[] = [
  // What it is called.
  ["alerg", "ia ias ic ico ica icos icas ice icx iques izante izantes eno enos"],
  ["alerj", "ia ias ico ica icos icas"],
  ["allerg", "y ies ic en ens ia ias"],
  ["intoleran", "te tes cia cias t ce ces"],
  ["anafila", "xia xis ctico ctica cticos cticas"],
  ["anaphyla", "xis ctic xia"],
  ["epipen", "- s"],
  ["hipersensib", "le les ilidad"],
  ["c", "eliac eliaco eliaca eliacos eliacas eliacs eliaquia oeliac oeliacs"],
  ["seliac", "o a os as"],
  ["diabet", "ico ica icos icas es ic ics"],
  ["fenilceton", "uria urico urica"],
  ["favismo", "-"],
  // How somebody eats.
  ["vegan", "- o a os as s e ismo"],
  ["vegetarian", "- o a os as s e ismo"],
  ["pescetarian", "- o a os as s"],
  ["pescatarian", "- o a os as s"],
  ["pescovegetarian", "- o a os as"],
  ["kosher", "-"],
  ["halal", "-"],
  ["keto", "-"],
  // Gluten and milk.
  ["gluten", "- es free"],
  ["trigo", "- s"],
  ["wheat", "-"],
  ["cebada", "-"],
  ["centeno", "-"],
  ["tacc", "-"],
  ["lact", "osa eo ea eos eas ose osefree"],
  ["dairy", "- free"],
  ["leche", "- s"],
  ["milk", "-"],
  ["queso", "- s"],
  ["cheese", "- s"],
  ["caseina", "-"],
  ["casein", "-"],
  // Nuts and seeds.
  ["nuez", "- es"],
  ["nue", "ces s ses"],
  ["nuts", "- free"],
  ["nut", "- free"],
  ["peanut", "- s"],
  ["walnut", "- s"],
  ["hazelnut", "- s"],
  ["cacahua", "te tes"],
  ["cacahue", "te tes"],
  ["mani", "- es s"],
  ["almendra", "- s"],
  ["almond", "- s"],
  ["avellana", "- s"],
  ["pista", "cho chos che ches chio chios"],
  ["pinon", "- es"],
  ["maranon", "- es"],
  ["anacardo", "- s"],
  ["cashew", "- s"],
  ["pecan", "- s"],
  ["ajonjoli", "-"],
  ["sesam", "o e"],
  ["mostaza", "-"],
  ["mustard", "-"],
  ["altramu", "z ces"],
  ["lupin", "- s o os e"],
  // From the sea.
  ["marisc", "o os ada adas"],
  ["shellfish", "-"],
  ["seafood", "-"],
  ["crustace", "o os an ans"],
  ["molusc", "o os"],
  ["mollus", "c cs k ks"],
  ["camaron", "- es"],
  ["gamba", "- s"],
  ["shrimp", "- s"],
  ["prawn", "- s"],
  ["langost", "a as ino inos"],
  ["lobster", "- s"],
  ["cangrejo", "- s"],
  ["jaiba", "- s"],
  ["crab", "- s"],
  ["pulpo", "- s"],
  ["octopus", "-"],
  ["calamar", "- es i"],
  ["squid", "-"],
  ["almeja", "- s"],
  ["clam", "- s"],
  ["mejillon", "- es"],
  ["mussel", "- s"],
  ["ostion", "- es"],
  ["ostra", "- s"],
  ["oyster", "- s"],
  ["pescado", "- s"],
  ["fish", "-"],
  ["atun", "-"],
  // The rest of what kitchens must know.
  ["huevo", "- s"],
  ["egg", "- s"],
  ["soya", "- s"],
  ["soja", "- s"],
  ["soybean", "- s"],
  ["apio", "-"],
  ["celery", "-"],
  ["sulfito", "- s"],
  ["sulfite", "- s"],
  ["sulphite", "- s"],
  ["glutamato", "-"],
  ["msg", "-"],
  ["fresa", "- s"],
  ["strawberr", "y ies"],
  ["latex", "-"],
];

/** Words that say something only together. */
const ALLERGY_PHRASES: readonly string[] = [
  "frutos secos",
  "fruto seco",
  "frutas secas",
  "tree nut",
  "tree nuts",
  // "Soy" alone is Spanish for "I am".
  "soy sauce",
  "soy milk",
  "soy free",
  "sin soy",
  "no soy sauce",
  "sin azucar",
  "sin sal",
  "sugar free",
  "no sugar",
  "no salt",
  "low sodium",
  "plant based",
  "restriccion alimentaria",
  "restricciones alimentarias",
  "restriccion alimenticia",
  "restricciones alimenticias",
  "dietary restriction",
  "dietary restrictions",
  "dietary requirement",
  "dietary requirements",
  "no come",
  "no comen",
  "no como",
  "no comemos",
  "no puede comer",
  "no pueden comer",
  "no puedo comer",
  "no podemos comer",
  "cannot eat",
  "can t eat",
  "can not eat",
  "doesn t eat",
  "don t eat",
  "le hace dano",
  "les hace dano",
  "me hace dano",
];

const ALLERGY_WORDS: ReadonlySet<string> = new Set(
  INFLECTED.flatMap(([beginning, endings]) =>
    endings.split(" ").map((ending) => ending === "-" ? beginning : beginning + ending)
  ),
);

/** What turns the word after it into something to leave out: marked together with it. */
const LEADS: readonly string[] = ["sin", "no", "without", "libre de", "libres de"];

/** What does so after it. */
const TAILS: readonly string[] = ["free"];

const PHRASES = sequences(ALLERGY_PHRASES);
const LEAD_SEQUENCES = sequences(LEADS);
const TAIL_SEQUENCES = sequences(TAILS);
