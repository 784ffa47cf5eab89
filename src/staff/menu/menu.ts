/** The menu and the restaurant's file, as staff change them: /platillos, /platillo and /archivo. */
import type { Dish, Section } from "../../domain/menu.ts";
import { situationNow } from "../../domain/schedule/situation.ts";
import { normaliseText } from "../../domain/text.ts";
import { type Answer, downloadHeaders } from "../../http/answer.ts";
import { inputField } from "../../pages/form_field.ts";
import { formatMoney, type Html, html } from "../../pages/html.ts";
import type { DishEdit } from "../../ports/restaurant.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { buttonForm, hiddenFields } from "../form.ts";
import { refusalPage, type StaffAct, type StaffRoute, type StaffVisit } from "../route.ts";
import { BASE, menuPage, propose, refusedPage, savedBy, versionRoutes } from "./proposal.ts";

export function menuRoutes(deps: StaffDeps): readonly StaffRoute[] {
  return [
    { method: "GET", path: "/platillos", show: (visit) => listPage(deps, visit) },
    { method: "GET", path: "/platillo", show: (visit) => dishPage(deps, visit) },
    { method: "POST", path: "/platillo", act: (act) => changeDish(deps, act) },
    { method: "GET", path: "/archivo", show: () => download(deps) },
    {
      method: "POST",
      path: "/archivo",
      maxBytes: MAX_FILE_FORM,
      act: (act) => changeFile(deps, act),
    },
    ...versionRoutes(deps),
  ];
}

/** A file of 1 MB, in a form that writes most signs with three characters. */
const MAX_FILE_FORM = 4_000_000;

async function listPage(deps: StaffDeps, { actor }: StaffVisit): Promise<Answer> {
  const situation = situationNow(deps);
  const { version, restaurant: { menu } } = deps.restaurantBook.served();
  const versions = await deps.restaurantBook.versions();
  const content = html`
    <p>Lo que guardas lo ven los clientes en dos segundos. <a class="button main" href="/platillo">Agregar un platillo</a></p>
    <div class="sections">${menu.sections.map(({ name, dishes }) =>
      html`
        <details>
          <summary>${name} <small>${dishes.length}</small></summary>
          <ul class="plainlist">${dishes.map(dishRow)}</ul>
        </details>
      `
    )}</div>
    <div class="house">
      <section class="card" aria-labelledby="archivo">
        <h2 id="archivo">Todo lo demás</h2>
        <p>Horario, preguntas, envío, contacto, secciones y adiciones: descarga el archivo, cámbialo y súbelo. Antes de guardar se ve qué cambia.</p>
        <p><a class="button" href="/archivo">Descargar el archivo</a></p>
        <form method="post" action="/archivo" enctype="multipart/form-data">
          ${hiddenFields({ [BASE]: String(version) })}
          ${inputField({
            name: "texto",
            label: "Archivo cambiado",
            attributes: html`type="file" required accept=".json,.jsonc,application/json"`,
          })}
          <button name="accion" value="revisar">Ver qué cambia</button>
        </form>
      </section>
      <section class="card" aria-labelledby="historial">
        <h2 id="historial">Historial</h2>
        <ul class="plainlist">${versions.map((saved) =>
          html`<li><a class="button quiet" href="/version?n=${saved.version}"><span>${
            savedBy(saved, situation)
          }</span></a></li>`
        )}</ul>
      </section>
    </div>
  `;
  return menuPage({ situation, actor, title: "Carta y precios", content });
}

function dishRow({ id, name, presentations }: Dish): Html {
  const prices = presentations.map(({ label, priceCents }) =>
    [label, formatMoney(priceCents)].filter((word) => word !== null).join(" ")
  );
  return html`
    <li class="between">
      <p><b><bdi>${name}</bdi></b> <small>${prices.join("; ")}</small></p>
      <a class="button"
        href="/platillo?id=${id}">Cambiar<span class="unseen"> ${name}</span></a>
    </li>
  `;
}

function download({ restaurantBook }: StaffDeps): Answer {
  const { version, text } = restaurantBook.served();
  return {
    status: 200,
    headers: downloadHeaders("application/json; charset=utf-8", `restaurante-${version}.json`),
    body: text,
  };
}

function changeFile(deps: StaffDeps, act: StaffAct): Promise<Answer> {
  // Browsers send a form's line breaks as CR LF.
  const texto = (act.form.get("texto") ?? "").replaceAll("\r\n", "\n");
  return propose(deps, act, { make: () => texto, to: "/archivo", hidden: { texto } });
}

const MARKS = [
  ["favorito", "favourite", "Favorito de los clientes"],
  ["destacado", "featured", "Especialidad de la casa"],
  ["agotado", "soldOut", "Agotado hasta que se quite esta marca"],
] as const;

const NEW_LINE = { id: "", label: null, priceCents: null };

