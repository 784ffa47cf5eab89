/** The pages on which staff sign in, and on which they say who they are. */
import type { Answer } from "../../http/answer.ts";
import { type Html, html } from "../../pages/html.ts";
import type { PageRestaurant } from "../../pages/layout.ts";
import { MAX_ACTOR } from "./cookies.ts";
import { staffPageAnswer } from "../layout.ts";

export interface SignInPage {
  /** 200 where absent. */
  readonly status?: number;
  readonly restaurant: PageRestaurant;
  /** The name as typed, or as known on this device; empty where there is none. The key is never shown again. */
  readonly typedName: string;
  /** Where to go on to: a path of the board. */
  readonly goOn: string;
  /** What went wrong, and with which field. */
  readonly problem?: SignInProblem | undefined;
}

export interface SignInProblem {
  readonly field: "nombre" | "clave";
  readonly text: string;
}

/** Asks for the key and the name. */
export function signInPage(page: SignInPage): Answer {
  const { goOn, problem } = page;
  const content = html`
    <section class="card narrow">
      <form method="post" action="/entrar">
        <input type="hidden" name="volver" value="${goOn}">
        ${nameField(page)}
        <p class="field">
          <label for="clave">Clave del personal</label>
          <input id="clave" name="clave" type="password" required autocomplete="current-password"
            autocapitalize="none" spellcheck="false" ${page.typedName !== "" &&
              html`autofocus`} ${marked("clave", problem)}>
          ${said("clave", problem)}
        </p>
        <button class="main">Entrar</button>
      </form>
    </section>
    <p><a class="button quiet" href="${goOn}">Ya había entrado en este equipo: seguir</a></p>
  `;
  return answerWith(page, "Entrar al tablero", null, content);
}

/** Asks who is there, of a device that is signed in. `actor` is the name until now; null where there is none. */
export function namePage(page: SignInPage, actor: string | null): Answer {
  const content = html`
    <section class="card narrow">
      <form method="post" action="/nombre">
        <input type="hidden" name="volver" value="${page.goOn}">
        ${nameField(page)}
        <button class="main">Guardar</button>
      </form>
    </section>
    ${actor === null && html`
      <form method="post" action="/salir"><button class="quiet">Salir de este equipo</button></form>
    `}
  `;
  return answerWith(page, "¿Quién eres?", actor, content);
}

function answerWith(
  { status, restaurant }: SignInPage,
  title: string,
  actor: string | null,
  content: Html,
): Answer {
  return staffPageAnswer({
    status: status ?? 200,
    restaurant,
    title,
    section: null,
    actor,
    content,
  });
}

function nameField({ typedName, problem }: SignInPage): Html {
  return html`
    <p class="field">
      <label for="nombre">Tu nombre <small>queda en el historial de cada reservación que cambies</small></label>
      <input id="nombre" name="nombre" value="${typedName}" required maxlength="${MAX_ACTOR}"
        autocomplete="username" ${typedName === "" && html`autofocus`} ${marked("nombre", problem)}>
      ${said("nombre", problem)}
    </p>
  `;
}

function marked(field: SignInProblem["field"], problem: SignInProblem | undefined): Html | false {
  return problem?.field === field && html`aria-invalid="true" aria-describedby="${field}-mal"`;
}

function said(field: SignInProblem["field"], problem: SignInProblem | undefined): Html | false {
  return problem?.field === field &&
    html`<span class="wrong" id="${field}-mal" role="alert">${problem.text}</span>`;
}
