import { assert, assertEquals, assertLess } from "@std/assert";
import { median, percentile } from "../bench/figures.ts";
import { randomNumbers } from "../streets/_town.ts";
import {
  type Answers,
  draftLink,
  freeSlot,
  NO_LIMITS,
  noAnswers,
  reserveAndRecord,
  type Slot,
} from "../service/_guests.ts";
import { endOf } from "../service/_end.ts";
import { assertIntact, compare, rowsInFile } from "../service/_rows.ts";
import { residentMb } from "../support/process_state.ts";
import { type ServiceProcess, startServiceProcess } from "../support/service_process.ts";
import { LONG, report, torture } from "./_torture.ts";

const MINUTES = Number(Deno.env.get("SOAK_MINUTES") ?? (LONG ? 60 : 1));
/** Memory is compared after this warm-up, in which caches fill and code is compiled. */
const WARM_MINUTES = Math.min(10, MINUTES / 3);
/** Its memory must grow less; within a minute garbage collection varies more than any leak. */
const MAX_GROWTH = MINUTES >= 20 ? 0.05 : 0.25;
const TICK_MS = 100;
const READS_A_TICK = 4;
const ROWS = LONG ? 12 : 6;

torture(
  `${MINUTES} minutes of 10 reservations a second among reads do not grow its memory`,
  async () => {
    assert(MINUTES > 0, "SOAK_MINUTES must be a number of minutes");
    const answers = noAnswers();
    const samples: Sample[] = [];
    await using service = await startServiceProcess({ env: NO_LIMITS });
    await soak(service, answers, samples);
    await endOf(service, "SIGTERM");
    reportSamples(samples, answers);
    assertEquals([answers.refused.size, answers.unanswered.size], [0, 0]);
    assertEquals([...compare(await rowsInFile(service.dataDir), answers)], []);
    await assertIntact(service.dataDir);
    assertLess(growth(samples), MAX_GROWTH, "its memory grows");
  },
);

/** The measurements of one tick. */
interface Sample {
  readonly minute: number;
  readonly megabytes: number;
  /** Milliseconds of the requests begun in it. */
  readonly reservations: number[];
  readonly reads: number[];
}

/** Sends the requests of each tick, whether or not earlier ones have been answered. */
async function soak(service: ServiceProcess, answers: Answers, samples: Sample[]): Promise<void> {
  const slot = await freeSlot(service.url);
  const begun = performance.now();
  const open = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const timed = (waits: number[], work: Promise<void>) => {
    const start = performance.now();
    const done = work.then(() => void waits.push(performance.now() - start))
      .catch((error) => void failures.push(error))
      .finally(() => open.delete(done));
    open.add(done);
  };
  const ticks = MINUTES * 60_000 / TICK_MS;
  for (let tick = 0; tick < ticks && failures.length === 0; tick++) {
    const wait = begun + tick * TICK_MS - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const sample: Sample = {
      minute: tick * TICK_MS / 60_000,
      megabytes: residentMb(service.pid),
      reservations: [],
      reads: [],
    };
    samples.push(sample);
    timed(sample.reservations, reserveAndRecord(service.url, tick, slot, answers));
    for (let n = 0; n < READS_A_TICK; n++) {
      timed(sample.reads, READS[(tick * READS_A_TICK + n) % READS.length]!(service.url, slot));
    }
  }
  await Promise.all(open);
  if (failures.length > 0) throw failures[0];
}

const draw = randomNumbers(58);

const READS: readonly ((url: string, slot: Slot) => Promise<void>)[] = [
  (url) => read(`${url}/api/info`),
  (url) => read(`${url}/api/menu?lang=${draw() < 0.5 ? "es" : "en"}`),
  (url) => read(`${url}/api/disponibilidad?dias=${1 + Math.floor(90 * draw())}`),
  (url) => read(`${url}/api/envio?lat=${near(20.9671)}&lng=${near(-89.6237)}`),
  async (url) => read(await draftLink(url)),
  (url, { dia }) => read(`${url}/api/disponibilidad?dia=${dia}`),
];

/** Within about 600 m. */
function near(degrees: number): string {
  return (degrees + (draw() - 0.5) * 0.012).toFixed(6);
}

async function read(address: string): Promise<void> {
  const response = await fetch(address);
  await response.arrayBuffer();
  assertEquals(response.status, 200, address);
}

/** Growth of the median from the tenth of the run after the warm-up to the last tenth. */
function growth(samples: readonly Sample[]): number {
  const span = MINUTES / 10;
  const between = (from: number, to: number) =>
    median(
      samples.filter(({ minute }) => minute >= from && minute < to).map((one) => one.megabytes),
    );
  return between(MINUTES - span, MINUTES) / between(WARM_MINUTES, WARM_MINUTES + span) - 1;
}

function reportSamples(samples: readonly Sample[], answers: Answers): void {
  report("minute  reservations  p50 ms  p99 ms   reads  p50 ms  p99 ms  resident MB");
  for (let row = 0; row < ROWS; row++) {
    const [from, to] = [row, row + 1].map((edge) => Math.round(samples.length * edge / ROWS));
    const part = samples.slice(from, to);
    const cells = [
      ((to! / samples.length) * MINUTES).toFixed(1).padStart(6),
      ...waitCells(part.flatMap(({ reservations }) => reservations), 12),
      ...waitCells(part.flatMap(({ reads }) => reads), 6),
      median(part.map(({ megabytes }) => megabytes)).toFixed(1).padStart(11),
    ];
    report(cells.join("  "));
  }
  report(
    `${answers.held.size} reservations confirmed; memory from minute ${
      WARM_MINUTES.toFixed(1)
    } on: ` +
      `${(100 * growth(samples)).toFixed(1)} % (limit ${100 * MAX_GROWTH} %)`,
  );
}

function waitCells(waits: readonly number[], width: number): string[] {
  const at = (share: number) => percentile(waits, share).toFixed(1);
  return [String(waits.length).padStart(width), at(0.5).padStart(6), at(0.99).padStart(6)];
}
