import { assertEquals } from "@std/assert";
import { type Comparable, possibleDuplicates } from "../../../src/domain/reservation/duplicates.ts";

const ANA: Comparable = {
  folio: "R-00000001",
  serviceDay: "2026-08-01",
  name: "Ana Pérez",
  phone: "+529991234567",
  status: "confirmed",
};

function found(...others: readonly Partial<Comparable>[]): Record<string, readonly string[]> {
  const all = others.map((other, index) => ({ ...ANA, folio: `R-0000000${index + 2}`, ...other }));
  return Object.fromEntries(possibleDuplicates([ANA, ...all]));
}

Deno.test("two with one phone on one day may be one", () => {
  assertEquals(found({ name: "Luis" }), {
    "R-00000001": ["R-00000002"],
    "R-00000002": ["R-00000001"],
  });
});

Deno.test("two with one name on one day may be one, accents, case and blanks aside", () => {
  const twins = { "R-00000001": ["R-00000002"], "R-00000002": ["R-00000001"] };
  assertEquals(found({ name: "ANA  perez", phone: "+529990000000" }), twins);
  assertEquals(found({ name: "Ana Pe\u0301rez", phone: null }), twins);
  assertEquals(found({ name: "Ana\u200b Pérez", phone: null }), twins);
});

Deno.test("another evening, another name and phone, or no phone on both, make no duplicate", () => {
  assertEquals(found({ serviceDay: "2026-08-02" }), {});
  assertEquals(found({ name: "Luis", phone: "+529990000000" }), {});
  assertEquals(found({ name: "Luis", phone: null }, { name: "Eva", phone: null }), {});
});

Deno.test("only those that stand count: a cancelled one and a no-show are no duplicates", () => {
  assertEquals(found({ status: "cancelled" }, { status: "no_show" }), {});
  assertEquals(found({ status: "arrived" }), {
    "R-00000001": ["R-00000002"],
    "R-00000002": ["R-00000001"],
  });
});

Deno.test("each is told of all the others once, by phone and by name", () => {
  assertEquals(found({ name: "Luis" }, { phone: null }), {
    "R-00000001": ["R-00000003", "R-00000002"],
    "R-00000002": ["R-00000001"],
    "R-00000003": ["R-00000001"],
  });
});
