/** A program's system calls, as traced by strace. */

/** A system call that writes, truncates or syncs. */
export interface Call {
  readonly name: string;
  /** The target of its file descriptor: a path, or `socket:[number]`. */
  readonly target: string;
  /** The bytes written; none for a sync and for a truncation. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Offset of a write in its file, or the file's new end. */
  readonly offset: number;
  /** Its return value; NaN if it did not return. */
  readonly result: number;
  /** Its beginning and its return, as positions in the trace. */
  readonly begun: number;
  readonly returned: number;
}

const AT_AN_OFFSET = ["pwrite64", "ftruncate"];
const WRITES = ["write", "writev", "pwritev", "sendto", "sendmsg", ...AT_AN_OFFSET];
const SYNCS = ["fsync", "fdatasync"];

/** A command that traces a program into `file`. The tracer is not the parent, so that signals reach the program. */
export function tracing(file: string): readonly string[] {
  const calls = `trace=${[...WRITES, ...SYNCS].join()}`;
  return ["strace", "-D", "-f", "--seccomp-bpf", "-y", "-s", "1000000", "-e", calls, "-o", file];
}

export function isSync({ name }: Call): boolean {
  return SYNCS.includes(name);
}

/** The calls in the trace at `path` with a `wanted` target, in the order in which they began. */
export async function readTrace(
  path: string,
  wanted: (target: string) => boolean,
): Promise<Call[]> {
  const calls: Mutable<Call>[] = [];
  const open = new Map<string, Mutable<Call>>();
  const lines = (await Deno.readTextFile(path)).split("\n");
  for (const [place, line] of lines.entries()) {
    const [, thread = "", rest = ""] = /^(\d+) +(.*)$/s.exec(line) ?? [];
    const [, resumed] = /^<\.\.\. \w+ resumed>.*\) += (-?\d+)/s.exec(rest) ?? [];
    if (resumed !== undefined) {
      const call = open.get(thread);
      if (call) Object.assign(call, { result: Number(resumed), returned: place });
      open.delete(thread);
      continue;
    }
    const call = begunCall(rest, place);
    if (call === null || !wanted(call.target)) continue;
    calls.push(call);
    if (Number.isNaN(call.result)) open.set(thread, call);
  }
  return calls;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

function begunCall(text: string, place: number): Mutable<Call> | null {
  const [, name, target, rest = ""] = /^(\w+)\(\d+<([^>]*)>,? ?(.*)$/s.exec(text) ?? [];
  if (name === undefined || target === undefined) return null;
  const [, result] = /\) += (-?\d+)[^"]*$/.exec(rest) ?? [];
  const strings = [...rest.matchAll(/"((?:[^"\\]|\\.)*)"/gs)].map(([, string]) => string!);
  const [, offset] = AT_AN_OFFSET.includes(name) ? /(\d+)(?:\)| <)[^"]*$/.exec(rest) ?? [] : [];
  return {
    name,
    target,
    bytes: unescaped(strings.join("")),
    offset: Number(offset ?? NaN),
    result: Number(result ?? NaN),
    begun: place,
    returned: result === undefined ? Infinity : place,
  };
}

const ESCAPES: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, v: 11, f: 12 };

/** The bytes of a C string literal. */
function unescaped(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  let length = 0;
  for (const [escape] of text.matchAll(/\\(?:[0-7]{1,3}|.)|[^\\]/gs)) {
    bytes[length++] = escape.length === 1 ? escape.charCodeAt(0) : escapedByte(escape.slice(1));
  }
  return bytes.slice(0, length);
}

function escapedByte(code: string): number {
  return /^[0-7]/.test(code) ? parseInt(code, 8) : ESCAPES[code] ?? code.charCodeAt(0);
}
