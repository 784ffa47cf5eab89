/**
 * Cost of open boards for guests: the 99th percentile of the API's answer times with 50 boards connected, as a multiple
 * of that without, and the time from a reservation's answer until the last board shows it, at 20 changes a second.
 * Alternates for several rounds, each on another evening with 32 reservations. Fails if the multiple is over 1.5, or if
 * the 99th percentile of the delays until all boards show a reservation is over a second.
 *
 *   deno run --allow-all tests/bench/boards_bench.ts
 */
import { startServiceProcess } from "../support/service_process.ts";
import { signedIn, signIn } from "../service/_board.ts";
import { NO_LIMITS } from "../service/_guests.ts";
import { atMost, median, percentile, print } from "./figures.ts";

const BOARDS = 50;
const ROUNDS = 5;
const ROUND_MS = 8_000;
/**
 * A busy evening: a hundred reads of the menu and the times a second, four reservations, and sixteen notes by staff.
 */
const READS_A_SECOND = 100;
const RESERVATIONS_A_SECOND = 4;
const NOTES_A_SECOND = 16;
const MAX_RATIO = 1.5;
const MAX_DELAY_MS = 1_000;
const READS = ["/api/menu", "/api/disponibilidad"] as const;

await using service = await startServiceProcess({ env: NO_LIMITS });
const { staffUrl } = service;
const cookie = await signIn(service);
const staff = await signedIn(service);
const evenings = await bookable();
let guests = 0;

const unwatched: Latencies = { reads: [], reservations: [] };
const watched: Latencies = { reads: [], reservations: [] };
const delays: number[] = [];
await load(evenings[0]!, 2_000, { reads: [], reservations: [] });
for (let round = 0; round < ROUNDS; round++) {
  const [alone, shared] = [0, 1].map((half) => evenings[(2 * round + half) % evenings.length]!);
  await load(alone!, ROUND_MS, unwatched);
  const boards = openBoards(shared!.day);
  await pause(1_500);
  const answered = await load(shared!, ROUND_MS, watched);
  await pause(1_000);
  delays.push(...delaysOf(await boards.close(), answered));
}

const all = ({ reads, reservations }: Latencies) => [...reads, ...reservations];
for (
  const [what, of, limit] of [
    ["reads", ({ reads }: Latencies) => reads, 2 * MAX_RATIO],
    ["reservations", ({ reservations }: Latencies) => reservations, 2 * MAX_RATIO],
    ["all answers", all, MAX_RATIO],
  ] as const
) {
  const [without, beside] = [percentile(of(unwatched), 0.99), percentile(of(watched), 0.99)];
  const ms = `${without.toFixed(1)} ms without boards, ${beside.toFixed(1)} with ${BOARDS}`;
  atMost(limit, `${what}, p99 ${ms}: multiple`, beside / without);
}
print(`a reservation is on all ${BOARDS} boards after ${median(delays).toFixed(0)} ms (median)`);
atMost(MAX_DELAY_MS, `  ms at the 99th percentile of ${delays.length}`, percentile(delays, 0.99));

interface Latencies {
  readonly reads: number[];
  readonly reservations: number[];
}

interface Evening {
  readonly day: string;
  readonly times: readonly string[];
}

/**
 * Sends requests at a steady rate without waiting for answers, then acknowledges all, so that the next evening starts
 * without news.
 * @returns when each reservation was answered, by folio
 */
async function load(
  evening: Evening,
  ms: number,
  latencies: Latencies,
): Promise<Map<string, number>> {
  const answered = new Map<string, number>();
  const underWay: Promise<void>[] = [];
  const every = (perSecond: number, send: (turn: number) => Promise<void>) => {
    let turn = 0;
    return setInterval(() => void underWay.push(send(turn++)), 1_000 / perSecond);
  };
  const versions = new Map<string, number>();
  const timers = [
    every(READS_A_SECOND, async (turn) => {
      latencies.reads.push((await timed(READS[turn % READS.length]!)).ms);
    }),
    every(RESERVATIONS_A_SECOND, async () => {
      const { ms, body } = await timed("/api/reserva", nextGuest(evening));
      latencies.reservations.push(ms);
      answered.set(body.folio, Date.now());
      versions.set(body.folio, 1);
    }),
    every(NOTES_A_SECOND, async (turn) => {
      const [folio, version] = versions.entries().next().value ?? [];
      if (folio === undefined) return;
      versions.delete(folio);
      const note = { accion: "nota", nota: `Mesa ${turn}`, version: `${version}`, volver: "/" };
      await staff.send(`/reserva/${folio}`, note);
      versions.set(folio, version! + 1);
    }),
  ];
  await pause(ms);
  timers.forEach(clearInterval);
  await Promise.all(underWay);
  for (const folio of answered.keys()) await staff.send("/visto", { folio, volver: "/" });
  return answered;
}

// deno-lint-ignore no-explicit-any -- the body depends on the path
async function timed(path: string, body?: unknown): Promise<{ ms: number; body: any }> {
  const start = performance.now();
  const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(`${service.url}${path}`, init);
  const answer = await response.json();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
  return { ms: performance.now() - start, body: answer };
}

function nextGuest({ day, times }: Evening): unknown {
  const number = guests++;
  return {
    dia: day,
    hora: times[number % times.length],
    personas: 1 + number % 8,
    nombre: `Invitado ${number}`,
    telefono: `999${1_000_000 + number}`,
    comentarios: number % 3 === 0
      ? "Una persona tiene alergia a los mariscos; mesa tranquila"
      : null,
  };
}

/** The coming days that have times from noon on, which belong to the service that begins on that day. */
async function bookable(): Promise<readonly Evening[]> {
  const { body } = await timed("/api/disponibilidad?dias=14");
  const days: { dia: string; horas_reservables: string[] }[] = body.dias.slice(1);
  return days.map(({ dia, horas_reservables }) => ({
    day: dia,
    times: horas_reservables.filter((time) => time >= "12:00"),
  })).filter(({ times }) => times.length > 0);
}

type Arrivals = Record<string, { readonly boards: number; readonly last: number }>;

/** In a separate process, so that their work does not delay the measured requests. */
function openBoards(day: string): { close(): Promise<Arrivals> } {
  const program = new URL("board_readers.ts", import.meta.url).pathname;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-net", program, staffUrl, cookie!, day, String(BOARDS)],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  return {
    async close() {
      await child.stdin.close();
      const { stdout } = await child.output();
      return JSON.parse(new TextDecoder().decode(stdout));
    },
  };
}

/** Milliseconds from each answer until the last board shows it; Infinity if a board missed it. */
function delaysOf(arrivals: Arrivals, answered: ReadonlyMap<string, number>): number[] {
  return [...answered].map(([folio, at]) => {
    const arrival = arrivals[folio];
    return arrival?.boards === BOARDS ? arrival.last - at : Infinity;
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
