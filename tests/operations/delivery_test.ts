import { assertEquals, assertStringIncludes } from "@std/assert";
import type { PlannedRoute, RoutePlanner } from "../../src/ports/streets.ts";
import type { LatLng } from "../../src/domain/location.ts";
import { noMapPlanner } from "../../src/service/streets.ts";
import { instantOf, testRestaurant } from "../support/restaurant_fixture.ts";
import { checkedApp, type TestApp } from "./_checked_app.ts";
import { delivered, postDraft } from "./_drafts.ts";

/** On Calle 58, well within the sample map; the restaurant stands at 20.967, -89.6237 and delivers 8 km far. */
const NEAR = { lat: 20.9745, lng: -89.6212 };
/** 5.6 km north of the restaurant, where the sample map has no street. */
const OFF_THE_MAP = { lat: 21.0173, lng: -89.6237 };
/** 55 km away. */
const FAR = { lat: 21.4673, lng: -89.6237 };

const WITHOUT_PRICE = {
  cotizado: false,
  km: null,
  costo: null,
  entrega_min: null,
  entrega_max: null,
  calle: null,
  metros_a_calle: null,
};

Deno.test("envio quotes a firm price by real streets, with the street that it found", async () => {
  await using app = await checkedApp();
  const { status, headers, body } = await quote(app, NEAR);
  assertEquals([status, headers.get("cache-control")], [200, "no-store"]);
  assertEquals(body, {
    ok: true,
    cubierto: true,
    cotizado: true,
    km: 1.8,
    costo: 40,
    moneda: "MXN",
    iva_incluido: true,
    entrega_min: 30,
    entrega_max: 45,
    calle: "Calle 58",
    metros_a_calle: 21,
    ciudad: "Mérida",
    cocina_abierta: false,
    cocina_abre: "2026-03-10T13:00",
  });
});

Deno.test("while the kitchen is closed a quote and a draft say so and when it opens, also where the answer was kept", async () => {
  await using app = await checkedApp({ now: instantOf("2026-03-12T12:00") });
  const fields = async () => {
    const { body: draft } = await postDraft(app, {});
    const { body } = await quote(app, NEAR);
    assertEquals(
      [draft.cocina_abierta, draft.cocina_abre],
      [body.cocina_abierta, body.cocina_abre],
    );
    return [body.costo, body.cocina_abierta, body.cocina_abre];
  };
  assertEquals(await fields(), [40, false, "2026-03-12T13:00"]);
  app.clock.advance(60 * 60_000);
  assertEquals(await fields(), [40, undefined, undefined]);
});

Deno.test("a quote without a price carries the link to the restaurant, one with a price does not", async () => {
  await using app = await checkedApp();
  for (const point of [FAR, OFF_THE_MAP]) {
    assertStringIncludes((await quote(app, point)).body.whatsapp, "https://wa.me/529");
  }
  assertEquals((await quote(app, NEAR)).body.whatsapp, undefined);
});

Deno.test("a pin that lies within the radius once it is corrected is refused with the correction, in a draft too", async () => {
  await using app = await checkedApp();
  const { lat, lng } = NEAR;
  const far = "Ese punto queda fuera de la zona de entrega: ofrece recoger en el restaurante.";
  const mistakes: readonly [LatLng, string | undefined][] = [
    [{ lat: lng, lng: lat }, "¿lat y lng al revés?"],
    [{ lat, lng: -lng }, "¿lng con el signo contrario?"],
    [{ lat: -lat, lng }, "¿lat con el signo contrario?"],
    [{ lat: -lat, lng: -lng }, "¿lat y lng con el signo contrario?"],
    [{ lat: -lng, lng: lat }, "¿lat y lng al revés, y un signo de menos?"],
    [FAR, far],
    [{ lat: FAR.lng, lng: FAR.lat }, far],
    [NEAR, undefined],
  ];
  for (const [pin, hint] of mistakes) {
    assertEquals((await quote(app, pin)).body.sugerencia, hint);
    const { detalle = "" } = (await postDraft(app, delivered({ ...pin }))).body;
    assertEquals(detalle.includes("¿"), hint?.includes("¿") ?? false);
    if (hint) assertStringIncludes(detalle, hint);
  }
});

/** Metres and seconds of a route, kilometres, price and minutes of its quote. 3 km for $40, $10 each further one. */
const ROUTES: readonly (readonly [number, number, number, number, number, number])[] = [
  [0, 0, 0, 40, 25, 40],
  [3_000, 300, 3, 40, 30, 45],
  [3_049, 300, 3, 40, 30, 45],
  [3_050, 301, 3.1, 41, 35, 50],
  [3_250, 601, 3.3, 43, 40, 55],
  [7_777, 1_200, 7.8, 88, 45, 60],
  [8_049, 1_200, 8, 90, 45, 60],
];

