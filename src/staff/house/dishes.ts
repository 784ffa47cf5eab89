/** Dishes that are sold out, and all others by section, to be marked so. */
import { currentServiceDay, soldOutNow } from "../../domain/schedule/situation.ts";
import { type Dish, dishWithId, type Menu, type Section } from "../../domain/menu.ts";
import type { SoldOutDish } from "../../domain/schedule/switches.ts";
import { foldText } from "../../domain/text.ts";
import { type Html, html } from "../../pages/html.ts";
import {
  type HousePart,
  lastTurn,
  type Obstacle,
  type Order,
  type PartContext,
  stateWords,
  switchButton,
} from "./switches.ts";

export const dishes: HousePart = {
  id: "platillos",
  title: "Platillos agotados",
  switchName: null,
  acts: {
    agotado_hoy: {
      done: (dish) => `Listo: ${dish} salió de la carta por hoy.`,
      run: (order) => soldOut(order, currentServiceDay(order.situation)),
    },
    agotado_hasta: {
      done: (dish) => `Listo: ${dish} salió de la carta hasta nuevo aviso.`,
      run: (order) => soldOut(order, null),
    },
    ya_hay: { done: (dish) => `Listo: ${dish} volvió a la carta.`, run: putBack },
  },
  show: showDishes,
};

const NO_DISH = { field: null, text: "Ese platillo ya no está en la carta. Búscalo otra vez." };

async function soldOut(
  { form, switches, situation }: Order,
  serviceDay: string | null,
): Promise<Obstacle | void> {
  const dish = dishWithId(form.get("platillo") ?? "", situation.restaurant.menu);
  if (dish === undefined) return NO_DISH;
  await switches.soldOut(dish.id, serviceDay);
}

/** Also for a dish that has left the restaurant's file since. */
async function putBack({ form, switches, situation }: Order): Promise<Obstacle | void> {
  const id = form.get("platillo") ?? "";
  const known = situation.house.soldOut.some(({ dishId }) => dishId === id) ||
    dishWithId(id, situation.restaurant.menu) !== undefined;
  if (!known) return NO_DISH;
  await switches.available(id);
}

/** A menu of so many dishes is shown whole; of a longer one, sections open on a tap. */
const SHOWN_WHOLE = 16;

function showDishes(context: PartContext): Html {
  const { situation, fields } = context;
  const { menu } = situation.restaurant;
  const filter = (fields.get("q") ?? "").trim();
  const gone = soldOutNow(situation);
  return html`
    ${soldOutList(gone, context, filter)}
    <form method="get" action="/casa#platillos" class="inline" role="search">
      <div>
        <label for="filtro">Buscar un platillo</label>
        <input id="filtro" type="search" name="q" value="${filter}" maxlength="100"
          autocomplete="off">
      </div>
      <button>Buscar</button>
    </form>
    ${sectionList(menu, gone, filter)}
  `;
}

/** A dish that cannot be ordered now. `mark` is null where the restaurant's file says so. */
interface SoldOut {
  readonly id: string;
  readonly name: string;
  readonly mark: SoldOutDish | null;
}

/** First what staff have marked, on the menu or not any more; then what the file says. */
function allSoldOut(menu: Menu, marks: readonly SoldOutDish[]): readonly SoldOut[] {
  const byFile = menu.sections.flatMap((section) => section.dishes).filter(({ id, soldOut }) =>
    soldOut && !marks.some(({ dishId }) => dishId === id)
  );
  return [
    ...marks.map((mark) => ({
      id: mark.dishId,
      name: dishWithId(mark.dishId, menu)?.name ?? mark.dishId,
      mark,
    })),
    ...byFile.map(({ id, name }) => ({ id, name, mark: null })),
  ];
}

