/**
 * Boards that are open, in a process of their own: reads COUNT streams of events until its standard input ends, then writes a JSON
 * object of folios, each with how many boards its row came to and when (epoch milliseconds) it came to the last of them.
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

const page = await (await fetch(`${staffUrl}/?dia=${day}`, { headers })).text();
const attribute = (name: string) => new RegExp(`data-${name}="([^"]*)"`).exec(page)![1]!;
const path = `/eventos?dia=${day}&hoy=0&desde=${attribute("desde")}&v=${attribute("guion")}`;

async function read(): Promise<void> {
  const response = await fetch(`${staffUrl}${path}`, { headers });
  if (!response.ok) throw new Error(`a board was answered ${response.status}`);
  let rest = "";
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    const at = Date.now();
    const text = rest + piece;
    for (const [, folio] of text.matchAll(/<li id="u-(R-[^"]+)"/g)) {
      const arrival = arrivals[folio!] ??= { boards: 0, last: 0 };
      arrivals[folio!] = { boards: arrival.boards + 1, last: at };
    }
    // What may be the beginning of an id is read with what follows.
    rest = text.slice(Math.max(text.length - 20, text.lastIndexOf('"') + 1));
  }
}

for (let board = 0; board < Number(count); board++) read();

for await (const _ of Deno.stdin.readable) {
  // Nothing is said to it.
}
Deno.stdout.writeSync(new TextEncoder().encode(JSON.stringify(arrivals)));
Deno.exit();
