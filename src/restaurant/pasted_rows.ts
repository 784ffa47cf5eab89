/** The rows of a pasted text: its lines, with a tab between the cells of a spreadsheet or of a CSV. */
import { foldText, normaliseText } from "../domain/text.ts";

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
const INSIDE = { "\t": " ", "\n": " ", ";": "\ue000", ",": "\ue001" } as const;

function unquoted(text: string): string {
  return text.replace(
    QUOTED,
    (_, before: string, cell: string) =>
      before +
      cell.replace(/[\t\n;,]/g, (mark) => INSIDE[mark as keyof typeof INSIDE]).replaceAll(
        '""',
        '"',
      ),
  );
}

/** A comma within an amount parts nothing. */
const DELIMITERS = [/\t/, /;/, /(?:(?<!\d),|,(?!\d{3}(?!\d)))(?![^()]*\))/];
const PRICE_CELL = /^\s*(?:\$|mxn)?\s*\d[\d.,]*\s*$/i;

/** What parts the cells, if most lines with a number have a cell that is no more than a price. */
function delimiterOf(lines: readonly string[]): RegExp | null {
  const numbered = lines.filter((line) => /\d/.test(line));
  const share = (delimiter: RegExp) =>
    numbered.filter((line) => {
      const cells = line.split(delimiter);
      return cells.length > 1 && cells.some((cell) => PRICE_CELL.test(cell));
    }).length / numbered.length;
  return DELIMITERS.find((delimiter) => share(delimiter) > 0.5) ?? null;
}

/** Longer lines and texts are no menus. */
const [MAX_LINE, MAX_LINES] = [500, 3_000];

export interface SheetRow {
  /** From 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Whether it is too long to be read. */
  readonly isLong: boolean;
  /** Set back a little, as what belongs to the line above. */
  readonly isIndented: boolean;
}

export function rowsOf(text: string): readonly SheetRow[] {
  const lines = unquoted(mended(text).replace(/\r\n?|[\u2028\u2029\f\v]/g, "\n")).split("\n");
  const delimiter = delimiterOf(lines.slice(0, MAX_LINES).map((line) => line.slice(0, MAX_LINE)));
  return lines.flatMap((line, n): readonly SheetRow[] => {
    const isLong = n >= MAX_LINES || line.length > MAX_LINE;
    if (n >= MAX_LINES && line.trim() === "") return [];
    const cells = delimiter === null || isLong ? [line] : line.split(delimiter);
    return [{
      line: n + 1,
      cells: cells.map(restored),
      isLong,
      isIndented: /^ {2,8}\S/.test(line),
    }];
  });
}

function restored(cell: string): string {
  return cell.replaceAll("\ue000", ";").replaceAll("\ue001", ",").trim();
}

type Role = "name" | "description" | "section" | "way" | "price";

const ROLES: readonly (readonly [Role, RegExp])[] = [
  ["name", /^(?:platillos?|platos?|nombre|productos?|articulos?|bebidas?|dish|item|name)\b/],
  ["description", /^(?:descripcion|ingredientes|detalles?|notas?|description)\b/],
  ["section", /^(?:seccion|categoria|grupo|tipo|familia|section|category)\b/],
  ["way", /^(?:presentacion|tamano|medida|size)\b/],
  ["price", /^(?:precio|costo|importe|price)\b/],
];

interface Column {
  readonly role: Role;
  /** What a column of prices says of them: "Chico" in "Precio chico". */
  readonly label: string;
}

const MAX_COLUMNS = 20;

export type Columns = readonly (Column | null)[];

/** What the cells of a row with heads say of the columns below it; null for another row. */
export function columnsOf(
  cells: readonly string[],
  isWay: (text: string) => boolean,
): Columns | null {
  const columns = cells.map((cell) => {
    const head = foldText(normaliseText(cell));
    const [role, form] = ROLES.find(([, form]) => form.test(head)) ?? [];
    if (role !== undefined) return { role, label: role === "price" ? head.replace(form!, "") : "" };
    return isWay(cell) ? { role: "price" as const, label: cell } : null;
  });
  if (cells.length > MAX_COLUMNS || cells.some((cell) => /\d$/.test(cell))) return null;
  const has = (role: Role) => columns.some((column) => column?.role === role);
  return has("name") && has("price") ? columns : null;
}
