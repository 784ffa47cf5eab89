/** The lines of a pasted menu, and what each is by its form and by what the others are like. */
import { foldText } from "../domain/text.ts";
import {
  dishesIn,
  type DishText,
  isSaid,
  isSigned,
  isWayToSell,
  MAX_NAME,
  plainLine,
} from "./pasted_line.ts";
import type { SheetRow } from "./pasted_rows.ts";

/** Lines that speak of the house and not of its dishes. */
const NOTICE = new RegExp(
  "^(?:menu|carta|platillo|producto|descripcion)$|^(?:tel|telefono|cel|whats|calle|c\\.|av|avenida|direccion|horario|abierto|abrimos|cerrado|lunes|martes|" +
    "miercoles|jueves|viernes|sabados?|domingos?|de lunes|pag|pagina|c\\.?p|col|colonia|precios?|aceptamos|propina|servicio|" +
    "pedidos|reservaciones|envios?|facebook|instagram|siguenos|gracias|iva|todos (?:los|nuestros)|desde (?:19|20)\\d\\d|prices|" +
    "open|closed|prohibid[oa]|sujeto)(?!\\p{L})|" +
    "www\\.|https?:|@\\p{L}|\\.com|\\biva\\b|(?:segun|precio) (?:el |de )?(?:peso|mercado|tamano|temporada)|whatsapp|gracias por|^[^\\d$]*agotad[oa]|\\bs\\. ?p\\.|\\bvat\\b",
  "u",
);
/** These speak of money and are no dishes. */
const FEE =
  /^(?:envio|descorche|propina|servicio|desechable|empaque|cover|cargo)s?\b|\b(?:billetes|anticipo|descuentos?|minimo|minima)\b/;
export const JOINING =
  /^(?:con|de|del|en|sin|y|o|servid[oa]s?|inclu\p{L}+|acompañad[oa]s?|contiene|with|served)(?!\p{L})/iu;

export interface TextLine {
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
  /** Its bullet or the first digit of its number. */
  readonly bullet: string;
}

/** So many of the lines with a number have a price with a sign: a bare number is none. */
const MOSTLY = 0.8;

