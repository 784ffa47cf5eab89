/** GET /api/envio: fields, price and coverage. */
import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { type Api, assertOk } from "./api.ts";
import {
  BOOLEAN,
  CURRENCY,
  fieldRows,
  NULL,
  NUMBER,
  orNull,
  PRICE,
  TEXT,
  TRUE,
  WHOLE,
} from "./fields.ts";
import type { Info, Quote, Tariff } from "./shapes.ts";
import type { Suite } from "./suite.ts";
import type { Point } from "./target.ts";

const PATH = "/api/envio";
const GET = `GET ${PATH}`;

const ALWAYS = [
  ["ok", TRUE],
  ["cubierto", BOOLEAN],
  ["cotizado", BOOLEAN],
  ["moneda", CURRENCY],
  ["iva_incluido", TRUE],
] as const;
const COVERED = [
  ["km", NUMBER],
  ["costo", PRICE],
  ["entrega_min", WHOLE],
  ["entrega_max", WHOLE],
  ["calle", orNull(TEXT)],
  ["metros_a_calle", orNull(NUMBER)],
] as const;

/** In the sea, outside any delivery radius. */
const AT_SEA: Point = { lat: 0, lng: -150 };

export function quoteRows(suite: Suite): void {
  const { row, priced } = suite;
  fieldRows({ row: priced }, `${GET}, a point nearby`, [...ALWAYS, ...COVERED], nearby);
  const far = [...ALWAYS, ...COVERED.map(([field]) => [field, NULL] as const)];
  fieldRows(suite, `${GET}, a point far away`, far, (api) => quote(api, AT_SEA));
  row(`${GET}: a point far away is neither covered nor quoted`, async (api) => {
    const { cubierto, cotizado } = await quote(api, AT_SEA);
    assertEquals([cubierto, cotizado], [false, false]);
  });
  priced(
    `${GET}: a point nearby is covered and quoted by the tariff of GET /api/info`,
    async (api) => {
      const answer = await nearby(api);
      assertEquals([answer.cubierto, answer.cotizado], [true, true]);
      assertByTariff(answer, await tariffOf(api));
    },
  );
  row(`${GET}: the same point gets the same price`, async (api) => {
    assertEquals(await nearby(api), await nearby(api));
  });
  priced(
    `${GET}: with growing distance every quote follows the tariff up to the radius`,
    async (api) => {
      const tariff = await tariffOf(api);
      // Degrees: 24 steps along the diagonal lead to twice the radius.
      const stride = tariff.radio_maximo_km / 111 / 12 / Math.SQRT2;
      const kinds = new Set<string>();
      for (let step = 0; step <= 24; step++) {
        const { lat, lng } = api.point;
        const answer = await quote(api, { lat: lat + step * stride, lng: lng - step * stride });
        assertByTariff(answer, tariff);
        kinds.add(answer.cotizado ? "priced" : answer.km === null ? "far" : "beyond by route");
      }
      assert(kinds.has("priced") && kinds.has("far"), `only ${[...kinds]}`);
    },
  );
  row(`${GET}: lat and lng at the ends of their ranges are accepted`, async (api) => {
    for (const query of ["lat=90&lng=180", "lat=-90&lng=-180"]) {
      assertOk(await api.get(`${PATH}?${query}`));
    }
  });
}

/** Fails unless a quote follows from its kilometres by the tariff. */
function assertByTariff(quote: Quote, tariff: Tariff): void {
  const { km, costo, cubierto, cotizado, entrega_min, entrega_max } = quote;
  const about = JSON.stringify(quote);
  assertEquals(cotizado, costo !== null, about);
  assertEquals(cotizado, entrega_min !== null && entrega_max !== null, about);
  if (km !== null) assertEquals(cubierto, km <= tariff.radio_maximo_km, about);
  if (km === null || costo === null) return;
  const { base_km, base_costo, costo_km_extra } = tariff as Required<Tariff>;
  const extra = Math.max(0, km - base_km) * costo_km_extra;
  // Half a centavo, and a little for numbers without an exact binary form.
  assertAlmostEquals(costo, base_costo + extra, 0.005_001, about);
  assertAlmostEquals(km * 10, Math.round(km * 10), 1e-6, `${about}: not rounded to 0.1 km`);
  assert(entrega_min! <= entrega_max!, about);
  assertEquals([entrega_min! % 5, entrega_max! % 5], [0, 0], about);
}

/** A quote for the target's point. */
export function nearby(api: Api): Promise<Quote> {
  return quote(api, api.point);
}

async function quote(api: Api, { lat, lng }: Point): Promise<Quote> {
  const answer = await api.get<Quote>(`${PATH}?lat=${lat.toFixed(6)}&lng=${lng.toFixed(6)}`);
  assertOk(answer);
  return answer.body;
}

async function tariffOf(api: Api): Promise<Tariff> {
  return (await api.get<Info>("/api/info")).body.envio;
}
