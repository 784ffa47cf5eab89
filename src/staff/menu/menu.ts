/** The menu and the restaurant's file, as staff change them: /platillos, /platillo, /archivo and /version. */
import type { Dish } from "../../domain/menu.ts";
import { situationNow } from "../../domain/schedule/situation.ts";
import { hiddenFields, inputField } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { formatMoney } from "../../html/words.ts";
import { type Answer, downloadHeaders } from "../../http/answer.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { staffPageAnswer } from "../layout.ts";
import type { StaffRoute, StaffVisit } from "../route.ts";
import { changeDish, dishPage } from "./dish_form.ts";
import { BASE, historyCard, hitsOfLast, propose } from "./versions.ts";

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
      // Browsers send a form's line breaks as CR LF.
      act: (act) =>
        propose(deps, act, {
          make: () => (act.form.get("texto") ?? "").replaceAll("\r\n", "\n"),
        }),
    },
    {
      method: "POST",
      path: "/version",
      // An earlier version is saved as a new one.
      async act(act) {
        const text = await deps.restaurantBook.text(Number(act.form.get("n")));
        return await propose(deps, act, { make: () => text });
      },
    },
  ];
}

/** A file of 1 MB in a form that encodes most characters as three. */
const MAX_FILE_FORM = 4_000_000;

async function listPage(deps: StaffDeps, { query, actor }: StaffVisit): Promise<Answer> {
  const situation = situationNow(deps);
  const { version, restaurant } = deps.restaurantBook.served();
  const versions = await deps.restaurantBook.all();
  const done = query.get("hecho");
  const hits = done === null ? null : await hitsOfLast(deps, versions, situation);
  const content = html`
    ${done !== null &&
      html`<p class="done" role="status">Listo: se guardó.</p>`}
    ${hits}
    <p>Lo que guardas lo ven los clientes en dos segundos. <a class="button main" href="/platillo">Agregar un platillo</a></p>
    <div class="sections">${restaurant.menu.sections.map(({ name, dishes }) =>
      html`
        <details>
          <summary>${name} <small>${dishes.length}</small></summary>
          <ul class="plainlist">${dishes.map(dishRow)}</ul>
        </details>
      `
    )}</div>
    <div class="house">
      ${fileCard(version)}
      ${versions.length > 0 && historyCard(versions, version, situation)}
    </div>
  `;
  const title = "Carta y precios";
  const page = staffPageAnswer({ restaurant, section: "casa", actor, title, content });
  if (done !== "guardado" || hits === null) return page;
  // Until the other instances follow they may take a reservation at the old hours.
  const refresh = "3;url=/platillos?hecho=aplicado";
  return { ...page, headers: { ...page.headers, refresh } };
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

function fileCard(version: number): Html {
  return html`
    <section class="card" aria-labelledby="archivo">
      <h2 id="archivo">Todo lo demás</h2>
      <p>Horario, preguntas, envío, contacto, secciones, adiciones, favoritos y destacados: descarga el archivo, cámbialo y súbelo. Antes de guardar se ve qué cambia.</p>
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
    headers: downloadHeaders("application/json; charset=utf-8", `restaurante-${version}.json`),
    body: text,
  };
}
