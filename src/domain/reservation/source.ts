/** Where reservations come from, as a fixed list: what a caller writes in `landing` is free text, and a count needs few kinds. */
import { foldText } from "../text.ts";
import { type Reservation, STAFF_SOURCE, WALK_IN_NAME } from "./reservation.ts";

export const SOURCES = [
  "page",
  "phone",
  "walk_in",
  "chatgpt",
  "claude",
  "gemini",
  "copilot",
  "other",
] as const;
export type Source = typeof SOURCES[number];

/** The assistants by words of their names and makers, folded. The first that is found counts. */
const ASSISTANTS: readonly (readonly [Source, RegExp])[] = [
  ["chatgpt", /\b(chat ?gpt|open ?ai|gpt)\b/],
  ["claude", /\b(claude|anthropic)\b/],
  ["gemini", /\b(gemini|bard|google assistant)\b/],
  ["copilot", /\b(copilot|bing)\b/],
];

/** The restaurant's own page writes `web`, with its language. */
const OWN_PAGE = /^(web|page|pagina)\b/;

/** The kind of a reservation's source. Staff write down walk-ins without a name and a phone; all else that they take is by phone. */
export function sourceOf(
  { source, name, phone }: Pick<Reservation, "source" | "name" | "phone">,
): Source {
  if (source === STAFF_SOURCE) return name === WALK_IN_NAME && phone === null ? "walk_in" : "phone";
  const folded = foldText(source ?? "");
  const assistant = ASSISTANTS.find(([, words]) => words.test(folded))?.[0];
  return assistant ?? (OWN_PAGE.test(folded) ? "page" : "other");
}
