import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Restaurant } from "../../src/domain/restaurant.ts";
import { testRestaurant } from "../support/restaurant_fixture.ts";
import { checkedApp } from "./_checked_app.ts";
import { withPanuchos } from "./_drafts.ts";

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
