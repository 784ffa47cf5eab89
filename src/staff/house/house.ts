/** What staff switch for the whole house: GET and POST /casa. */
import { dishWithId } from "../../domain/menu.ts";
import { tooLateToEat } from "../../domain/schedule/closures.ts";
import { type Situation, situationNow } from "../../domain/schedule/situation.ts";
import type { Answer } from "../../http/answer.ts";
import { type Html, html } from "../../pages/html.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { staffPageAnswer } from "../layout.ts";
import { seeOther, type StaffAct, type StaffRoute, type StaffVisit } from "../route.ts";
import { closuresCard } from "./closures.ts";
import { dishes } from "./dishes.ts";
import {
  type Act,
  bookings,
  type HousePart,
  kitchen,
  lastTurn,
  type Obstacle,
  type PartContext,
} from "./switches.ts";

const PARTS: readonly HousePart[] = [bookings, kitchen, dishes];

export function houseRoutes(deps: StaffDeps): readonly StaffRoute[] {
  return [
    { method: "GET", path: "/casa", show: (visit) => showHouse(deps, visit) },
    { method: "POST", path: "/casa", act: (act) => switchHouse(deps, act) },
  ];
}

function showHouse(deps: StaffDeps, visit: StaffVisit): Promise<Answer> {
  const { query } = visit;
  const named = actNamed(query.get("hecho"));
  const done = named?.act.done(dishIn(query, situationNow(deps)));
  return housePage(deps, visit, query, { part: named?.part, done });
}

async function switchHouse(deps: StaffDeps, act: StaffAct): Promise<Answer> {
  const { form, actor } = act;
  const named = actNamed(form.get("accion"));
  const order = { form, switches: deps.switches.by(actor), situation: situationNow(deps) };
  const problem = named === null ? NO_BUTTON : await named.act.run(order);
  if (!problem) return seeOther(doneAddress(form));
  return await housePage(deps, act, form, { part: named?.part ?? bookings, problem });
}

const NO_BUTTON: Obstacle = { text: "Ese botón no existe. Vuelve a intentarlo." };

function actNamed(name: string | null): { readonly part: HousePart; readonly act: Act } | null {
  const part = PARTS.find(({ acts }) => name !== null && Object.hasOwn(acts, name));
  return part === undefined ? null : { part, act: part.acts[name!]! };
}

/** The name of the dish that the fields mean, on the menu or not. */
function dishIn(fields: URLSearchParams, { restaurant, state }: Situation): string {
  const id = fields.get("platillo") ?? "";
  const stored = state.soldOut.some(({ dishId }) => dishId === id);
  return dishWithId(id, restaurant.menu)?.name ?? (stored ? id : "el platillo");
}

/** Where the browser goes on to: what was done, what the list was filtered by, and the part of the page. */
function doneAddress(form: URLSearchParams): string {
  const query = new URLSearchParams({ hecho: form.get("accion") ?? "" });
  for (const field of ["platillo", "q"]) {
    const value = form.get(field);
    if (value) query.set(field, value);
  }
  return `/casa?${query}#hecho`;
}

/** What became of the form that was sent, said in its part of the page. */
interface Said {
  readonly part?: HousePart;
  readonly done?: string;
  readonly problem?: Obstacle;
}

async function housePage(
  deps: StaffDeps,
  { actor }: StaffVisit,
  fields: URLSearchParams,
  said: Said,
): Promise<Answer> {
  const situation = situationNow(deps);
  const tooLate = tooLateToEat(situation);
  const [late, turns] = await Promise.all([
    tooLate && deps.book.hitBy(tooLate),
    deps.switches.turns(),
  ]);
  const section = (part: HousePart) =>
    partSection(part, { situation, fields, problem: null, late, turns }, said);
  return staffPageAnswer({
    status: said.problem ? 422 : 200,
    restaurant: situation.restaurant,
    title: "Casa",
    section: "casa",
    actor,
    content: html`
      <div class="house">${section(bookings)} ${section(kitchen)} ${closuresCard(
        situation,
      )} ${MENU_CARD}</div>
      ${section(dishes)}
    `,
  });
}

const MENU_CARD = html`
  <section class="card" aria-labelledby="carta">
    <h2 id="carta">Carta y precios</h2>
    <p>Platillos, precios y el resto de lo que ven los clientes.</p>
    <p><a class="button" href="/platillos">Cambiar la carta</a></p>
  </section>
`;

function partSection(part: HousePart, context: PartContext, said: Said): Html {
  const { id, title, switchName } = part;
  const { done, problem = null } = said.part === part ? said : {};
  return html`
    <section class="card" aria-labelledby="${id}">
      <h2 id="${id}">${title}</h2>
      ${done !== undefined &&
        html`<p id="hecho" tabindex="-1" class="done" role="status">${done}</p>`}
      ${problem !== null && !problem.field &&
        html`<p class="alarm" role="alert">${problem.text}</p>`}
      ${part.show({ ...context, problem })}
      ${switchName !== null && lastTurn(switchName, context.turns, context.situation)}
    </section>
  `;
}
