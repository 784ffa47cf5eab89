/** The menu, as staff change it: /platillos and /platillo. */
import type { Dish } from "../../domain/menu.ts";
import { type Html, html } from "../../html/html.ts";
import { formatMoney } from "../../html/words.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { foldedSections, type StaffPage } from "../layout.ts";
import type { StaffRoute } from "../route.ts";
import { changeDish, dishPage } from "./dish_form.ts";

export function menuRoutes(deps: StaffDeps): readonly StaffRoute[] {
  return [
    { method: "GET", path: "/platillos", show: () => listPage(deps) },
    { method: "GET", path: "/platillo", show: ({ query }) => dishPage(deps, query) },
    { method: "POST", path: "/platillo", act: (act) => changeDish(deps, act) },
  ];
}

function listPage({ restaurantBook }: StaffDeps): StaffPage {
  const { menu } = restaurantBook.served().restaurant;
  const sections = menu.sections.map(({ name, dishes }) => ({ name, items: dishes }));
  const content = html`
    <p>Lo que guardas lo ven los clientes en dos segundos. <a class="button main" href="/platillo">Agregar un platillo</a></p>
    ${foldedSections(sections, dishRow)}
  `;
  return { title: "Carta y precios", section: "casa", content };
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