function soldOutList(
  marks: readonly SoldOutDish[],
  { situation, turns }: PartContext,
  filter: string,
): Html {
  const all = allSoldOut(situation.restaurant.menu, marks);
  if (all.length === 0) return stateWords("on", "Ninguno.", "Toda la carta se puede pedir.");
  const count = all.length === 1 ? "1 platillo agotado." : `${all.length} platillos agotados.`;
  return html`
    ${stateWords("off", count, "No salen en la carta, y un pedido con ellos se rechaza.")}
    <ul class="plainlist dishes">${all.map(({ id, name, mark }, index) =>
      html`
        <li>
          <p id="a${index}"><b><bdi>${name}</bdi></b> <small>${holding(mark)}</small> ${lastTurn(
            `dish ${id}`,
            turns,
            situation,
          )}</p>
          ${mark !== null && html`
            <div class="buttons" role="group" aria-labelledby="a${index}">
              ${switchButton("ya_hay", "Ya hay", "good", { platillo: id, q: filter })}
            </div>
          `}
        </li>
      `
    )}</ul>
  `;
}

function holding(mark: SoldOutDish | null): string {
  if (mark === null) return BY_FILE;
  return mark.serviceDay === null ? "Hasta nuevo aviso" : "Por hoy; mañana vuelve solo";
}

const BY_FILE = "Lo dice el archivo del restaurante.";

function sectionList(menu: Menu, gone: readonly SoldOutDish[], filter: string): Html {
  const sought = foldText(filter);
  const sections = menu.sections
    .map((section) => ({ ...section, dishes: section.dishes.filter(named(sought)) }))
    .filter(({ dishes }) => dishes.length > 0);
  const dishes = sections.reduce((sum, section) => sum + section.dishes.length, 0);
  if (dishes === 0) {
    return html`
      <p
        class="notice">Ningún platillo se llama así. <a class="button quiet" href="/casa#platillos">Ver toda la carta</a></p>
    `;
  }
  const open = sought !== "" || dishes <= SHOWN_WHOLE;
  return html`
    ${sought !== "" && html`
      <p>${dishes === 1
        ? "1 platillo"
        : `${dishes} platillos`} · <a class="button quiet" href="/casa#platillos">Ver toda la carta</a></p>
    `}
    <div class="sections">
      ${sections.map((section, index) => sectionDishes(section, { index, open, gone, filter }))}
    </div>
  `;
}

function named(sought: string): (dish: Dish) => boolean {
  return ({ name }) => foldText(name).includes(sought);
}

interface SectionContext {
  readonly index: number;
  readonly open: boolean;
  readonly gone: readonly SoldOutDish[];
  readonly filter: string;
}

function sectionDishes({ name, dishes }: Section, context: SectionContext): Html {
  return html`
    <details ${context.open && html`open`}>
      <summary>${name} <small>${dishes.length}</small></summary>
      <ul class="plainlist dishes">${dishes.map((dish, index) =>
        dishRow(dish, `p${context.index}-${index}`, context)
      )}</ul>
    </details>
  `;
}

function dishRow(dish: Dish, id: string, { gone, filter }: SectionContext): Html {
  const mark = gone.find(({ dishId }) => dishId === dish.id);
  return html`
    <li>
      <p id="${id}"><bdi>${dish.name}</bdi> ${stateChip(dish, mark)}</p>
      ${dish.soldOut
        ? html`<p><small>${BY_FILE}</small></p>`
        : html`<div class="buttons" role="group" aria-labelledby="${id}">${
          dishButtons(mark, { platillo: dish.id, q: filter })
        }</div>`}
    </li>
  `;
}

/** What can still be done with a dish, by what holds for it. */
function dishButtons(
  mark: SoldOutDish | undefined,
  hidden: Readonly<Record<string, string>>,
): readonly Html[] {
  const today = switchButton("agotado_hoy", mark ? "Solo por hoy" : "Agotado por hoy", "", hidden);
  const held = switchButton("agotado_hasta", "Hasta nuevo aviso", "", hidden);
  if (mark === undefined) return [today, held];
  const other = mark.serviceDay === null ? today : held;
  return [other, switchButton("ya_hay", "Ya hay", "good", hidden)];
}

function stateChip({ soldOut }: Dish, mark: SoldOutDish | undefined): Html | null {
  if (soldOut) return html`<span class="chip gone">Agotado</span>`;
  if (mark === undefined) return null;
  return html`<span class="chip gone">${
    mark.serviceDay === null ? "Agotado hasta nuevo aviso" : "Agotado por hoy"
  }</span>`;
}
