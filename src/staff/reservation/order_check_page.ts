/** What staff see of an order that came by message: how the message differs from what was sealed, and what that was. */
import type { Answer } from "../../http/answer.ts";
import type { StaffDeps } from "../../ports.ts";
import { type Html, html } from "../../pages/html.ts";
import { currentSituation } from "../current_situation.ts";
import { guestText } from "../guest_text.ts";
import { staffPageAnswer } from "../layout.ts";
import type { MessageCheck } from "./message_check.ts";
import { DAYS_AFTER_EXPIRY, type OrderCheck } from "./opened_order.ts";
import { moment } from "./reservation_history.ts";
import { sealedOrder } from "./sealed_order.ts";

export interface OrderCheckPage {
  readonly deps: StaffDeps;
  readonly actor: string;
  readonly pasted: string;
  /** Of each link that was found; null before anything was pasted. */
  readonly checks: readonly OrderCheck[] | null;
}

/** 422 where nothing that was pasted opens. */
export function orderCheckPage({ deps, actor, pasted, checks }: OrderCheckPage): Answer {
  const opens = checks === null || checks.some(({ kind }) => kind === "opened");
  const content = html`
    <div class="narrow">
      ${checks !== null && results(deps, checks)}
      ${pasteForm(pasted, checks)}
    </div>
  `;
  return staffPageAnswer({
    status: opens ? 200 : 422,
    restaurant: deps.restaurant(),
    title: "Revisar un pedido",
    section: "pedido",
    actor,
    content,
  });
}

function pasteForm(pasted: string, checks: readonly OrderCheck[] | null): Html {
  const area = html`
    <textarea id="mensaje" name="mensaje" rows="6"
      aria-describedby="mensaje-ayuda">${pasted}</textarea>
  `;
  return html`
    <form class="card" method="post" action="/pedido">
      <div class="field">
        <label for="mensaje">Mensaje o enlace del pedido</label>
        <p id="mensaje-ayuda"><small>Pega completo el mensaje de WhatsApp: se compara con lo que el enlace guardó sellado. Sirve hasta ${DAYS_AFTER_EXPIRY} días después de vencido.</small></p>
        ${area}
      </div>
      <button class="main">${checks === null ? "Revisar" : "Revisar otra vez"}</button>
    </form>
  `;
}

function results(deps: StaffDeps, checks: readonly OrderCheck[]): Html {
  if (checks.length === 0) {
    return alarm(
      "No hay ningún enlace de pedido en lo que pegaste.",
      "El enlace contiene /pedido/ y muchas letras. Pide que lo manden otra vez.",
    );
  }
  return html`
    ${checks.length > 1 &&
      html`<p class="alarm" role="alert">El mensaje trae ${checks.length} enlaces distintos: revisa cada uno.</p>`}
    ${checks.map((check) => result(deps, check))}
  `;
}

/** What is wrong with a link that does not open, and what to do. */
const UNREADABLE = {
  cut: {
    title: "El enlace está cortado.",
    text: "Le faltan letras al final. Pide que lo copien y manden completo.",
  },
  cut_or_changed: {
    title: "El enlace no abre: está cortado o alterado.",
    text:
      "Le falta o le cambió alguna letra, o no lo selló este restaurante. No tomes el pedido por lo que dice el mensaje: pide el enlace otra vez.",
  },
  elsewhere: {
    title: "El enlace es de otra dirección.",
    text: "No lo selló este restaurante, así que no abre.",
  },
} as const;

function result(deps: StaffDeps, check: OrderCheck): Html {
  const situation = currentSituation(deps);
  switch (check.kind) {
    case "unreadable":
      return alarm(UNREADABLE[check.why].title, UNREADABLE[check.why].text);
    case "too_old":
      return alarm(
        `El enlace venció hace más de ${DAYS_AFTER_EXPIRY} días.`,
        html`Venció ${
          moment(check.expiresAt, situation)
        } y ya no se muestra. Pide que preparen el pedido otra vez.`,
      );
    case "opened":
      return html`${verdict(check.message)}${
        sealedOrder(check.draft, situation, deps.draftTtlMinutes)
      }`;
  }
}

/** Whether the message says what was sealed; first of all, and in words. */
function verdict(message: MessageCheck): Html {
  switch (message.kind) {
    case "link_alone":
      return html`
        <p
          class="notice">Solo pegaste el enlace: compara tú el mensaje con lo sellado, o pégalo completo.</p>
      `;
    case "same":
      return html`<p class="done" role="status"><b>El mensaje coincide con lo sellado.</b></p>`;
    case "different":
      return html`
        <div class="alarm" role="alert">
          <p><b>El mensaje no dice lo mismo que lo sellado.</b> Vale lo sellado.</p>
          ${lines("Dice el mensaje y no está sellado:", message.added)}
          ${lines("Está sellado y no lo dice el mensaje:", message.missing)}
        </div>
      `;
  }
}

/** More than this many lines would bury the order. */
const MOST_SHOWN = 20;

function lines(title: string, texts: readonly string[]): Html | null {
  if (texts.length === 0) return null;
  const rest = texts.length - MOST_SHOWN;
  return html`
    <p>${title}</p>
    <ul class="wrongs">
      ${texts.slice(0, MOST_SHOWN).map((text) => html`<li>${guestText(text)}</li>`)}
      ${rest > 0 && html`<li>y ${rest} más</li>`}
    </ul>
  `;
}

function alarm(title: string, text: string | Html): Html {
  return html`
    <div class="alarm" role="alert">
      <p><b>${title}</b></p>
      <p>${text}</p>
    </div>
  `;
}
