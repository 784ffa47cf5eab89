/** POST /api/pedido/borrador: answer, price and accepted lines. */
import { assertAlmostEquals, assertEquals } from "@std/assert";
import { assertOk } from "./api.ts";
import {
  acceptedDraft,
  deliveredDraft,
  DRAFT_PATH,
  menuOf,
  PICKUP,
  pickupDraft,
  presentations,
  someLine,
} from "./drafts.ts";
import { CURRENCY, fieldRows, kind, NULL, orNull, PRICE, TEXT, TRUE, WHOLE } from "./fields.ts";
import { dishes } from "./menu_rows.ts";
import { nearby } from "./quote_rows.ts";
import type { Suite } from "./suite.ts";

const POST = `POST ${DRAFT_PATH}`;

const LINK = kind(
  "the address of a page /pedido/{token}",
  (v) => /^https?:\/\/.+\/pedido\/[\w-]+$/.test(v),
);
const FIELDS = [
  ["ok", TRUE],
  ["confirmar_en", LINK],
  ["expira_en_minutos", WHOLE],
  ["total", PRICE],
  ["moneda", CURRENCY],
  ["ignorados", kind("an empty array", (v) => Array.isArray(v) && v.length === 0)],
] as const;

export function draftRows(suite: Suite): void {
  const { row, priced } = suite;
  const delivered = [...FIELDS, ["costo_envio", PRICE], ["calle", orNull(TEXT)]] as const;
  fieldRows({ row: priced }, `${POST}, domicilio`, delivered, deliveredDraft);
  const fetched = [...FIELDS, ["costo_envio", NULL], ["calle", NULL]] as const;
  fieldRows(suite, `${POST}, recoger`, fetched, pickupDraft);

  priced(
    `${POST}: total is the lines at the menu's prices and the delivery as quoted`,
    async (api) => {
      const [first] = await presentations(api);
      const { costo } = await nearby(api);
      const [home, pickup] = [await deliveredDraft(api), await pickupDraft(api)];
      assertEquals(home.costo_envio, costo);
      assertAlmostEquals(home.total, 2 * first!.precio + costo!, 1e-6);
      assertAlmostEquals(pickup.total, first!.precio, 1e-6);
    },
  );

  row(`${POST}: unknown fields are named in ignorados`, async (api) => {
    const { ignorados } = await acceptedDraft(api, {
      lineas: [{ ...await someLine(api), sin: "nuez" }],
      entrega: { ...PICKUP, piso: 2 },
      nota: "sin nuez",
    });
    assertEquals([...ignorados].sort(), ["entrega.piso", "lineas[0].sin", "nota"]);
  });

  lineRows(suite);
}

function lineRows({ row }: Suite): void {
  row(`lineas[].id: the id of a dish with a single presentation is accepted`, async (api) => {
    const dish = dishes(await menuOf(api)).find(({ presentaciones }) =>
      presentaciones.length === 1
    );
    if (!dish) return;
    const { total } = await acceptedDraft(api, { lineas: [{ id: dish.id, cantidad: 1 }] });
    assertAlmostEquals(total, dish.presentaciones[0]!.precio, 1e-6);
  });

  row(`lineas[].id: every id on the menu can be ordered`, async (api) => {
    const orderables = [...await presentations(api), ...(await menuOf(api)).adiciones];
    for (let at = 0; at < orderables.length; at += 60) {
      const part = orderables.slice(at, at + 60);
      const lineas = part.map(({ id }) => ({ id, cantidad: 1 }));
      const { total } = await acceptedDraft(api, { lineas });
      assertAlmostEquals(total, part.reduce((sum, { precio }) => sum + precio, 0), 1e-6);
    }
  });

  row(`${POST}: Content-Type need not be JSON`, async (api) => {
    const body = JSON.stringify({ lineas: [await someLine(api)], entrega: PICKUP });
    assertOk(await api.post(DRAFT_PATH, body, { "content-type": "text/plain" }));
  });
}
