/** The rows of a pasted text, with their cells where it is a spreadsheet or a CSV, and what each row says as a line. */
import { foldText } from "../domain/text.ts";
import {
  dishesIn,
  type DishText,
  isSaid,
  isSigned,
  isWayToSell,
  plainLine,
} from "./pasted_line.ts";

const LATIN = new TextDecoder("windows-1252");
const UTF_8 = new TextDecoder();
const HIGH = LATIN.decode(Uint8Array.from({ length: 128 }, (_, n) => n + 128));
const FOLLOWING = `[${HIGH.slice(0, 64)}]`;
/** UTF-8 that was read as Windows-1252: "jalapeÃ±o". */
const MISREAD = new RegExp(`(?:[ÂÃÅ]${FOLLOWING}|[âï]${FOLLOWING}{2}|ð${FOLLOWING}{3})+`, "gu");

function mended(text: string): string {
  return text.replace(MISREAD, (misread) => {
    const bytes = Uint8Array.from(misread, (each) => HIGH.indexOf(each) + 128);
    return UTF_8.decode(bytes);
  });
}

const QUOTED = /(^|[\t;,])"((?:[^"]|"")*)"(?=[\t;,]|$)/gm;
/** Stand for a delimiter inside quotes. */
const INSIDE = { "\t": " ", ";": "\ue000", ",": "\ue001" } as const;

function unquoted(line: string): string {
  return line.replace(QUOTED, (_, before: string, cell: string) => {
    const bare = cell.replace(/[\t;,]/g, (mark) => INSIDE[mark as keyof typeof INSIDE]);
    return before + bare.replaceAll('""', '"');
  });
}

/** A comma within an amount parts nothing. */
const DELIMITERS = [/\t/, /;/, /\|/, /(?:(?<!\d),|,(?!\d{3}(?!\d)))(?![^()]*\))/];
const PRICE_CELL = /^(?:\$|mxn?\$?)? *\$? *\d[\d.,]* *(?:mxn|pesos)?$/i;

/** What parts the cells, if most lines with a number have a cell that is no more than a price. */
function delimiterOf(lines: readonly string[]): RegExp | null {
  const numbered = lines.filter((line) => /\d/.test(line));
  const share = (delimiter: RegExp) =>
    numbered.filter((line) => {
      const cells = line.split(delimiter);
      return cells.length > 1 && cells.some((cell) => PRICE_CELL.test(restored(cell)));
    }).length / numbered.length;
  const counts = new Set(lines.filter(Boolean).map((line) => line.split(",").length));
  if (counts.size === 1 && !counts.has(1) && share(/,/) > 0.5) return /,/;
  return DELIMITERS.find((delimiter) => share(delimiter) > 0.5) ?? null;
}

/** Longer lines and texts are no menus. */
const [MAX_LINE, MAX_LINES] = [500, 3_000];

export interface SheetRow {
  /** From 1. */
  readonly line: number;
  /** The line as it was pasted. */
  readonly raw: string;
  readonly cells: readonly string[];
  /** Whether it is too long to be read. */
  readonly isLong: boolean;
  /** Set back a little, as what belongs to the line above. */
  readonly isIndented: boolean;
}

export function rowsOf(text: string): readonly SheetRow[] {
  const whole = mended(text).replace(/\r\n?|[\u2028\u2029\f\v]/g, "\n")
    .replace(QUOTED, (quoted) => quoted[0] + quoted.slice(1).replaceAll("\n", " "));
  const lines = whole.split("\n");
  const bare = lines.slice(0, MAX_LINES).map((line) => unquoted(line.slice(0, MAX_LINE)));
  const delimiter = delimiterOf(bare);
  return lines.flatMap((line, n): readonly SheetRow[] => {
    const isLong = n >= MAX_LINES || line.length > MAX_LINE;
    if (n >= MAX_LINES && line.trim() === "") return [];
    const cells = delimiter === null || isLong ? [line] : bare[n]!.split(delimiter).map(restored);
    const isIndented = /^ {2,8}\S/.test(line);
    return [{ line: n + 1, raw: line.trim(), cells, isLong, isIndented }];
  });
}

function restored(cell: string): string {
  return cell.replaceAll("\ue000", ";").replaceAll("\ue001", ",").trim();
}

