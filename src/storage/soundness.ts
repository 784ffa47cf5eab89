import type { Database } from "./database.ts";

/** Ten milliseconds each: a start may take this much longer. The nightly copy checks larger files as well. */
const MOST_MEGABYTES = 64;

/**
 * Refuses a file that is damaged, be it where the start itself would not look: that would show only when guests are refused, or
 * never.
 * @throws {Error} with the code SQLITE_CORRUPT
 */
export async function refuseDamaged({ path, read }: Database): Promise<void> {
  if (path === null || (await Deno.stat(path)).size > MOST_MEGABYTES * 1e6) return;
  const [row] = await read({ sql: "PRAGMA quick_check(1)" });
  // What is found comes below a heading.
  const found = String(row?.quick_check).split("\n").at(-1)!;
  if (found !== "ok") throw Object.assign(new Error(found), { code: "SQLITE_CORRUPT" });
}
