import { randomNumbers } from "../streets/_town.ts";
import { assertEquals } from "@std/assert";
import { freeSlot, noAnswers, startCrowd } from "../service/_guests.ts";
import { assertTrue, more, settled, startRelayedServer } from "../service/_on_server.ts";
import { eventually } from "../support/eventually.ts";
import { isStopped } from "../support/process_state.ts";
import { report, times, torture } from "./_torture.ts";

/** A call to the server may take 5 seconds. */
const [MIN_MS, MAX_MS] = [100, 12_000];

torture(
  "after a frozen database server wakes up, every table that is asked for is held",
  async () => {
    const draw = randomNumbers(43);
    const freezes = Array.from(
      { length: times(3, 20) },
      () => MIN_MS + draw() * (MAX_MS - MIN_MS),
    );
    await using relayed = await startRelayedServer();
    const { sqld, start } = relayed;
    await using service = await start("one");
    const slot = await freeSlot(service.url);
    const answers = noAnswers();
    const crowd = startCrowd({ url: service.url, slot, answers, first: 0 });
    for (const ms of freezes) {
      await more(answers, "held", crowd.until);
      Deno.kill(sqld.pid, "SIGSTOP");
      await eventually(() => isStopped(sqld.pid));
      await new Promise((resolve) => setTimeout(resolve, ms));
      Deno.kill(sqld.pid, "SIGCONT");
      const next = crowd.next();
      await more(answers, "held", crowd.until);
      const late = [...answers.refused].filter((n) => n >= next);
      assertEquals(late, [], "refused although they asked after the server had woken");
    }
    await crowd.stop();
    await settled(service);
    await assertTrue(sqld.url, answers);
    report(`${freezes.length} freezes, every reservation after them held`);
  },
);
