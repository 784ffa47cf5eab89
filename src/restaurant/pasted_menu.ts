/** Reads a menu as people paste it: out of a spreadsheet, a document, a message or the text of a PDF. */
import type { PastedMenu } from "../ports/restaurant.ts";
import { addDish, addRow, dropOnlySize, type MenuDraft, refuse } from "./pasted_draft.ts";
import { type DishText, isWayToSell, MAX_NAME, partsOf } from "./pasted_line.ts";
import { type Columns, columnsOf, rowsOf, type TextLine, textLines } from "./pasted_rows.ts";

/** Understands a menu by its lines' forms: what has a price is a dish, what has none is told by its neighbours. */
export function readPastedMenu(text: string): PastedMenu {
  const menu: MenuDraft = { sections: [], unread: [], heads: [], open: null };
  const rows = rowsOf(text);
  const read = textLines(rows);
  let lines: TextLine[] = [];
  let columns: Columns | null = null;
  rows.forEach((row, n) => {
    const { cells, isLong } = row;
    const line = read[n]!;
    const heads = cells.length > 1 && !isLong
      ? columnsOf(cells, rows.slice(n + 1, n + HEADS_LOOK))
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

/** What most lines of the text are like, by which the others are understood. */
type Habits = ReturnType<typeof habitsOf>;

function habitsOf(lines: readonly TextLine[]) {
  const most = (some: readonly TextLine[], is: (line: TextLine) => boolean, share = 0.5) =>
    some.filter(is).length > share * some.length;
  const dishes = lines.filter(hasName);
  const bare = lines.filter(({ dishes, isNotice }) => dishes.length === 0 && !isNotice);
  const prose = dishes.filter(isProse);
  const runs = lines.flatMap((line, n) => {
    if (!hasName(line)) return [];
    const end = lines.slice(n + 1, n + 9).findIndex((each) =>
      each.isAfterBlank || each.dishes.length > 0
    );
    return end > 0 ? [end] : [];
  }).sort((a, b) => a - b);
  const below = lines.filter((_, n) => n > 0 && hasName(lines[n - 1]!));
  const under = lines.filter((line, n) =>
    n > 0 && isProse(line) && !line.isAfterBlank && lines[n - 1]!.dishes.length === 0
  );
  const areParagraphs = prose.length > 1 && prose.length > 0.4 * dishes.length &&
    under.length > 0.6 * prose.length;
  const isLast = (line: TextLine) => isOfPrices(line) || areParagraphs && isProse(line);
  const openers = lines.filter(({ dishes, isAfterBlank }, n) =>
    dishes.length === 0 && (isAfterBlank || n > 0 && lines[n - 1]!.dishes.length > 0)
  );
  const areCapital = most(
    [...dishes.filter((line) => !isLast(line)), ...openers],
    ({ dishes: [dish], text }) => isCapital(dish?.name ?? text),
  );
  return {
    /** Whether the names of dishes are in capitals. */
    areCapital,
    areDescribed: most(below, (line) => line.dishes.length === 0 && !line.isAfterBlank, 0.3),
    /** How many lines describe a dish, as a rule. */
    linesBelow: runs[runs.length >> 1] ?? 9,
    /** Whether what describes a dish is set back below it. */
    areIndented: below.some(({ isIndented, dishes }) => isIndented && dishes.length === 0),
    /** Whether blank lines group the others. */
    haveBlanks: !most(lines, ({ isAfterBlank }) => isAfterBlank, 0.7),
    /** Whether sections are known by their capitals. */
    haveCapitalHeads: !areCapital && bare.filter(({ text }) => isCapital(text)).length > 2,
    /** Whether a name stands above a paragraph that ends with the price. */
    areParagraphs,
    /** Whether a dish that takes several lines begins after a blank one. */
    areParted: most(openers, ({ isAfterBlank }) => isAfterBlank, 0.7),
  };
}

const JOINING =
  /^(?:con|de|del|en|sin|y|o|servid[oa]s?|inclu\p{L}+|acompañad[oa]s?|contiene|with|served)(?!\p{L})/iu;

/** Whether what stands before the price is a sentence rather than a name. */
function isProse({ dishes: [first] }: TextLine): boolean {
  const said = first?.said ?? "";
  return said.length > MAX_NAME || JOINING.test(said) || /^\p{Ll}|\.$/u.test(said);
}

function hasName({ dishes: [first] }: TextLine): boolean {
  return first !== undefined && first.name !== "";
}

function isOfPrices({ dishes: [first] }: TextLine): boolean {
  return first?.name === "";
}

function isCapital(text: string): boolean {
  return /\p{Lu}.*\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text);
}

function addLines(menu: MenuDraft, all: readonly TextLine[]): void {
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
  menu: MenuDraft,
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
function addPriced(menu: MenuDraft, line: TextLine, [named, ...above]: readonly TextLine[]): void {
  for (const { name, description, prices, said } of line.dishes) {
    const last = menu.open?.dish;
    const way = prices[0]!.label;
    if (named !== undefined) {
      const [first, ...beside] = partsOf(named.text);
      const below = [...above.map(({ text }) => text), ...(name === "" ? [] : [said])];
      const words = [...beside, ...below].join(" ") || null;
      addDish(menu, { name: first!, description: words, prices }, named);
    } else if (name !== "") addDish(menu, { name, description, prices }, line);
    else if (last && last.prices.at(-1)!.label !== null) last.prices.push(...prices);
    else if (way !== null && prices.length === 1) {
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
  // "Sencillo $35" and "Sorbete $95" below a heading are dishes.
  const [{ name, prices }] = line.dishes as [DishText];
  const isWhole = name === ""
    ? prices.length === 1 && /^\p{Lu}/u.test(prices[0]!.label ?? "")
    : !isProse(line);
  while (own.length > (isWhole ? 0 : 1) && (isHead(own[0]!) || own[0]!.isNotice)) own.shift();
  return own;
}

/**
 * Takes the lines without a price that stand between two dishes for a section, a description or heads of columns.
 * @param next the line with the next dish; null after the last
 */
function settle(
  menu: MenuDraft,
  lines: readonly TextLine[],
  habits: Habits,
  next: TextLine | null,
): void {
  const isFirst = menu.sections.length === 0;
  const isBelowTitle = ({ isAfterBlank, isNotice }: TextLine) => isAfterBlank || isNotice;
  const title = isFirst ? lines.findLastIndex(isBelowTitle) : 0;
  let isContinued = true;
  lines.forEach((line, n) => {
    const { name, heads } = headsOf(line, next);
    isContinued &&= !line.isAfterBlank || !habits.haveBlanks && next !== null;
    const open = isContinued && !line.isNotice ? menu.open : null;
    const isHead = next && !line.isNotice && n >= title &&
      isSection({ ...line, text: name }, habits, n === lines.length - 1);
    if (name === "" || isHead) menu.heads = heads;
    if (name === "") return;
    if (isHead) menu.sections.push({ name, head: line, dishes: [] });
    else if (open !== null && isDescription(line, habits, open.from, n)) {
      const words = line.text.replaceAll("\t", " ");
      open.dish.description = [open.dish.description, words].filter(Boolean).join(" ");
      return;
    } else refuse(menu, line);
    menu.open = null;
  });
}

/** The heads of columns in a line without a price, and the name of the section before them. */
function headsOf(
  { text }: TextLine,
  next: TextLine | null,
): { readonly name: string; readonly heads: readonly string[] } {
  const cells = text.split(text.includes("\t") ? "\t" : / ?(?<!\d)\/ ?| - |[()]/).filter(Boolean);
  // A number goes with its unit.
  const words = [...text.matchAll(/\d[\d/.,]* ?\p{L}+|[^\s/]+/gu)];
  const prices = next?.dishes[0]?.prices.filter(({ label }) => label === null).length ?? 0;
  if (cells.length > 1 && cells.every(isWayToSell)) return { name: "", heads: cells };
  const from = words.findLastIndex(([word]) => !isWayToSell(word)) + 1;
  const [name = "", ...heads] = cells;
  if (heads.length > 1 && heads.every(isWayToSell)) return { name, heads };
  if (prices > 1 && words.length - from === prices) {
    const name = text.slice(0, words[from]!.index).trim();
    return { name, heads: words.slice(from).map(([word]) => word) };
  }
  if (prices > 1 && cells.length === prices) return { name: "", heads: cells };
  return { name: text.replaceAll("\t", " "), heads: [] };
}

/** @param before how many lines stand between the dish and this one */
function isDescription(
  line: TextLine,
  habits: Habits,
  dish: TextLine,
  before: number,
): boolean {
  const { text, bullet, isIndented } = line;
  if (habits.areIndented && !isIndented || habits.areParagraphs) return false;
  if (before >= habits.linesBelow && /^\p{Lu}/u.test(text)) return false;
  // A bullet or a name with a colon, as the dish above has: another dish, without a price.
  if (bullet !== "" && dish.bullet !== "") return false;
  if ([text, dish.text].every((each) => /^[^:]{3,40}: /.test(each))) return false;
  return habits.areDescribed || /^[\p{Ll}(]|[,.]|(?:\S+ ){3}/u.test(text) || JOINING.test(text);
}

/** Whether a line without a price names a section, by what speaks for it and against it. */
function isSection(line: TextLine, habits: Habits, isNext: boolean): boolean {
  const { text, isMarked, isAfterBlank } = line;
  const words = text.split(/\s+/).length;
  const signs = [
    isCapital(text) && (habits.areCapital ? 1 : 3),
    isMarked && 3,
    isAfterBlank && habits.haveBlanks && 2,
    habits.haveCapitalHeads && !isCapital(text) && -3,
    isNext && 1,
    words <= 3 && 1,
    habits.areIndented && (line.isIndented ? -4 : 2),
    !habits.areDescribed && 1,
    /,|\.$/.test(text) && -2,
    JOINING.test(text) && !/^Del? /.test(text) && -3,
    /^\(/.test(text) && -4,
    !/\p{L}{3}/u.test(text) && -9,
    /^\p{Ll}/u.test(text) && -4,
  ];
  return signs.reduce<number>((sum, sign) => sum + (sign || 0), 0) >= 3;
}
