/** Wrong keys get nowhere. They keep out no one who has the key that the service made, and one network if it was chosen. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  cookiesOf,
  formRequest,
  STAFF_KEY,
  type TestBoard,
  testBoard,
} from "../support/test_board.ts";
import { assertNothingChanges, type AttackedBoard, attackedBoard, tryKey } from "./_attacked.ts";

/** The proxy on this machine is the operator's, so that tests can come from many addresses. */
const PROXIES = ["127.0.0.1"];

const guess = (n: number) => `una llave que no es ${n}`;

Deno.test("with the key and a name one is signed in, and goes on to where one wanted to go", async () => {
  await using board = await testBoard();
  const answer = await board.fetch(
    "/entrar",
    formRequest({ clave: STAFF_KEY, nombre: " Wendy  Chan ", volver: "/buscar?q=Pech" }),
  );
  assertEquals([answer.status, await answer.text()], [303, ""]);
  assertEquals(answer.headers.get("location"), "/buscar?q=Pech");
  const cookies = answer.headers.getSetCookie();
  assertEquals(cookies.map((cookie) => cookie.replace(/=[^;]*/, "")), [
    "sobremesa_turno; HttpOnly; Max-Age=2592000; SameSite=Strict; Path=/",
    "sobremesa_nombre; HttpOnly; Max-Age=34560000; SameSite=Strict; Path=/",
  ]);
  const page = await board.fetch("/entrar", { headers: { cookie: cookiesOf(answer.headers) } });
  assertStringIncludes(await page.text(), 'value="Wendy  Chan"');
});

Deno.test("a wrong key opens nothing, and of the key that the service made the right one opens after any number of them", async () => {
  await using board = await attackedBoard({ proxies: PROXIES });
  await assertNothingChanges(board, () => guessALot(board));
  const form = formRequest(
    { clave: guess(0), nombre: "Wendy" },
    { "x-forwarded-for": "203.0.113.7" },
  );
  const wrong = await board.fetch("/entrar", form);
  const text = await wrong.text();
  assertEquals(wrong.status, 429);
  assertStringIncludes(text, "Esa no es la clave.");
  assert(!text.includes("Espera"), "waiting would not help");
  const right = await tryKey(board, STAFF_KEY);
  assertEquals(right.status, 303);
  const page = await board.fetch("/", { headers: { cookie: right.cookie } });
  assertEquals(page.status, 200);
  await page.body?.cancel();
});

/** Sends more wrong keys than `address` may send. */
async function guessALot(board: TestBoard, address?: string): Promise<void> {
  const guesses = await Promise.all(
    Array.from({ length: 30 }, (_, n) => tryKey(board, guess(n), { address })),
  );
  const statuses = guesses.map(({ status }) => status).toSorted();
  assertEquals(statuses, [...Array(20).fill(403), ...Array(10).fill(429)]);
  assert(guesses.every(({ cookie }) => cookie === ""));
}

/** A board whose key the operator chose, and whose addresses of one network are out of guesses. */
async function guessedBoard(address: string): Promise<AttackedBoard> {
  const board = await attackedBoard({ proxies: PROXIES });
  await board.storage.staffKey.markChosen();
  await guessALot(board, address);
  return board;
}

Deno.test("a chosen key is refused unread from an address that has used up 20 guesses; one comes back in 30 seconds", async () => {
  await using board = await guessedBoard("203.0.113.7");
  const refused = await tryKey(board, STAFF_KEY);
  assertEquals([refused.status, refused.retryAfter, refused.cookie], [429, "30", ""]);
  board.clock.advance(10_000);
  const form = formRequest(
    { clave: STAFF_KEY, nombre: "Wendy", volver: "/" },
    { "x-forwarded-for": "203.0.113.7" },
  );
  const page = await board.fetch("/entrar", form);
  assertEquals([page.status, page.headers.get("retry-after")], [429, "20"]);
  assertStringIncludes(await page.text(), "Espera 20 s y escríbela otra vez.");
  board.clock.advance(20_000);
  assertEquals((await tryKey(board, guess(1))).status, 403, "one comes back");
  assertEquals((await tryKey(board, STAFF_KEY)).status, 429, "and only one");
  board.clock.advance(30_000);
  for (let device = 0; device < 30; device++) {
    assertEquals((await tryKey(board, STAFF_KEY)).status, 303, "the right key uses up none");
  }
});

Deno.test("guesses of a chosen key keep out no other network and no device that is signed in", async () => {
  await using board = await guessedBoard("2001:db8:0:1::1");
  const [near, far] = ["2001:db8:0:1:ffff::2", "2001:db8:0:2::1"];
  assertEquals((await tryKey(board, STAFF_KEY, { address: near })).status, 429);
  assertEquals((await tryKey(board, STAFF_KEY, { address: far })).status, 303);
  const { cookie } = board;
  const page = await board.fetch("/", { headers: { cookie, "x-forwarded-for": near } });
  assertEquals(page.status, 200);
  await page.body?.cancel();
  assertEquals((await tryKey(board, "", { address: near, cookie })).status, 303, "another name");
});

Deno.test("an address from an untrusted proxy is not believed: a forged one gives no new tries", async () => {
  await using board = await attackedBoard();
  await guessALot(board);
  assertEquals((await tryKey(board, guess(31), { address: "203.0.113.99" })).status, 429);
  assert(board.app.logged.includes("untrusted proxy"));
});

Deno.test("a text too short or too long for a key is refused as a wrong one", async () => {
  await using board = await attackedBoard({ proxies: PROXIES });
  for (const [n, key] of ["", "corta", "x".repeat(60_000)].entries()) {
    assertEquals((await tryKey(board, key, { address: `203.0.113.${n}` })).status, 403);
  }
});
