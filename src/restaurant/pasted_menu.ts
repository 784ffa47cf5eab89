/** Reads a menu as people paste it: out of a spreadsheet, a document, a message or the text of a PDF. */
import { foldText } from "../domain/text.ts";
import type { PastedDish, PastedMenu, PastedPrice } from "../ports/restaurant.ts";
import { type DishText, isWayToSell, partsOf, plainLine, priceIn } from "./pasted_line.ts";
import {
  type Habits,
  habitsOf,
  headsOf,
  isCapital,
  isDescription,
  isOfPrices,
  isSection,
  JOINING,
  type TextLine,
  textLines,
} from "./pasted_text.ts";
import { type Columns, columnsOf, rowsOf } from "./pasted_rows.ts";

/** Understands a menu by its lines' forms: what has a price is a dish, what has none is told by its neighbours. */
export function readPastedMenu(text: string): PastedMenu {
  const menu: Draft = { sections: [], unread: [], heads: [], open: null };
  const rows = rowsOf(text);
  const read = textLines(rows);
  let lines: TextLine[] = [];
  let columns: Columns | null = null;
  rows.forEach((row, n) => {
    const { cells, isLong } = row;
    const line = read[n]!;
    const heads = cells.length > 1 && !isLong
      ? columnsOf(cells, rows.slice(n + 1, n + HEADS_LOOK), isWayToSell)
      : null;
    if (isLong) refuse(menu, row);
    else if (heads !== null) {
      addLines(menu, lines);
      [columns, lines] = [heads, []];
    } else if (line === null) return;
    else if (columns === null) lines.push(line);
    else if (!addRow(menu, columns, cells, line)) refuse(menu, row);
  });
  addLines(menu, lines);
  if (columns !== null) menu.sections.forEach(dropOnlySize);
  for (const { dishes, head } of menu.sections) if (dishes.length === 0) refuse(menu, head!);
  return {
    sections: menu.sections.filter(({ dishes }) => dishes.length > 0),
    unread: menu.unread.sort((a, b) => a.line - b.line),
  };
}

/** How many rows tell what a column without a known head holds. */
const HEADS_LOOK = 30;
/** Bread that is all in the column of small drinks has no size. */
function dropOnlySize({ dishes }: DraftSection): void {
  const labels = new Set(dishes.flatMap(({ prices }) => prices.map(({ label }) => label)));
  if (labels.size > 1) return;
  for (const { prices } of dishes) prices.splice(0, 1, { ...prices[0]!, label: null });
}

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

interface Draft {
  readonly sections: DraftSection[];
  readonly unread: PastedMenu["unread"][number][];
  /** The names of the columns of prices. */
  heads: readonly string[];
  /** The dish that the next line may describe. */
  open: { readonly dish: DraftDish; readonly from: TextLine } | null;
}

function refuse({ unread }: Draft, { line, raw }: Pick<TextLine, "line" | "raw">): void {
  unread.push({ line, text: raw });
}