Deno.test("the price follows from kilometres rounded to 0.1, minutes are rounded up to fives", async () => {
  for (const [meters, seconds, km, costo, min, max] of ROUTES) {
    await using app = await appWith({ plan: () => Promise.resolve(route(meters, seconds)) });
    const { body } = await quote(app, NEAR);
    assertEquals(
      [body.km, body.costo, body.entrega_min, body.entrega_max],
      [km, costo, min, max],
      `${meters} m`,
    );
    assertEquals([body.cubierto, body.cotizado], [true, true]);
  }
});

/** Base kilometres, centavos of each further one, metres of the route, and the price: half a centavo goes up. */
const FRACTIONS: readonly (readonly [number, number, number, number])[] = [
  [1.1, 777, 3_400, 57.87],
  [2.25, 850, 2_300, 40.43],
  [2.3, 850, 2_400, 40.85],
];

Deno.test("a price has no fraction of a centavo, whatever the tariff's kilometres", async () => {
  for (const [baseKm, extraKmCents, meters, costo] of FRACTIONS) {
    const tariff = { baseKm, baseCents: 4_000, extraKmCents, maxRadiusKm: 8 };
    const planner = { plan: () => Promise.resolve(route(meters, 0)) };
    await using app = await checkedApp({
      restaurant: testRestaurant({ tariff }),
      deps: () => ({ planner }),
    });
    const { text, body } = await quote(app, NEAR);
    assertEquals(body.costo, costo, text);
  }
});

Deno.test("a street without a name is null, and metres are whole", async () => {
  const plan = () =>
    Promise.resolve({ ...route(1_000, 60), street: null, metersToStreet: 12.6 } as PlannedRoute);
  await using app = await appWith({ plan });
  const { body } = await quote(app, NEAR);
  assertEquals([body.calle, body.metros_a_calle, body.cotizado], [null, 13, true]);
});

Deno.test("beyond the radius in a straight line no route is asked for", async () => {
  let asked = 0;
  const plan = () => {
    asked++;
    return Promise.resolve(route(1_000, 60));
  };
  await using app = await appWith({ plan });
  for (const point of [FAR, { lat: 20.967, lng: -89.7010 }, { lat: -90, lng: 180 }]) {
    const { status, body } = await quote(app, point);
    assertEquals(status, 200);
    assertEquals(body, { ...body, ...WITHOUT_PRICE, cubierto: false });
  }
  assertEquals(asked, 0);
  await quote(app, NEAR);
  assertEquals(asked, 1);
});

/** Plans of the way to a point, and what is known of it without a price. */
const UNPRICED: Readonly<Record<string, readonly [RoutePlanner, Record<string, unknown>]>> = {
  "beyond the radius by route": [
    { plan: () => Promise.resolve(route(8_050, 600)) },
    { cubierto: false, km: 8.1, calle: "Calle 1", metros_a_calle: 4 },
  ],
  "that no car reaches": [
    { plan: () => Promise.resolve({ kind: "no_route", street: "Calle 9", metersToStreet: 3.2 }) },
    { cubierto: true, calle: "Calle 9", metros_a_calle: 3 },
  ],
  "far from any street": [
    { plan: () => Promise.resolve({ kind: "no_route", street: null, metersToStreet: null }) },
    { cubierto: true },
  ],
  "of a restaurant without a map": [noMapPlanner, { cubierto: true }],
};

for (const [what, [planner, known]] of Object.entries(UNPRICED)) {
  Deno.test(`a point ${what} has no price, never an invented one, and all that is known`, async () => {
    await using app = await appWith(planner);
    const { status, body } = await quote(app, NEAR);
    assertEquals([status, body], [200, { ...body, ...WITHOUT_PRICE, ...known }]);
    assertEquals(app.errors, []);
  });
}

Deno.test("a planner that fails costs the price, not the answer, and its error goes to the log", async () => {
  const broken = new Error("engine down");
  const planners: RoutePlanner[] = [
    { plan: () => Promise.reject(broken) },
    {
      plan: () => {
        throw broken;
      },
    },
  ];
  for (const planner of planners) {
    await using app = await appWith(planner);
    const { status, text, body } = await quote(app, NEAR);
    assertEquals([status, text.includes("engine")], [200, false]);
    assertEquals(body, { ...body, ...WITHOUT_PRICE, cubierto: true });
    assertEquals(app.errors, [{ error: broken, where: "planner" }]);
  }
});

function appWith(planner: RoutePlanner): Promise<TestApp> {
  return checkedApp({ deps: () => ({ planner }) });
}

function quote(app: TestApp, { lat, lng }: LatLng): ReturnType<TestApp["get"]> {
  return app.get(`/api/envio?lat=${lat}&lng=${lng}`);
}

function route(meters: number, seconds: number): PlannedRoute {
  return { kind: "route", meters, seconds, street: "Calle 1", metersToStreet: 4 };
}
