/** The menu as it is pasted: the box on /platillos, and POST /platillos, a table to correct that saves. */
import { hiddenFields, inputField } from "../../html/form.ts";
import { attributes, type Html, html } from "../../html/html.ts";
import {
  type FileProblem,
  type FormPart,
  type PastedForm,
  type PastedRow,
  ROW_INPUTS,
  type TypedProblem,
} from "../../ports/restaurant.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { card, RETURNABLE, type StaffPage, titledTable } from "../layout.ts";
import type { Shown, StaffAct, StaffRoute } from "../route.ts";
import { partFields, partsByName, selectField, tickField, toldProblems } from "./settings_form.ts";
import { BASE, baseText, MAX_FIELDS, proposeTyped } from "./review.ts";

/** The field with the pasted text. */
const TEXT = "texto";
const MAX_TEXT = 200_000;
/** A form encodes most characters of a text as three to nine. */
const MAX_BYTES = 2_000_000;
/** More are not corrected in one look, and need more fields than are read in one. */
const MAX_DISHES = 400;
/** Lines that were not understood, shown as dishes. */
const MAX_UNREAD = 100;

export function pasteRoute(deps: StaffDeps): StaffRoute {
  const act = (act: StaffAct) => readPaste(deps, act);
  return { method: "POST", path: "/platillos", maxBytes: MAX_BYTES, fields: MAX_FIELDS, act };
}

export function pasteCard(text = "", problem = ""): Html {
  const box = inputField({
    name: TEXT,
    label: html`
      Pégala aquí <small>de Excel, Word, WhatsApp o un PDF: secciones, platillos y precios. Antes de guardar ves y corriges lo que se entendió; lo que ya está en tu carta conserva fotos, traducciones y extras.</small>
    `,
    value: text,
    rows: 8,
    attributes: html`required`,
    problem: problem === "" ? null : { field: TEXT, text: problem },
  });
  const content = html`
    <form method="post"
      action="/platillos">${box}<button class="main">Leer la carta</button></form>
  `;
  return card("pegar", "Pega la carta que ya tienes", content);
}

async function readPaste(deps: StaffDeps, act: StaffAct): Promise<Shown> {
  const { restaurantBook: book } = deps;
  const { form } = act;
  const pasted = form.get(TEXT) ?? "";
  if (pasted.length > MAX_TEXT) return boxPage(pasted, `Pasa de ${MAX_TEXT} letras. ${HALVES}`);
  const menu = book.pasted(pasted);
  const dishes = menu.sections.flatMap(({ dishes }) => dishes).length;
  if (dishes === 0) return boxPage(pasted, NO_DISH);
  if (dishes > MAX_DISHES) return boxPage(pasted, `Trae ${dishes} platillos. ${HALVES}`);
  const base = Number(form.get(BASE) ?? book.served().version);
  const { text: before } = await baseText(deps, form);
  const { unread } = menu;
  const sheet = book.pastedForm(before, { ...menu, unread: unread.slice(0, MAX_UNREAD) });
  const page = {
    sheet,
    pasted,
    base,
    text: before,
    unseen: unread.slice(MAX_UNREAD).map(({ text }) => text),
  };
  if (!form.has(BASE)) return sheetPage(deps, page, sheet.typed);
  const typed = { names: ["secciones"], base: before };
  return await proposeTyped(deps, act, typed, (found) => sheetPage(deps, page, form, found));
}

const NO_DISH =
  "No se encontró ningún platillo con precio. Cada uno va en su renglón con su precio, como «Sopa de lima $45».";
const HALVES = "Pega primero la mitad de las secciones, guarda, y luego la otra.";

function boxPage(text: string, problem: string): StaffPage {
  const content = pasteCard(text, problem);
  return { status: 422, headers: RETURNABLE, title: "Carta y precios", section: "casa", content };
}

interface Sheet {
  readonly sheet: PastedForm;
  readonly pasted: string;
  /** The version and the text of the file that the sheet changes. */
  readonly base: number;
  readonly text: string;
  /** What was not understood and has no row. */
  readonly unseen: readonly string[];
}

interface Rows {
  readonly parts: ReadonlyMap<string, FormPart>;
  readonly typed: URLSearchParams;
  readonly places: PastedForm["places"];
  readonly problems: readonly TypedProblem[];
}

