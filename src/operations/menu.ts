import * as v from "valibot";
import type { Deps } from "../ports/guests.ts";
import { currentMenu, nowDependsOn, situationNow } from "../domain/schedule/situation.ts";
import type { Language } from "../domain/text.ts";
import type { Dish } from "../domain/menu.ts";
import { defineOperation } from "../http/operation.ts";
import { component, described, fields, flag, number, text } from "../http/wire.ts";
import { CURRENCY, LANGUAGE, VAT_INCLUDED, WRONG_LANGUAGE } from "./wire_values.ts";

const PRICE = number("Price in MXN, VAT included.", { exclusiveMinimum: 0 });
const NAME = text("Name, never translated.");
const ORDERED_BY = text("Id to order it by.");

const dish = component(
  "Dish",
  v.object({
    id: text("Dish id; order drafts take it only where the dish has a single presentation."),
    nombre: NAME,
    descripcion: text("What the dish is, in the requested language."),
    presentaciones: v.array(component(
      "Presentation",
      v.object({
        id: ORDERED_BY,
        etiqueta: v.nullable(text("How it is served; null where there is one way.")),
        precio: PRICE,
      }),
    )),
    favorito: flag("A favourite of the guests."),
    destacado: flag("Recommended by the house."),
  }),
);

const response = v.object({
  restaurante: text("Name of the restaurant."),
  moneda: CURRENCY,
  iva_incluido: VAT_INCLUDED,
  total_platillos: number("How many are listed, none sold out.", { type: "integer" }),
  secciones: v.array(
    component("MenuSection", v.object({ nombre: NAME, platillos: v.array(dish) })),
  ),
  adiciones: described(
    v.array(component("Addition", v.object({ id: ORDERED_BY, nombre: NAME, precio: PRICE }))),
    "What can be added to an order, as lines of their own.",
  ),
});

export const menu = defineOperation<Deps>()({
  operationId: "menu",
  method: "GET",
  path: "/api/menu",
  summary: "The whole menu, with prices and ids",
  description:
    "What can be ordered now, with prices in MXN (VAT included) and the ids that an order draft takes; ids dia-… are today's alone.",
  query: fields({ lang: LANGUAGE }),
  response,
  failures: { lang: WRONG_LANGUAGE },
  caching: "etag",
  dependsOn: nowDependsOn,
  handle({ query: { lang } }, deps) {
    const situation = situationNow(deps);
    const { sections, additions } = currentMenu(situation);
    const secciones = sections.map(({ name, dishes }) => ({
      nombre: name,
      platillos: dishes.filter(({ soldOut }) => !soldOut).map((dish) => dishOf(dish, lang)),
    }));
    return {
      restaurante: situation.restaurant.name,
      moneda: "MXN" as const,
      iva_incluido: true as const,
      total_platillos: secciones.reduce((total, { platillos }) => total + platillos.length, 0),
      secciones,
      adiciones: additions.map(({ id, name, priceCents }) => ({
        id,
        nombre: name,
        precio: priceCents / 100,
      })),
    };
  },
});

function dishOf(dish: Dish, lang: Language) {
  return {
    id: dish.id,
    nombre: dish.name,
    descripcion: dish.description[lang],
    presentaciones: dish.presentations.map(({ id, label, priceCents }) => ({
      id,
      etiqueta: label,
      precio: priceCents / 100,
    })),
    favorito: dish.favourite,
    destacado: dish.featured,
  };
}
