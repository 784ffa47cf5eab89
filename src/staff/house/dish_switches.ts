/** Dishes that are sold out, and all others by section, to be marked so. */
import { soldOutNow } from "../../domain/current_menu.ts";
import { foldText } from "../../domain/text.ts";
import type { HouseState, SoldOutDish } from "../../domain/schedule/switches.ts";
import { type Dish, dishWithId, type Menu, type Section } from "../../domain/menu.ts";
import { type Html, html } from "../../pages/html.ts";
import { lastTurn } from "./switch_turn.ts";
import { type PartContext, stateWords, switchButton } from "./switch_forms.ts";

/** A menu of so many dishes is shown whole; of a longer one, sections open on a tap. */
const SHOWN_WHOLE = 16;

export function dishSwitches(context: PartContext): Html {
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

/** The name of the dish with that id; null where neither menu nor house know it. */
export function dishName(id: string, menu: Menu, { soldOut }: HouseState): string | null {
  const known = soldOut.some(({ dishId }) => dishId === id);
  return dishWithId(id, menu)?.name ?? (known ? id : null);
}

function soldOutList(
  gone: readonly SoldOutDish[],
  { situation, turns }: PartContext,
  filter: string,
): Html {
  const { menu } = situation.restaurant;
  if (gone.length === 0) {
    return stateWords("on", "Ninguno.", "Toda la carta se puede pedir.");
  }
  const count = gone.length === 1 ? "1 platillo agotado." : `${gone.length} platillos agotados.`;
  return html`
    ${stateWords("off", count, "No salen en la carta, y un pedido con ellos se rechaza.")}
    <ul class="plainlist dishes">${gone.map(({ dishId, serviceDay }, index) => {
      const name = dishWithId(dishId, menu)?.name ?? dishId;
      return html`
        <li>
          <p id="a${index}"><b><bdi>${name}</bdi></b> <small>${serviceDay === null
            ? "Hasta nuevo aviso"
            : "Por hoy; mañana vuelve solo"}</small> ${lastTurn(
              `dish ${dishId}`,
              turns,
              situation,
            )}</p>
          <div class="buttons" role="group" aria-labelledby="a${index}">
            ${switchButton("ya_hay", "Ya hay", "good", { platillo: dishId, q: filter })}
          </div>
        </li>
      `;
    })}</ul>
  `;
}

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
        ? html`<p><small>Lo dice el archivo del restaurante.</small></p>`
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
