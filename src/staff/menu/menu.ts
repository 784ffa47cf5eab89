/** The menu and the restaurant's file, as staff change them: /platillos, /platillo, /archivo and /version. */
import type { Dish } from "../../domain/menu.ts";
import { situationNow } from "../../domain/schedule/situation.ts";
import { hiddenFields, inputField } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { formatMoney } from "../../html/words.ts";
import { type Answer, downloadHeaders } from "../../http/answer.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { card, foldedSections, type StaffPage } from "../layout.ts";
import type { StaffRoute } from "../route.ts";
import { changeDish, dishPage } from "./dish_form.ts";
import { BASE, historyCard, hitsOfLast, propose } from "./versions.ts";

export function menuRoutes(deps: StaffDeps): readonly StaffRoute[] {
  return [
    { method: "GET", path: "/platillos", show: ({ query }) => listPage(deps, query) },
    { method: "GET", path: "/platillo", show: ({ query }) => dishPage(deps, query) },
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

async function listPage(deps: StaffDeps, query: URLSearchParams): Promise<StaffPage> {
  const situation = situationNow(deps);
  const { version, restaurant } = deps.restaurantBook.served();
  const versions = await deps.restaurantBook.all();
  const done = query.get("hecho");
  const hits = done === null ? null : await hitsOfLast(deps, versions, situation);
  const sections = restaurant.menu.sections.map(({ name, dishes }) => ({ name, items: dishes }));
  const content = html`
    ${done !== null && html`<p class="done" role="status">Listo: se guardó.</p>`}
    ${hits}
    <p>Lo que guardas lo ven los clientes en dos segundos. <a class="button main" href="/platillo">Agregar un platillo</a></p>
    ${foldedSections(sections, dishRow)}
    <div class="house">
      ${fileCard(version)}
      ${versions.length > 0 && historyCard(versions, version, situation)}
    </div>
  `;
  const page = { title: "Carta y precios", section: "casa", content } as const;
  if (done !== "guardado" || hits === null) return page;
  // Until the other instances follow they may take a reservation at the old hours.
  return { ...page, headers: { refresh: "3;url=/platillos?hecho=aplicado" } };
}

function dishRow({ id, name, presentations }: Dish): Html {
  const prices = presentations.map(({ label, priceCents }) =>
    [label, formatMoney(priceCents)].filter((word) => word !== null).join(" ")
  );
  const unseen = html`<span class="unseen"> ${name}</span>`;
  return html`
    <li class="between">
      <p><b><bdi>${name}</bdi></b> <small>${prices.join("; ")}</small></p>
      <a class="button" href="/platillo?id=${id}">Cambiar${unseen}</a>
    </li>
  `;
}

function fileCard(version: number): Html {
  const file = inputField({
    name: "texto",
    label: "Archivo cambiado",
    attributes: html`type="file" required accept=".json,.jsonc,application/json"`,
  });
  const content = html`
    <p>Horario, preguntas, envío, contacto, secciones, adiciones, favoritos y destacados: descarga el archivo, cámbialo y súbelo. Antes de guardar se ve qué cambia.</p>
    <p><a class="button" href="/archivo">Descargar el archivo</a></p>
    <form method="post" action="/archivo" enctype="multipart/form-data">
      ${hiddenFields({ [BASE]: String(version) })} ${file}
      <button name="accion" value="revisar">Ver qué cambia</button>
    </form>
  `;
  return card("archivo", "Todo lo demás", content);
}

function download({ restaurantBook }: StaffDeps): Answer {
  const { version, text } = restaurantBook.served();
  return {
    status: 200,
    headers: downloadHeaders("application/json; charset=utf-8", `restaurante-${version}.json`),
    body: text,
  };
}
