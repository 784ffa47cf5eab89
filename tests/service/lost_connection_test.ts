/** A database server that fails and returns. */
import { assert, assertEquals } from "@std/assert";
import type { ServiceProcess } from "../support/service_process.ts";
import type { Fault } from "../support/tcp_proxy.ts";
import {
  type Answers,
  freeSlot,
  noAnswers,
  reserve,
  reserveAndRecord,
  type Slot,
  startCrowd,
  statusOf,
} from "./_guests.ts";
import { assertTrue, settled, testOnRelayedServer } from "./_on_server.ts";
import { rowsAt } from "./_rows.ts";

/** Text that only a request that holds tables contains. */
const HOLD = "INSERT INTO reservation_requests ";
const FAULTS: readonly Fault[] = ["cut_before_answer", "cut_within_answer", "refuse"];

testOnRelayedServer(
  "with connections to the database cut at any moment, a guest with a 502 has no row, and one with a folio has its row",
  async ({ relay, sqld, start }) => {
    await using service = await start("one");
    const slot = await freeSlot(service.url);
    const answers = noAnswers();
    let requests = 0;
    relay.fault = () => {
      requests++;
      return requests % 5 < 3 ? FAULTS[requests % 5]! : "relay";
    };
    const crowd = startCrowd({ url: service.url, slot, answers, first: 0 });
    await crowd.until(({ held, refused }) => held.size >= 200 && refused.size >= 200);
    await crowd.stop();
    relay.fault = () => "relay";
    assert(relay.hits > 50, `only ${relay.hits} connections were cut`);
    await settled(service);
    await assertTrue(sqld.url, answers);
    await bookAfresh(service, slot, answers);
    await assertTrue(sqld.url, answers);
  },
);

testOnRelayedServer(
  "a reservation that was written although its guest got a 502 is removed when a killed service restarts",
  async ({ relay, sqld, start }) => {
    const answers = noAnswers();
    const slot = await (async () => {
      await using service = await start("one");
      const slot = await freeSlot(service.url);
      relay.fault = (request) => request.includes(HOLD) ? "cut_before_answer" : "refuse";
      await Promise.all(
        Array.from({ length: 20 }, (_, n) => reserveAndRecord(service.url, n, slot, answers)),
      );
      await service.kill();
      return slot;
    })();
    assertEquals(answers.refused.size, 20);
    assert((await rowsAt(sqld.url)).size > 0, "nothing was written, so nothing is tested");
    relay.fault = () => "relay";
    await using again = await start("one");
    await settled(again);
    assertEquals((await rowsAt(sqld.url)).size, 0);
    await bookAfresh(again, slot, answers);
    await assertTrue(sqld.url, answers);
  },
);

/** Guests with a 502 can reserve again, and do not get the removed reservation. */
async function bookAfresh({ url }: ServiceProcess, slot: Slot, answers: Answers): Promise<void> {
  for (const n of [...answers.refused].slice(0, 20)) {
    const { status, body } = await reserve(url, n, slot);
    assertEquals([status, body.repetida], [200, undefined]);
    answers.refused.delete(n);
    answers.held.set(n, body.folio);
  }
}

testOnRelayedServer(
  "/healthz is 503 while the database server is down, and 200 again when it is back",
  async ({ sqld, start }) => {
    await using service = await start("one");
    for (let round = 0; round < 3; round++) {
      assertEquals(await health(service.url), [200, true, undefined]);
      await sqld.kill();
      assertEquals(await health(service.url), [503, false, "base"]);
      const menu = await statusOf(`${service.url}/api/menu`);
      assertEquals(menu, 200, "requests that need no database are served");
      await sqld.restart();
    }
    assertEquals(await health(service.url), [200, true, undefined]);
  },
);

async function health(url: string): Promise<unknown[]> {
  const response = await fetch(`${url}/healthz`);
  const { ok, motivo } = await response.json();
  return [response.status, ok, motivo];
}
