/** The switches of the restaurant: GET and POST /casa. */
import { timeOf, wallMinuteOf } from "../../domain/local_time.ts";
import { dishWithId, type Menu } from "../../domain/menu.ts";
import { tooLateToEat } from "../../domain/schedule/closures.ts";
import type { SoldOutDish } from "../../domain/schedule/services.ts";
import {
  currentServiceDay,
  type Situation,
  situationNow,
  soldOutNow,
} from "../../domain/schedule/situation.ts";
import { type Html, html } from "../../html/html.ts";
import { seeOther } from "../../http/answer.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { alarm, card, foldedSections, type StaffPage } from "../layout.ts";
import type { Refusal, Shown, StaffAct, StaffRoute } from "../route.ts";
import { lateHits } from "./closure_hits.ts";
import { closuresCard } from "./closures.ts";
import { SETTINGS_CARD } from "./settings.ts";
import {
  bookings,
  type HousePart,
  kitchen,
  lastTurn,
  type Order,
  type PartContext,
  stateWords,
  switchButton,
} from "./switches.ts";

export function houseRoutes(deps: StaffDeps): readonly StaffRoute[] {
  return [
    { method: "GET", path: "/casa", show: () => housePage(deps) },
    { method: "POST", path: "/casa", act: (act) => switchHouse(deps, act) },
  ];
}

/** 303 to the part of the page that was switched; 422 with the reason there if nothing was. */
async function switchHouse(deps: StaffDeps, { form, actor, request }: StaffAct): Promise<Shown> {
  const action = form.get("accion") ?? "";
  const part = [bookings, kitchen, dishes].find(({ acts }) => Object.hasOwn(acts, action));
  if (part === undefined) return NO_BUTTON;
  const switches = deps.switches.by(actor, request.signal);
  const order = { form, switches, situation: situationNow(deps) };
  const problem = await part.acts[action]!(order);
  if (problem === undefined) return seeOther(`/casa#${part.id}`);
  return await housePage(deps, { part, problem, form });
}

const NO_BUTTON: Refusal = [422, "No se hizo nada", "Ese botón no existe. Vuelve a intentarlo."];

async function housePage(
  deps: StaffDeps,
  refused?: Pick<Order, "form"> & { readonly part: HousePart; readonly problem: string },
): Promise<StaffPage> {
  const situation = situationNow(deps);
  const turns = await deps.switches.turns();
  const section = (part: HousePart, hits: Html | null = null) =>
    card(part.id, part.title, [
      refused?.part === part && alarm(refused.problem),
      part.show({ situation, turns, typed: refused?.form }),
      hits,
      part.switchName !== null && lastTurn(part.switchName, turns, situation),
    ]);
  const late = section(kitchen, await tooLate(deps, situation));
  const cards = [section(bookings), late, closuresCard(situation), SETTINGS_CARD];
  return {
    status: refused === undefined ? 200 : 422,
    title: "Ajustes",
    section: "casa",
    content: html`<div class="house">${cards}</div>${section(dishes)}`,
  };
}

/** Whom a kitchen that closes early today leaves without dinner; null if it keeps its hours. */
async function tooLate({ book }: StaffDeps, situation: Situation): Promise<Html | null> {
  const time = tooLateToEat(situation);
  const { earlyKitchen } = situation.state;
  if (time === null || earlyKitchen === null) return null;
  return lateHits(await book.hitBy(time), situation, timeOf(wallMinuteOf(earlyKitchen.closes)));
}

/** Sold-out dishes, and the others by section, each with buttons to mark it. */
const dishes: HousePart = {
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

/** A dish that cannot be ordered now. `mark` is null if the restaurant's file says so. */
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

function sectionList(menu: Menu, gone: readonly SoldOut[]): Html {
  const sections = menu.sections.map(({ name, dishes }) => ({
    name,
    items: dishes.filter((dish) => !gone.some(({ id }) => id === dish.id)),
  }));
  return foldedSections(
    sections,
    ({ id, name }) => dishRow(id, html`<bdi>${name}</bdi>`, [FOR_TODAY, UNTIL_NOTICE]),
  );
}
