/** Reads JSON written by hand, with comments and trailing commas; names the place of the first mistake, and of every value. */
import {
  findNodeAtLocation,
  getLocation,
  getNodeValue,
  type JSONPath,
  type Node,
  parseTree,
  printParseErrorCode,
  visit,
} from "jsonc-parser";
import { isPlainText } from "../domain/text.ts";
import { expected, fileProblem, RestaurantFileError, shown } from "./problems.ts";

const MAX_DEPTH = 64;
/** The sample's 62 dishes take 851. Checking 20,000 takes a quarter of a second, in which no guest is answered. */
const MAX_VALUES = 20_000;
const OPTIONS = { allowTrailingComma: true };

export interface ReadJson {
  readonly value: unknown;
  /** The place of a problem with the value at `path`: that of the value, or of what would hold it. */
  placeOf(path: JSONPath): string;
  /** The name of the dish at `path` or around it; null for another place. */
  dishAt(path: JSONPath): string | null;
}

/** @param file the path of the file, for the error @throws {RestaurantFileError} where it stops being JSON */
export function readJson(text: string, file: string | null = null): ReadJson {
  const source = text.replace(/^\uFEFF/, "");
  refuseMistakes(source, (says, offset) => {
    const read = source.slice(0, offset);
    const dish = dishAt(parseTree(read, [], OPTIONS), getLocation(read, offset).path);
    const text = dish === null ? says : `${dish}: ${says}`;
    throw new RestaurantFileError([fileProblem(text, placeIn(source, offset))], file);
  });
  const root = parseTree(source, [], OPTIONS)!;
  const nodeOf = (path: JSONPath): Node =>
    findNodeAtLocation(root, path) ?? nodeOf(path.slice(0, -1));
  return {
    value: getNodeValue(root),
    placeOf: (path) => placeIn(source, nodeOf(path).offset),
    dishAt: (path) => dishAt(root, path),
  };
}

export function hasComments(text: string): boolean {
  let found = false;
  visit(text, { onComment: () => void (found = true) }, OPTIONS);
  return found;
}

function placeIn(source: string, offset: number): string {
  const lines = source.slice(0, offset).split("\n");
  return `línea ${lines.length}, columna ${lines.at(-1)!.length + 1}`;
}

function dishAt(root: Node | undefined, path: JSONPath): string | null {
  const [sections, , dishes, dish] = path;
  if (sections !== "secciones" || dishes !== "platillos" || dish === undefined) return null;
  const name: unknown = root && findNodeAtLocation(root, [...path.slice(0, 4), "nombre"])?.value;
  return typeof name === "string" && name.trim() !== "" ? name.trim() : null;
}

/** What was expected, for mistakes whose code is enough. */
const EXPECTED: Readonly<Record<string, string>> = {
  UnexpectedEndOfComment: "el fin del comentario, */",
  UnexpectedEndOfString: "un texto que termine en comillas en el mismo renglón",
  UnexpectedEndOfNumber: "un número como 12 o 12.5",
  InvalidCharacter: "un texto sin caracteres de control",
  InvalidUnicode: "cuatro cifras hexadecimales después de \\u",
  InvalidEscapeCharacter: 'uno de "\\/bfnrtu después de la diagonal inversa',
};

/** Frequent mistakes: the text before and after the place, and the right form. */
const HABITS: readonly (readonly [before: RegExp, after: RegExp, says: string])[] = [
  [/:\s*\d+,$/, /^\d{1,2}\b/, "los centavos van con punto, como 9.50"],
  [/\d{1,2}$/, /^:\d\d/, 'las horas van entre comillas y con dos cifras, como "09:00"'],
  [/:$/, /^\$/, "los precios van sin signo de pesos"],
  [/[{,:[]$/, /^[“”‘’'«]/, 'las comillas son las rectas: "'],
];

/** An object or list around the current place. */
interface Holder {
  /** `}` or `]`; null before the file's value, empty after it. */
  readonly end: string | null;
  readonly names: Set<string>;
}

const BEFORE: Holder = { end: null, names: new Set() };
const AFTER: Holder = { end: "", names: new Set() };

type Stop = (says: string, offset: number) => never;

/** Stops at the first place that is not JSON, or that no restaurant file has. */
function refuseMistakes(source: string, stop: Stop): void {
  // Within a comment, the database would cut the text short there.
  if (source.includes("\0")) stop("hay un carácter nulo", source.indexOf("\0"));
  const open: Holder[] = [];
  let values = 0;
  const count = (offset: number): void => {
    if (values++ === MAX_VALUES) stop(`hay más de ${MAX_VALUES} valores`, offset);
  };
  const begin = (end: string) => (offset: number): void => {
    count(offset);
    if (open.length > MAX_DEPTH) stop(`hay más de ${MAX_DEPTH} niveles de corchetes`, offset);
    open.push({ end, names: new Set() });
  };
  const refuseUnseen = (value: unknown, offset: number): void => {
    if (typeof value !== "string" || isPlainText(value)) return;
    stop("el texto tiene caracteres de control o medios caracteres", offset);
  };
  visit(source, {
    onObjectBegin: begin("}"),
    onObjectEnd: () => void open.pop(),
    onArrayBegin: begin("]"),
    onArrayEnd: () => void open.pop(),
    onObjectProperty(name, offset) {
      refuseUnseen(name, offset);
      const { names } = open.at(-1)!;
      if (names.has(name)) stop(`${shown(name)} está dos veces en el mismo objeto`, offset);
      names.add(name);
    },
    onLiteralValue(value, offset) {
      count(offset);
      refuseUnseen(value, offset);
    },
    onError(code, offset) {
      const holder = open.at(-1) ?? (values > 0 ? AFTER : BEFORE);
      stop(explainMistake(source, offset, printParseErrorCode(code), holder), offset);
    },
  }, OPTIONS);
}

function explainMistake(source: string, offset: number, code: string, holder: Holder): string {
  const before = source.slice(0, offset).trimEnd();
  const after = source.slice(offset);
  const habit = HABITS.find(([one, other]) => one.test(before) && other.test(after));
  if (habit !== undefined) return habit[2];
  const [got] = after.match(/^./su) ?? [];
  const what = EXPECTED[code] ?? expectedAfter(before, code, holder);
  return expected(what, got === undefined ? "el fin del archivo" : shown(got));
}

function expectedAfter(before: string, code: string, { end, names }: Holder): string {
  if (code === "ColonExpected") return `":" después del nombre ${shown([...names].at(-1))}`;
  if (end === "") return "nada más después del fin";
  if (end === "}" && /[{,]$/.test(before)) return 'un nombre entre comillas, o "}"';
  if (end === null || /[[,:]$/.test(before)) return "un valor (los textos van entre comillas)";
  return `"," o "${end}"`;
}
