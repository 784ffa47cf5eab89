/** Reads a menu as people paste it: out of a spreadsheet, a document, a message or the text of a PDF. */
import { foldText } from "../domain/text.ts";
import type { PastedDish, PastedMenu, PastedPrice, PastedSection } from "../ports/restaurant.ts";
import {
  dishesIn,
  type DishText,
  isSaid,
  isSigned,
  isWayToSell,
  MAX_NAME,
  partsOf,
  plainLine,
  priceIn,
} from "./pasted_line.ts";
import { type Columns, columnsOf, rowsOf, type SheetRow } from "./pasted_rows.ts";

/** Lines that speak of the house and not of its dishes. */
const NOTICE = new RegExp(
  "^(?:menu|carta|platillo|producto|descripcion)$|^(?:tel|telefono|cel|whats|calle|c\\.|av|avenida|direccion|horario|abierto|abrimos|cerrado|lunes|martes|" +
    "miercoles|jueves|viernes|sabados?|domingos?|de lunes|pag|pagina|c\\.?p|col|colonia|precios?|aceptamos|propina|servicio|" +
    "pedidos|reservaciones|envios?|facebook|instagram|siguenos|gracias|iva|todos (?:los|nuestros)|desde (?:19|20)\\d\\d|prices|" +
    "open|closed|prohibid[oa]|sujeto)(?!\\p{L})|" +
    "www\\.|https?:|@\\p{L}|\\.com|\\biva\\b|segun (?:el )?(?:peso|mercado|tamano|temporada)|whatsapp|gracias por|\\bvat\\b",
  "u",
);
/** These speak of money and are no dishes. */
const FEE =
  /^(?:envio|descorche|propina|servicio|desechable|empaque|cover|cargo)s?\b|\b(?:billetes|anticipo|descuentos?|minimo|minima)\b/;
const JOINING =
  /^(?:con|de|del|en|sin|y|o|servid[oa]s?|inclu\p{L}+|acompañad[oa]s?|contiene|with|served)(?!\p{L})/iu;

interface Line {
  readonly line: number;
  readonly raw: string;
  /** Without what a message or a list adds. */
  readonly text: string;
  /** Empty if the line has no price. */
  readonly dishes: readonly DishText[];
  readonly isAfterBlank: boolean;
  readonly isIndented: boolean;
  /** Bold in a message, a heading, or with a colon at its end. */
  readonly isMarked: boolean;
  readonly isNotice: boolean;
  /** Its bullet, or 1 for a number. */
  readonly bullet: string;
}

/** Understands a menu by its lines' forms: what has a price is a dish, what has none is told by its neighbours. */
export function readPastedMenu(text: string): PastedMenu {
  const menu: Draft = { sections: [], unread: [], heads: [], open: null };
  const rows = rowsOf(text);
  const read = linesOf(rows);
  let lines: Line[] = [];
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
    sections: menu.sections.filter(({ dishes }) => dishes.length > 0).map(withoutHead),
    unread: menu.unread.sort((a, b) => a.line - b.line),
  };
}

/** How many rows tell what a column without a known head holds. */
const HEADS_LOOK = 30;
/** So many of the lines with a number have a price with a sign: a bare number is none. */
const MOSTLY = 0.8;

