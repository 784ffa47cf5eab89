import { assertEquals, assertStringIncludes } from "@std/assert";
import { runProgram, type ServiceProcess } from "../support/service_process.ts";
import { eventually } from "./_eventually.ts";
import {
  bodyOf,
  draftLink,
  freeSlot,
  isOff,
  nobodyTold,
  post,
  reserve,
  startCrowd,
} from "./_guests.ts";
import { type FarServer, testOnFarServer } from "./_on_server.ts";
import { compare, rowsAt } from "./_rows.ts";

/** Two services on one server. */
function testOnTwo(
  name: string,
  run: (one: ServiceProcess, other: ServiceProcess, far: FarServer) => Promise<void>,
): void {
  testOnFarServer(name, async (far) => {
    await using one = await far.start("one");
    await using other = await far.start("other");
    await run(one, other, far);
  });
}

testOnTwo(
  "a reservation made through one instance is seen by the other at once",
  async (one, other) => {
    const slot = await freeSlot(one.url);
    for (let n = 0; n < 10; n++) {
      const made = await reserve(one.url, n, slot);
      const again = await reserve(other.url, n, slot);
      assertEquals([made.status, again.status], [200, 200]);
      assertEquals([again.body.folio, again.body.repetida], [made.body.folio, true]);
      assertEquals(again.headers.get("idempotent-replayed"), "true");
    }
  },
);

testOnTwo(
  "equal requests that reach two instances at the same time make one reservation",
  async (one, other) => {
    const slot = await freeSlot(one.url);
    for (let n = 0; n < 10; n++) {
      const answers = await Promise.all(
        [one, other, one, other].map(({ url }) => reserve(url, n, slot)),
      );
      assertEquals(answers.map(({ status }) => status), [200, 200, 200, 200]);
      assertEquals(new Set(answers.map(({ body }) => body.folio)).size, 1);
      assertEquals(answers.filter(({ body }) => body.repetida !== true).length, 1);
    }
  },
);

testOnTwo("a key used on one instance is known to the other", async (one, other) => {
  const slot = await freeSlot(one.url);
  const headers = { "idempotency-key": "mesa-1" };
  const made = await reserve(one.url, 1, slot, headers);
  const again = await reserve(other.url, 1, slot, headers);
  assertEquals([again.status, again.body.folio], [200, made.body.folio]);
  assertEquals(again.headers.get("idempotent-replayed"), "true");
  const body = JSON.stringify({ ...JSON.parse(bodyOf(1, slot)), comentarios: "con pastel" });
  const reused = await post(`${other.url}/api/reserva`, body, headers);
  assertEquals([reused.status, reused.body.error], [422, "idempotencia"]);
});

testOnTwo("a draft link made through one instance opens on the other", async (one, other) => {
  const link = await draftLink(one.url);
  const page = await fetch(link.replace(one.url, other.url));
  assertEquals(page.status, 200);
  assertStringIncludes(await page.text(), "Panuchos");
});

testOnTwo(
  "once pause has ended no instance makes a reservation, and lists follow within 2 seconds",
  async (one, other, { sqld }) => {
    const slot = await freeSlot(one.url);
    const told = nobodyTold([503, "apagado"]);
    const crowds = [one, other].map(({ url }, nth) =>
      startCrowd({ url, slot, told, first: nth * 100_000, lanes: 8 })
    );
    await Promise.all(crowds.map((crowd) => crowd.until(({ held }) => held.size > 100)));
    const paused = await runProgram({ args: ["pause"], env: { DATABASE_URL: sqld.url } });
    const lists = eventually(async () => await isOff(one.url) && await isOff(other.url), 2_000);
    const before = await rowsAt(sqld.url);
    const refused = told.refused.size;
    await Promise.all(crowds.map((crowd) => crowd.until((now) => now.refused.size > refused + 50)));
    await lists;
    await Promise.all(crowds.map((crowd) => crowd.stop()));
    assertEquals([paused.code, paused.stderr], [0, ""]);
    assertEquals((await rowsAt(sqld.url)).size, before.size);
    assertEquals([...compare(before, told)], []);
    for (const { url } of [one, other]) {
      const { body } = await reserve(url, 1_000_000, slot);
      assertEquals(body.error, "reservas_apagadas");
      const [told200] = told.held;
      const replay = await reserve(url, told200![0], slot);
      assertEquals([replay.status, replay.body.folio], [200, told200![1]], "what was told, stands");
    }

    const resumed = await runProgram({ args: ["resume"], env: { DATABASE_URL: sqld.url } });
    assertEquals([resumed.code, resumed.stderr], [0, ""]);
    await eventually(async () => !await isOff(one.url) && !await isOff(other.url), 2_000);
    for (const [n, { url }] of [one, other].entries()) {
      assertEquals((await reserve(url, 2_000_000 + n, slot)).status, 200);
    }
  },
);
