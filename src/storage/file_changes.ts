/**
 * Tells whether a database file may have been written since it last asked, by the file's and its log's times and sizes: asking
 * the database itself every second for years would cost memory. A change is told twice, once at once and once at the next
 * call, since a second write within the clock's tick leaves the same time. Of a server (`path` null) it always says yes.
 */
export function changeWatch(path: string | null): () => Promise<boolean> {
  if (path === null) return () => Promise.resolve(true);
  let seen = "";
  let again = true;
  return async () => {
    const found = (await Promise.all([stamp(path), stamp(`${path}-wal`)])).join();
    const changed = found !== seen;
    const told = changed || again;
    seen = found;
    again = changed;
    return told;
  };
}

async function stamp(path: string): Promise<string> {
  try {
    const { mtime, size, ino } = await Deno.stat(path);
    return `${mtime?.getTime()} ${size} ${ino}`;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "none";
    return "unknown";
  }
}
