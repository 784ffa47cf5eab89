/** The form of a dish, with which staff change it, add it or take it off the menu: GET and POST /platillo. */
import { DISH_LIMITS, type Section } from "../../domain/menu.ts";
import { normaliseText } from "../../domain/text.ts";
import { hiddenFields, inputField } from "../../html/form.ts";
import { attributes, type Html, html } from "../../html/html.ts";
import { seeOther } from "../../http/answer.ts";
import type { DishEdit } from "../../ports/restaurant.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import type { StaffPage } from "../layout.ts";
import type { Shown, StaffAct } from "../route.ts";
import { BASE, GONE, problemList, propose, SAVED } from "./versions.ts";

/** The dish that the query names, as served; without one, an empty form for a new dish. */
export function dishPage(deps: StaffDeps, query: URLSearchParams): Shown {
  const { version, restaurant } = deps.restaurantBook.served();
  const { sections } = restaurant.menu;
  const id = query.get("id");
  const section = sections.findIndex(({ dishes }) => dishes.some((dish) => dish.id === id));
  const dishes = sections[section]?.dishes ?? [];
  const at = dishes.findIndex((dish) => dish.id === id);
  const dish = dishes[at];
  if (id !== null && dish === undefined) return GONE;
  const sold = dish?.presentations ?? [];
  return formPage(deps, {
    version: String(version),
    id,
    name: dish?.name ?? "",
    ...dish?.description ?? { es: "", en: "" },
    lines: [...sold, NEW_LINE, NEW_LINE].map(({ id, label, priceCents }, n) => ({
      id,
      label: label ?? "",
      price: priceCents === null ? "" : (priceCents / 100).toFixed(2).replace(".00", ""),
      order: String(n + 1),
    })),
    place: `${section} ${dishes[at - 1]?.id ?? ""}`,
    isRemoved: false,
  });
}

/** Shows what the typed dish changes, then saves it; if it cannot be saved, the form as typed. */
export async function changeDish(deps: StaffDeps, act: StaffAct): Promise<Shown> {
  const typed = typedForm(act.form);
  const hasPrice = typed.lines.some(({ price }) => price !== "");
  if (!hasPrice && !typed.isRemoved) return formPage(deps, typed, ["Pon al menos un precio."]);
  if (wasAdded(deps, typed)) return seeOther(SAVED);
  return await propose(deps, act, {
    make: () => deps.restaurantBook.edited(editOf(typed)),
    refuse: (problems) => formPage(deps, typed, problems.map(({ text }) => text)),
  });
}

/** Whether the form of a new dish was saved since it was shown: sent twice, it adds one. */
function wasAdded({ restaurantBook }: StaffDeps, { id, version, name, es }: DishForm): boolean {
  const { version: current, restaurant } = restaurantBook.served();
  return id === null && version !== String(current) &&
    restaurant.menu.sections.flatMap(({ dishes }) => dishes)
      .some((dish) => dish.name === name && dish.description.es === es);
}

/** The form of a dish, as typed. */
interface DishForm {
  /** The version that it is based on. */
  readonly version: string;
  /** Null for a new dish. */
  readonly id: string | null;
  readonly name: string;
  readonly es: string;
  readonly en: string;
  readonly lines: readonly PresentationLine[];
  /** A value of {@linkcode placesIn}. */
  readonly place: string;
  readonly isRemoved: boolean;
}

interface PresentationLine {
  readonly id: string;
  readonly label: string;
  readonly price: string;
  readonly order: string;
}

const NEW_LINE = { id: "", label: null, priceCents: null };

