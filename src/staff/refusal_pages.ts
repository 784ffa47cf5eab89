/** What the board answers where it shows and changes nothing: pages for people, without the API's open headers. */
import type { Answer } from "../http/answer.ts";
import type { Refusals } from "../http/router.ts";
import { html } from "../pages/html.ts";
import type { PageRestaurant } from "../pages/layout.ts";
import type { SentForm } from "./form.ts";
import { staffPageAnswer } from "./layout.ts";

interface RefusalPage {
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

/** 403: another site, or no page at all, asked for a change. It tells the address, since a board that is opened at another is one. */
export function foreign(origin: string): RefusalPage {
  return {
    status: 403,
    title: "No se hizo nada",
    text: `El cambio no se pidió desde el tablero. Ábrelo en ${origin} y hazlo ahí.`,
  };
}

/** 403: the session ended while a form was being filled in. */
export const SIGNED_OUT = {
  status: 403,
  title: "Tu sesión terminó",
  text:
    "No se guardó nada, pero lo que escribiste sigue ahí: entra en otra pestaña, vuelve a esta con el botón Atrás y envíalo otra vez.",
};

/** What is said of a form that cannot be read. */
export const BAD_FORMS: Readonly<Record<Exclude<SentForm["kind"], "form">, RefusalPage>> = {
  too_large: {
    status: 413,
    title: "Es demasiado",
    text: "El formulario es demasiado largo. Acorta los textos o elige menos reservas.",
  },
  incomplete: {
    status: 400,
    title: "No llegó completo",
    text: "La conexión se cortó. Vuelve con el botón Atrás y envíalo otra vez.",
  },
  not_utf8: {
    status: 400,
    title: "No se pudo leer",
    text: "El formulario llegó con caracteres inválidos. Vuelve con el botón Atrás y corrígelo.",
  },
  not_a_form: { status: 415, title: "No se pudo leer", text: "Lo enviado no es un formulario." },
};
