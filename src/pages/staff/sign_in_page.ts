/** The page on which staff sign in, and on which they say who they are. */
import type { Answer } from "../../http/answer.ts";
import { type Html, html } from "../html.ts";
import type { PageRestaurant } from "../layout.ts";
import { LONGEST_ACTOR } from "./cookies.ts";
import { staffPageAnswer } from "./layout.ts";

export interface SignInPage {
  /** 200 where absent. */
  readonly status?: number;
  readonly restaurant: PageRestaurant;
  /** What was typed or is known; never the key. */
  readonly actor: string;
  /** Where to go on to: a path of the board. */
  readonly goOn: string;
  /** What went wrong; null at first. */
  readonly problem: string | null;
}

/** Asks for the key and the name. */
export function signInPage({ actor, goOn, problem, ...page }: SignInPage): Answer {
  const content = html`
    ${problemNotice(problem)}
    <form class="sign-in" method="post" action="/entrar">
      <input type="hidden" name="volver" value="${goOn}">
      <p><label for="nombre">Tu nombre</label>
        <input id="nombre" name="nombre" value="${actor}" required maxlength="${LONGEST_ACTOR}" autocomplete="username" aria-describedby="nombre-uso">
        <small id="nombre-uso">Queda en la historia de cada reserva que cambies.</small></p>
      <p><label for="clave">Clave del personal</label>
        <input id="clave" name="clave" type="password" required autocomplete="current-password" autocapitalize="none" spellcheck="false"></p>
      <p><button class="button">Entrar</button></p>
    </form>
    <p>¿Ya habías entrado en este equipo? <a href="${goOn}">Sigue al tablero</a>.</p>
  `;
  return staffPageAnswer({
    ...page,
    title: "Entrar al tablero",
    section: null,
    actor: null,
    content,
  });
}

/** Asks who is there, of a device that is signed in. */
export function namePage({ actor, goOn, problem, ...page }: SignInPage): Answer {
  const content = html`
    ${problemNotice(problem)}
    <form class="sign-in" method="post" action="/nombre">
      <input type="hidden" name="volver" value="${goOn}">
      <p><label for="nombre">Tu nombre</label>
        <input id="nombre" name="nombre" value="${actor}" required maxlength="${LONGEST_ACTOR}" autocomplete="username" aria-describedby="nombre-uso">
        <small id="nombre-uso">Queda en la historia de cada reserva que cambies.</small></p>
      <p><button class="button">Guardar</button> <a class="button" href="${goOn}">Volver</a></p>
    </form>
    <form method="post" action="/salir"><button class="quiet">Salir de este equipo</button></form>
  `;
  return staffPageAnswer({ ...page, title: "¿Quién eres?", section: null, actor: null, content });
}

function problemNotice(problem: string | null): Html | null {
  return problem === null ? null : html`<p class="notice" role="alert">${problem}</p>`;
}
