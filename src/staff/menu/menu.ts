/** The menu and the restaurant's file, as staff change them: /platillos, /platillo and /archivo. */
import type { Dish } from "../../domain/menu.ts";
import { situationNow } from "../../domain/schedule/situation.ts";
import { normaliseText } from "../../domain/text.ts";
import type { Answer } from "../../http/answer.ts";
import { inputField } from "../../pages/form_field.ts";
import { type Html, html } from "../../pages/html.ts";
import type { DishEdit, StaffDeps } from "../../ports.ts";
import { buttonForm, hiddenFields } from "../form.ts";
import { refusalPage, type StaffAct, type StaffRoute, type StaffVisit } from "../route.ts";
import { priceOf } from "./changes.ts";
import {
  BASE,
  historyRoutes,
  MENU_TITLE,
  menuPage,
  problemList,
  propose,
  savedBy,
} from "./proposal.ts";

export function menuRoutes(deps: StaffDeps): readonly StaffRoute[] {
  return [
    { method: "GET", path: "/platillos", show: (visit) => listPage(deps, visit) },
    { method: "GET", path: "/platillo", show: (visit) => showDish(deps, visit) },
    { method: "POST", path: "/platillo", act: (act) => changeDish(deps, act) },
    { method: "GET", path: "/archivo", show: () => download(deps) },
    {
      method: "POST",
      path: "/archivo",
      maxBytes: MAX_FILE_FORM,
      act: (act) => changeFile(deps, act),
    },
    ...historyRoutes(deps),
  ];
}

/** A file of 1 MB, in a form that writes most signs with three characters. */
const MAX_FILE_FORM = 4_000_000;

async function listPage(
  deps: StaffDeps,
  { actor }: StaffVisit,
  problems: readonly string[] = [],
): Promise<Answer> {
  const situation = situationNow(deps);
  const { version, restaurant: { menu } } = deps.restaurantBook.served();
  const [last] = await deps.restaurantBook.versions();
  const content = html`
    ${problems.length > 0 && problemList(problems)}
    <div class="house">
      <section class="card" aria-labelledby="platillos">
        <h2 id="platillos">Platillos y precios</h2>
        <p>Lo que guardas lo ven los clientes en dos segundos.</p>
        <p><a class="button main" href="/platillo">Agregar un platillo</a></p>
        ${last !== undefined &&
          html`<p><small>Último cambio: ${savedBy(last, situation)}</small></p>`}
        <p><a class="button" href="/versiones">Historial</a></p>
      </section>
      ${fileCard(version)}
    </div>
    <div class="sections">${menu.sections.map(({ name, dishes }) =>
      html`
        <details>
          <summary>${name} <small>${dishes.length}</small></summary>
          <ul class="plainlist">${dishes.map(dishRow)}</ul>
        </details>
      `
    )}</div>
  `;
  const status = problems.length > 0 ? 422 : 200;
  return menuPage({ status, situation, actor, title: MENU_TITLE, content });
}

function dishRow({ id, name, presentations }: Dish): Html {
  return html`
    <li class="between">
      <p><b><bdi>${name}</bdi></b> <small>${presentations.map(priceOf).join("; ")}</small></p>
      <a class="button"
        href="/platillo?id=${id}">Cambiar<span class="unseen"> ${name}</span></a>
    </li>
  `;
}

function fileCard(version: number): Html {
  return html`
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
  `;
}

function download({ restaurantBook }: StaffDeps): Answer {
  const { version, text } = restaurantBook.served();
  return {
    status: 200,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": `attachment; filename="restaurante-${version}.json"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
    body: text,
  };
}

function changeFile(deps: StaffDeps, act: StaffAct): Promise<Answer> {
  // Browsers send a form's line breaks as CR LF.
  const texto = (act.form.get("texto") ?? "").replaceAll("\r\n", "\n");
  return propose(deps, act, {
    make: () => texto,
    to: "/archivo",
    hidden: { texto },
    refuse: (problems) => listPage(deps, act, problems),
  });
}

