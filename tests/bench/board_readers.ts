/**
 * Simulates open pages in a separate process: each reads its day twice a second, until standard input ends. Then writes
 * a JSON object: for each folio, how many pages showed it and when (epoch milliseconds) the last of them did.
 *
 *   deno run --allow-net tests/bench/board_readers.ts STAFF_URL COOKIE DAY COUNT
 */
const [staffUrl, cookie, day, count] = Deno.args as [string, string, string, string];

interface Arrival {
  boards: number;
  last: number;
}

const arrivals: Record<string, Arrival> = {};

/** Like the page's script. */
async function read(): Promise<void> {
  const known = new Set<string>();
  let etag = "";
  for (;;) {
    etag = await readDay(known, etag);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** @returns the entity tag of what was read */
async function readDay(known: Set<string>, etag: string): Promise<string> {
  const headers = { cookie, "if-none-match": etag };
  const response = await fetch(`${staffUrl}/tablero?dia=${day}`, { headers });
  if (!response.ok && response.status !== 304) {
    throw new Error(`a page was answered ${response.status}`);
  }
  const text = await response.text();
  const at = Date.now();
  for (const [, folio] of text.matchAll(/<li id="(R-[^"]+)"/g)) {
    if (known.has(folio!)) continue;
    known.add(folio!);
    const arrival = arrivals[folio!] ??= { boards: 0, last: 0 };
    arrivals[folio!] = { boards: arrival.boards + 1, last: at };
  }
  return response.headers.get("etag")!;
}

for (let board = 0; board < Number(count); board++) read();

for await (const _ of Deno.stdin.readable) {
  // Only its end matters.
}
Deno.stdout.writeSync(new TextEncoder().encode(JSON.stringify(arrivals)));
Deno.exit();
