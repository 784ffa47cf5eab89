/**
 * JSON written by hand, with comments and trailing commas. `JSON.parse` names a position only sometimes and accepts a name given twice;
 * this names the line and the column of the first mistake, and of every value.
 */
import { printParseErrorCode, visit } from "jsonc-parser";
import { isPlainText } from "../domain/text.ts";
import { expected, RestaurantFileError, shown, step } from "./problems.ts";

const MAX_DEPTH = 64;
/** The sample's 62 dishes take 851. Checking 20,000 takes a quarter of a second, in which no guest is answered. */
const MAX_VALUES = 20_000;

/** What was expected, where the parser's name of a mistake says it by itself. */
const EXPECTED: Readonly<Record<string, string>> = {
  UnexpectedEndOfComment: "el fin del comentario, */",
  UnexpectedEndOfString: "un texto que termine en comillas en el mismo renglón",
  UnexpectedEndOfNumber: "un número como 12 o 12.5",
  InvalidCharacter: "un texto sin caracteres de control",
  InvalidUnicode: "cuatro cifras hexadecimales después de \\u",
  InvalidEscapeCharacter: 'uno de "\\/bfnrtu después de la diagonal inversa',
};

/** What people write by habit, before and after the place where it stops being JSON, and how it is written. */
const HABITS: readonly (readonly [before: RegExp, after: RegExp, says: string])[] = [
  [/:\s*\d+,$/, /^\d{1,2}\b/, "los centavos van con punto, como 9.50"],
  [/\d{1,2}$/, /^:\d\d/, 'las horas van entre comillas y con dos cifras, como "09:00"'],
  [/:$/, /^\$/, "los precios van sin signo de pesos"],
  [/[{,:[]$/, /^[“”‘’'«]/, 'las comillas son las rectas: "'],
];

const DISH = /^secciones\[\d+\]\.platillos\[\d+\]$/;

/** An object or a list around the place that is read. */
interface Holder {
  readonly end: string;
  readonly path: string;
  readonly names: Set<string>;
  readonly entries: [name: string, value: unknown][];
}

export interface ReadJson {
  readonly value: unknown;
  /** `línea 84, columna 20` of the value at `path` (`secciones[0].nombre`), or of what would hold it. */
  placeOf(path: string): string;
}

/**
 * What `text` holds; a byte order mark before it is ignored.
 *
 * @param file where it was read, for the error
 * @throws {RestaurantFileError} with the line and column (from 1) where it stops being JSON
 */
export function readJson(text: string, file: string | null = null): ReadJson {
  const source = text.replace(/^\uFEFF/, "");
  const open: Holder[] = [];
  const offsets = new Map<string, number>();
  let whole: unknown;
  // In a comment it would cut the text short in the database.
  if (source.includes("\0")) stop("hay un carácter nulo", source.indexOf("\0"));
  visit(source, {
    onObjectBegin: (offset) => begin("}", offset),
    onObjectEnd: () => end(Object.fromEntries),
    onArrayBegin: (offset) => begin("]", offset),
    onArrayEnd: () => end((entries) => entries.map(([, value]) => value)),
    onObjectProperty(name, offset) {
      refuseUnseen(name, offset);
      const { names, entries } = open.at(-1)!;
      if (names.has(name)) stop(`${shown(name)} está dos veces en el mismo objeto`, offset);
      names.add(name);
      entries.push([name, undefined]);
    },
    onLiteralValue(value, offset) {
      place(offset);
      refuseUnseen(value, offset);
      put(value);
    },
    onError: (code, offset) => refuse(printParseErrorCode(code), offset),
  }, { allowTrailingComma: true });
  return { value: whole, placeOf: (path) => lineAndColumn(offsetOf(path)) };

  function begin(end: string, offset: number): void {
    if (open.length > MAX_DEPTH) stop(`hay más de ${MAX_DEPTH} niveles de corchetes`, offset);
    open.push({ end, path: place(offset), names: new Set(), entries: [] });
  }

  function end(make: (entries: Holder["entries"]) => unknown): void {
    put(make(open.pop()!.entries));
  }

  /** Where the value is that begins at `offset`. */
  function place(offset: number): string {
    if (offsets.size === MAX_VALUES) stop(`hay más de ${MAX_VALUES} valores`, offset);
    const holder = open.at(-1);
    if (holder?.end === "]") holder.entries.push(["", undefined]);
    const last = (holder?.entries.length ?? 0) - 1;
    const path = holder === undefined
      ? ""
      : step(holder.path, holder.end === "]" ? last : holder.entries[last]![0]);
    offsets.set(path, offset);
    return path;
  }

  function put(value: unknown): void {
    const entry = open.at(-1)?.entries.at(-1);
    if (entry === undefined) whole = value;
    else entry[1] = value;
  }

  function offsetOf(path: string): number {
    const holder = path.replace(/(\.?[^.[\]]+|\[[^[]*\])$/, "");
    return offsets.get(path) ?? (holder === path ? 0 : offsetOf(holder));
  }

  function refuseUnseen(value: unknown, offset: number): void {
    if (typeof value !== "string" || isPlainText(value)) return;
    stop("el texto tiene caracteres de control o medios caracteres", offset);
  }

  function refuse(mistake: string, offset: number): never {
    const before = source.slice(0, offset).trimEnd();
    const after = source.slice(offset);
    const hint = HABITS.find(([one, other]) => one.test(before) && other.test(after))?.[2];
    if (hint !== undefined) stop(hint, offset);
    if (EXPECTED[mistake] !== undefined) fail(EXPECTED[mistake], offset);
    const { end, names } = open.at(-1) ?? {};
    if (end === undefined && offsets.size > 0) fail("nada más después del fin", offset);
    const name = shown([...names ?? []].at(-1));
    if (mistake === "ColonExpected") fail(`":" después del nombre ${name}`, offset);
    if (end === "}" && /[{,]$/.test(before)) fail('un nombre entre comillas, o "}"', offset);
    if (/^(Comma|Close)/.test(mistake)) fail(`"," o "${end}"`, offset);
    fail("un valor (los textos van entre comillas)", offset);
  }

  function fail(what: string, offset: number): never {
    const [got] = source.slice(offset).match(/^./su) ?? [];
    stop(expected(what, got === undefined ? "el fin del archivo" : shown(got)), offset);
  }

  function stop(says: string, offset: number): never {
    const dish = open.find(({ path }) => DISH.test(path));
    const name = dish?.entries.find(([name]) => name === "nombre")?.[1];
    const place = [lineAndColumn(offset), ...(typeof name === "string" ? [name] : [])].join(", ");
    throw new RestaurantFileError([`${place}: ${says}`], file);
  }

  function lineAndColumn(offset: number): string {
    const lines = source.slice(0, offset).split("\n");
    return `línea ${lines.length}, columna ${lines.at(-1)!.length + 1}`;
  }
}