const MARKS = [
  ["favorito", "favourite", "Favorito de los clientes"],
  ["destacado", "featured", "Especialidad de la casa"],
  ["agotado", "soldOut", "Agotado hasta que se quite esta marca"],
] as const;

/** As many presentations as are there, and so many empty lines more. */
const EMPTY_LINES = 2;

/** The dish's form holds what the dish is now. */
function showDish(deps: StaffDeps, visit: StaffVisit): Answer {
  const { version, restaurant: { menu } } = deps.restaurantBook.served();
  const id = visit.query.get("id");
  const section = menu.sections.findIndex(({ dishes }) => dishes.some((dish) => dish.id === id));
  const { dishes = [] } = menu.sections[section] ?? {};
  const at = dishes.findIndex((dish) => dish.id === id);
  const dish = dishes[at];
  if (id !== null && dish === undefined) return refusalPage(deps.restaurant(), NO_DISH);
  const fields = new URLSearchParams({ [BASE]: String(version) });
  if (dish !== undefined) {
    fields.set("id", dish.id);
    fields.set("nombre", dish.name);
    fields.set("es", dish.description.es);
    fields.set("en", dish.description.en);
    fields.set("lugar", `${section} ${dishes[at - 1]?.id ?? ""}`);
    for (const [field, mark] of MARKS) if (dish[mark]) fields.set(field, "si");
    for (const { id, label, priceCents } of dish.presentations) {
      fields.append("p", id);
      fields.append("etiqueta", label ?? "");
      fields.append("precio", (priceCents / 100).toFixed(2).replace(".00", ""));
    }
  }
  return dishPage(deps, visit, fields);
}

const NO_DISH = [404, "No está aquí", "Ese platillo ya no está en la carta."] as const;

/** The form with what was typed. */
function dishPage(
  deps: StaffDeps,
  { actor }: StaffVisit,
  fields: URLSearchParams,
  problems: readonly string[] = [],
): Answer {
  const field = (name: string, label: string, attributes: Html, rows?: number) =>
    inputField({
      name,
      label,
      attributes,
      value: fields.get(name) ?? "",
      ...(rows === undefined ? {} : { rows }),
    });
  const id = fields.get("id");
  const content = html`
    ${problems.length > 0 && problemList(problems)}
    <form class="card narrow" method="post" action="/platillo">
      ${hiddenFields({ [BASE]: fields.get(BASE) ?? "", ...(id === null ? {} : { id }) })}
      ${field("nombre", "Nombre", html`required maxlength="80" autocomplete="off"`)}
      ${field("es", "Descripción", html`required maxlength="400"`, 3)}
      ${field("en", "Descripción en inglés", html`required maxlength="400" lang="en"`, 3)}
      <h2>Presentaciones y precios</h2>
      <p><small>Con una sola, deja vacío cómo se vende. Una línea sin precio se quita; el número ordena.</small></p>
      ${presentationLines(fields)}
      ${placeField(deps, fields)}
      ${MARKS.map(([name, , label]) =>
        html`
          <label
            class="tick"><input type="checkbox" name="${name}" value="si" ${fields.has(name) &&
              html`checked`}> ${label}</label>
        `
      )}
      <p class="buttons"><button class="main" name="accion" value="revisar">Ver qué cambia</button></p>
    </form>
    ${id !== null &&
      buttonForm({
        to: "/platillo",
        action: "quitar",
        label: "Quitar de la carta",
        look: "bad",
        hidden: { id, [BASE]: fields.get(BASE) ?? "" },
      })}
  `;
  const title = id === null ? "Platillo nuevo" : "Cambiar un platillo";
  const status = problems.length > 0 ? 422 : 200;
  return menuPage({ status, situation: situationNow(deps), actor, title, content });
}

