/** The menu, as staff change it: GET /platillos leads to a page for each of its sections. */
import { html } from "../../html/html.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import type { StaffPage } from "../layout.ts";
import type { StaffRoute } from "../route.ts";

/** The pages of sections, which end in their numbers from 0. */
export const SECTIONS = "/carta/";

export function menuRoute({ restaurantBook }: StaffDeps): StaffRoute {
  return {
    method: "GET",
    path: "/platillos",
    show(): StaffPage {
      const { sections } = restaurantBook.served().restaurant.menu;
      const links = sections.map(({ name, dishes }, n) =>
        html`<a class="button" href="${SECTIONS}${n}">${name} <small>${dishes.length}</small></a>`
      );
      const content = html`
        <p>Elige una sección para cambiar sus platillos y precios, agregar o quitar.</p>
        <p class="buttons">${links}</p>
        <p class="buttons">
          <a class="button quiet" href="/ajustes/secciones">Secciones</a>
          <a class="button quiet" href="/ajustes/extras">Extras</a>
          <a class="button quiet" href="/casa">Ajustes</a>
        </p>
      `;
      return { title: "Carta y precios", section: "casa", content };
    },
  };
}
