/** The switches of the restaurant: GET and POST /casa. */
import { tooLateToEat } from "../../domain/schedule/closures.ts";
import { situationNow } from "../../domain/schedule/situation.ts";
import { html } from "../../html/html.ts";
import { type Answer, seeOther } from "../../http/answer.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { staffPageAnswer } from "../layout.ts";
import {
  type Refusal,
  refusalPage,
  type StaffAct,
  type StaffRoute,
  type StaffVisit,
} from "../route.ts";
import { closuresCard } from "./closures.ts";
import { dishes } from "./dishes.ts";
import { bookings, type HousePart, kitchen, lastTurn, type Order } from "./switches.ts";

const PARTS: readonly HousePart[] = [bookings, kitchen, dishes];

export function houseRoutes(deps: StaffDeps): readonly StaffRoute[] {
  return [
    { method: "GET", path: "/casa", show: (visit) => housePage(deps, visit) },
    { method: "POST", path: "/casa", act: (act) => switchHouse(deps, act) },
  ];
}

/** 303 to the part of the page that was switched; 422 with the reason there where nothing was. */
async function switchHouse(deps: StaffDeps, act: StaffAct): Promise<Answer> {
  const { form, actor, request } = act;
  const action = form.get("accion") ?? "";
  const part = PARTS.find(({ acts }) => Object.hasOwn(acts, action));
  if (part === undefined) return refusalPage(deps.restaurant(), NO_BUTTON);
  const switches = deps.switches.by(actor, request.signal);
  const order = { form, switches, situation: situationNow(deps) };
  const problem = await part.acts[action]!(order);
  if (problem === undefined) return seeOther(`/casa#${part.id}`);
  return await housePage(deps, act, { part, problem, form });
}

const NO_BUTTON: Refusal = [422, "No se hizo nada", "Ese botón no existe. Vuelve a intentarlo."];

async function housePage(
  deps: StaffDeps,
  { actor }: StaffVisit,
  refused?: Pick<Order, "form"> & { readonly part: HousePart; readonly problem: string },
): Promise<Answer> {
  const situation = situationNow(deps);
  const tooLate = tooLateToEat(situation);
  const [late, turns] = await Promise.all([
    tooLate && deps.book.hitBy(tooLate),
    deps.switches.turns(),
  ]);
  const section = (part: HousePart) =>
    html`
      <section class="card" aria-labelledby="${part.id}">
        <h2 id="${part.id}">${part.title}</h2>
        ${refused?.part === part && html`<p class="alarm" role="alert">${refused.problem}</p>`}
        ${part.show({ situation, late, turns, typed: refused?.form })}
        ${part.switchName !== null && lastTurn(part.switchName, turns, situation)}
      </section>
    `;
  return staffPageAnswer({
    status: refused === undefined ? 200 : 422,
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
