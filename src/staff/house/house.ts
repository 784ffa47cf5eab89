/** The page "Ajustes", with the switches of the restaurant: GET and POST /casa. */
import { type Dish, dishWithId } from "../../domain/menu.ts";
import type { SoldOutDish } from "../../domain/schedule/services.ts";
import {
  currentMenu,
  currentServiceDay,
  situationNow,
  soldOutNow,
} from "../../domain/schedule/situation.ts";
import { type Html, html } from "../../html/html.ts";
import { seeOther } from "../../http/answer.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { alarm, card, type StaffPage } from "../layout.ts";
import type { Shown, StaffAct, StaffRoute, StaffVisit } from "../route.ts";
import { lateHits } from "./closure_hits.ts";
import { closuresCard } from "./closures.ts";
import { settingsCard } from "./settings.ts";
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
    { method: "GET", path: "/casa", show: (visit) => housePage(deps, visit) },
    { method: "POST", path: "/casa", act: (act) => switchHouse(deps, act) },
  ];
}

/** 303 to the part of the page that was switched; 422 with the reason in that part if nothing was. */
async function switchHouse(deps: StaffDeps, act: StaffAct): Promise<Shown> {
  const { form, actor, request } = act;
  const action = form.get("accion") ?? "";
  const part = [bookings, kitchen, dishes].find(({ acts }) => Object.hasOwn(acts, action));
  if (part === undefined) {
    return [422, "No se hizo nada", "Ese botón no existe. Vuelve a intentarlo."];
  }
  const switches = deps.switches.by(actor, request.signal);
  const order = { form, switches, situation: situationNow(deps) };
  const problem = await part.acts[action]!(order);
  if (problem === undefined) return seeOther(`/casa#${part.id}`);
  return await housePage(deps, act, { part, problem, form });
}

async function housePage(
  deps: StaffDeps,
  { role }: StaffVisit,
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
  const late = section(kitchen, await lateHits(deps, situation));
  const owners = role === "owner" && [settingsCard(deps), KEYS];
  const cards = [section(bookings), late, closuresCard(situation), owners];
  return {
    status: refused === undefined ? 200 : 422,
    title: "Ajustes",
    section: "casa",
    content: html`<div class="house">${cards}</div>${section(dishes)}`,
  };
}

const KEYS = card(
  "claves",
  "Claves",
  html`<p><a class="button" href="/claves">Clave del turno y clave del dueño</a></p>`,
);

/** Sold-out dishes, and the others by section, each with buttons to mark it. */
const dishes: HousePart = {
  id: "platillos",
  title: "Platillos agotados",
  switchName: null,
  acts: {
    agotado_hoy: (order) =>
      mark(order, (id) => order.switches.soldOut(id, currentServiceDay(order.situation))),
    agotado_hasta: (order) => mark(order, (id) => order.switches.soldOut(id, null)),
    ya_hay: (order) => mark(order, (id) => order.switches.available(id)),
  },
  show(context) {
    const { sections } = currentMenu(context.situation);
    const gone = sections.flatMap(({ dishes }) => dishes.filter(({ soldOut }) => soldOut));
    const folded = sections.map(({ name, dishes }) => {
      const others = dishes.filter(({ soldOut }) => !soldOut)
        .map(({ id, name }) => dishRow(id, html`<bdi>${name}</bdi>`, [FOR_TODAY, UNTIL_NOTICE]));
      return html`
        <details>
          <summary>${name} <small>${others.length}</small></summary>
          <ul class="plainlist">${others}</ul>
        </details>
      `;
    });
    return html`${soldOutList(gone, context)} <div class="sections">${folded}</div>`;
  },
};

async function mark(
  { form, situation }: Order,
  turn: (dishId: string) => Promise<void>,
): Promise<string | void> {
  const dish = dishWithId(form.get("platillo") ?? "", currentMenu(situation));
  if (dish === undefined) return "Ese platillo ya no está en la carta.";
  await turn(dish.id);
}

function soldOutList(gone: readonly Dish[], { situation, turns }: PartContext): Html {
  if (gone.length === 0) return stateWords("on", "Ninguno.", "Toda la carta se puede pedir.");
  const count = gone.length === 1 ? "1 platillo agotado." : `${gone.length} platillos agotados.`;
  const marks = soldOutNow(situation);
  return html`
    ${stateWords("off", count, "No salen en la carta, y un pedido con ellos se rechaza.")}
    <ul class="plainlist">${gone.map(({ id, name }) => {
      const [until, ...buttons] = markInWords(marks.find(({ dishId }) => dishId === id));
      const turn = lastTurn(`dish ${id}`, turns, situation);
      const words = html`<b><bdi>${name}</bdi></b> <small>${until}</small> ${turn}`;
      return dishRow(id, words, buttons);
    })}</ul>
  `;
}

type Button = readonly [action: string, label: string, look?: string];

const FOR_TODAY: Button = ["agotado_hoy", "Agotado por hoy"];
const UNTIL_NOTICE: Button = ["agotado_hasta", "Hasta nuevo aviso"];
const AVAILABLE: Button = ["ya_hay", "Ya hay", "good"];

/** How long the dish is sold out, and its buttons. @param mark undefined if the restaurant's file says so */
function markInWords(mark: SoldOutDish | undefined): readonly [string, ...Button[]] {
  if (mark === undefined) return ["Lo dice el archivo del restaurante."];
  return mark.serviceDay === null
    ? ["Hasta nuevo aviso.", FOR_TODAY, AVAILABLE]
    : ["Por hoy; mañana vuelve solo.", UNTIL_NOTICE, AVAILABLE];
}

/** A dish with its buttons, each in a form of its own. */
function dishRow(id: string, words: Html, buttons: readonly Button[]): Html {
  return html`
    <li class="between">
      <p id="p-${id}">${words}</p>
      <div class="buttons" role="group" aria-labelledby="p-${id}">
        ${buttons.map(([action, label, look]) =>
          switchButton(action, label, look, { platillo: id })
        )}
      </div>
    </li>
  `;
}
