/** The prices of a section raised or lowered in one step: POST /carta/SECTION with that step. */
import type { Menu } from "../../domain/menu.ts";
import { hiddenFields, inputField } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { card, RETURNABLE, type StaffPage } from "../layout.ts";
import type { Shown, StaffAct } from "../route.ts";
import { BASE, propose } from "./review.ts";

/** The field with how much prices change. */
export const STEP = "paso";

/** @param path where the section is changed @param base the version whose prices change */
export function priceStepCard(path: string, base: string, typed = "", wrong = ""): Html {
  const step = inputField({
    name: STEP,
    label: html`
      Cuánto <small>como +10 %, -5 % o +5 pesos; se redondea a pesos enteros</small>
    `,
    value: typed,
    attributes: html`required maxlength="20"`,
    problem: wrong === "" ? null : { field: STEP, text: wrong },
  });
  const content = html`
    <form method="post" action="${path}">
      ${hiddenFields({ [BASE]: base })} ${step}
      <button name="accion" value="revisar">Ver los precios nuevos</button>
    </form>
  `;
  return card("precios", "Subir o bajar todos los precios", content);
}

/** Shows the new prices of a section of the file `text`, then saves them. */
export async function changePrices(
  deps: StaffDeps,
  act: StaffAct,
  { text, menu, section }: { readonly text: string; readonly menu: Menu; readonly section: number },
): Promise<Shown> {
  const { form, pathname } = act;
  const { name, dishes } = menu.sections[section]!;
  const typed = form.get(STEP) ?? "";
  const change = stepOf(typed);
  const refuse = (wrong: string): StaffPage => {
    const content = priceStepCard(pathname, form.get(BASE) ?? "", typed, wrong);
    return { status: 422, headers: RETURNABLE, title: name, section: "casa", content };
  };
  if (change === null) return refuse('Escribe cuánto, como "+10 %" o "-5".');
  const prices = dishes.flatMap(({ presentations }, dish) =>
    presentations.map(({ priceCents }, n) => [
      `secciones.${section}.platillos.${dish}.presentaciones.${n}.precio`,
      String(change(priceCents / 100)),
    ])
  );
  const tooLow = "Así algún precio no queda de $1 a $100,000.";
  const answered = deps.restaurantBook.answered(["secciones"], new URLSearchParams(prices), text);
  if (answered.problems.length > 0) return refuse(tooLow);
  return await propose(deps, act, answered.text, () => refuse(tooLow));
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
