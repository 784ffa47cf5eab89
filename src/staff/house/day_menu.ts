/** GET and POST /dia: the menu of the day, which the host types or pastes. */
import { type Dish, isDayMenu } from "../../domain/menu.ts";
import { wallMinute } from "../../domain/local_time.ts";
import { servicesOn, UNSWITCHED } from "../../domain/schedule/services.ts";
import { currentServiceDay, isOnMenu, situationNow } from "../../domain/schedule/situation.ts";
import { normaliseMultiline } from "../../domain/text.ts";
import { buttonForm, errorSummary, hiddenFields, inputField } from "../../html/form.ts";
import { attributes, type Html, html } from "../../html/html.ts";
import { dayText, formatMoney } from "../../html/words.ts";
import { seeOther } from "../../http/answer.ts";
import type { PastedDish } from "../../ports/restaurant.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { card, RETURNABLE, savedNotice, type StaffPage } from "../layout.ts";
import type { Shown, StaffAct, StaffRoute, StaffVisit } from "../route.ts";
import { BASE } from "./review.ts";

const PATH = "/dia";
/** With what was shown of it, a form has room for as many accents. */
const MAX_TEXT = 5_000;

export function dayMenuRoutes(deps: StaffDeps): readonly StaffRoute[] {
  return [
    { method: "GET", path: PATH, show: (visit) => dayMenuPage(deps, visit) },
    { method: "POST", path: PATH, act: (act) => changeDayMenu(deps, act) },
  ];
}

/** Saves a text that was understood whole. Others are shown first, and so is one that replaces what guests see. */
async function changeDayMenu(deps: StaffDeps, act: StaffAct): Promise<Shown> {
  const { form, actor } = act;
  const { restaurantBook: book } = deps;
  const { day, isSeen } = dayMenuNow(deps);
  const typed = normaliseMultiline(form.get("platillos") ?? "");
  const { sections, unread } = book.pasted(typed);
  const dishes = sections.flatMap((section) => section.dishes);
  const isTakenOff = form.get("accion") === "quitar";
  const wasShown = form.get(BASE) === String(book.served().version) &&
    normaliseMultiline(form.get("visto") ?? "") === typed;
  const problems = unread.map(({ line, text }) => `No se entendió el renglón ${line}: ${text}`);
  for (const { name } of sections) {
    if (name !== null && !/^men[uú]/i.test(name)) {
      problems.push(`No se muestra «${name}». ${ONE_LIST}`);
    }
  }
  const needsLook = isSeen || problems.length > 0;
  if (!isTakenOff && (dishes.length === 0 || needsLook && !wasShown)) {
    if (dishes.length === 0) problems.push(NO_DISH);
    return dayMenuPage(deps, act, { typed, dishes, problems });
  }
  const saved = await book.saveDayMenu(day, isTakenOff ? null : dishes, actor);
  if (typeof saved === "number") return seeOther(`${PATH}?hecho`);
  const refused = saved === null ? [LATE] : saved.problems.map(({ text }) => text);
  return dayMenuPage(deps, act, { typed, dishes, problems: refused });
}

const NO_DISH = "Ningún renglón tiene un platillo con su precio, como «Sopa de lima 65».";
const ONE_LIST = "El menú del día es una sola lista, sin títulos.";
const LATE = "Alguien guardó otra cosa en ese momento: vuelve a tocar Guardar.";

/** The service day, the dishes of its menu, whether guests see them, and whether no service is left on that day. */
function dayMenuNow(deps: StaffDeps) {
  const situation = situationNow(deps);
  const day = currentServiceDay(situation);
  const section = situation.restaurant.menu.sections.find((each) => isDayMenu(each, day));
  const isSeen = section !== undefined && isOnMenu(section, day);
  const { now, restaurant } = situation;
  const minute = wallMinute(now, restaurant.timeZone);
  const isOver = servicesOn(restaurant, day, UNSWITCHED).every(({ closes }) => closes <= minute);
  return { day, dishes: section?.dishes.map(asPasted) ?? [], isSeen, isOver };
}

function asPasted({ name, description, presentations }: Dish): ShownDish {
  const prices = presentations.map(({ label, priceCents: cents }) => ({ label, cents }));
  return { name, description: description.es || null, prices };
}

interface Written {
  readonly typed?: string;
  /** What was understood of it. */
  readonly dishes?: readonly PastedDish[];
  readonly problems?: readonly string[];
}

async function dayMenuPage(
  deps: StaffDeps,
  { query }: StaffVisit,
  { typed, dishes: read = [], problems = [] }: Written = {},
): Promise<StaffPage> {
  const { day, dishes, isSeen, isOver } = dayMenuNow(deps);
  const { version } = deps.restaurantBook.served();
  const end = isOver ? "la medianoche de hoy" : "el final del servicio de hoy";
  const until = `hasta ${end}, ${dayText(day, "es")}`;
  const box = inputField({
    name: "platillos",
    label:
      html`Un platillo por renglón, con su precio. <small>También pegado de otro lado.</small>`,
    rows: 8,
    value: typed ?? dishes.map(asText).join("\n"),
    attributes: attributes({ maxlength: MAX_TEXT, required: true }),
    autofocus: typed === undefined && !query.has("hecho"),
  });
  const isRead = read.length > 0;
  const now = isSeen && card("ahora", `Se ve ${until}`, [
    dishList(dishes),
    buttonForm({ to: PATH, action: "quitar", label: "Quitar", look: "bad" }),
  ]);
  const form = html`
    <form class="card" method="post" action="${PATH}">
      ${isRead && html`
        <h2>Esto se entendió</h2>
        ${dishList(read)}
        ${hiddenFields({ visto: typed!, [BASE]: String(version) })}
      `}
      ${!isSeen && html`<p>Se verá ${until}.</p>`} ${box}
      <p class="buttons">
        <button class="main">${isRead ? "Guardar lo que se entendió" : "Guardar"}</button>
      </p>
    </form>
  `;
  const content = html`
    ${isOver &&
      html`<p class="notice">Hoy ya no hay servicio: el menú de mañana se escribe pasada la medianoche.</p>`}
    ${await savedNotice(deps, query, "Listo: los clientes lo ven en dos segundos.")}
    ${problems.length > 0 &&
      errorSummary(NOT_SAVED, problems.map((text) => ({ field: "platillos", text })))}
    ${isRead ? [form, now] : [now, form]}
  `;
  const status = problems.length > 0 ? 422 : 200;
  const headers = typed === undefined ? {} : RETURNABLE;
  return { status, headers, title: "Menú del día", section: "hoy", content };
}

const NOT_SAVED = "Todavía no se guarda.";

type ShownDish = Omit<PastedDish, "line">;

function pricesInWords({ prices }: ShownDish): string {
  return prices.map(({ label, cents }) => `${formatMoney(cents)} ${label ?? ""}`.trim()).join(
    " / ",
  );
}

/** As the box reads it again. */
function asText(dish: ShownDish): string {
  return `${dish.name} ${pricesInWords(dish)}\n${dish.description ?? ""}`.trim();
}

function dishList(dishes: readonly ShownDish[]): Html {
  const lines = dishes.map((dish) =>
    html`
      <li class="between">
        <p><b><bdi>${dish.name}</bdi></b>${dish.description &&
          html`<br><small>${dish.description}</small>`}</p>
        <p>${pricesInWords(dish)}</p>
      </li>
    `
  );
  return html`<ul class="plainlist">${lines}</ul>`;
}
