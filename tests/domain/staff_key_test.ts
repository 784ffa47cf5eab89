import { assert, assertEquals, assertMatch } from "@std/assert";
import { madeStaffKey, STAFF_KEY_BYTES, staffKeySymbols } from "../../src/domain/staff_key.ts";

const bytes = (byte: number) => new Uint8Array(STAFF_KEY_BYTES).fill(byte);

Deno.test("a made key is seven groups of symbols that cannot be mixed up, 140 bits", () => {
  assertEquals(madeStaffKey(bytes(0)), "0000-0000-0000-0000-0000-0000-0000");
  assertEquals(madeStaffKey(bytes(255)), "ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ");
  const every = Array.from({ length: 256 }, (_, byte) => madeStaffKey(bytes(byte))[0]!);
  const counts = Map.groupBy(every, (symbol) => symbol);
  assertEquals(counts.size, 32);
  assert([...counts.values()].every(({ length }) => length === 8), "each as likely as any other");
  const key = madeStaffKey(crypto.getRandomValues(bytes(0)));
  assertMatch(key, /^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/);
  assertEquals(staffKeySymbols(key), key.replaceAll("-", ""));
});

Deno.test("a made key is the same however it is typed off a sheet of paper", () => {
  const key = "0123-4567-89AB-CDEF-GHJK-MNPQ-RS01";
  const typed = [
    " 0123-4567-89ab-cdef-ghjk-mnpq-rs01 ",
    "0123 4567 89ab cdef ghjk mnpq rs01",
    "0123456789ABCDEFGHJKMNPQRS01",
    "O123-4567-89AB-CDEF-GHJK-MNPQ-RSOI",
    "o1234567 89ab cdef ghjk mnpq rsol",
  ];
  for (const text of typed) assertEquals(staffKeySymbols(text), staffKeySymbols(key), text);
  assert(staffKeySymbols("0123-4567-89AB-CDEF-GHJK-MNPQ-RS02") !== staffKeySymbols(key));
});

Deno.test("what has another form is no key, so that none can be chosen", () => {
  const others = [
    "",
    "la llave del comedor",
    "x".repeat(200),
    "0".repeat(27),
    "0".repeat(29),
    `${"0".repeat(27)}U`,
    "\ud83d".repeat(28),
    "\0".repeat(28),
  ];
  for (const text of others) assertEquals(staffKeySymbols(text), null, JSON.stringify(text));
});