/** Lines that speak of the house and not of its dishes. */
const NOTICE = new RegExp(
  "^(?:menu|carta|platillo|producto|descripcion)$|^(?:tel|telefono|cel|whats|calle|c\\.|av|avenida|direccion|horario|abierto|abrimos|cerrado|lunes|martes|" +
    "miercoles|jueves|viernes|sabados?|domingos?|de lunes|pag|pagina|c\\.?p|col|colonia|precios?|aceptamos|propina|servicio|" +
    "pedidos|reservaciones|envios?|facebook|instagram|siguenos|gracias|iva|todos (?:los|nuestros)|desde (?:19|20)\\d\\d|prices|" +
    "open|closed|prohibid[oa]|sujeto)(?!\\p{L})|" +
    "www\\.|https?:|@\\p{L}|\\.com|\\biva\\b|(?:segun|precio) (?:el |del? )?(?:peso|mercado|tamano|temporada|dia\\b)|whatsapp|gracias por|^[^\\d$]*agotad[oa]|\\bs\\. ?p\\.|\\bvat\\b",
  "u",
);
/** These speak of money and are no dishes. */
const FEE =
  /^(?:envio|descorche|propina|servicio|desechable|empaque|cover|cargo)s?\b|\b(?:billetes|anticipo|descuentos?|minimo|minima)\b/;
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
  /** Its bullet, or a digit of its number. */
  readonly bullet: string;
}

/** So many of the lines with a number have a price with a sign: a bare number is none. */
const MOSTLY = 0.8;

/** A number before a name, if it counts the dishes. */
const NUMBERED = /^\s*\d{1,3} (?=\p{Lu})/u;

/** The lines of the rows; null for a blank one and for one that is too long. */
export function textLines(rows: readonly SheetRow[]): readonly (TextLine | null)[] {
  const numbers = rows.map(({ raw }) => Number(NUMBERED.exec(raw)?.[0] ?? NaN)).filter(
    Number.isFinite,
  );
  const areNumbered = numbers.length > 2 && numbers.every((each, n) => each === numbers[0]! + n);
  const plain = rows.map(({ cells, isLong }) => {
    const text = cells.join("\t");
    return isLong ? "" : plainLine(areNumbered ? text.replace(NUMBERED, "") : text);
  });
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

type Role = "name" | "description" | "section" | "way" | "price" | "other";

/** What heads say of the columns below them. The first that fits counts. */
const ROLES: readonly (readonly [Role, RegExp])[] = [
  [
    "other",
    /\b(?:clave|codigo|cod|id|sku|plu|no|num|stock|existencias?|calorias|k?cal|iva|margen|utilidad)\b/,
  ],
  ["section", /\b(?:secci|cat\b|categor|grupo|tipo|familia\b|linea|section)/],
  ["price", /\b(?:precio|importe|costo|price|p\.)(?: (?:de )?venta| al publico| unitario| ?mxn)?/],
  ["way", /\b(?:presentaci|tamano|medida|variant|size)/],
  ["description", /\b(?:desc|ingredient|detalle|detail|nota)/],
  ["name", /\b(?:platillo|plato\b|nombre|prod|articulo|bebida\b|dish|item|name)/],
];

interface Column {
  readonly role: Role;
  /** What a column of prices says of them: "Chico" in "Precio chico". */
  readonly label: string;
}

const MAX_COLUMNS = 20;

export type Columns = readonly (Column | null)[];

/**
 * What the cells of a row with heads say of the columns below it; null for another row.
 * @param below the next rows, whose prices make a column of prices of one with any head
 */
export function columnsOf(
  cells: readonly string[],
  below: readonly SheetRow[],
): Columns | null {
  if (cells.length > MAX_COLUMNS || cells.some((cell) => PRICE_CELL.test(cell))) return null;
  const heads = cells.map((cell) => foldText(cell).replaceAll("_", " "));
  const read = cells.map((cell, n): Column | null => {
    const head = heads[n]!;
    const [role, form] = ROLES.find(([, form]) => form.test(head)) ?? [];
    if (role && role !== "price") return { role, label: "" };
    const filled = below.map((row) => row.cells[n] ?? "").filter(Boolean);
    const most = (is: (cell: string) => boolean) => filled.filter(is).length * 2 > filled.length;
    if (role || most((each) => PRICE_CELL.test(each)) || filled.length === 0 && isWayToSell(cell)) {
      const [word = "", at = 0] = [form?.exec(head)?.[0], head.search(form ?? /$/)];
      return { role: "price", label: (cell.slice(0, at) + cell.slice(at + word.length)).trim() };
    }
    // Few words over and over in the first columns are those of sections, whatever their head.
    const isSection = n < 2 && filled.length > 3 && /\p{L}{4}/u.test(filled[0]!) &&
      new Set(filled).size * 2 <= filled.length;
    return most(isWayToSell)
      ? { role: "way", label: "" }
      : isSection
      ? { role: "section", label: "" }
      : null;
  });
  // Beside prices a cost is what the house pays.
  const isCost = (column: Column | null, n: number) =>
    column?.role === "price" && /\bcost/.test(heads[n]!);
  const hasPrice = read.some((column, n) => column?.role === "price" && !isCost(column, n));
  const columns = read.map((column, n) => hasPrice && isCost(column, n) ? null : column);
  const has = (role: Role) => columns.some((column) => column?.role === role);
  const named = has("name")
    ? columns
    : columns.map((column) =>
      column?.role === "description" ? { ...column, role: "name" as const } : column
    );
  return has("price") && named.some((column) => column?.role === "name") ? named : null;
}
