/** The closures that stand. */
import { isOver } from "../../domain/asked_closure.ts";
import type { Closure } from "../../domain/closure.ts";
import { localDateTime, wallMinute } from "../../domain/local_time.ts";
import { currentServiceDay } from "../../domain/service_day.ts";
import type { Situation } from "../../domain/situation.ts";
import { type Html, html } from "../html.ts";
import { closureInWords } from "./closure_words.ts";
import { guestText } from "./guest_text.ts";

/** On the switches' page only the next few are told. */
const NEXT = 3;

/** Those that are not over, by their beginning. */
export function standingClosures(situation: Situation): readonly Closure[] {
  const minute = wallMinute(situation.now, situation.restaurant.timeZone);
  const today = currentServiceDay(situation);
  return situation.house.closures.filter((closure) => !isOver(closure, minute, today));
}

/** What the switches' page says of closures. */
export function closuresCard(situation: Situation): Html {
  const closures = standingClosures(situation);
  const more = closures.length - NEXT;
  return html`
    <section class="card switch" aria-labelledby="cierres">
      <h2 id="cierres">Cierres</h2>
      ${closures.length === 0
        ? html`<p class="state on"><strong>Ninguno.</strong> Se abre según el horario.</p>`
        : html`<ul class="plainlist">${
          closures.slice(0, NEXT).map((closure) =>
            html`<li>${closureLine(closure, situation)}</li>`
          )
        }</ul>`}
      ${more > 0 && html`<p><small>Y ${more} más.</small></p>`}
      <p><a class="button" href="/cierres">Ver y agregar cierres</a></p>
    </section>
  `;
}

/** All of them, each with its reservations and the way back. */
export function closureList(situation: Situation): Html {
  const closures = standingClosures(situation);
  if (closures.length === 0) return html`<p>No hay cierres: se abre según el horario.</p>`;
  return html`
    <ul class="plainlist">${closures.map((closure) =>
      html`
        <li class="closure">
          <div id="c${closure.id}">${closureLine(closure, situation)}</div>
          <div class="buttons" role="group" aria-labelledby="c${closure.id}">
            <a class="button" href="/cierres?cierre=${closure.id}">Ver a quién afecta</a>
            ${removeButton(closure)}
          </div>
        </li>
      `
    )}</ul>
  `;
}

export function removeButton({ id }: Closure): Html {
  return html`
    <form method="post"
      action="/cierres"><input type="hidden" name="cierre" value="${id}"><button class="bad" name="accion" value="quitar">Quitar el cierre</button></form>
  `;
}

function closureLine(closure: Closure, situation: Situation): Html {
  const today = currentServiceDay(situation);
  return html`<p><b class="closed">${closureInWords(closure, today)}</b> ${
    hasBegun(closure, situation) && html`<span class="chip gone">Ahora</span>`
  } ${guestText(closure.reason)}</p>`;
}

function hasBegun(closure: Closure, situation: Situation): boolean {
  if (closure.kind === "day") return closure.day === currentServiceDay(situation);
  return closure.from <= localDateTime(wallMinute(situation.now, situation.restaurant.timeZone));
}
