import type { Dish, Menu } from "../../src/domain/menu.ts";

const plain = {
  description: { es: "Como en casa.", en: "Home style." },
  favourite: false,
  featured: false,
  soldOut: false,
};

function dish(fields: Pick<Dish, "id" | "name" | "presentations"> & Partial<Dish>): Dish {
  return { ...plain, ...fields };
}

/** A small menu with every case: two presentations, a single one with and without a label, a sold-out dish, an addition. */
export const SMALL_MENU: Menu = {
  sections: [
    {
      name: "Fuertes",
      dishes: [
        dish({
          id: "cochinita-pibil",
          name: "Cochinita pibil",
          presentations: [
            { id: "cochinita-pibil-media", label: "media orden", priceCents: 14_500 },
            { id: "cochinita-pibil-orden", label: "orden", priceCents: 24_900 },
          ],
        }),
        dish({
          id: "sopa-de-lima",
          name: "Sopa de lima",
          presentations: [{ id: "sopa-de-lima-plato", label: null, priceCents: 9_550 }],
        }),
        dish({
          id: "pan-de-cazon",
          name: "Pan de cazón",
          presentations: [{ id: "pan-de-cazon-pieza", label: "pieza", priceCents: 18_000 }],
          soldOut: true,
        }),
      ],
    },
  ],
  additions: [{ id: "extra-habanero", name: "Habanero tatemado", priceCents: 1_250 }],
};
