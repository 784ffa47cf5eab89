/** Where reservations come from, as the board counts them. */
import { foldText } from "../text.ts";
import { STAFF_SOURCE } from "./fields.ts";
import { type Reservation, WALK_IN_NAME } from "./reservation.ts";

/** Finds the kind of a free `landing` text: the first whose words are in the folded text. */
const WRITERS = [
  ["ChatGPT", /\b(chat ?gpt|open ?ai|gpt)\b/],
  ["Claude", /\b(claude|anthropic)\b/],
  ["Gemini", /\b(gemini|bard|google assistant)\b/],
  ["Copilot", /\b(copilot|bing)\b/],
  ["página", /^(web|page|pagina)\b/],
] as const;
const PHONE_SOURCE = "teléfono";
const WALK_IN_SOURCE = "sin reservación";
/** Walk-ins that waited for a table, whether they got one or left. */
const WAITED_SOURCE = "esperaron mesa";
/** They are counted apart from reservations. */
export const WALK_IN_SOURCES: readonly string[] = [WALK_IN_SOURCE, WAITED_SOURCE];
export const OTHER_SOURCE = "otro asistente";

/** Erased reservations are stored under these names: changing one needs a step of the schema. */
export const SOURCES: readonly string[] = [
  ...WRITERS.map(([name]) => name),
  PHONE_SOURCE,
  ...WALK_IN_SOURCES,
  OTHER_SOURCE,
];

/** All that staff take but walk-ins is by phone. */
export function sourceOf(
  { source, name, phone, isWalkIn, told }: Reservation,
): string {
  if (told !== null) return WAITED_SOURCE;
  if (source === STAFF_SOURCE) {
    const isNameless = name === WALK_IN_NAME && phone === null;
    return isWalkIn || isNameless ? WALK_IN_SOURCE : PHONE_SOURCE;
  }
  const folded = foldText(source ?? "");
  return WRITERS.find(([, words]) => words.test(folded))?.[0] ?? OTHER_SOURCE;
}
