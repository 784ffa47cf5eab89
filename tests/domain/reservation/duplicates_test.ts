import { assertEquals } from "@std/assert";
import { type Comparable, possibleDuplicates } from "../../../src/domain/reservation/duplicates.ts";
import { WALK_IN_NAME } from "../../../src/domain/reservation/reservation.ts";

const ANA: Comparable = {
  folio: "R-00000001",
  serviceDay: "2026-08-01",
  name: "Ana Pérez",
  phone: "+529991234567",
  status: "confirmed",
};

/** Which of `others`, counted from 1, may be the same as `reservation`. */
function found(others: readonly Partial<Comparable>[], reservation = ANA): readonly number[] {
  const all = others.map((other, index) => ({ ...ANA, folio: `R-0000001${index + 1}`, ...other }));
  return possibleDuplicates(reservation, [ANA, ...all])
    .map(({ folio }) => Number(folio.at(-1)));
}

Deno.test("two with one phone on one day may be one", () => {
  assertEquals(found([{ name: "Luis" }]), [1]);
});

Deno.test("two with one name on one day may be one, accents, case and blanks aside", () => {
  assertEquals(found([{ name: "ANA  perez", phone: "+529990000000" }]), [1]);
  assertEquals(found([{ name: "Ana Pe\u0301rez", phone: null }]), [1]);
  assertEquals(found([{ name: "Ana\u200b Pérez", phone: null }]), [1]);
});

Deno.test("another evening, another name and phone, or no phone on both, make no duplicate", () => {
  assertEquals(found([{ serviceDay: "2026-08-02" }]), []);
  assertEquals(found([{ name: "Luis", phone: "+529990000000" }]), []);
  const luis = { ...ANA, name: "Luis", phone: null };
  assertEquals(found([{ name: "Eva", phone: null }], luis), []);
});

Deno.test("a cancelled reservation and a no-show are duplicates of none and have none", () => {
  assertEquals(found([{ status: "cancelled" }, { status: "no_show" }, { status: "arrived" }]), [3]);
  assertEquals(found([{}], { ...ANA, status: "cancelled" }), []);
});

Deno.test("walk-ins without a name are no duplicates of each other", () => {
  const walkIn = { ...ANA, folio: "R-00000009", name: WALK_IN_NAME, phone: null };
  assertEquals(found([{ name: WALK_IN_NAME, phone: null }], walkIn), []);
});

Deno.test("all duplicates are found, by phone and by name", () => {
  assertEquals(found([{ name: "Luis" }, { phone: null }]), [1, 2]);
});
