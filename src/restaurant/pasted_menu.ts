/** Reads a menu as people paste it: out of a spreadsheet, a document, a message or the text of a PDF. */
import { foldText } from "../domain/text.ts";
import type { PastedDish, PastedMenu, PastedPrice, PastedSection } from "../ports/restaurant.ts";
import {
  dishesIn,
  type DishText,
  isWayToSell,
  partsOf,
  plainLine,
  priceIn,
} from "./pasted_line.ts";
import { type Columns, columnsOf, rowsOf } from "./pasted_rows.ts";

/** Lines that speak of the house and not of its dishes. */
const NOTICE = new RegExp(
  "^(?:menu|carta|platillo|producto|descripcion)$|^(?:tel|telefono|cel|whats|calle|c\\.|av|avenida|direccion|horario|abierto|abrimos|cerrado|lunes|martes|" +
    "miercoles|jueves|viernes|sabados?|domingos?|de lunes|pag|pagina|c\\.?p|col|colonia|precios?|aceptamos|propina|servicio|" +
    "pedidos|reservaciones|envios?|facebook|instagram|siguenos|gracias|iva|todos (?:los|nuestros)|desde (?:19|20)\\d\\d|prices|" +
    "open|closed|prohibid[oa]|sujeto)(?!\\p{L})|" +
    "www\\.|https?:|@\\p{L}|\\.com|\\biva\\b|segun (?:el )?(?:peso|mercado|tamano|temporada)|whatsapp|gracias por|\\bvat\\b",
  "u",
);
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
}

/** Understands a menu by its lines' forms: what has a price is a dish, what has none is told by its neighbours. */
export function readPastedMenu(text: string): PastedMenu {
  const menu: Draft = { sections: [], unread: [], heads: [] };
  const lines: Line[] = [];
  let columns: Columns | null = null;
  let isAfterBlank = true;
  for (const { line, cells, isLong, isIndented } of rowsOf(text)) {
    const raw = cells.filter(Boolean).join("  ");
    const heads = cells.length > 1 && !isLong ? columnsOf(cells, isWayToSell) : null;
    const read: Line | null = isLong
      ? null
      : lineOf(cells.join("\t"), { line, raw, isAfterBlank, isIndented });
    isAfterBlank = read === null;
    if (isLong) menu.unread.push({ line, text: raw });
    else if (heads !== null) columns = heads;
    else if (read === null) continue;
    else if (columns === null) lines.push(read);
    else if (!addRow(menu, columns, cells, read)) refuse(menu, read);
  }
  addLines(menu, lines);
  if (columns !== null) menu.sections.forEach(dropOnlySize);
  for (const { dishes, head } of menu.sections) if (dishes.length === 0) refuse(menu, head!);
  return {
    sections: menu.sections.filter(({ dishes }) => dishes.length > 0).map(withoutHead),
    unread: menu.unread.sort((a, b) => a.line - b.line),
  };
}

/** Bread that is all in the column of small drinks has no size. */
function dropOnlySize({ dishes }: DraftSection): void {
  const labels = new Set(dishes.flatMap(({ prices }) => prices.map(({ label }) => label)));
  if (labels.size > 1) return;
  for (const { prices } of dishes) prices.splice(0, 1, { ...prices[0]!, label: null });
}

