/** Sold-out dishes, and the others by section, each with buttons to mark it. */
import { currentServiceDay, type Situation, soldOutNow } from "../../domain/schedule/situation.ts";
import { dishWithId, type Menu } from "../../domain/menu.ts";
import type { SoldOutDish } from "../../domain/schedule/services.ts";
import { type Html, html } from "../../html/html.ts";
import {
  type HousePart,
  lastTurn,
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
    agotado_hoy: (order) => soldOut(order, currentServiceDay(order.situation)),
    agotado_hasta: (order) => soldOut(order, null),
    ya_hay: putBack,
  },
  show(context) {
    const { situation } = context;
    const all = allSoldOut(situation);
    return html`
      ${soldOutList(all, context)} ${sectionList(situation.restaurant.menu, all)}
    `;
  },
};

const NO_DISH = "Ese platillo ya no está en la carta.";

async function soldOut(
  { form, switches, situation }: Order,
  serviceDay: string | null,
): Promise<string | void> {
  const dish = dishWithId(form.get("platillo") ?? "", situation.restaurant.menu);
  if (dish === undefined) return NO_DISH;
  await switches.soldOut(dish.id, serviceDay);
}

/** Also for a dish that is no longer in the restaurant's file. */
async function putBack({ form, switches, situation }: Order): Promise<string | void> {
  const id = form.get("platillo") ?? "";
  const isMarked = situation.state.soldOut.some(({ dishId }) => dishId === id);
  if (!isMarked && dishWithId(id, situation.restaurant.menu) === undefined) return NO_DISH;
  await switches.available(id);
}

/** A dish that cannot be ordered now. `mark` is null where the restaurant's file says so. */
interface SoldOut {
  readonly id: string;
  readonly name: string;
  readonly mark: SoldOutDish | null;
}

/** First the dishes that staff have marked, even if no longer on the menu; then those of the file. */
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

function soldOutList(all: readonly SoldOut[], { situation, turns }: PartContext): Html {
  if (all.length === 0) return stateWords("on", "Ninguno.", "Toda la carta se puede pedir.");
  const count = all.length === 1 ? "1 platillo agotado." : `${all.length} platillos agotados.`;
  return html`
    ${stateWords("off", count, "No salen en la carta, y un pedido con ellos se rechaza.")}
    <ul class="plainlist">${all.map(({ id, name, mark }) => {
      const turn = lastTurn(`dish ${id}`, turns, situation);
      const words = html`<b><bdi>${name}</bdi></b> <small>${untilWhen(mark)}</small> ${turn}`;
      return dishRow(id, words, putBackButtons(mark));
    })}</ul>
  `;
}

function untilWhen(mark: SoldOutDish | null): string {
  if (mark === null) return "Lo dice el archivo del restaurante.";
  return mark.serviceDay === null ? "Hasta nuevo aviso." : "Por hoy; mañana vuelve solo.";
}

type Button = readonly [action: string, label: string, look?: string];

const FOR_TODAY: Button = ["agotado_hoy", "Agotado por hoy"];
const UNTIL_NOTICE: Button = ["agotado_hasta", "Hasta nuevo aviso"];

function putBackButtons(mark: SoldOutDish | null): readonly Button[] {
  if (mark === null) return [];
  return [mark.serviceDay === null ? FOR_TODAY : UNTIL_NOTICE, ["ya_hay", "Ya hay", "good"]];
}

/** A dish with its buttons, each in a form of its own. */
function dishRow(id: string, words: Html, buttons: readonly Button[]): Html {
  const hidden = { platillo: id };
  return html`
    <li class="between">
      <p id="p-${id}">${words}</p>
      <div class="buttons" role="group" aria-labelledby="p-${id}">
        ${buttons.map(([action, label, look]) => switchButton(action, label, look, hidden))}
      </div>
    </li>
  `;
}

/** The dishes that can be ordered. */
function sectionList(menu: Menu, gone: readonly SoldOut[]): Html {
  const sections = menu.sections.map(({ name, dishes }) => ({
    name,
    left: dishes.filter((dish) => !gone.some(({ id }) => id === dish.id)),
  }));
  return html`
    <div class="sections">${sections.map(({ name, left }) =>
      html`
        <details>
          <summary>${name} <small>${left.length}</small></summary>
          <ul class="plainlist">${left.map(({ id, name }) =>
            dishRow(id, html`<bdi>${name}</bdi>`, [FOR_TODAY, UNTIL_NOTICE])
          )}</ul>
        </details>
      `
    )}</div>
  `;
}
