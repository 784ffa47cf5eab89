/** Dishes that are sold out, and all others by section, to be marked so. */
import { currentServiceDay, type Situation, soldOutNow } from "../../domain/schedule/situation.ts";
import { dishWithId, type Menu } from "../../domain/menu.ts";
import type { SoldOutDish } from "../../domain/schedule/services.ts";
import { foldText } from "../../domain/text.ts";
import { type Html, html } from "../../pages/html.ts";
import { inputField } from "../../pages/form_field.ts";
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

const NO_DISH = { text: "Ese platillo ya no está en la carta. Búscalo otra vez." };

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
  const known = situation.state.soldOut.some(({ dishId }) => dishId === id) ||
    dishWithId(id, situation.restaurant.menu) !== undefined;
  if (!known) return NO_DISH;
  await switches.available(id);
}

function showDishes(context: PartContext): Html {
  const { situation, fields } = context;
  const filter = (fields.get("q") ?? "").trim();
  const all = allSoldOut(situation);
  return html`
    ${soldOutList(all, context, filter)}
    <form method="get" action="/casa#platillos" class="inline" role="search">
      ${inputField({
        name: "q",
        label: "Buscar un platillo",
        attributes: html`type="search" maxlength="100" autocomplete="off"`,
        value: filter,
      })}
      <button>Buscar</button>
    </form>
    ${sectionList(situation.restaurant.menu, all, filter)}
  `;
}

/** A dish that cannot be ordered now. `mark` is null where the restaurant's file says so. */
interface SoldOut {
  readonly id: string;
  readonly name: string;
  readonly mark: SoldOutDish | null;
}

/** First what staff have marked, on the menu or not any more; then what the file says. */
function allSoldOut(situation: Situation): readonly SoldOut[] {
  const { menu } = situation.restaurant;
  const marks = soldOutNow(situation);
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
  all: readonly SoldOut[],
  { situation, turns }: PartContext,
  filter: string,
): Html {
  if (all.length === 0) return stateWords("on", "Ninguno.", "Toda la carta se puede pedir.");
  const count = all.length === 1 ? "1 platillo agotado." : `${all.length} platillos agotados.`;
  return html`
    ${stateWords("off", count, "No salen en la carta, y un pedido con ellos se rechaza.")}
    <ul class="plainlist">${all.map(({ id, name, mark }) => {
      const turn = lastTurn(`dish ${id}`, turns, situation);
      const words = html`<b><bdi>${name}</bdi></b> <small>${holding(mark)}</small> ${turn}`;
      return dishRow(id, words, filter, putBackButtons(mark));
    })}</ul>
  `;
}

function holding(mark: SoldOutDish | null): string {
  if (mark === null) return "Lo dice el archivo del restaurante.";
  return mark.serviceDay === null ? "Hasta nuevo aviso" : "Por hoy; mañana vuelve solo";
}

type Button = readonly [action: string, label: string, look?: string];

const FOR_TODAY: Button = ["agotado_hoy", "Agotado por hoy"];
const UNTIL_TOLD: Button = ["agotado_hasta", "Hasta nuevo aviso"];

function putBackButtons(mark: SoldOutDish | null): readonly Button[] {
  if (mark === null) return [];
  return [mark.serviceDay === null ? FOR_TODAY : UNTIL_TOLD, ["ya_hay", "Ya hay", "good"]];
}

/** A dish with its buttons, each in a form of its own. */
function dishRow(
  id: string,
  words: Html,
  filter: string,
  buttons: readonly Button[],
): Html {
  const hidden = { platillo: id, q: filter };
  return html`
    <li class="between">
      <p id="p-${id}">${words}</p>
      <div class="buttons" role="group" aria-labelledby="p-${id}">
        ${buttons.map(([action, label, look]) => switchButton(action, label, look, hidden))}
      </div>
    </li>
  `;
}

/** A menu of so many dishes is shown whole; of a longer one, sections open on a tap. */
const MAX_SHOWN_WHOLE = 16;

/** The dishes that can be ordered. */
function sectionList(menu: Menu, gone: readonly SoldOut[], filter: string): Html {
  const sought = foldText(filter);
  const sections = menu.sections.map(({ name, dishes }) => ({
    name,
    dishes: dishes.filter((dish) =>
      foldText(dish.name).includes(sought) && !gone.some(({ id }) => id === dish.id)
    ),
  })).filter(({ dishes }) => dishes.length > 0);
  const count = sections.reduce((sum, { dishes }) => sum + dishes.length, 0);
  const open = sought !== "" || count <= MAX_SHOWN_WHOLE;
  const found = count === 0
    ? "Ningún platillo que haya se llama así"
    : `${count} platillo${count === 1 ? "" : "s"}`;
  return html`
    ${sought !== "" && html`
      <p>${found} · <a class="button quiet" href="/casa#platillos">Ver toda la carta</a></p>
    `}
    <div class="sections">${sections.map(({ name, dishes }) =>
      html`
        <details ${open && html`open`}>
          <summary>${name} <small>${dishes.length}</small></summary>
          <ul class="plainlist">${dishes.map(({ id, name }) =>
            dishRow(id, html`<bdi>${name}</bdi>`, filter, [FOR_TODAY, UNTIL_TOLD])
          )}</ul>
        </details>
      `
    )}</div>
  `;
}
