import { assert, assertEquals, assertLess, assertNotEquals } from "@std/assert";
import { noonRestaurant } from "../support/edited_sample.ts";
import { signedIn, signIn } from "../service/_board.ts";
import { endOf } from "../service/_end.ts";
import { eventually } from "../support/eventually.ts";
import { freeSlot, noAnswers, reserve, startCrowd, statusOf } from "../service/_guests.ts";
import { assertIntact, compare, rowsInFile } from "../service/_rows.ts";
import { type ServiceProcess, startServiceProcess } from "../support/service_process.ts";
import { type FakeClock, fakeClockAtNoon } from "./faults/fake_clock.ts";
import { report, times, torture } from "./_torture.ts";

const HOUR = 60;
const DAY = 24 * HOUR;
const LANES = 16;
const QUOTE = "/api/envio?lat=20.9671&lng=-89.6237";
const ZONE = JSON.parse(noonRestaurant().text).zona;
const ROUNDS = times(3, 30);

torture(
  "while its clock jumps under load, it keeps serving, loses no reservation, and every refusal is true",
  async () => {
    await using setup = await fakeClockAtNoon();
    const { clock, env } = setup;
    await using service = await startServiceProcess({ env });
    const slot = await freeSlot(service.url);
    const answers = noAnswers();
    const crowd = startCrowd({ url: service.url, slot, answers, first: 0, lanes: LANES });
    const jumps = Array.from({ length: ROUNDS }, () => [-HOUR, DAY, -HOUR, 0]).flat();
    for (const minutes of jumps) {
      await clock.jumpTo(minutes);
      const before = answers.held.size;
      await crowd.until(({ held }) => held.size > before + 50);
      await assertShowsTime(service, clock);
    }
    await crowd.stop();
    await endOf(service, "SIGTERM");
    assertEquals(answers.unanswered.size, 0);
    // A request during a jump of a day exceeds its time limit.
    const forward = jumps.filter((minutes) => minutes === DAY).length;
    assert(answers.refused.size <= forward * LANES, `${answers.refused.size} were refused`);
    assertEquals([...compare(await rowsInFile(service.dataDir), answers)], []);
    await assertIntact(service.dataDir);
    report(
      `${jumps.length} jumps, ${answers.held.size} reservations confirmed and present, ${answers.refused.size} refused`,
    );
  },
);

torture(
  "retries, limits, closures, today and sign-in follow a clock that is set back an hour and forward a day",
  async () => {
    await using setup = await fakeClockAtNoon();
    const { clock, env } = setup;
    await using service = await startServiceProcess({
      env: { ...env, RATE_LIMIT_ENVIO: "5/60" },
    });
    // A time that tomorrow's closure does not affect.
    const slot = { ...await freeSlot(service.url), hora: "20:00" };
    const key = { "idempotency-key": "mesa-1" };
    const made = [await reserve(service.url, 1, slot), await reserve(service.url, 2, slot, key)];
    const again = async () =>
      [
        await reserve(service.url, 1, slot),
        await reserve(service.url, 2, slot, key),
      ].map(({ status, body, headers }) => {
        assertEquals(status, 200, JSON.stringify(body));
        return { folio: body.folio, replayed: headers.get("idempotent-replayed") };
      });
    const replayed = made.map(({ body }) => ({ folio: body.folio, replayed: "true" }));
    await closeTomorrow(service);
    await useUpQuotes(service);

    await clock.jumpTo(-HOUR);
    await assertShowsTime(service, clock);
    assertEquals(await again(), replayed, "retries within ten minutes are known");
    assertLess(await secondsToWait(service), 61, "no caller waits for the clock to catch up");
    assertEquals(await opensToday(service), true);

    await clock.jumpTo(DAY + 1);
    await assertShowsTime(service, clock);
    assertEquals(await opensToday(service), false, "the closure is today");
    assertEquals(await quoteStatus(service), 200, "the bucket is full after a day");
    for (const { folio, replayed } of await again()) {
      assertEquals(replayed, null, "after a day it is no retry");
      assert(made.every(({ body }) => body.folio !== folio));
    }
    for (let n = 0; n < 3; n++) assertEquals(await signIn(service, "otra"), null);

    await clock.jumpTo(-HOUR);
    await assertShowsTime(service, clock);
    assertNotEquals(
      await signIn(service),
      null,
      "failed sign-ins of tomorrow do not block today's",
    );
    assertEquals((await reserve(service.url, 3, slot)).status, 200);
    await endOf(service, "SIGTERM");
  },
);

async function assertShowsTime({ url }: ServiceProcess, clock: FakeClock): Promise<void> {
  const before = clock.now();
  const { ahora: shown } = await (await fetch(`${url}/api/info`)).json();
  const minutes = [before, clock.now()].map((now) => local(now));
  assert(
    minutes.includes(`${shown.dia}T${shown.hora}`),
    `${JSON.stringify(shown)}, not ${minutes}`,
  );
}

/** Such as `2026-11-21T12:00`. */
function local(epochMs: number): string {
  const time = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(ZONE);
  return time.toPlainDateTime().toString({ smallestUnit: "minute" });
}

async function closeTomorrow(service: ServiceProcess): Promise<void> {
  const { url } = service;
  const days = async () => (await (await fetch(`${url}/api/disponibilidad?dias=2`)).json()).dias;
  const [, tomorrow] = await days();
  const board = await signedIn(service);
  await board.send("/cierres", { dia: tomorrow.dia, motivo: "Boda" });
  await eventually(async () => !(await days())[1].abre);
}

async function opensToday({ url }: ServiceProcess): Promise<boolean> {
  const { dias: [today] } = await (await fetch(`${url}/api/disponibilidad?dias=1`)).json();
  return today.abre;
}

async function useUpQuotes(service: ServiceProcess): Promise<void> {
  for (let n = 0; n < 5; n++) assertEquals(await quoteStatus(service), 200);
  assertEquals(await quoteStatus(service), 429);
}

async function quoteStatus(service: ServiceProcess): Promise<number> {
  return await statusOf(`${service.url}${QUOTE}`);
}

async function secondsToWait(service: ServiceProcess): Promise<number> {
  const response = await fetch(`${service.url}${QUOTE}`);
  await response.body?.cancel();
  assertEquals(response.status, 429);
  return Number(response.headers.get("retry-after"));
}
