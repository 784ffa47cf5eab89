/** Links that version 0.6 sealed, with a key of 32 zeros. */
import { assertEquals } from "@std/assert";
import { linkCode } from "../../../src/domain/menu.ts";
import { openDraft, type SealedDraft } from "../../../src/domain/order_draft/link.ts";

const KEY = await crypto.subtle.importKey("raw", new Uint8Array(32), "AES-GCM", false, ["decrypt"]);

const HOME: SealedDraft = {
  lines: [
    { code: linkCode("panuchos-3"), quantity: 2, priceCents: 9_500 },
    { code: linkCode("sopa-grande"), quantity: 1, priceCents: 9_900 },
    { code: linkCode("tortillas"), quantity: 3, priceCents: 1_500 },
  ],
  delivery: {
    mode: "domicilio",
    address: "Calle 55 #512-B x 64 y 66, Barrio de Santiago, 97000 Mérida",
    references: "Portón negro, tocar dos veces",
    destination: { lat: 20.9712, lng: -89.6291 },
    street: "Calle 55",
    km: 2.4,
    costCents: 4_500,
    minutes: { min: 35, max: 50 },
  },
  comments: "Sin cebolla en la sopa, por favor.",
  expiresAt: Date.parse("2026-08-01T20:28:00-06:00"),
};

const SEALED: readonly (readonly [SealedDraft, string])[] = [
  [
    HOME,
    "AQEBAQEBAQEBAQEBeqALrWuKemEot0jLuPN36Uea_4yJW2Aum5Yyrr8Yjv-I4qSSiKp0QsESyUT6zFZZW4Cvb_0DnvNZc49JjWPGMKj6R-L70jUWQuea_gkcTPlN4FFZpXP3mp9EEK6pBihP6oyBdqOy-wBCeyKgRbmE7HLeAiLAGRepZto",
  ],
  [
    { ...HOME, delivery: { mode: "recoger" }, comments: null },
    "AgICAgICAgICAgICRBjEKilwwLnO_XYyqSTfmh1RBgNCKuK8kJkecM3f5MnXwPAl6kyWEmVt_UmpW8YD",
  ],
  [
    {
      ...HOME,
      lines: [
        ...HOME.lines,
        { code: linkCode("platillo-retirado"), quantity: 60, priceCents: 123_456 },
      ],
      comments: `${"🌶 ¡Muy picante! ".repeat(8)}ñandú\n\tمرحبا`,
    },
    "AwMDAwMDAwMDAwMDl9P849sCPgxtNrlbrvvNJX9umY7F-sKoKx_p50vX_RwVLri3FC1QIYB7grFkG7bxem8xphJznEe5xJWGJQXmvF95nqn-2sXAaEIGzCBTnSswGlprHitthxdafc4WonYLd7paWdnlgf30VJKS4rd4wHOTBNFRz0GZOqTT3f8LR9vUJrXpWJkDaSCOTijn4BwH_u439CsRKiPHwDglBe4Q8923a7UoOnd5GO39BDdbS9vWeHHBU_VMRX8G",
  ],
];

Deno.test("links that version 0.6 sealed open, deliveries and pickups, whatever their texts", async () => {
  for (const [draft, token] of SEALED) assertEquals(await openDraft(token, KEY), draft);
});
