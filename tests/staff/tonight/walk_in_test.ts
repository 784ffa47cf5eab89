/** Parties that come without a reservation. */
import { assert, assertEquals } from "@std/assert";
import { instantOf } from "../../support/restaurant_fixture.ts";
import { testBoard } from "../../support/test_board.ts";
import { formFields, wordsOf } from "../_board_pages.ts";

const EVENING = instantOf("2026-03-15T00:37");

Deno.test("a walk-in is arrived at once, without a name, in the evening that is running", async () => {
  await using board = await testBoard({ now: EVENING });
  const form = formFields((await board.get("/")).text, "/llegaron");
  const answer = await board.post("/llegaron", { ...form, personas: "5" });
  assertEquals([answer.status, answer.location], [303, "/"]);
  const [party, ...more] = await board.storage.book.onServiceDay("2026-03-14");
  assertEquals(more, []);
  const { status, partySize, day, time, phone, source, acknowledged } = party!;
  assertEquals([status, partySize, day, time], ["arrived", 5, "2026-03-15", "00:37"]);
  assertEquals([phone, source, acknowledged?.by], [null, "personal", "Wendy"]);
  const words = wordsOf((await board.get("/")).text);
  assert(words.includes("1 reservación, 5 personas: llegó 1 (5 personas)"), words);
});

Deno.test("the same form sent twice writes one party down; walk-ins are no duplicates of each other", async () => {
  await using board = await testBoard({ now: EVENING });
  for (const personas of ["2", "4"]) {
    const form = { ...formFields((await board.get("/")).text, "/llegaron"), personas };
    await Promise.all([board.post("/llegaron", form), board.post("/llegaron", form)]);
  }
  assertEquals((await board.storage.book.onServiceDay("2026-03-14")).length, 2);
  assert(!(await board.get("/")).text.includes("Posible duplicado"));
});

Deno.test("a number that is none, or too large a party, writes nothing down", async () => {
  await using board = await testBoard({ now: EVENING });
  for (const personas of ["", "0", "41", "-2", "dos", "1e1"]) {
    const answer = await board.post("/llegaron", { personas, otras: "" });
    assertEquals(answer.status, 422, personas);
  }
  assertEquals((await board.post("/llegaron", { personas: "", otras: "25" })).status, 303);
  const parties = await board.storage.book.onServiceDay("2026-03-14");
  assertEquals(parties.map(({ partySize }) => partySize), [25]);
});