/** The lines of the rows; null for a blank one and for one that is too long. */
export function textLines(rows: readonly SheetRow[]): readonly (TextLine | null)[] {
  const plain = rows.map(({ cells, isLong }) => isLong ? "" : plainLine(cells.join("\t")));
  const signed = plain.filter(isSigned).length;
  const priced = plain.filter((each) => dishesIn(each, false).length > 0).length;
  const again = repeated(rows);
  let [isBlank, isPageEnd] = [true, false];
  return rows.map((row, n) => {
    const [whole, isAfterBlank] = [plain[n]!, isBlank];
    isBlank = whole === "" && !isPageEnd;
    if (whole === "") return null;
    isPageEnd = again.has(n);
    const text = whole.replace(/\s*:$/, "");
    const folded = foldText(text);
    const isNotice = isPageEnd || FEE.test(folded) || isSaid(text) ||
      NOTICE.test(folded) && !/\$/.test(text);
    const dishes = isNotice ? [] : dishesIn(text, signed > MOSTLY * priced);
    const isMarked = text !== whole || /^[^\p{L}\d]*?(?:\*[^*]+\*|#|[=~–—-]{2})/u.test(row.raw);
    const [bullet = ""] = /^\d(?=\d?[.)])|^[^\p{L}\p{N}\s$("'¡¿*_~#=]/u.exec(row.raw) ?? [];
    return { ...row, isAfterBlank, text, dishes, isMarked, isNotice, bullet };
  });
}

/** The rows that head or end each page: like the first of the text, or alike but for the page's number. */
function repeated(rows: readonly SheetRow[]): ReadonlySet<number> {
  const keys = rows.map(({ raw, isLong }) =>
    isLong ? "" : foldText(raw).replace(/\b\d{1,2}(?= ?(?:\/|de|of) ?\d{1,2}$)/, "#")
  );
  const first = keys.find(Boolean);
  const alike = Map.groupBy(keys.keys(), (n) => keys[n]!);
  const pages = alike.entries().filter(([key, all]) =>
    all.length > 1 && key !== "" && (key === first || /[a-z].*#/.test(key))
  );
  return new Set(pages.flatMap(([, all]) => all));
}

/** What most lines of the text are like, by which the others are understood. */
export interface Habits {
  /** Whether the names of dishes are in capitals. */
  readonly areCapital: boolean;
  readonly areDescribed: boolean;
  /** How many lines describe a dish, as a rule. */
  readonly linesBelow: number;
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

export function habitsOf(lines: readonly TextLine[]): Habits {
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
  const openers = openersOf(lines, isLast);
  const areCapital = most(
    [...dishes.filter((line) => !isLast(line)), ...openers],
    ({ dishes: [dish], text }) => isCapital(dish?.name ?? text),
  );
  return {
    areCapital,
    areDescribed: most(below, (line) => line.dishes.length === 0 && !line.isAfterBlank, 0.3),
    linesBelow: runs[runs.length >> 1] ?? 9,
    areIndented: below.some(({ isIndented, dishes }) => isIndented && dishes.length === 0),
    haveBlanks: !most(lines, ({ isAfterBlank }) => isAfterBlank, 0.7),
    haveCapitalHeads: !areCapital && bare.filter(({ text }) => isCapital(text)).length > 2,
    areParagraphs,
    areParted: most(openers, ({ isAfterBlank }) => isAfterBlank),
  };
}

/** The first lines after each dish or blank line that lead to the line with its price. */
function openersOf(
  lines: readonly TextLine[],
  isLast: (line: TextLine) => boolean,
): readonly TextLine[] {
  let opener: TextLine | null = null;
  return lines.flatMap((line) => {
    const opened: readonly TextLine[] = isLast(line) && opener !== null ? [opener] : [];
    if (line.dishes.length > 0) opener = null;
    else if (opener === null || line.isAfterBlank) opener = line;
    return opened;
  });
}

/** Whether what stands before the price is a sentence rather than a name. */
function isProse({ dishes: [first] }: TextLine): boolean {
  const said = first?.said ?? "";
  return said.length > MAX_NAME || JOINING.test(said) || /^\p{Ll}|\.$/u.test(said);
}

function hasName({ dishes: [first] }: TextLine): boolean {
  return first !== undefined && first.name !== "";
}

export function isOfPrices({ dishes: [first] }: TextLine): boolean {
  return first?.name === "";
}

export function isCapital(text: string): boolean {
  return /\p{Lu}.*\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text);
}

/** The heads of columns in a line without a price, and the name of the section before them. */
export function headsOf(
  { text }: TextLine,
  next: TextLine | null,
): { readonly name: string; readonly heads: readonly string[] } {
  const cells = text.split(text.includes("\t") ? "\t" : / ?[/|] ?| - |[()]/).filter(Boolean);
  const words = text.split(/[\t /]+/);
  const prices = next?.dishes[0]?.prices.filter(({ label }) => label === null).length ?? 0;
  if (cells.length > 1 && cells.every(isWayToSell)) return { name: "", heads: cells };
  const from = words.findLastIndex((word) => !isWayToSell(word)) + 1;
  const [name = "", ...heads] = cells;
  if (heads.length > 1 && heads.every(isWayToSell)) return { name, heads };
  if (prices > 1 && words.length - from === prices) {
    return { name: words.slice(0, from).join(" "), heads: words.slice(from) };
  }
  if (prices > 1 && cells.length === prices) return { name: "", heads: cells };
  return { name: text.replaceAll("\t", " "), heads: [] };
}

/** @param before how many lines stand between the dish and this one */
export function isDescription(
  line: TextLine,
  habits: Habits,
  dish: TextLine,
  before: number,
): boolean {
  const { text, bullet, isIndented } = line;
  if (habits.areIndented && !isIndented || habits.areParagraphs) return false;
  // A bullet or a name with a colon, as the dish above has: another dish, without a price.
  if (bullet !== "" && /\d/.test(bullet) === /\d/.test(dish.bullet) && dish.bullet !== "") {
    return false;
  }
  if (/^[^:]{3,40}: /.test(text) && /^[^:]{3,40}: /.test(dish.text)) return false;
  if (before >= habits.linesBelow && /^\p{Lu}/u.test(text)) return false;
  return habits.areDescribed || /^[\p{Ll}(]|[,.]|(?:\S+ ){3}/u.test(text) || JOINING.test(text);
}

/** Whether a line without a price names a section, by what speaks for it and against it. */
export function isSection(line: TextLine, habits: Habits, isNext: boolean): boolean {
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
