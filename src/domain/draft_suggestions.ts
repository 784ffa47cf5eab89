import { dishWithId, type Menu, orderables } from "./menu.ts";

const MOST = 3;

/**
 * Ids of the menu, sold-out dishes aside, that whoever sent the unknown `id` may have meant, at most 3: the presentations of a dish named by its own
 * id, else what reads alike once case, accents and signs are set aside (assistants tend to send a dish's name as its id).
 */
export function suggestIds(id: string, menu: Menu): readonly string[] {
  const dish = dishWithId(id, menu);
  if (dish?.soldOut) return [];
  if (dish) return dish.presentations.map((presentation) => presentation.id);
  const sought = skeleton(id);
  if (sought.length < 3) return [];
  const alike = new Set<string>();
  for (const { id, names } of spellings(menu)) {
    if (names.some((name) => name.includes(sought))) alike.add(id);
    if (alike.size === MOST) break;
  }
  return [...alike];
}

interface Spelling {
  readonly id: string;
  readonly names: readonly string[];
}

const spellingsOf = new WeakMap<Menu, readonly Spelling[]>();

/** Made once for each menu: a long one takes a while, and sixty lines at once may be unknown. */
function spellings(menu: Menu): readonly Spelling[] {
  const known = spellingsOf.get(menu);
  if (known) return known;
  const made = [...orderables(menu).values()].filter(({ soldOut }) => !soldOut)
    .map(({ id, name }) => ({ id, names: [skeleton(id), skeleton(name)] }));
  spellingsOf.set(menu, made);
  return made;
}

/** Letters and digits alone, lower case, without accents: what two spellings of a name share. */
function skeleton(text: string): string {
  return text.normalize("NFD").toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
