/** Two instances on one database: each follows the other. */
import { assertEquals } from "@std/assert";
import { eventually } from "../support/eventually.ts";
import { signedIn } from "./_board.ts";
import { freeSlot, isOff, noAnswers, reserve, startCrowd } from "./_guests.ts";
import { testOnRelayedServer } from "./_on_server.ts";
import { compare, rowsAt } from "./_rows.ts";

testOnRelayedServer(
  "once a pause is answered no instance makes a reservation, and lists follow",
  async ({ sqld, start }) => {
    await using one = await start("one");
    await using other = await start("other");
    const slot = await freeSlot(one.url);
    const answers = noAnswers([503, "apagado"]);
    const crowds = [one, other].map(({ url }, nth) =>
      startCrowd({ url, slot, answers, first: nth * 100_000, lanes: 8 })
    );
    await Promise.all(crowds.map((crowd) => crowd.until(({ held }) => held.size > 100)));
    const board = await signedIn(one);
    await board.send("/casa", { accion: "pausar" });
    const lists = eventually(async () => await isOff(one.url) && await isOff(other.url));
    const before = await rowsAt(sqld.url);
    const refused = answers.refused.size;
    await Promise.all(crowds.map((crowd) => crowd.until((now) => now.refused.size > refused + 50)));
    await lists;
    await Promise.all(crowds.map((crowd) => crowd.stop()));
    assertEquals((await rowsAt(sqld.url)).size, before.size);
    assertEquals([...compare(before, answers)], []);
    for (const { url } of [one, other]) {
      const { body } = await reserve(url, 1_000_000, slot);
      assertEquals(body.error, "reservas_apagadas");
      const [confirmed] = answers.held;
      const replay = await reserve(url, confirmed![0], slot);
      assertEquals(
        [replay.status, replay.body.folio],
        [200, confirmed![1]],
        "a confirmed reservation is still confirmed",
      );
    }

    await board.send("/cierres", { accion: "quitar", abre: '{"until":null}' });
    await eventually(async () => !await isOff(one.url) && !await isOff(other.url));
    for (const [n, { url }] of [one, other].entries()) {
      assertEquals((await reserve(url, 2_000_000 + n, slot)).status, 200);
    }
  },
);
