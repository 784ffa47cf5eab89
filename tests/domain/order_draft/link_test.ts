import { assertEquals, assertLess, assertMatch } from "@std/assert";
import fc from "fast-check";
import { linkCode } from "../../../src/domain/menu.ts";
import { openDraft, sealDraft, type SealedDraft } from "../../../src/domain/order_draft/link.ts";
import { sealsOf } from "../../../src/domain/seal.ts";

const SEALS = sealsOf(new Uint8Array(32));
const seal = (draft: SealedDraft) => sealDraft(draft, SEALS, new Uint8Array());

function homeDraft(codes: readonly number[], street: string, address: string): SealedDraft {
  return {
    lines: codes.map((code, index) => ({
      code,
      quantity: 30 - index,
      priceCents: 138_550 + index,
    })),
    delivery: {
      mode: "domicilio",
      address,
      references: null,
      destination: { lat: 20.967412, lng: -89.623456 },
      street,
      km: 2.4,
      costCents: 4_500,
      minutes: { min: 35, max: 50 },
    },
    comments: null,
    expiresAt: Date.UTC(2026, 7, 1, 20, 30, 15),
  };
}

const TYPICAL = homeDraft(
  ["cochinita-media", "salbutes-3-piezas", "agua-chaya-litro"].map(linkCode),
  "Calle 55",
  "Calle 55 #512-B x 64 y 66, Barrio de Santiago, 97000 Mérida.",
);

Deno.test("any draft comes out of its token as it went in", () => {
  const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 300 })
    .filter((text) => !text.includes("\0"));
  const optional = fc.option(text, { nil: null });
  const cents = fc.nat(100_000_000);
  const delivery = fc.oneof(
    fc.constant({ mode: "recoger" as const }),
    fc.record({
      mode: fc.constant("domicilio" as const),
      address: text,
      references: optional,
      destination: fc.record({
        lat: fc.integer({ min: -90e6, max: 90e6 }).map((micro) => micro / 1e6),
        lng: fc.integer({ min: -180e6, max: 180e6 }).map((micro) => micro / 1e6),
      }),
      street: optional,
      km: fc.nat(5_000).map((tenths) => tenths / 10),
      costCents: cents,
      minutes: fc.tuple(fc.nat(300), fc.nat(300))
        .map(([min, more]) => ({ min, max: min + more })),
    }),
  );
  const drafts = fc.record({
    lines: fc.array(
      fc.record({ code: fc.nat(0xffffffff), quantity: fc.nat(1_800), priceCents: cents }),
      {
        maxLength: 60,
      },
    ),
    delivery,
    comments: optional,
    expiresAt: fc.integer({ min: 0, max: 4e9 }).map((seconds) => seconds * 1000),
  });
  fc.assert(
    fc.property(drafts, (draft) => {
      assertEquals(openDraft(seal(draft), SEALS), draft);
    }),
    { numRuns: 60, seed: 7 },
  );
});

Deno.test("three lines of any ids and an address of 60 characters make a token of at most 240", () => {
  const long = homeDraft(
    [0xffffffff, 0xfffffffe, 0xfffffffd],
    "Prolongación Paseo de Montejo",
    "Calle 21 núm. 104 × 22 y 24, García Ginerés, 97070 Mérida, Y",
  );
  for (const draft of [TYPICAL, long]) {
    const { delivery } = draft;
    assertEquals(delivery.mode === "domicilio" && delivery.address.length, 60);
    const token = seal(draft);
    assertMatch(token, /^[A-Za-z0-9_-]+$/);
    assertLess(token.length, 241);
  }
});