function addDish(menu: Draft, text: Omit<DishText, "said">, from: TextLine): void {
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
function addRow(menu: Draft, columns: Columns, cells: readonly string[], line: TextLine): boolean {
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

function addLines(menu: Draft, all: readonly TextLine[]): void {
  // A number in the name of the house is no price.
  const isTitle = all[1]?.isAfterBlank && !all[0]!.raw.includes("$");
  const lines = all.map((line, n) => n === 0 && isTitle ? { ...line, dishes: [] } : line);
  const habits = habitsOf(lines);
  let waiting: TextLine[] = [];
  for (let n = 0; n < lines.length; n++) {
    const line = lines[n]!;
    if (line.dishes.length === 0) {
      waiting.push(line);
      continue;
    }
    const apart = pricesApart(lines, n);
    if (apart.length > 1 && waiting.length >= apart.length) {
      addApart(menu, waiting, apart, habits);
      n += apart.length - 1;
    } else {
      const own = nameBefore(waiting, line, habits);
      settle(menu, waiting.slice(0, waiting.length - own.length), habits, line);
      addPriced(menu, line, own);
    }
    waiting = [];
  }
  settle(menu, waiting, habits, null);
}

/** A longer block of prices is none of names before it. */
const MAX_APART = 40;

/** The lines from `from` on that are one price and no more: those of a block of names before them. */
function pricesApart(lines: readonly TextLine[], from: number): readonly TextLine[] {
  const block = lines.slice(from, from + MAX_APART);
  const end = block.findIndex(({ dishes: [dish] }) =>
    !(dish?.name === "" && dish.said === "" && dish.prices[0]!.label === null)
  );
  return end === -1 ? block : block.slice(0, end);
}

/** Adds dishes whose prices follow all their names. They are refused if the names may be others' descriptions. */
function addApart(
  menu: Draft,
  waiting: readonly TextLine[],
  prices: readonly TextLine[],
  habits: Habits,
): void {
  const names = waiting.slice(-prices.length);
  const head = waiting.at(-prices.length - 1);
  settle(menu, waiting.slice(0, -prices.length), habits, prices[0]!);
  if (!head || names[0]!.isAfterBlank || isSection(head, habits, true)) {
    prices.forEach((line, n) => addPriced(menu, line, [names[n]!]));
  } else for (const line of [...names, ...prices]) refuse(menu, line);
}

/** Adds the dishes of a line. @param above the lines that name and describe the dish of a line of prices alone */
function addPriced(menu: Draft, line: TextLine, [named, ...above]: readonly TextLine[]): void {
  for (const { name, description, prices, said } of line.dishes) {
    const last = menu.open?.dish;
    const isMore = name === "" && (last?.prices.at(-1)?.label ?? null) !== null;
    const way = prices[0]!.label;
    if (named !== undefined) {
      const [first, ...beside] = partsOf(named.text);
      const below = [...above.map(({ text }) => text), ...(name === "" ? [] : [said])];
      const words = [...beside, ...below].join(" ") || null;
      addDish(menu, { name: first!, description: words, prices }, named);
    } else if (name !== "" && !isMore) addDish(menu, { name, description, prices }, line);
    else if (last && isMore) {
      last.prices.push(...prices.map((one) => ({ ...one, label: name || one.label })));
    } else if (way !== null && prices.length === 1) {
      addDish(menu, { name: way, description, prices: [{ ...prices[0]!, label: null }] }, line);
    } else refuse(menu, line);
  }
}

/** The lines before a line of prices alone, or before a paragraph that ends with one, that are of its dish. */
function nameBefore(
  waiting: readonly TextLine[],
  line: TextLine,
  habits: Habits,
): readonly TextLine[] {
  const isUnder = habits.areParagraphs && line.dishes.length === 1 && !line.isAfterBlank;
  if (!isOfPrices(line) && !isUnder) return [];
  const blank = habits.haveBlanks ? waiting.findLastIndex(({ isAfterBlank }) => isAfterBlank) : 0;
  const own = waiting.slice(Math.max(0, blank));
  const isHead = ({ text, isAfterBlank, isMarked }: TextLine) =>
    isCapital(text) && !habits.areCapital || isMarked || isAfterBlank && !habits.areParted;
  // "Sencillo $35" below a heading is a dish.
  const isWayAlone = isOfPrices(line) && /^\p{Lu}/u.test(line.dishes[0]!.prices[0]!.label ?? "") &&
    line.dishes[0]!.prices.length === 1;
  while (own.length > (isWayAlone ? 0 : 1) && (isHead(own[0]!) || own[0]!.isNotice)) own.shift();
  return own;
}

/**
 * Takes the lines without a price that stand between two dishes for a section, a description or heads of columns.
 * @param next the line with the next dish; null after the last
 */
function settle(
  menu: Draft,
  lines: readonly TextLine[],
  habits: Habits,
  next: TextLine | null,
): void {
  const isFirst = menu.sections.length === 0;
  const title = isFirst ? lines.findLastIndex(({ isAfterBlank }) => isAfterBlank) : 0;
  let isContinued = true;
  lines.forEach((line, n) => {
    const isRefused = line.isNotice || n < title;
    const { name, heads } = headsOf(line, next);
    isContinued &&= !line.isAfterBlank || !habits.haveBlanks && next !== null;
    const open = isContinued ? menu.open : null;
    if (name === "") menu.heads = heads;
    else if (
      !isRefused && next && isSection({ ...line, text: name }, habits, n === lines.length - 1)
    ) {
      menu.sections.push({ name, head: line, dishes: [] });
      menu.heads = heads;
      menu.open = null;
    } else if (!isRefused && open !== null && isDescription(line, habits, open.from, n)) {
      const words = line.text.replaceAll("\t", " ");
      open.dish.description = [open.dish.description, words].filter(Boolean).join(" ");
    } else {
      refuse(menu, line);
      menu.open = null;
    }
  });
}
