import { dirname } from "node:path";
import { exists } from "../storage/database/database_files.ts";
import { CannotDo } from "./command.ts";

export interface NewFile {
  readonly path: string;
  readonly text: string;
  /** The mode of a new file, whatever the umask: another user may have to read it. */
  readonly mode: number;
}

/** Replaces a file at once. An existing one keeps owner and mode, a link is not followed. @throws {CannotDo} */
export async function putFile({ path, text, mode }: NewFile): Promise<void> {
  try {
    await makeFolder(dirname(path));
    const before = await Deno.lstat(path).catch(() => null);
    const staged = `${path}.new`;
    // An interrupted run may have left one.
    if (await exists(staged)) await Deno.remove(staged);
    await Deno.writeTextFile(staged, text, { mode: 0o600, createNew: true });
    if (before?.isFile) await Deno.chown(staged, before.uid, before.gid);
    await Deno.chmod(staged, before?.isFile && before.mode !== null ? before.mode & 0o777 : mode);
    await Deno.rename(staged, path);
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

async function makeFolder(path: string): Promise<void> {
  if (await exists(path)) return;
  await makeFolder(dirname(path));
  await Deno.mkdir(path);
  await Deno.chmod(path, 0o755);
}

export function cannotWrite(path: string, error: unknown): CannotDo {
  return new CannotDo(`no se puede escribir ${path}: ${(error as Error).message}`);
}

/** The lines of the settings that assign a variable or are a comment; empty if the file does not exist. */
export async function settingLines(path: string): Promise<string[]> {
  if (!(await exists(path))) return [];
  const text = await Deno.readTextFile(path);
  return text.split("\n").filter((line) => /^\s*([#;]|[A-Za-z_]\w*\s*=)/.test(line));
}

/** `lines` with each variable in the line that assigns it, or else before all lines. */
export function withVariables(
  lines: readonly string[],
  variables: Readonly<Record<string, string>>,
): string[] {
  const wanted = new Map(Object.entries(variables).map(([name, value]) => [name, quoted(value)]));
  const nameIn = (line: string) => line.split("=")[0]!.trim();
  const kept = lines.map((line) => {
    const value = wanted.get(nameIn(line));
    return value === undefined ? line : `${nameIn(line)}=${value}`;
  });
  const present = lines.map(nameIn);
  const added = [...wanted].filter(([name]) => !present.includes(name));
  return [...added.map(([name, value]) => `${name}=${value}`), ...kept];
}

export function quoted(value: string): string {
  return /^[\w.,:/-]+$/.test(value) ? value : `"${value.replace(/["\\$`]/g, "\\$&")}"`;
}
