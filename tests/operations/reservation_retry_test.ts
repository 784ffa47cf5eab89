/** Safe retries: by an Idempotency-Key, and by an equal body without one. */
import { assertEquals, assertNotEquals } from "@std/assert";
import { reservationBody } from "../support/test_app.ts";
import { folios } from "../storage/_fixture.ts";
import { checkedApp, countRows, type TestAnswer, type TestApp } from "./_checked_app.ts";

const PATH = "/api/reserva";
const KEY = { "idempotency-key": "3f1c9a52-0001" };
const MINUTE = 60_000;

const replayed = ({ headers }: TestAnswer) => headers.get("idempotent-replayed");

Deno.test("the same key and body get the first answer again to the byte, for 24 hours", async () => {
  await using app = await checkedApp();
  const first = await app.post(PATH, reservationBody(), KEY);
  assertEquals([first.status, replayed(first)], [200, null]);
  for (const wait of [0, 11 * MINUTE, 24 * 60 * MINUTE - 11 * MINUTE - 1]) {
    app.clock.advance(wait);
    const again = await app.post(PATH, reservationBody(), KEY);
    assertEquals([again.status, again.text, replayed(again)], [200, first.text, "true"]);
  }
  app.clock.advance(1);
  const afresh = await app.post(PATH, reservationBody(), KEY);
  assertEquals([afresh.status, replayed(afresh)], [200, null]);
  assertNotEquals(afresh.body.folio, first.body.folio);
});

Deno.test("another key, or none, is the same reservation, and the key is bound to it for its own 24 hours", async () => {
  await using app = await checkedApp();
  const first = await app.post(PATH, reservationBody(), KEY);
  const again = { ...first.body, repetida: true };
  app.clock.advance(5 * MINUTE);
  const other = { "idempotency-key": "otra" };
  for (const headers of [undefined, other, other]) {
    const answer = await app.post(PATH, reservationBody(), headers);
    assertEquals([answer.status, answer.body, replayed(answer)], [200, again, "true"]);
  }
  app.clock.advance(24 * 60 * MINUTE - 1);
  assertEquals((await app.post(PATH, reservationBody(), other)).body, again);
  assertEquals(await folios(app.storage), [first.body.folio]);
  app.clock.advance(1);
  assertEquals("repetida" in (await app.post(PATH, reservationBody(), other)).body, false);
});

Deno.test("after staff have changed it, a retry gets the first answer again and learns nothing", async () => {
  await using app = await checkedApp();
  for (const headers of [undefined, KEY]) {
    const first = await app.post(PATH, reservationBody(), headers);
    await changeAll(app, first.body.folio);
    const retry = await app.post(PATH, reservationBody(), headers);
    const again = headers === KEY ? first.body : { ...first.body, repetida: true };
    assertEquals([retry.status, retry.body, replayed(retry)], [200, again, "true"]);
    app.clock.advance(10 * MINUTE);
  }
  await app.storage.switches.pause(null);
  const late = await app.post(PATH, reservationBody(), KEY);
  assertEquals([late.status, late.body.reservation.party_size], [200, 4]);
  assertEquals(await countRows(app, "reservations"), 2);
});

Deno.test("after staff have cancelled and undone it, a key gets the first answer again", async () => {
  await using app = await checkedApp();
  const first = await app.post(PATH, reservationBody(), KEY);
  const { folio } = first.body;
  const { book } = app.storage;
  const act = { folio, actor: "Lupe" };
  await book.edit({ ...act, version: 1, action: "cancelled", changes: { status: "cancelled" } });
  assertEquals((await app.post(PATH, reservationBody(), KEY)).status, 422);
  await book.edit({ ...act, version: 2, action: "undone", changes: { status: "confirmed" } });
  assertEquals((await app.post(PATH, reservationBody(), KEY)).text, first.text);
});

Deno.test("the same key sent with two bodies at once: one holds, the other is refused", async () => {
  await using app = await checkedApp();
  const bodies = [reservationBody(), reservationBody({ personas: 5 })];
  const answers = await Promise.all(bodies.map((body) => app.post(PATH, body, KEY)));
  assertEquals(answers.map(({ status }) => status).toSorted(), [200, 422]);
  assertEquals(await countRows(app, "reservations"), 1);
});

/** Everything that staff can change, but its state. */
async function changeAll({ storage }: TestApp, folio: string): Promise<void> {
  const { kind } = await storage.book.edit({
    folio,
    version: 1,
    action: "edited",
    actor: "Lupe",
    changes: {
      day: "2026-03-20",
      time: "14:30",
      serviceDay: "2026-03-20",
      partySize: 11,
      name: "Otra persona",
      phone: "+529990000009",
      occasion: "cumpleanos",
      comments: "otro",
      note: "cliente difícil",
    },
  });
  assertEquals(kind, "changed");
}