/** The lines of the rows; null for a blank one and for one that is too long. */
function linesOf(rows: readonly SheetRow[]): readonly (Line | null)[] {
  const plain = rows.map(({ cells, isLong }) => isLong ? "" : plainLine(cells.join("\t")));
  const signed = plain.filter(isSigned).length;
  const priced = plain.filter((each) => dishesIn(each, false).length > 0).length;
  const again = repeated(rows);
  let [isAfterBlank, isPageEnd] = [true, false];
  return rows.map((row, n) => {
    const text = plain[n]!;
    if (text === "") {
      isAfterBlank = !isPageEnd;
      return null;
    }
    const bare = text.replace(/\s*:$/, "");
    const folded = foldText(bare);
    const isNotice = again.has(n) || FEE.test(folded) || isSaid(bare) ||
      NOTICE.test(folded) && !/\$/.test(text);
    const place = { isAfterBlank };
    [isAfterBlank, isPageEnd] = [false, again.has(n)];
    return {
      ...row,
      ...place,
      text: bare,
      dishes: isNotice ? [] : dishesIn(bare, signed > MOSTLY * priced),
      isMarked: bare !== text || /^[^\p{L}\d]*?(?:\*[^*]+\*|#|[=~–—-]{2})/u.test(row.raw),
      isNotice,
      bullet: /^\d{1,2}[.)]|^[^\p{L}\p{N}\s$("'¡¿*_~#=]/u.exec(row.raw)?.[0].replace(/\d+/, "1") ??
        "",
    };
  });
}

/** The rows that head or end each page: like the first of the text, or alike but for the page's number. */
function repeated(rows: readonly SheetRow[]): ReadonlySet<number> {
  const keys = rows.map(({ raw }) =>
    foldText(raw).replace(/\b\d{1,2}(?= ?(?:\/|de|of) ?\d{1,2}$)/, "#")
  );
  const first = keys.find(Boolean);
  const alike = Map.groupBy(keys.keys(), (n) => keys[n]!);
  const again = keys.flatMap((key, n) => {
    const all = alike.get(key)!;
    const isPage = key === first || /[a-z].*#/.test(key);
    return key !== "" && all.length > 1 && isPage ? [n] : [];
  });
  return new Set(again);
}

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
  readonly head: Line | null;
  readonly dishes: DraftDish[];
}

interface Draft {
  readonly sections: DraftSection[];
  readonly unread: PastedMenu["unread"][number][];
  /** The names of the columns of prices. */
  heads: readonly string[];
  /** The dish that the next line may describe. */
  open: { readonly dish: DraftDish; readonly from: Line } | null;
}

function withoutHead({ name, dishes }: DraftSection): PastedSection {
  return { name, dishes };
}

function refuse({ unread }: Draft, { line, raw }: Pick<Line, "line" | "raw">): void {
  unread.push({ line, text: raw });
}

function addDish(menu: Draft, text: Omit<DishText, "said">, from: Line): void {
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
function addRow(menu: Draft, columns: Columns, cells: readonly string[], line: Line): boolean {
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

/** What most lines of the text are like, by which the others are understood. */
interface Habits {
  /** Whether the names of dishes are in capitals. */
  readonly areCapital: boolean;
  readonly areSmall: boolean;
  readonly areDescribed: boolean;
  /** Whether what describes a dish is set back below it. */
  readonly areIndented: boolean;
  /** Whether blank lines group the others. */
  readonly haveBlanks: boolean;
  /** Whether sections are known by their capitals. */
  readonly haveCapitalHeads: boolean;
  /** Whether a name stands above a paragraph that ends with the price. */
  readonly areParagraphs: boolean;
  /** Whether a dish that takes several lines begins after a blank one. */
  readonly areParted: boolean;
}

function habitsOf(lines: readonly Line[]): Habits {
  const most = (some: readonly Line[], is: (line: Line) => boolean, share = 0.5) =>
    some.filter(is).length > share * some.length;
  const dishes = lines.filter(hasName);
  const below = lines.filter((_, n) => n > 0 && hasName(lines[n - 1]!));
  const first = openersOf(lines);
  const named = [...dishes, ...first];
  const areCapital = most(named, (line) => isCapital(line.dishes[0]?.name ?? line.text));
  const others = lines.slice(1).filter(({ dishes, isNotice }) => dishes.length === 0 && !isNotice);
  const prose = dishes.filter(isProse);
  const under = prose.filter((line) => {
    const above = lines[lines.indexOf(line) - 1];
    return !line.isAfterBlank && above?.dishes.length === 0 && above.text.length <= MAX_NAME;
  });
  return {
    areCapital,
    areSmall: most(dishes, ({ dishes }) => /^\p{Ll}/u.test(dishes[0]!.name)),
    areDescribed: most(below, (line) => line.dishes.length === 0 && !line.isAfterBlank, 0.3),
    areIndented: below.some(({ isIndented, dishes }) => isIndented && dishes.length === 0),
    haveBlanks: !most(lines, ({ isAfterBlank }) => isAfterBlank, 0.7),
    haveCapitalHeads: !areCapital && others.filter(({ text }) => isCapital(text)).length > 1,
    areParagraphs: prose.length > 1 && under.length > 0.6 * prose.length &&
      prose.length > 0.4 * dishes.length,
    areParted: most(first, ({ isAfterBlank }) => isAfterBlank),
  };
}

/** The first lines after each dish or blank line that lead to a line of prices alone. */
function openersOf(lines: readonly Line[]): readonly Line[] {
  let opener: Line | null = null;
  return lines.flatMap((line) => {
    const opened: readonly Line[] = isOfPrices(line) && opener !== null ? [opener] : [];
    if (line.dishes.length > 0) opener = null;
    else if (opener === null || line.isAfterBlank) opener = line;
    return opened;
  });
}

/** Whether what stands before the price is a sentence rather than a name. */
function isProse({ dishes: [first] }: Line): boolean {
  const said = first?.said ?? "";
  return said.length > MAX_NAME || JOINING.test(said) || /\.$/.test(said);
}

function hasName({ dishes: [first] }: Line): boolean {
  return first !== undefined && first.name !== "";
}

function isOfPrices({ dishes: [first] }: Line): boolean {
  return first?.name === "";
}

function isCapital(text: string): boolean {
  return /\p{Lu}.*\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text);
}

function addLines(menu: Draft, all: readonly Line[]): void {
  // A number in the name of the house is no price.
  const isTitle = all[1]?.isAfterBlank && !all[0]!.raw.includes("$");
  const lines = all.map((line, n) => n === 0 && isTitle ? { ...line, dishes: [] } : line);
  const habits = habitsOf(lines);
  let waiting: Line[] = [];
  for (let n = 0; n < lines.length; n++) {
    const line = lines[n]!;
    if (line.dishes.length === 0) {
      waiting.push(line);
      continue;
    }
    const apart = pricesApart(lines, n);
    if (apart.length > 1 && waiting.length >= apart.length) {
      const names = waiting.splice(-apart.length);
      settle(menu, waiting, habits, names[0]!);
      names.forEach((name, at) => addPriced(menu, apart[at]!, [name]));
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

/** The lines from `from` on that are one price and no more: those of a block of names before them. */
function pricesApart(lines: readonly Line[], from: number): readonly Line[] {
  const end = lines.findIndex(({ dishes: [dish] }, n) =>
    n >= from && !(dish?.name === "" && dish.said === "" && dish.prices[0]!.label === null)
  );
  return lines.slice(from, end === -1 ? lines.length : end);
}

/** Adds the dishes of a line. @param above the lines that name and describe the dish of a line of prices alone */
function addPriced(menu: Draft, line: Line, [named, ...above]: readonly Line[]): void {
  for (const { name, description, prices, said } of line.dishes) {
    const last = menu.open?.dish;
    const isMore = name === "" && (last?.prices.at(-1)?.label ?? null) !== null ||
      JOINING.test(name) && /^\p{Ll}/u.test(name);
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
function nameBefore(waiting: readonly Line[], line: Line, habits: Habits): readonly Line[] {
  const isUnder = habits.areParagraphs && line.dishes.length === 1 && !line.isAfterBlank;
  if (!isOfPrices(line) && !isUnder) return [];
  const blank = habits.haveBlanks ? waiting.findLastIndex(({ isAfterBlank }) => isAfterBlank) : 0;
  const own = waiting.slice(Math.max(0, blank));
  const isHead = ({ text, isAfterBlank, isMarked }: Line) =>
    isCapital(text) && !habits.areCapital || isMarked || isAfterBlank && !habits.areParted;
  // "Sencillo $35" below a heading is a dish.
  const isWayAlone = isOfPrices(line) && /^\p{Lu}/u.test(line.dishes[0]!.prices[0]!.label ?? "") &&
    line.dishes[0]!.prices.length === 1;
  while (own.length > (isWayAlone ? 0 : 1) && (isHead(own[0]!) || own[0]!.isNotice)) own.shift();
  return own.slice(-MAX_OWN);
}

/** No dish takes more lines before its price. */
const MAX_OWN = 4;

/**
 * Takes the lines without a price that stand between two dishes for a section, a description or heads of columns.
 * @param next the line with the next dish; null after the last
 */
function settle(menu: Draft, lines: readonly Line[], habits: Habits, next: Line | null): void {
  const isFirst = menu.sections.length === 0;
  const title = isFirst ? lines.findLastIndex(({ isAfterBlank }) => isAfterBlank) : 0;
  let isContinued = true;
  lines.forEach((line, n) => {
    const { name, heads } = headsOf(line, next);
    isContinued &&= !(line.isAfterBlank && habits.haveBlanks);
    const open = isContinued ? menu.open : null;
    if (name === "") menu.heads = heads;
    else if (line.isNotice || n < title) refuse(menu, line);
    else if (next && isSection({ ...line, text: name }, habits, n === lines.length - 1)) {
      menu.sections.push({ name, head: line, dishes: [] });
      menu.heads = heads;
      menu.open = null;
    } else if (open !== null && isDescription(line, habits, open.from)) {
      const words = line.text.replaceAll("\t", " ");
      open.dish.description = [open.dish.description, words].filter(Boolean).join(" ");
    } else {
      refuse(menu, line);
      menu.open = null;
    }
  });
}

/** The heads of columns in a line without a price, and the name of the section before them. */
function headsOf(
  { text }: Line,
  next: Line | null,
): Pick<Draft, "heads"> & { readonly name: string } {
  const cells = text.split(text.includes("\t") ? "\t" : / ?[/|] ?| - |[()]/).filter(Boolean);
  const words = text.split(/[\t /]+/);
  if (words.length > 1 && words.every(isWayToSell)) {
    return { name: "", heads: cells.length > 1 ? cells : words };
  }
  const [name = "", ...heads] = cells;
  if (heads.length > 1 && heads.every(isWayToSell)) return { name, heads };
  const prices = next?.dishes[0]?.prices.filter(({ label }) => label === null).length ?? 0;
  if (prices > 1 && cells.length === prices) return { name: "", heads: cells };
  return { name: text.replaceAll("\t", " "), heads: [] };
}

function isDescription(line: Line, habits: Habits, dish: Line): boolean {
  const { text, bullet, isIndented } = line;
  if (habits.areIndented && !isIndented) return false;
  // A bullet or a name with a colon, as the dish above has: another dish, without a price.
  if (bullet !== "" && bullet === dish.bullet) return false;
  if (/^[^:]{3,40}: /.test(text) && /^[^:]{3,40}: /.test(dish.text)) return false;
  return habits.areDescribed || /^[\p{Ll}(]|[,.]|(?:\S+ ){3}/u.test(text) || JOINING.test(text);
}

/** Whether a line without a price names a section, by what speaks for it and against it. */
function isSection(line: Line, habits: Habits, isNext: boolean): boolean {
  const { text, isMarked, isAfterBlank } = line;
  const words = text.split(/\s+/).length;
  const signs = [
    isCapital(text) && (habits.areCapital ? 1 : 3),
    isMarked && 3,
    isAfterBlank && habits.haveBlanks && 2,
    habits.haveCapitalHeads && !isCapital(text) && -3,
    isNext && 1,
    words <= 3 && 1,
    words === 1 && 1,
    words > 6 && -2,
    habits.areIndented && (line.isIndented ? -4 : 2),
    !habits.areDescribed && 1,
    /,|\.$/.test(text) && -2,
    JOINING.test(text) && !(isAfterBlank && habits.haveBlanks) && -3,
    /^\(/.test(text) && -4,
    !/\p{L}{3}/u.test(text) && -9,
    /^\p{Ll}/u.test(text) && !habits.areSmall && -4,
  ];
  return signs.reduce<number>((sum, sign) => sum + (sign || 0), 0) >= 3;
}