function lineOf(
  text: string,
  place: Pick<Line, "line" | "raw" | "isAfterBlank" | "isIndented">,
): Line | null {
  const plain = plainLine(text);
  if (plain === "") return null;
  const bare = plain.replace(/\s*:$/, "");
  const isMarked = bare !== plain || /^[^\p{L}\d]*?(?:\*[^*]+\*|#|[=~–—-]{2})/u.test(text);
  const found = dishesIn(bare);
  const isNotice = NOTICE.test(foldText(bare)) && !/\$/.test(text);
  return { ...place, text: bare, dishes: isNotice ? [] : found, isMarked, isNotice };
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
}

function withoutHead({ name, dishes }: DraftSection): PastedSection {
  return { name, dishes };
}

function refuse({ unread }: Draft, { line, raw }: Line): void {
  unread.push({ line, text: raw });
}

function addDish(menu: Draft, { name, description, prices }: DishText, line: number): void {
  if (menu.sections.length === 0) menu.sections.push({ name: null, head: null, dishes: [] });
  const isUnnamed = prices.length > 1 && prices.every(({ label }) => label === null);
  const named = prices.map(({ label, cents }, n) => ({
    label: isUnnamed ? menu.heads[n] ?? null : label,
    cents,
  }));
  menu.sections.at(-1)!.dishes.push({ name, description, prices: named, line });
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
  addDish(menu, { name, description: textOf("description") || null, prices }, line.line);
  return true;
}

/** What most lines of the text are like, by which the others are understood. */
interface Habits {
  readonly areCapital: boolean;
  readonly areSmall: boolean;
  readonly areDescribed: boolean;
  /** Whether what describes a dish is set back below it. */
  readonly areIndented: boolean;
  /** Whether blank lines group the others. */
  readonly haveBlanks: boolean;
  /** How many lines stand before a line of prices alone. */
  readonly before: number;
}

function habitsOf(lines: readonly Line[]): Habits {
  const most = (some: readonly Line[], is: (line: Line) => boolean, share = 0.5) =>
    some.filter(is).length > share * some.length;
  const dishes = lines.filter(hasName);
  const below = lines.filter((_, n) => n > 0 && hasName(lines[n - 1]!));
  let [run, runs]: [number, number[]] = [0, []];
  for (const line of lines) {
    if (isOfPrices(line)) runs.push(run);
    run = line.dishes.length > 0 || line.isAfterBlank ? 0 : run;
    if (line.dishes.length === 0) run += 1;
  }
  return {
    areCapital: most(dishes, ({ dishes }) => isCapital(dishes[0]!.name)),
    areSmall: most(dishes, ({ dishes }) => /^\p{Ll}/u.test(dishes[0]!.name)),
    areDescribed: most(below, (line) => line.dishes.length === 0 && !line.isAfterBlank, 0.3),
    areIndented: below.some(({ isIndented, dishes }) => isIndented && dishes.length === 0),
    haveBlanks: !most(lines, ({ isAfterBlank }) => isAfterBlank, 0.7),
    before: runs.sort((a, b) => a - b)[(runs.length - 1) >> 1] ?? 1,
  };
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
  for (const line of lines) {
    if (line.dishes.length === 0) waiting.push(line);
    else {
      const name = isOfPrices(line) ? nameBefore(waiting, habits) : [];
      settle(menu, waiting.slice(0, waiting.length - name.length), habits, true);
      addPriced(menu, line, name);
      waiting = [];
    }
  }
  settle(menu, waiting, habits, false);
}

/** Adds the dishes of a line. @param above the lines that name and describe the dish of a line of prices alone */
function addPriced(menu: Draft, line: Line, [named, ...above]: readonly Line[]): void {
  for (const { name, description, prices } of line.dishes) {
    const last = menu.sections.at(-1)?.dishes.at(-1);
    const isMore = name === "" || JOINING.test(name) && /^\p{Ll}/u.test(name);
    if (named !== undefined) {
      const [first, ...beside] = partsOf(named.text);
      const words = [...beside, ...above.map(({ text }) => text)].join(" ") || null;
      addDish(menu, { name: first!, description: words, prices }, named.line);
    } else if (!isMore) addDish(menu, { name, description, prices }, line.line);
    else if (last === undefined) refuse(menu, line);
    else last.prices.push(...prices.map((one) => ({ ...one, label: name || one.label })));
  }
}

/** The lines before a line of prices that name its dish and describe it. */
function nameBefore(waiting: readonly Line[], habits: Habits): readonly Line[] {
  const blank = habits.haveBlanks ? waiting.findLastIndex(({ isAfterBlank }) => isAfterBlank) : 0;
  const own = waiting.slice(Math.max(0, blank));
  return own.length > habits.before ? own.slice(own.length - Math.max(1, habits.before)) : own;
}

/** Takes the lines without a price that stand between two dishes for a section, a description or heads of columns. */
function settle(menu: Draft, lines: readonly Line[], habits: Habits, isBeforeDish: boolean): void {
  let isContinued = true;
  lines.forEach((line, n) => {
    const cells = line.text.split(line.text.includes("\t") ? "\t" : / [/|-] |[()]/).filter(Boolean);
    const heads = cells.length > 2 && cells.slice(1).every(isWayToSell) ? cells.slice(1) : [];
    const name = heads.length > 0 ? cells[0]! : line.text.replaceAll("\t", " ");
    const words = line.text.split(/[\t /]+/);
    const last = menu.sections.at(-1)?.dishes.at(-1);
    isContinued &&= !(line.isAfterBlank && habits.haveBlanks);
    if (words.length > 1 && words.every(isWayToSell)) {
      menu.heads = cells.length > 1 ? cells : words;
    } else if (line.isNotice) refuse(menu, line);
    else if (isBeforeDish && isSection({ ...line, text: name }, habits, n === lines.length - 1)) {
      menu.sections.push({ name, head: line, dishes: [] });
      menu.heads = heads;
      isContinued = false;
    } else if (last !== undefined && isDescription(line, habits, isContinued)) {
      last.description = [last.description, line.text.replaceAll("\t", " ")].filter(Boolean).join(
        " ",
      );
    } else refuse(menu, line);
  });
}

function isDescription({ text }: Line, { areDescribed }: Habits, isContinued: boolean): boolean {
  const isPhrase = /^[\p{Ll}(]|[,.]|(?:\S+ ){3}/u.test(text) || JOINING.test(text);
  return isContinued ? areDescribed || isPhrase : /^[\p{Ll}(]/u.test(text);
}

/** Whether a line without a price names a section, by what speaks for it and against it. */
function isSection(line: Line, habits: Habits, isNext: boolean): boolean {
  const { text, isMarked, isAfterBlank } = line;
  const words = text.split(/\s+/).length;
  const signs = [
    isCapital(text) && (habits.areCapital ? 1 : 3),
    isMarked && 3,
    isAfterBlank && habits.haveBlanks && 2,
    isNext && 1,
    words <= 3 && 1,
    words === 1 && 1,
    words > 6 && -2,
    habits.areIndented && (line.isIndented ? -4 : 2),
    !habits.areDescribed && 1,
    /,|\.$/.test(text) && -2,
    JOINING.test(text) && -3,
    /^\(/.test(text) && -4,
    !/\p{L}{3}/u.test(text) && -9,
    /^\p{Ll}/u.test(text) && !habits.areSmall && -4,
  ];
  return signs.reduce<number>((sum, sign) => sum + (sign || 0), 0) >= 3;
}