/** What was understood, as `typed`: what was not first, then each section, then what the paste leaves out. */
function sheetPage(
  { restaurantBook: book }: StaffDeps,
  { sheet, pasted, base, text, unseen }: Sheet,
  typed: URLSearchParams,
  found: readonly FileProblem[] = [],
): StaffPage {
  const { sections, unread, absent, places } = sheet;
  const shown = ["secciones", ...places.map(([n]) => `secciones.${n}.platillos`)];
  const parts = partsByName(book.form(shown, typed, text));
  const { problems, summary } = toldProblems(found, parts);
  const rows: Rows = { parts, typed, places, problems };
  const content = html`
    ${summary}
    <p>${inWords(sheet)} <b>Todavía no se guarda nada.</b></p>
    <form class="settings" method="post" action="/platillos">
      ${hiddenFields({ [BASE]: String(base), [TEXT]: pasted })}
      ${unread.length > 0 && card("duda", "No se entendió", [
        html`<p>Si alguno es un platillo, quítale la marca y pon su precio.</p>`,
        table(unread.map((row) => ({ ...row, before: null })), rows, NO_DISH_TICK),
        unseen.map((text) => html`<p><small>${text}</small></p>`),
      ])}
      ${sections.map(({ path, name, isNew, rows: dishes }, n) =>
        card(`seccion-${n}`, isNew ? html`${name} <small>nueva</small>` : name, [
          isNew && partFields(parts.get(`${path}.nombre`)!, problems),
          table(dishes.filter(({ isSame }) => !isSame), rows, "No agregar"),
          sameDishes(dishes, parts),
        ])
      )}
      ${absent.length > 0 && card(
        "ausentes",
        "Está en tu carta y no en lo que pegaste",
        html`
          <details>
            <summary>${absent.length}: se quedan, salvo lo que marques</summary>
            ${absent.map(({ path, name }) =>
              tickField(
                path + ROW_INPUTS.removal,
                `Quitar ${name}`,
                typed.has(path + ROW_INPUTS.removal),
              )
            )}
          </details>
        `,
      )}
      <p class="buttons">
        <button class="main" name="accion" value="guardar">Guardar</button>
        <a class="button quiet" href="/platillos">No guardar</a>
      </p>
    </form>
  `;
  const status = summary === null ? 200 : 422;
  return { status, headers: RETURNABLE, title: "Lo que se entendió", section: "casa", content };
}

function inWords({ sections, unread, absent }: PastedForm): string {
  const rows = sections.flatMap(({ rows }) => rows);
  const count = (is: (row: PastedRow) => boolean) => rows.filter(is).length;
  const added = count(({ before }) => before === null);
  const counts = {
    Nuevos: added,
    Cambian: count(({ before, isSame }) => before !== null && !isSame),
    Iguales: count(({ isSame }) => isSame),
    "No vienen": absent.length,
    "No se entendieron": unread.length,
  };
  const some = Object.entries(counts).filter(([, count]) => count > 0);
  return some.map(([what, count]) => `${what}: ${count}.`).join(" ");
}

function sameDishes(dishes: readonly PastedRow[], parts: Rows["parts"]): Html | null {
  const same = dishes.filter(({ isSame }) => isSame);
  if (same.length === 0) return null;
  const names = same.map(({ path }) => parts.get(`${path}.nombre`)!.value).join(", ");
  return html`
    <details>
      <summary>Sin cambios: ${same.length}</summary>
      <p>${names}</p>
    </details>
  `;
}

const NO_DISH_TICK = "No es un platillo";

type ShownRow = Pick<PastedRow, "path" | "section" | "before">;

function table(dishes: readonly ShownRow[], rows: Rows, removal: string): Html | null {
  if (dishes.length === 0) return null;
  const lines = dishes.map((dish) => dishRow(dish, rows, removal));
  return titledTable("dishes", ["Platillo", "Precio en pesos"], lines);
}

function dishRow(
  { path, section, before }: ShownRow,
  { parts, typed, places, problems }: Rows,
  removal: string,
): Html {
  const field = (part: FormPart, label: string) =>
    partFields({ ...part, label, help: "" }, problems);
  const part = (name: string) => parts.get(`${path}.${name}`)!;
  const english = part("descripcion.en");
  const sold = part("presentaciones").parts;
  const chosen = typed.get(path + ROW_INPUTS.section) ?? String(section);
  const described = part("descripcion.es");
  const order = typed.get(path + ROW_INPUTS.order);
  const isWrong = problems.some((problem) => problem.field.startsWith(`${path}.`));
  const isUnread = removal === NO_DISH_TICK;
  const description = field({ ...described, input: "line" }, "Descripción");
  const out = before === null &&
    tickField(path + ROW_INPUTS.removal, removal, typed.has(path + ROW_INPUTS.removal));
  return html`
    <tr>
      <td>
        ${field(part("nombre"), before === null ? "Nuevo" : "Nombre")}
        ${described.value !== "" && description} ${isUnread && out}
        ${hiddenFields({ [english.name]: english.value })}
        ${order !== null && hiddenFields({ [path + ROW_INPUTS.order]: order })}
        <details ${attributes({ open: isWrong })}>
          <summary>Más</summary>
          ${described.value === "" && description}
          ${selectField(path + ROW_INPUTS.section, "Sección", places, chosen)} ${!isUnread && out}
        </details>
      </td>
      <td>
        ${before !== null && html`<p><small>Antes: ${before}</small></p>`}
        ${sold.map(({ name }) => {
          const label = parts.get(`${name}.etiqueta`)!;
          const isOne = sold.length === 1 && label.value === "";
          return html`
            ${!isOne && field(label, "Cómo se vende")} ${field(
              parts.get(`${name}.precio`)!,
              "Precio",
            )}
          `;
        })}
      </td>
    </tr>
  `;
}