function dishPage(deps: StaffDeps, { query, actor }: StaffVisit): Answer {
  const { version, restaurant: { menu } } = deps.restaurantBook.served();
  const id = query.get("id");
  const section = menu.sections.findIndex(({ dishes }) => dishes.some((dish) => dish.id === id));
  const dishes = menu.sections[section]?.dishes ?? [];
  const at = dishes.findIndex((dish) => dish.id === id);
  const dish = dishes[at];
  if (id !== null && dish === undefined) return refusalPage(deps.restaurant(), NO_DISH);
  const place = `${section} ${dishes[at - 1]?.id ?? ""}`;
  const own = { [BASE]: String(version), ...(id === null ? {} : { id }) };
  const field = (name: string, label: string, attributes: Html, value = "", rows?: number) =>
    inputField({ name, label, attributes, value, ...(rows === undefined ? {} : { rows }) });
  const { es, en } = dish?.description ?? {};
  const content = html`
    <form class="card narrow" method="post" action="/platillo">
      ${hiddenFields(own)}
      ${field("nombre", "Nombre", html`required maxlength="80" autocomplete="off"`, dish?.name)}
      ${field("es", "Descripción", html`required maxlength="400"`, es, 3)}
      ${field("en", "Descripción en inglés", html`required maxlength="400" lang="en"`, en, 3)}
      <h2>Presentaciones y precios</h2>
      <p><small>Con una sola, deja vacío cómo se vende. Una línea sin precio se quita; el número ordena.</small></p>
      ${[...dish?.presentations ?? [], NEW_LINE, NEW_LINE].map(presentationLine)}
      <div class="field">
        <label for="lugar">Lugar en la carta</label>
        <select id="lugar" name="lugar">${menu.sections.map((each, n) =>
          placesIn(each, n, id, place)
        )}</select>
      </div>
      ${MARKS.map(([name, mark, label]) =>
        html`
          <label
            class="tick"><input type="checkbox" name="${name}" value="si" ${dish?.[mark] === true &&
              html`checked`}> ${label}</label>
        `
      )}
      <p class="buttons"><button class="main" name="accion" value="revisar">Ver qué cambia</button></p>
    </form>
    ${id !== null &&
      buttonForm({
        to: "/platillo",
        action: "revisar",
        label: "Quitar de la carta",
        look: "bad",
        hidden: { ...own, quitar: "si" },
      })}
  `;
  const title = id === null ? "Platillo nuevo" : "Cambiar un platillo";
  return menuPage({ situation: situationNow(deps), actor, title, content });
}

const NO_DISH = [404, "No está aquí", "Ese platillo ya no está en la carta."] as const;

function presentationLine(
  { id, label, priceCents }: Dish["presentations"][number] | typeof NEW_LINE,
  index: number,
): Html {
  const nth = index + 1;
  const price = priceCents === null ? "" : (priceCents / 100).toFixed(2).replace(".00", "");
  const field = (name: string, label: string, value: string, attributes: Html) =>
    inputField({ id: `${name}-${nth}`, name, label, value, attributes });
  return html`
    <div class="fields" role="group" aria-label="Presentación ${nth}">
      ${hiddenFields({ p: id })}
      ${field("etiqueta", "Cómo se vende", label ?? "", html`maxlength="60"`)}
      ${field("precio", "Precio en pesos", price, html`inputmode="decimal"`)}
      ${field("orden", "Orden", String(nth), html`type="number" min="1" max="99"`)}
    </div>
  `;
}

/** A place is the number of the section and the id of the dish before. */
function placesIn({ name, dishes }: Section, n: number, id: string | null, chosen: string): Html {
  const option = (value: string, label: string) =>
    html`<option value="${value}" ${value === chosen && html`selected`}>${label}</option>`;
  return html`
    <optgroup label="${name}">
      ${option(`${n} `, `${name}: al principio`)}
      ${dishes.filter((dish) => dish.id !== id).map((dish) =>
        option(`${n} ${dish.id}`, `Después de ${dish.name}`)
      )}
    </optgroup>
  `;
}

async function changeDish(deps: StaffDeps, act: StaffAct): Promise<Answer> {
  const { form } = act;
  const id = form.get("id");
  const { menu } = deps.restaurantBook.served().restaurant;
  const isThere = menu.sections.some(({ dishes }) => dishes.some((dish) => dish.id === id));
  if (id !== null && !isThere) return refusalPage(deps.restaurant(), NO_DISH);
  const edit = form.has("quitar") ? { id, section: 0, after: null, dish: null } : typedEdit(form);
  if (typeof edit === "string") return refusedPage(deps, act, [edit]);
  if (menu.sections[edit.section] === undefined) return refusalPage(deps.restaurant(), NO_DISH);
  const fields = [...new Set(form.keys())].filter((name) => name !== "accion" && name !== BASE);
  return await propose(deps, act, {
    make: () => deps.restaurantBook.edited(edit),
    to: "/platillo",
    hidden: Object.fromEntries(fields.map((name) => [name, form.getAll(name)])),
  });
}

/** The dish that was typed, or what is wrong with its prices: the rest is judged by the rules of the file. */
function typedEdit(form: URLSearchParams): DishEdit | string {
  const [section = "", after = ""] = (form.get("lugar") ?? "").split(" ");
  const text = (name: string, n = 0) => normaliseText(form.getAll(name)[n] ?? "");
  const lines = form.getAll("precio").map((price, n) => ({
    id: text("p", n) || null,
    label: text("etiqueta", n) || null,
    price: price.trim(),
    priceCents: centavos(price),
    order: Number(text("orden", n)) || n + 1,
  })).filter(({ price }) => price !== "");
  const wrong = lines.find(({ priceCents }) => priceCents === null);
  if (wrong !== undefined) return `precio: escribe pesos y centavos como 9.50, no «${wrong.price}»`;
  return {
    id: form.get("id"),
    section: Number(section),
    after: after || null,
    dish: {
      name: text("nombre"),
      description: { es: text("es"), en: text("en") },
      favourite: form.has("favorito"),
      featured: form.has("destacado"),
      soldOut: form.has("agotado"),
      presentations: lines.sort((a, b) => a.order - b.order)
        .map(({ id, label, priceCents }) => ({ id, label, priceCents: priceCents! })),
    },
  };
}

/** `1,250`, `$9.50` and `9,50` as people write them; null where it is no price. */
function centavos(text: string): number | null {
  const plain = text.replace(/[$\s]/g, "").replace(/,(?=\d{3}(\D|$))/g, "").replace(",", ".");
  return /^\d{1,6}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : null;
}
