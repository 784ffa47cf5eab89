import { assertEquals, assertLess, assertMatch } from "@std/assert";
import { linkCode } from "../../src/domain/menu.ts";
import type { SealedDraft } from "../../src/domain/order_draft/link.ts";
import { EN } from "../../src/pages/texts/en.ts";
import { ES } from "../../src/pages/texts/es.ts";
import { orderMessages } from "../../src/pages/draft_page.ts";
import { testRestaurant } from "../support/restaurant_fixture.ts";
import { HOME_DRAFT } from "./_draft_samples.ts";

const RESTAURANT = testRestaurant();
const LINK = "https://mesa.example/pedido/TOKEN";

function messages(draft: SealedDraft, texts = ES, link = LINK): readonly string[] {
  return orderMessages(draft, RESTAURANT, texts, link);
}

function longOrder(comments: string): SealedDraft {
  const lines = Array.from({ length: 60 }, (_, index) => ({
    code: linkCode(`platillo-ya-retirado-${index}`),
    quantity: 2,
    priceCents: 10_000,
  }));
  return { ...HOME_DRAFT, lines, comments };
}

Deno.test("a delivery is written out for the restaurant to cook and carry", () => {
  assertEquals(messages(HOME_DRAFT), [
    `Hola, La Prueba. Quiero hacer este pedido:

2 × Panuchos: $190
1 × Sopa de lima (grande): $99
3 × Tortillas: $45

Dirección: Calle 55 #512-B x 64 y 66, Barrio de Santiago, 97000 Mérida
Referencias: Portón negro, tocar dos veces
Ubicación (Calle 55, Mérida): https://www.google.com/maps/search/?api=1&query=20.9712,-89.6291
Comentarios: Sin cebolla en la sopa, por favor.
Entrega a domicilio (2.4 km): $45
Total: $379 MXN, IVA incluido

https://mesa.example/pedido/TOKEN`,
  ]);
});

Deno.test("a long order is its totals and its link; with too long a link the order is written out, in several messages if it must", () => {
  const [short] = messages(longOrder("Sin picante"));
  assertMatch(short!, /60 renglones, 120 piezas: \$12,000\n[^]*Total: \$12,045 MXN[^]*TOKEN$/);
  const longLink = `${LINK}${"x".repeat(1_800)}`;
  assertMatch(messages(HOME_DRAFT, ES, longLink).join(), /2 × Panuchos: \$190[^]*Total: \$379 MXN/);
  const parts = messages(longOrder("Sin picante"), EN, longLink);
  assertMatch(parts[0]!, /^\(1 of 2\)\nHello, La Prueba/);
  assertMatch(parts[1]!, /^\(2 of 2\)\n[^]*Comments: Sin picante\n[^]*Total: \$12,045 MXN/);
  assertEquals(parts.join().match(/^2 × /gm)!.length, 60);
});

Deno.test("no message reaches the limit or holds half an emoji, however long its texts", () => {
  for (let length = 0; length <= 300; length += 20) {
    const comments = "🌶".repeat(length);
    const draft = { ...HOME_DRAFT, comments };
    for (const link of [LINK, `${LINK}${"x".repeat(length * 6)}`]) {
      const written = [draft, longOrder(comments)].flatMap((each) => messages(each, EN, link));
      for (const text of written) {
        assertLess(text.length, 1_800);
        assertEquals(text.isWellFormed(), true);
      }
    }
  }
});
