import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Restaurant } from "../../src/domain/restaurant.ts";
import { instantOf, restaurantWithToday, testRestaurant } from "../support/restaurant_fixture.ts";
import { checkedApp, type TestAnswer } from "./_checked_app.ts";
import { PICKUP, postDraft, withPanuchos } from "./_drafts.ts";

Deno.test("menu holds every dish and addition with its ids and prices", async () => {
  await using app = await checkedApp();
  const { status, body } = await app.get("/api/menu");
  assertEquals(status, 200);
  assertEquals(body, {
    restaurante: "La Prueba",
    moneda: "MXN",
    iva_incluido: true,
    total_platillos: 2,
    secciones: [{
      nombre: "Antojitos",
      platillos: [
        {
          id: "panuchos",
          nombre: "Panuchos",
          descripcion: "Con frijol y pavo.",
          presentaciones: [{ id: "panuchos-3", etiqueta: null, precio: 95 }],
          favorito: true,
          destacado: false,
        },
        {
          id: "sopa-de-lima",
          nombre: "Sopa de lima",
          descripcion: "Caldo de pavo con lima.",
          presentaciones: [
            { id: "sopa-chica", etiqueta: "chica", precio: 70 },
            { id: "sopa-grande", etiqueta: "grande", precio: 99 },
          ],
          favorito: false,
          destacado: true,
        },
      ],
    }],
    adiciones: [{ id: "tortillas", nombre: "Tortillas", precio: 15 }],
  });
  const english = (await app.get("/api/menu?lang=en")).body;
  assertEquals(english.secciones[0].platillos[0].descripcion, "With beans and turkey.");
});

Deno.test("prices are exact to the centavo", async () => {
  const presentations = [{ id: "panuchos-3", label: null, priceCents: 1999 }];
  await using app = await checkedApp({ restaurant: withPanuchos({ presentations }) });
  const { text } = await app.get("/api/menu");
  assertStringIncludes(text, '"precio":19.99}');
});

Deno.test("menu keeps its entity tag through the day, until the restaurant is loaded again", async () => {
  let restaurant: Restaurant = testRestaurant();
  await using app = await checkedApp({ deps: () => ({ restaurant: () => restaurant }) });
  const { headers } = await app.get("/api/menu");
  assertEquals(headers.get("cache-control"), "no-cache");
  const known = { headers: { "if-none-match": headers.get("etag") ?? "" } };
  app.clock.advance(6 * 60 * 60_000);
  const same = await app.get("/api/menu", known);
  assertEquals([same.status, same.text], [304, ""]);
  assertEquals((await app.get("/api/menu?lang=en", known)).status, 200);
  restaurant = withPanuchos({ soldOut: true });
  const changed = await app.get("/api/menu", known);
  assertEquals([changed.status, changed.body.total_platillos], [200, 1]);
});

Deno.test("today's section comes first until its night ends, a hidden one never; neither is ordered when it is not served", async () => {
  const restaurant = restaurantWithToday("2026-03-13");
  const now = instantOf("2026-03-14T01:59");
  await using app = await checkedApp({ restaurant, now });
  const order = async (id: string) => {
    const lineas = [{ id, cantidad: 1 }];
    const { status, body } = await postDraft(app, { lineas, entrega: PICKUP });
    return body.error ?? status;
  };
  const names = ({ body }: TestAnswer) => body.secciones.map(({ nombre }: Named) => nombre);
  const shown = await app.get("/api/menu");
  assertEquals(names(shown), ["Menú del día", "Antojitos"]);
  assertEquals([shown.body.total_platillos, await order("dia-20260313-1")], [3, 200]);
  app.clock.advance(60_000);
  const known = { headers: { "if-none-match": shown.headers.get("etag")! } };
  const over = await app.get("/api/menu", known);
  assertEquals([over.status, names(over), over.body.total_platillos], [200, ["Antojitos"], 2]);
  assertEquals(await order("dia-20260313-1-1"), "linea_desconocida");
  assertEquals(await order("pozole"), "linea_desconocida");
});

interface Named {
  readonly nombre: string;
}

Deno.test("a section whose dishes are all sold out is listed, and without any section there are no extras", async () => {
  const { menu } = testRestaurant();
  const gone = menu.sections[0]!.dishes.map((dish) => ({ ...dish, soldOut: true }));
  const served = async (section: object) => {
    const sections = [{ ...menu.sections[0]!, ...section }];
    await using app = await checkedApp({
      restaurant: testRestaurant({ menu: { ...menu, sections } }),
    });
    const { body: { secciones, adiciones } } = await app.get("/api/menu");
    return [secciones, adiciones.length];
  };
  assertEquals(await served({ dishes: gone }), [[{ nombre: "Antojitos", platillos: [] }], 1]);
  assertEquals(await served({ visible: "hidden" }), [[], 0]);
});
