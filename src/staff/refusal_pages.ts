/** What the board answers where it shows and changes nothing: pages for people, without the API's open headers. */
import type { Answer } from "../http/answer.ts";
import type { Refusals } from "../http/router.ts";
import { html } from "../pages/html.ts";
import type { PageRestaurant } from "../pages/layout.ts";
import { staffPageAnswer } from "./layout.ts";

/** Its title, and one sentence of what happened and what to do. */
export type Refusal = readonly [status: number, title: string, text: string];

/** A page with one sentence and the way back. */
export function refusalPage(restaurant: PageRestaurant, [status, title, text]: Refusal): Answer {
  const content = html`
    <section class="card narrow">
      <p>${text}</p>
      <p><a class="button" href="/">Ir al tablero</a></p>
    </section>
  `;
  return staffPageAnswer({ status, restaurant, title, section: null, actor: null, content });
}

const NOT_FOUND: Refusal = [404, "No está aquí", "Esa página no existe."];
const NOT_ALLOWED: Refusal = [405, "Así no se puede", "Esta página no admite ese método."];
const BAD_TARGET: Refusal = [
  400,
  "Dirección inválida",
  "La cabecera Host o la dirección no son válidas.",
];
const INTERNAL: Refusal = [
  500,
  "Algo falló",
  "No se pudo completar. Intenta de nuevo; si sigue igual, avisa a quien cuida el servidor.",
];

/** The staff's listener in its own words. */
export function staffRefusals(restaurant: () => PageRestaurant): Refusals {
  const page = (refusal: Refusal) => refusalPage(restaurant(), refusal);
  return {
    notFound: () => page(NOT_FOUND),
    notAllowed(allow) {
      const answer = page(NOT_ALLOWED);
      return { ...answer, headers: { ...answer.headers, allow } };
    },
    options: (allow) => ({
      status: 204,
      headers: { allow, "cache-control": "no-store" },
      body: null,
    }),
    badTarget: () => page(BAD_TARGET),
    internal: () => page(INTERNAL),
  };
}
