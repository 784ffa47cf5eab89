import { assert, assertEquals, assertMatch } from "@std/assert";
import {
  comparedStaffKey,
  isStaffKey,
  madeStaffKey,
  STAFF_KEY_BYTES,
} from "../../src/domain/staff_key.ts";

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
  assert(isStaffKey(key));
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
  for (const text of typed) assertEquals(comparedStaffKey(text), comparedStaffKey(key), text);
  assert(comparedStaffKey("0123-4567-89AB-CDEF-GHJK-MNPQ-RS02") !== comparedStaffKey(key));
});

Deno.test("a chosen key counts letter by letter", () => {
  const key = "La llave del Comedor";
  assertEquals(comparedStaffKey(` ${key}\t`), key);
  assertEquals(
    comparedStaffKey("la cafe\u0301 del comedor"),
    comparedStaffKey("la caf\u00e9 del comedor"),
  );
  for (const other of [key.toLowerCase(), key.replaceAll(" ", ""), `${key}.`]) {
    assert(comparedStaffKey(other) !== comparedStaffKey(key), other);
  }
});

Deno.test("a key has 20 to 200 characters on one line", () => {
  for (const key of ["x".repeat(20), "x".repeat(200), "🗝".repeat(20), "la llave del comedor"]) {
    assert(isStaffKey(key), key);
  }
  const others = ["", "x".repeat(19), ` ${"x".repeat(19)} `, "x".repeat(201), "🗝".repeat(19)];
  for (
    const text of [
      ...others,
      "veinte letras\no más de veinte",
      "\ud83d".repeat(20),
      "\0".repeat(20),
    ]
  ) {
    assert(!isStaffKey(text), JSON.stringify(text));
  }
});