function presentationLines(fields: URLSearchParams): Html {
  const [ids, labels, prices] = ["p", "etiqueta", "precio"].map((name) => fields.getAll(name));
  const count = ids!.filter((_, n) => prices![n] !== "").length + EMPTY_LINES;
  const line = (n: number) => {
    const text = (name: string, label: string, value: string, attributes: Html) =>
      inputField({ id: `${name}-${n}`, name, label, value, attributes });
    return html`
      <div class="fields" role="group" aria-label="Presentación ${n + 1}">
        ${hiddenFields({ p: ids![n] ?? "" })}
        ${text("etiqueta", "Cómo se vende", labels![n] ?? "", html`maxlength="60"`)}
        ${text("precio", "Precio en pesos", prices![n] ?? "", html`inputmode="decimal"`)}
        ${text("orden", "Orden", String(n + 1), html`type="number" min="1" max="99"`)}
      </div>
    `;
  };
  return html`${Array.from({ length: count }, (_, n) => line(n))}`;
}

/** One list of all places: a section and the dish before. */
function placeField({ restaurantBook }: StaffDeps, fields: URLSearchParams): Html {
  const { sections } = restaurantBook.served().restaurant.menu;
  const option = (value: string, label: string) =>
    html`<option value="${value}" ${
      value === fields.get("lugar") && html`selected`
    }>${label}</option>`;
  return html`
    <div class="field">
      <label for="lugar">Lugar en la carta</label>
      <select id="lugar" name="lugar">${sections.map(({ name, dishes }, n) =>
        html`
          <optgroup label="${name}">
            ${option(`${n} `, `${name}: al principio`)}
            ${dishes.filter(({ id }) => id !== fields.get("id")).map(({ id, name }) =>
              option(`${n} ${id}`, `Después de ${name}`)
            )}
          </optgroup>
        `
      )}</select>
    </div>
  `;
}

async function changeDish(deps: StaffDeps, act: StaffAct): Promise<Answer> {
  const { form } = act;
  const id = form.get("id");
  const { menu } = deps.restaurantBook.served().restaurant;
  const all = menu.sections.flatMap(({ dishes }) => dishes);
  if (id !== null && all.every((dish) => dish.id !== id)) {
    return refusalPage(deps.restaurant(), NO_DISH);
  }
  const isRemoved = form.get("accion") === "quitar" || form.has("quitar");
  const edit = isRemoved ? { id, section: 0, after: null, dish: null } : typedEdit(form);
  if (typeof edit === "string") return dishPage(deps, act, form, [edit]);
  const fields = [...new Set(form.keys())].filter((name) => name !== "accion" && name !== BASE);
  return await propose(deps, act, {
    make: () => deps.restaurantBook.edited(edit),
    to: "/platillo",
    hidden: {
      ...Object.fromEntries(fields.map((name) => [name, form.getAll(name)])),
      ...(isRemoved ? { quitar: "si" } : {}),
    },
    // Lines count in a file, not in a form.
    refuse: (problems) =>
      dishPage(
        deps,
        act,
        form,
        problems.map((text) => text.replace(/^línea \d+, columna \d+, /, "")),
      ),
  });
}

/** The dish that was typed, or what is wrong with its prices: the rest is judged by the rules of the file. */
function typedEdit(form: URLSearchParams): DishEdit | string {
  const [section = "", after = ""] = (form.get("lugar") ?? "").split(" ");
  const [ids, labels, prices, orders] = ["p", "etiqueta", "precio", "orden"]
    .map((name) => form.getAll(name));
  const lines = prices!.map((price, n) => ({
    id: ids![n] || null,
    label: normaliseText(labels![n] ?? "") || null,
    price,
    priceCents: centavos(price),
    order: Number(orders![n]) || n + 1,
  })).filter(({ price }) => price.trim() !== "");
  const wrong = lines.find(({ priceCents }) => priceCents === null);
  if (wrong !== undefined) return `precio: escribe pesos y centavos como 9.50, no «${wrong.price}»`;
  if (lines.length === 0) return "precio: escribe al menos uno";
  const text = (name: string) => normaliseText(form.get(name) ?? "");
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
