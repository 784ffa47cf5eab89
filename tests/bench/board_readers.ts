/**
 * Simulates open pages in a separate process: each reads the stream, and reloads the day at each change event, until standard input
 * ends. Then writes a JSON object: for each folio, how many pages showed it and when (epoch milliseconds) the last of them did.
 *
 *   deno run --allow-net tests/bench/board_readers.ts STAFF_URL COOKIE DAY COUNT
 */
const [staffUrl, cookie, day, count] = Deno.args as [string, string, string, string];

interface Arrival {
  boards: number;
  last: number;
}

const arrivals: Record<string, Arrival> = {};
const headers = { cookie };

/** Like the page's script: reloads on a change, and once more if something changed meanwhile. */
async function read(): Promise<void> {
  const response = await fetch(`${staffUrl}/eventos`, { headers });
  if (!response.ok) throw new Error(`a page was answered ${response.status}`);
  const known = new Set<string>();
  let [reading, again] = [false, false];
  const changed = async () => {
    again = true;
    if (reading) return;
    reading = true;
    while (again) {
      again = false;
      await new Promise((resolve) => setTimeout(resolve, 100 * Math.random()));
      await readDay(known);
    }
    reading = false;
  };
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    if (piece.includes("event:cambio")) changed();
  }
}

async function readDay(known: Set<string>): Promise<void> {
  const text = await (await fetch(`${staffUrl}/tablero?dia=${day}`, { headers })).text();
  const at = Date.now();
  for (const [, folio] of text.matchAll(/<li id="(R-[^"]+)"/g)) {
    if (known.has(folio!)) continue;
    known.add(folio!);
    const arrival = arrivals[folio!] ??= { boards: 0, last: 0 };
    arrivals[folio!] = { boards: arrival.boards + 1, last: at };
  }
}

for (let board = 0; board < Number(count); board++) read();

for await (const _ of Deno.stdin.readable) {
  // Only its end matters.
}
Deno.stdout.writeSync(new TextEncoder().encode(JSON.stringify(arrivals)));
Deno.exit();
