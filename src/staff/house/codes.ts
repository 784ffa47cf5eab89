/** QR codes of the guests' pages on one sheet, for the tables and the door: GET /codigos. */
import { correction, generate } from "lean-qr";
import { toSvgPath } from "lean-qr/extras/svg";
import { orderables } from "../../domain/menu.ts";
import { hasHours } from "../../domain/schedule/services.ts";
import { legibleAccent } from "../../html/accent.ts";
import { type Html, html } from "../../html/html.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { icon, staffPageAnswer } from "../layout.ts";
import type { StaffRoute } from "../route.ts";

/** What a phone's camera needs around a code, in modules. */
const QUIET = 4;

export function codesRoute({ restaurant: served, baseUrl }: StaffDeps): StaffRoute {
  return {
    method: "GET",
    path: "/codigos",
    show() {
      const restaurant = served();
      const { day: colour } = legibleAccent(restaurant.face.accent);
      const sells = orderables(restaurant.menu).size > 0;
      const codes = [
        sells && ["/carta", "La carta", "Menu"],
        hasHours(restaurant) && ["/reservar", "Reservar una mesa", "Book a table"],
        sells && ["/pedir", "Pedir", "Order"],
      ].filter((one) => one !== false);
      const content = html`
        <h1 class="onscreen">Códigos QR</h1>
        <p class="onscreen buttons">
          <button type="button" class="main onscript" id="print">${icon("print")} Imprimir</button>
          <a class="button" href="/casa">Ajustes</a>
        </p>
        ${codes.length === 0 && html`<p>Todavía no hay carta ni horario a los que lleven.</p>`}
        <div class="codes">
          ${codes.map(([path = "", label = "", english = ""]) => {
            const url = `${baseUrl}${path}`;
            return html`
              <section>
                ${codeOf(url, `Código QR: ${label}`, colour)}
                <div>
                  <p><bdi>${restaurant.name}</bdi></p>
                  <h2>${label}</h2>
                  <p lang="en">${english}</p>
                  <p><small>${url.replace(/^https?:\/\//, "")}</small></p>
                </div>
              </section>
            `;
          })}
        </div>
      `;
      return staffPageAnswer({ title: "Códigos QR", ownHeading: true, content }, restaurant, null);
    },
  };
}

/** A quarter of it may be stained or torn. */
function codeOf(url: string, label: string, colour: string): Html {
  const code = generate(url, { minCorrectionLevel: correction.Q });
  const side = code.size + 2 * QUIET;
  return html`
    <svg viewBox="${-QUIET} ${-QUIET} ${side} ${side}" role="img" aria-label="${label}">
      <rect x="${-QUIET}" y="${-QUIET}" width="${side}" height="${side}" fill="#fff"></rect>
      <path d="${toSvgPath(code)}" fill="${colour}"></path>
    </svg>
  `;
}
