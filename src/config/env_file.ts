/** Files of variables in the format of systemd's `EnvironmentFile=`, so that one file serves the unit and the commands. */
import { ConfigError } from "./config.ts";

const BLANKS = /[ \t\r]*/y;
const COMMENT = /[#;].*/y;
const NAME = /([^=\n]*)(=?)/y;
const SINGLE_QUOTED = /'([^']*)'/y;
const DOUBLE_QUOTED = /"((?:\\[^]|[^"\\])*)"/y;
const UNQUOTED = /(?:\\[^]|[^\\\n])*\\?/y;
const LINE_END = /\n/y;
const REST = /[^]*/y;

/**
 * The variables in `text`: `NAME=value` lines, blank lines and comments (lines that begin with `#` or `;`). A value may stand in single
 * quotes, as it is, or in double quotes, where a backslash keeps `"`, `\`, `` ` `` and `$` from meaning anything; without quotes a
 * backslash keeps the next character. Quoted values may run over several lines; a backslash at a line's end joins it with the
 * next. Nothing is expanded. Of a name that comes twice, the last value counts.
 *
 * @param path names the file in errors, which never show a value: it may be a secret
 * @throws {ConfigError} with the number of each line that makes no sense; systemd would leave such a line out
 */
export function parseEnvFile(text: string, path: string): Record<string, string> {
  const source = text.replaceAll("\r\n", "\n");
  const problems: string[] = [];
  const cursor = cursorOn(source, (place, what) => {
    const line = source.slice(0, place).split("\n").length;
    problems.push(`${path}, line ${line}: ${what}`);
  });
  const variables: Record<string, string> = {};
  while (!cursor.isAtEnd()) {
    const [name, value] = readLine(cursor) ?? [];
    if (name !== undefined) variables[name] = value!;
    cursor.take(LINE_END);
  }
  if (source.includes("\0")) cursor.complain("expected text without NUL", source.indexOf("\0"));
  if (problems.length > 0) throw new ConfigError(problems);
  return variables;
}

interface Cursor {
  isAtEnd(): boolean;
  /** The character here; empty at the end. */
  next(): string;
  /** Where it is. */
  place(): number;
  /** Goes over what `pattern` matches here; null where it does not. */
  take(pattern: RegExp): RegExpExecArray | null;
  /** Says what is wrong at `place`, here where it is absent. */
  complain(what: string, place?: number): void;
}

function cursorOn(source: string, complain: (place: number, what: string) => void): Cursor {
  let at = 0;
  return {
    isAtEnd: () => at >= source.length,
    next: () => source.charAt(at),
    place: () => at,
    take(pattern) {
      pattern.lastIndex = at;
      const match = pattern.exec(source);
      if (match) at = pattern.lastIndex;
      return match;
    },
    complain: (what, place = at) => complain(place, what),
  };
}

/** The variable of a line, its end left where it is; null where it names none. */
function readLine(cursor: Cursor): readonly [name: string, value: string] | null {
  cursor.take(BLANKS);
  if (cursor.take(COMMENT)) return null;
  const start = cursor.place();
  const [, written = "", sign] = cursor.take(NAME)!;
  const name = written.trimEnd();
  if (sign === "") {
    if (name !== "") cursor.complain(`expected NAME=value${afterExport(name)}`, start);
    return null;
  }
  const value = readValue(cursor);
  if (/^[A-Za-z_]\w*$/.test(name)) return [name, value];
  const expected = "expected a name of letters, digits and _ before =";
  cursor.complain(`${expected}${afterExport(name)}`, start);
  return null;
}

/** Quoted pieces, and then perhaps one without quotes up to the line's end. */
function readValue(cursor: Cursor): string {
  let value = "";
  for (;;) {
    cursor.take(BLANKS);
    const single = cursor.take(SINGLE_QUOTED)?.[1];
    const piece = single ?? unquoteDouble(cursor.take(DOUBLE_QUOTED)?.[1]);
    if (piece === undefined) break;
    value += piece;
  }
  const quote = cursor.next();
  if (quote !== "'" && quote !== '"') return value + unescaped(cursor.take(UNQUOTED)![0]);
  cursor.complain(`expected a closing ${quote}`);
  cursor.take(REST);
  return value;
}

function afterExport(name: string): string {
  return /^export\s/.test(name) ? ": leave out export" : "";
}

function unquoteDouble(text: string | undefined): string | undefined {
  return text?.replace(
    /\\([^])/g,
    (both, next) => next === "\n" ? "" : '"\\`$'.includes(next) ? next : both,
  );
}

/** Without the blanks at its end, unless a backslash keeps them. */
function unescaped(text: string): string {
  const characters = text.match(/\\[^]|[^]/g) ?? [];
  while (/^[ \t\r]$/.test(characters.at(-1) ?? "")) characters.pop();
  return characters.map((one) => one[0] === "\\" ? one.slice(1).replace("\n", "") : one).join("");
}