function formPage(
  deps: StaffDeps,
  { version, id, name, es, en, lines, place }: DishForm,
  problems: readonly string[] = [],
): StaffPage {
  const { restaurant } = deps.restaurantBook.served();
  const field = (name: string, label: string, value: string, attributes: Html, rows?: number) =>
    inputField({ name, label, value, attributes, rows });
  const places = restaurant.menu.sections.map((each, n) => placesIn(each, n, id, place));
  const content = html`
    ${problems.length > 0 && problemList(problems)}
    <form class="card narrow" method="post" action="/platillo">
      ${hiddenFields({ [BASE]: version, id: id ?? [] })}
      ${field("nombre", "Nombre", name, html`required maxlength="${DISH_LIMITS.name}"`)}
      ${field("es", "Descripción", es, html`required maxlength="${DISH_LIMITS.description}"`, 3)}
      ${field(
        "en",
        "Descripción en inglés (opcional)",
        en,
        html`maxlength="${DISH_LIMITS.description}" lang="en"`,
        3,
      )}
      <h2>Presentaciones y precios</h2>
      <p><small>Si hay una sola, deja vacío «Cómo se vende». Para quitar una, borra su precio. El número les da el orden.</small></p>
      ${lines.map(presentationLine)}
      <div class="field">
        <label for="lugar">Lugar en la carta</label>
        <select id="lugar" name="lugar">${places}</select>
      </div>
      <p class="buttons">
        <button class="main" name="accion" value="revisar">Ver qué cambia</button>
        ${id !== null &&
          html`<button class="bad" name="quitar" value="si" formnovalidate>Quitar de la carta</button>`}
        <a class="button quiet" href="/platillos">Carta y precios</a>
      </p>
    </form>
  `;
  const title = id === null ? "Platillo nuevo" : "Cambiar un platillo";
  const status = problems.length > 0 ? 422 : 200;
  return { status, title, section: "casa", content };
}

function presentationLine({ id, label, price, order }: PresentationLine, index: number): Html {
  const nth = index + 1;
  const field = (name: string, label: string, value: string, attributes: Html) =>
    inputField({ id: `${name}-${nth}`, name, label, value, attributes });
  return html`
    <div class="fields" role="group" aria-label="Presentación ${nth}">
      ${hiddenFields({ p: id })}
      ${field("etiqueta", "Cómo se vende", label, html`maxlength="${DISH_LIMITS.label}"`)}
      ${field("precio", "Precio en pesos", price, html`inputmode="decimal"`)}
      ${field("orden", "Orden", order, html`type="number" min="1" max="99"`)}
    </div>
  `;
}

/** The places of a section as options. A value is the number of the section, and the id of the dish before. */
function placesIn({ name, dishes }: Section, n: number, id: string | null, chosen: string): Html {
  const places: (readonly [value: string, label: string])[] = [
    [`${n} `, `${name}: al principio`],
    ...dishes.filter((dish) => dish.id !== id)
      .map((dish) => [`${n} ${dish.id}`, `${name}: después de ${dish.name}`] as const),
  ];
  return html`${
    places.map(([value, label]) =>
      html`<option value="${value}" ${attributes({ selected: value === chosen })}>${label}</option>`
    )
  }`;
}

function typedForm(form: URLSearchParams): DishForm {
  const text = (name: string, n = 0) => normaliseText(form.getAll(name)[n] ?? "");
  return {
    version: text(BASE),
    id: form.get("id"),
    name: text("nombre"),
    es: text("es"),
    en: text("en") || text("es"),
    lines: form.getAll("precio").map((price, n) => ({
      id: text("p", n),
      label: text("etiqueta", n),
      price: price.trim(),
      order: text("orden", n),
    })),
    place: form.get("lugar") ?? "",
    isRemoved: form.has("quitar"),
  };
}

function editOf({ id, name, es, en, lines, place, isRemoved }: DishForm): DishEdit {
  const [section, after = ""] = place.split(" ");
  const sold = lines.map((line, n) => ({ ...line, order: Number(line.order) || n + 1 }))
    .filter(({ price }) => price !== "")
    .sort((a, b) => a.order - b.order);
  return {
    id,
    section: Number(section),
    after: after || null,
    dish: isRemoved ? null : {
      nombre: name,
      descripcion: { es, en },
      presentaciones: sold.map(({ id, label, price }) => ({
        id: id || null,
        etiqueta: label || null,
        precio: price,
      })),
    },
  };
}
