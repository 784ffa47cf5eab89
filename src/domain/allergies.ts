/** Words in a guest's text that the kitchen must not overlook. */
import { foldText } from "./text.ts";

/** A range of a text in UTF-16 units, its end exclusive. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** Letters, combining marks and invisible characters, in one class so that the expression never backtracks. */
const WORD = /[\p{L}\p{M}\p{Default_Ignorable_Code_Point}]+/gu;
const PLAIN_WORD = /^[a-zA-Z]+$/;
/** Characters allowed between words that belong together. */
const JOINT = /^[\s\p{Pd}_'’´`]*$/u;

/**
 * The words of `text` that name allergies and diets, in order, none overlapping another: `sin gluten` is one range. Takes time in
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
  // Folded words: a blank precedes each that may continue the word before it, a bar the others.
  let folded = "";
  let end = 0;
  const starts = new Map<number, number>();
  const ends = new Map<number, number>();
  for (const { 0: word, index } of text.matchAll(WORD)) {
    folded += JOINT.test(text.slice(end, index)) ? " " : "|";
    starts.set(folded.length, index);
    // Some characters fold to several words.
    folded += PLAIN_WORD.test(word) ? word.toLowerCase() : foldText(word).replaceAll(" ", "_");
    end = index + word.length;
    ends.set(folded.length, end);
  }
  return Array.from(`${folded}|`.matchAll(MARK), ({ 0: mark, index }) => ({
    from: starts.get(index)!,
    to: ends.get(index + mark.length)!,
  }));
}

/**
 * Words for what guests must not or do not eat, in Spanish and English, folded, with common misspellings; a pattern for each family.
 */
const WORDS = `
alerg(?:ias?|ic[oa]?s?|ice|icx|iques|izantes?|enos?) alerj(?:ias?|ic[oa]s?) allerg(?:y|ies|ic|ens?|ias?)
intoleran(?:t|[tc]es?|cias?) hipersensib(?:le|les|ilidad) anafila(?:xi[as]|ctic[oa]s?) anaphyla(?:xis|ctic|xia) epipens?
celia(?:c[oa]?s?|quia) coeliacs? seliac[oa]s? diabet(?:ic[oa]?s?|es) fenilceton(?:uria|uric[oa]) favismo
vegan(?:[oa]?s?|e|ismo) vegetarian(?:[oa]?s?|e|ismo) pesc[ae]tarian[oa]?s? pescovegetarian[oa]?s? kosher halal keto
gluten(?:es|free)? trigos? wheat cebada centeno tacc
lact(?:osa|e[oa]s?|ose|osefree) dairy(?:free)? leches? milk quesos? cheeses? caseina?
nuez(?:es)? nue(?:ces|s|ses) nuts?(?:free)? peanuts? walnuts? hazelnuts? cacahu[ae]tes? mani(?:es|s)?
almendras? almonds? avellanas? pista(?:cho|che|chio)s? pinon(?:es)? maranon(?:es)? anacardos? cashews? pecans?
ajonjoli sesam[oe] mostaza mustard altramu(?:z|ces) lupin(?:[oe]?s?)
marisc(?:os?|adas?) shellfish seafood crustace(?:os?|ans?) moluscos? mollus[ck]s? camaron(?:es)? gambas? shrimps? prawns?
langost(?:as?|inos?) lobsters? cangrejos? jaibas? crabs? pulpos? octopus calamar(?:es|i)? squid almejas? clams?
mejillon(?:es)? mussels? ostion(?:es)? ostras? oysters? pescados? fish atun
huevos? eggs? so[yj]as? soybeans? apio celery sulfitos? sul(?:f|ph)ites? glutamato msg fresas? strawberr(?:y|ies) latex
`.trim().split(/\s+/).join("|");

/** Words with a meaning only together. "Soy" alone is Spanish for "I am". */
const PHRASES = [
  "frutos? secos?",
  "frutas secas",
  "tree nuts?",
  "soy (?:sauce|milk|free)",
  "sin soy",
  "no soy sauce",
  "sin (?:azucar|sal)",
  "sugar free",
  "no (?:sugar|salt)",
  "low sodium",
  "plant based",
  "restriccion(?:es)? alimen(?:tari|tici)as?",
  "dietary (?:restriction|requirement)s?",
  "no (?:come|comen|como|comemos)",
  "no (?:puede|pueden|puedo|podemos) comer",
  "(?:cannot|can t|can not|doesn t|don t) eat",
  "(?:les?|me) hace dano",
].join("|");

/** Words that exclude the one after them, and are marked together with it. */
const LEADS = "sin|no|without|libres? de";

const MARK = new RegExp(
  `(?<=[ |])(?:${PHRASES}|(?:(?:${LEADS}) )?(?:${WORDS})(?: free)?)(?=[ |])`,
  "g",
);
