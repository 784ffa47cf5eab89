/** What the board answers where it shows and changes nothing: pages for people, without the API's open headers. */
import type { Answer } from "../http/answer.ts";
import type { Refusals } from "../http/router.ts";
import { html } from "../pages/html.ts";
import type { PageRestaurant } from "../pages/layout.ts";
import { staffPageAnswer } from "./layout.ts";

export interface RefusalPage {
  readonly status: number;
  readonly title: string;
  readonly text: string;
}

/** A page with one sentence and the way back. */
export function refusalPage(
  restaurant: PageRestaurant,
  { status, title, text }: RefusalPage,
): Answer {
  const content = html`
    <section class="card narrow">
      <p>${text}</p>
      <p><a class="button" href="/">Ir al tablero</a></p>
    </section>
  `;
  return staffPageAnswer({ status, restaurant, title, section: null, actor: null, content });
}

/** The staff's listener in its own words. */
export function staffRefusals(restaurant: () => PageRestaurant): Refusals {
  const page = (refusal: RefusalPage) => refusalPage(restaurant(), refusal);
  return {
    notFound: () => page({ status: 404, title: "No está aquí", text: "Esa página no existe." }),
    notAllowed: (allow) => withAllow(page(NOT_ALLOWED), allow),
    options: (allow) => ({
      status: 204,
      headers: { allow, "cache-control": "no-store" },
      body: null,
    }),
    badTarget: () => page(BAD_TARGET),
    internal: () => page(INTERNAL),
  };
}

function withAllow(answer: Answer, allow: string): Answer {
  return { ...answer, headers: { ...answer.headers, allow } };
}

const NOT_ALLOWED = {
  status: 405,
  title: "Así no se puede",
  text: "Esta página no admite ese método.",
};
const BAD_TARGET = {
  status: 400,
  title: "Dirección inválida",
  text: "La cabecera Host o la dirección no son válidas.",
};
const INTERNAL = {
  status: 500,
  title: "Algo falló",
  text: "No se pudo completar. Intenta de nuevo; si sigue igual, avisa a quien cuida el servidor.",
};
