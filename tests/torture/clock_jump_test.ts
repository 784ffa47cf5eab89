import { assert, assertEquals } from "@std/assert";
import { noonRestaurant } from "../support/edited_sample.ts";
import { endOf } from "../service/_end.ts";
import { freeSlot, noAnswers, startCrowd } from "../service/_guests.ts";
import { assertIntact, compare, rowsInFile } from "../service/_rows.ts";
import { type ServiceProcess, startServiceProcess } from "../support/service_process.ts";
import { type FakeClock, fakeClockAtNoon } from "./faults/fake_clock.ts";
import { report, times, torture } from "./_torture.ts";

const HOUR = 60;
const DAY = 24 * HOUR;
const LANES = 16;
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
