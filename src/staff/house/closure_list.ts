/** The closures that stand. */
import type { Closure } from "../../domain/schedule/switches.ts";
import { localDateTime, wallMinute } from "../../domain/local_time.ts";
import { currentServiceDay, type Situation } from "../../domain/schedule/situation.ts";
import { type ClosureRun, closureRuns, standingClosures } from "../../domain/schedule/closures.ts";
import type { SwitchTurn } from "../../ports.ts";
import { type Html, html } from "../../pages/html.ts";
import { closureInWords } from "./closure_words.ts";
import { guestText } from "../guest_text.ts";
import { lastTurn } from "./switch_turn.ts";

/** On the switches' page only the next few are told. */
const NEXT = 3;

/** The closures that are not over, as people take them. */
export function standingRuns(situation: Situation): readonly ClosureRun[] {
  return closureRuns(standingClosures(situation));
}

/** What the switches' page says of closures. */
export function closuresCard(situation: Situation): Html {
  const runs = standingRuns(situation);
  const more = runs.length - NEXT;
  return html`
    <section class="card switch" aria-labelledby="cierres">
      <h2 id="cierres">Cierres</h2>
      ${runs.length === 0
        ? html`<p class="state on"><strong>Ninguno.</strong> Se abre según el horario.</p>`
        : html`<ul class="plainlist">${
          runs.slice(0, NEXT).map((run) => html`<li>${closureLine(run, situation)}</li>`)
        }</ul>`}
      ${more > 0 && html`<p><small>Y ${more} más.</small></p>`}
      <p><a class="button" href="/cierres">Ver y agregar cierres</a></p>
    </section>
  `;
}

/** All of them, each with its reservations and the way back. */
export function closureList(situation: Situation, turns: readonly SwitchTurn[]): Html {
  const runs = standingRuns(situation);
  if (runs.length === 0) return html`<p>No hay cierres: se abre según el horario.</p>`;
  return html`
    <ul class="plainlist">${runs.map((run) => {
      const { id } = run.closures[0]!;
      return html`
        <li class="closure">
          <div id="c${id}">${closureLine(run, situation)} ${closedBy(run, turns, situation)}</div>
          <div class="buttons" role="group" aria-labelledby="c${id}">
            <a class="button" href="/cierres?cierre=${id}">Ver a quién afecta</a>
            ${removeButton(run)}
          </div>
        </li>
      `;
    })}</ul>
  `;
}

/** Who entered it, of several days the last of them. */
export function closedBy(
  { closures }: ClosureRun,
  turns: readonly SwitchTurn[],
  situation: Situation,
): Html | null {
  return lastTurn(`closure ${closures.at(-1)!.id}`, turns, situation);
}

export function removeButton({ closures }: ClosureRun): Html {
  const label = closures.length === 1 ? "Quitar el cierre" : `Quitar los ${closures.length} días`;
  return html`
    <form method="post"
      action="/cierres">${closures.map(({ id }) =>
        html`<input type="hidden" name="cierre" value="${id}">`
      )}<button class="bad" name="accion" value="quitar">${label}</button></form>
  `;
}

function closureLine({ closures, closed, reason }: ClosureRun, situation: Situation): Html {
  const today = currentServiceDay(situation);
  return html`<p><b class="closed">${closureInWords(closed, today)}</b> ${
    hasBegun(closures[0]!, situation) && html`<span class="chip gone">Ahora</span>`
  } ${guestText(reason)}</p>`;
}

function hasBegun(closure: Closure, situation: Situation): boolean {
  if (closure.kind === "day") return closure.day === currentServiceDay(situation);
  return closure.from <= localDateTime(wallMinute(situation.now, situation.restaurant.timeZone));
}
