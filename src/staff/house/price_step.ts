/** The prices of a section raised or lowered in one step: GET and POST /precios/SECTION. */
import { hiddenFields, inputField } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { card, RETURNABLE, type StaffPage } from "../layout.ts";
import type { Refusal, Shown, StaffAct, StaffRoute } from "../route.ts";
import { BASE, propose } from "./versions.ts";

/** Where sections' prices are changed; it ends in the section's number from 0. */
const PRICES = "/precios/";

export function priceStepRoutes(deps: StaffDeps): readonly StaffRoute[] {
  const path = `${PRICES}{seccion}`;
  return [
    { method: "GET", path, show: ({ pathname }) => stepPage(deps, pathname) },
    { method: "POST", path, act: (act) => changePrices(deps, act) },
  ];
}

export function priceStepCard(section: number, version: number, typed = "", wrong = ""): Html {
  const step = inputField({
    name: "paso",
    label: html`
      Cuánto <small>como +10 %, -5 % o +5 pesos; se redondea a pesos enteros</small>
    `,
    value: typed,
    attributes: html`required maxlength="20"`,
    problem: wrong === "" ? null : { field: "paso", text: wrong },
  });
  const content = html`
    <form method="post" action="${PRICES}${section}">
      ${hiddenFields({ [BASE]: String(version) })} ${step}
      <button name="accion" value="revisar">Ver los precios nuevos</button>
    </form>
  `;
  return card("precios", "Subir o bajar todos los precios", content);
}

function sectionAt({ restaurantBook }: StaffDeps, pathname: string): number {
  const { sections } = restaurantBook.served().restaurant.menu;
  return sections.findIndex((_, n) => `${PRICES}${n}` === pathname);
}

const GONE: Refusal = [404, "No está aquí", "Esa sección ya no existe."];

function stepPage(deps: StaffDeps, pathname: string, typed = "", wrong = ""): Shown {
  const { version, restaurant: { menu } } = deps.restaurantBook.served();
  const section = sectionAt(deps, pathname);
  if (section === -1) return GONE;
  const page: StaffPage = {
    title: menu.sections[section]!.name,
    section: "casa",
    content: priceStepCard(section, version, typed, wrong),
  };
  return wrong === "" ? page : { ...page, status: 422, headers: RETURNABLE };
}

/** Shows the new prices, then saves them. */
async function changePrices(deps: StaffDeps, act: StaffAct): Promise<Shown> {
  const { text, restaurant: { menu } } = deps.restaurantBook.served();
  const section = sectionAt(deps, act.pathname);
  if (section === -1) return GONE;
  const typed = act.form.get("paso") ?? "";
  const change = stepOf(typed);
  const refuse = (wrong: string) => stepPage(deps, act.pathname, typed, wrong) as StaffPage;
  if (change === null) return refuse('Escribe cuánto, como "+10 %" o "-5".');
  const prices = menu.sections[section]!.dishes.flatMap(({ presentations }, dish) =>
    presentations.map(({ priceCents }, n) => [
      `secciones.${section}.platillos.${dish}.presentaciones.${n}.precio`,
      String(change(priceCents / 100)),
    ])
  );
  const answered = deps.restaurantBook.answered(["secciones"], new URLSearchParams(prices), text);
  const tooLow = "Así algún precio no queda de $1 a $100,000.";
  if (typeof answered !== "string") return refuse(tooLow);
  return await propose(deps, act, answered, () => refuse(tooLow)) ?? await changePrices(deps, act);
}

/** What becomes of a price in pesos; null for a text that is no step. */
function stepOf(typed: string): ((pesos: number) => number) | null {
  const plain = typed.replace(/\s/g, "").replace(/^[−–]/, "-").replace(",", ".");
  const [, sign = "", digits, unit = ""] =
    /^([+-]?)\$?(\d{1,5}(?:\.\d{1,2})?)(%|pesos|mxn)?$/i.exec(plain) ?? [];
  if (digits === undefined) return null;
  const amount = Number(`${sign}${digits}`);
  return (pesos) => Math.round(unit === "%" ? pesos * (1 + amount / 100) : pesos + amount);
}
