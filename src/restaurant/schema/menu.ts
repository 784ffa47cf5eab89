/** The menu as the file gives it: prices in pesos, VAT included. */
import * as v from "valibot";
import { bilingual, fields, flag, id, line, list, price } from "./values.ts";

const presentation = fields("Una forma en que se vende el platillo.", {
  id: id(
    "Identificador que usan los pedidos; único en todo el archivo y, una vez publicado, fijo.",
  ),
  etiqueta: v.nullable(
    line('Lo que la distingue: "media orden", "jarra". null si es la única.', 60),
  ),
  precio: price("Precio en pesos, IVA incluido."),
});

const dish = fields("Un platillo.", {
  id: id("Identificador del platillo; único en todo el archivo y, una vez publicado, fijo."),
  nombre: line("Nombre del platillo. No se traduce.", 80),
  descripcion: bilingual("Qué es y qué lleva, en los dos idiomas.", 400),
  precio: v.optional(price("Precio en pesos, IVA incluido, si se vende de una sola forma.")),
  presentaciones: v.optional(
    list("Formas en que se vende, en lugar de precio.", presentation, 1, 12),
  ),
  favorito: v.optional(flag("Es de los favoritos de los clientes."), false),
  destacado: v.optional(flag("La casa lo destaca."), false),
  agotado: v.optional(flag("Hoy no hay: sale de la carta y no se puede pedir."), false),
}, { oneOf: [{ required: ["precio"] }, { required: ["presentaciones"] }] });

const section = fields("Una sección de la carta.", {
  nombre: line("Nombre de la sección. No se traduce.", 60),
  platillos: list("Platillos de la sección.", dish, 1, 100),
});

const addition = fields("Algo que se agrega a un pedido.", {
  id: id("Identificador de la adición; único en todo el archivo y, una vez publicado, fijo."),
  nombre: line("Nombre de la adición. No se traduce.", 80),
  precio: price("Precio en pesos, IVA incluido."),
});

export const sectionsSchema = list("La carta: siete secciones.", section, 7, 7);
export const additionsSchema = list("Adiciones que se pueden pedir.", addition, 0, 100);
