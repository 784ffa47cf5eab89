/** Reads JSON that is written by hand. The error names the place of the first mistake and its correction. */
import { expected, RestaurantFileError, shown } from "./problems.ts";

const MAX_DEPTH = 64;
/** The sample has some 1,000. The check of 20,000 blocks the event loop for a quarter of a second. */
const MAX_VALUES = 20_000;

/** @param file the path of the text, for the error @throws {RestaurantFileError} also for a field that is twice */
export function parseJson(text: string, file: string | null = null): unknown {
  refuseMistakes(text, (says, offset) => {
    const lines = text.slice(0, offset).split("\n");
    const place = `línea ${lines.length}, columna ${lines.at(-1)!.length + 1}`;
    throw new RestaurantFileError([{ text: `${place}: ${says}` }], file);
  });
  return JSON.parse(text);
}

const BLANK = /[ \t\r\n]*/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
/** The next character of a text that is special: its end, an escape, or a control character. */
const END_OF_TEXT = /["\\]|[^\P{Cc}\u007f-\u009f]|$/gu;
const ESCAPED = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

type Stop = (says: string, offset: number) => never;

/** Checks JSON's grammar, because V8's own error often names no place. */
function refuseMistakes(source: string, stop: Stop): void {
  let at = 0;
  let values = 0;
  const skip = (form: RegExp): boolean => {
    form.lastIndex = at;
    const isFound = form.test(source);
    if (isFound) at = form.lastIndex;
    return isFound;
  };
  const next = (): string | undefined => {
    skip(BLANK);
    return source[at];
  };
  const take = (char: string): boolean => {
    const isFound = next() === char;
    if (isFound) at++;
    return isFound;
  };
  const refuse = (what: string): never => {
    const [before, after] = [source.slice(0, at).trimEnd(), source.slice(at)];
    if (before.endsWith(",") && /^[,\]}]/.test(after)) {
      return stop("sobra esta coma", before.length - 1);
    }
    const habit = HABITS.find(([one, other]) => one.test(before) && other.test(after));
    const [got] = after.match(/^./su) ?? [];
    return stop(habit?.[2] ?? expected(what, got === undefined ? THE_END : shown(got)), at);
  };
  const readText = (): string => {
    const start = at++;
    for (;;) {
      END_OF_TEXT.lastIndex = at;
      at = END_OF_TEXT.exec(source)!.index;
      if (source[at] !== "\\") break;
      if (!skip(ESCAPED)) refuse('"\\/bfnrt o u y cuatro cifras después de la diagonal inversa');
    }
    if (source[at] === '"') return source.slice(start, ++at);
    const isOpen = at === source.length || source[at] === "\n" || source[at] === "\r";
    if (isOpen) return stop("falta la comilla que cierra este texto", start);
    return refuse("un texto sin caracteres de control");
  };
  const readField = (names: Set<string>, depth: number): void => {
    if (next() !== '"') refuse('un nombre entre comillas, o "}"');
    const start = at;
    const name: string = JSON.parse(readText());
    if (names.has(name)) stop(`${shown(name)} está dos veces en el mismo objeto`, start);
    names.add(name);
    if (!take(":")) refuse(`":" después del nombre ${shown(name)}`);
    readValue(depth);
  };
  const readItems = (end: string, readItem: () => void): void => {
    if (take(end)) return;
    do readItem(); while (take(","));
    if (!take(end)) refuse(`"," o "${end}"`);
  };
  const readValue = (depth: number): void => {
    const first = next();
    if (values++ === MAX_VALUES) stop(`hay más de ${MAX_VALUES} valores`, at);
    if (depth > MAX_DEPTH) stop(`hay más de ${MAX_DEPTH} niveles de corchetes`, at);
    if (take("{")) {
      const names = new Set<string>();
      readItems("}", () => readField(names, depth + 1));
    } else if (take("[")) readItems("]", () => readValue(depth + 1));
    else if (first === '"') readText();
    else if (!skip(SCALAR)) refuse("un valor (los textos van entre comillas)");
  };
  readValue(0);
  if (next() !== undefined) refuse("nada más después del fin");
}

const THE_END = "el fin del archivo";

/** Frequent mistakes: the text before and after the place, and the correction. */
const HABITS: readonly (readonly [before: RegExp, after: RegExp, says: string])[] = [
  [/^/, /^(\/[/*]|#)/, "el archivo no lleva comentarios: quita este"],
  [/:\s*\d+,$/, /^\d{1,2}\b/, "los centavos van con punto, como 9.50"],
  [/\d{1,2}$/, /^:\d\d/, 'las horas van entre comillas y con dos cifras, como "09:00"'],
  [/:$/, /^\$/, "los precios van sin signo de pesos"],
  [/[{,:[]$/, /^[“”‘’'«]/, 'las comillas son las rectas: "'],
  [/"$/, /^\p{L}/u, 'falta o sobra una comilla; dentro de un texto se escribe \\"'],
];
