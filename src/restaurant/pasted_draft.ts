/** A pasted menu as far as it is understood, and the rows of a table with heads, which need no more than those. */
import { foldText } from "../domain/text.ts";
import type { PastedDish, PastedMenu, PastedPrice } from "../ports/restaurant.ts";
import { type DishText, plainLine, priceIn } from "./pasted_line.ts";
import type { Columns, TextLine } from "./pasted_rows.ts";

interface DraftDish extends PastedDish {
  description: string | null;
  readonly prices: PastedPrice[];
}

interface DraftSection {
  readonly name: string | null;
  /** The line of its name. */
  readonly head: TextLine | null;
  readonly dishes: DraftDish[];
}

export interface MenuDraft {
  readonly sections: DraftSection[];
  readonly unread: PastedMenu["unread"][number][];
  /** The names of the columns of prices. */
  heads: readonly string[];
  /** The dish that the next line may describe. */
  open: { readonly dish: DraftDish; readonly from: TextLine } | null;
}

export function refuse({ unread }: MenuDraft, { line, raw }: Pick<TextLine, "line" | "raw">): void {
  unread.push({ line, text: raw });
}

export function addDish(menu: MenuDraft, text: Omit<DishText, "said">, from: TextLine): void {
  const { name, description, prices } = text;
  if (menu.sections.length === 0) menu.sections.push({ name: null, head: null, dishes: [] });
  const isUnnamed = prices.length > 1 && prices.every(({ label }) => label === null);
  const named = prices.map(({ label, cents }, n) => ({
    label: isUnnamed ? menu.heads[n] ?? null : label,
    cents,
  }));
  const sold = named.filter(({ cents }) => cents > 0);
  const dish = { name, description, prices: sold, line: from.line };
  menu.sections.at(-1)!.dishes.push(dish);
  menu.open = { dish, from };
}

/** Adds a row of a table with heads: a dish, one more way to sell the last, or a section. */
export function addRow(
  menu: MenuDraft,
  columns: Columns,
  cells: readonly string[],
  line: TextLine,
): boolean {
  const filled = cells.filter(Boolean);
  if (filled.length === 1 && !line.isNotice && line.dishes.length === 0) {
    menu.sections.push({ name: line.text, head: line, dishes: [] });
    return true;
  }
  const textOf = (role: string) =>
    cells.filter((_, n) => columns[n]?.role === role).filter(Boolean).map(plainLine).join(", ");
  const way = textOf("way");
  const prices = cells.flatMap((cell, n) => {
    const cents = columns[n]?.role === "price" ? priceIn(cell) : null;
    return cents === null ? [] : [{ label: way || columns[n]!.label.trim() || null, cents }];
  });
  const [name, section] = [textOf("name"), textOf("section")];
  const last = menu.sections.at(-1)?.dishes.at(-1);
  if (prices.length === 0) return false;
  if (last !== undefined && way !== "" && (name === "" || foldText(name) === foldText(last.name))) {
    last.prices.push(...prices);
    return true;
  }
  if (name === "") return false;
  if (section !== "" && section !== menu.sections.at(-1)?.name) {
    menu.sections.push({ name: section, head: line, dishes: [] });
  }
  addDish(menu, { name, description: textOf("description") || null, prices }, line);
  return true;
}

/** Bread that is all in the column of small drinks has no size. */
export function dropOnlySize({ dishes }: DraftSection): void {
  const labels = new Set(dishes.flatMap(({ prices }) => prices.map(({ label }) => label)));
  if (labels.size > 1) return;
  for (const { prices } of dishes) prices.splice(0, 1, { ...prices[0]!, label: null });
}
