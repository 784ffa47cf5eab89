/** Wrong keys get nowhere, and keep out nobody who has the right one. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  cookiesOf,
  formRequest,
  STAFF_KEY,
  type TestBoard,
  testBoard,
} from "../support/test_board.ts";
import { assertNothingChanges, attackedBoard, tryKey } from "./_attacked.ts";

/** The proxy on this machine is the operator's, so that tests can come from many addresses. */
const PROXIES = ["127.0.0.1"];

const guess = (n: number) => `una llave que no es ${n}`;

Deno.test("with the key and a name one is signed in, and goes on to where one wanted to go", async () => {
  await using board = await testBoard();
  const form = { clave: STAFF_KEY, nombre: " Wendy  Chan ", volver: "/buscar?q=Pech" };
  const { status, text, location, headers } = await board.ask("/entrar", formRequest(form));
  assertEquals([status, text, location], [303, "", "/buscar?q=Pech"]);
  const cookies = headers.getSetCookie();
  assertEquals(cookies.map((cookie) => cookie.replace(/=[^;]*/, "")), [
    "sobremesa_turno; HttpOnly; Max-Age=2592000; SameSite=Strict; Path=/",
    "sobremesa_nombre; HttpOnly; Max-Age=34560000; SameSite=Strict; Path=/",
  ]);
  const page = await board.ask("/entrar", { headers: { cookie: cookiesOf(headers) } });
  assertStringIncludes(page.text, 'value="Wendy  Chan"');
});

Deno.test("a wrong key opens nothing, and the right one opens after any number of them", async () => {
  await using board = await attackedBoard({ proxies: PROXIES });
  await assertNothingChanges(board, () => guessALot(board));
  const form = formRequest(
    { clave: guess(0), nombre: "Wendy" },
    { "x-forwarded-for": "203.0.113.7" },
  );
  const { status, text } = await board.ask("/entrar", form);
  assertEquals(status, 429);
  assertStringIncludes(text, "Esa no es la clave.");
  assert(!text.includes("Espera"), "waiting would not help");
  const right = await tryKey(board, STAFF_KEY);
  assertEquals(right.status, 303);
  assertEquals((await board.ask("/", { headers: { cookie: right.cookie } })).status, 200);
});

/** Sends more wrong keys than an address may send. */
async function guessALot(board: TestBoard): Promise<void> {
  const guesses = await Promise.all(Array.from({ length: 30 }, (_, n) => tryKey(board, guess(n))));
  const statuses = guesses.map(({ status }) => status).toSorted();
  assertEquals(statuses, [...Array(20).fill(403), ...Array(10).fill(429)]);
  assert(guesses.every(({ cookie }) => cookie === ""));
}

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
