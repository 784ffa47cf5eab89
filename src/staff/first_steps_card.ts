/** The first steps on the board: the list on its first page, and POST /pasos, which sets parts of it aside. */
import { hasHours, reservationsActive } from "../domain/schedule/services.ts";
import { buttonForm } from "../html/form.ts";
import { type Html, html } from "../html/html.ts";
import { seeOther } from "../http/answer.ts";
import type { StaffDeps } from "../ports/staff.ts";
import { type FirstStep, firstSteps, STEPS } from "./first_steps.ts";
import { savedNotice } from "./just_done.ts";
import { card } from "./layout.ts";
import type { StaffRoute } from "./route.ts";

/** Null where the board has no list: it began with a file, or staff have put the list away. */
async function stepsNow(deps: StaffDeps): Promise<readonly FirstStep[] | null> {
  const aside = await deps.switches.firstSteps();
  if (aside === null) return null;
  const restaurant = deps.restaurant();
  return firstSteps({
    ...restaurant,
    hasHours: hasHours(restaurant),
    takesReservations: reservationsActive(deps.state()),
    mapCovers: deps.mapCovers(),
    copiesSent: await deps.copiesSent(),
    hasHostKey: (await deps.keys.made()).host !== null,
    aside,
  });
}

function isOpen({ state }: FirstStep): boolean {
  return state === "next" || state === "waits";
}

/** The names of the steps that are left. */
export async function openSteps(deps: StaffDeps): Promise<readonly string[]> {
  return (await stepsNow(deps) ?? []).filter(isOpen).map(({ name }) => name);
}

/** @param query of the board, which says that a step was done */
export async function firstStepsCard(
  deps: StaffDeps,
  query: URLSearchParams,
): Promise<Html | null> {
  const steps = await stepsNow(deps);
  if (steps === null) return null;
  const left = steps.filter(isOpen).length;
  const title = html`Primeros pasos <small>${steps.length - left} de ${steps.length}</small>`;
  return card("pasos", title, [
    await savedNotice(deps, query),
    left === 0
      ? allDone(steps)
      : html`<ol class="plainlist">${steps.map((step) => stepLine(step, deps))}</ol>`,
    buttonForm({ to: PATH, action: AWAY, label: "Quitar esta lista", look: "quiet" }),
  ]);
}

function allDone(steps: readonly FirstStep[]): Html {
  const aside = steps.filter(({ state }) => state === "aside").map(({ title }) => title);
  const left = aside.length === 0 ? "" : `Quedan fuera: ${aside.join(", ")}.`;
  return html`<p>Está todo. ${left} Lo de aquí se cambia después en Ajustes.</p>`;
}

function stepLine({ name, title, says, state, href, without }: FirstStep, deps: StaffDeps): Html {
  const [isDone, isMap] = [state === "done", name === "mapa"];
  const mark = isDone ? "Hecho" : state === "aside" ? without : undefined;
  const line = isMap && html`
    <code>${deps.mapLine}</code>
  `;
  const detail = isDone ? isMap && `${deps.mapCovers()}.` : html`${says}${line}`;
  return html`
    <li class="between">
      <p>
        ${mark !== undefined && html`
          <strong class="chip ${isDone && "arrived"}">${mark}</strong>
        `}
        <b>${title}</b> ${detail && html`<br><small>${detail}</small>`}
      </p>
      <div class="buttons" role="group" aria-label="${title}">
        ${href !== null && html`
          <a class="button ${state === "next" ? "main" : "quiet"}" href="${href}">
            ${isDone ? "Cambiar" : "Hacer"}</a>
        `}
        ${state === "next" && without !== undefined &&
          buttonForm({ to: PATH, action: name, label: without, look: "quiet" })}
      </div>
    </li>
  `;
}

const PATH = "/pasos";
const AWAY = "quitar";

/** Sets a step aside, or puts the list away. */
export function firstStepsRoute({ switches }: StaffDeps): StaffRoute {
  return {
    method: "POST",
    path: PATH,
    async act({ form, actor, request }) {
      const action = form.get("accion") ?? "";
      const aside = await switches.firstSteps();
      const isKnown = action === AWAY || Object.hasOwn(STEPS, action);
      if (!isKnown) return [422, "No se hizo nada", "Ese botón no existe. Vuelve a intentarlo."];
      if (aside !== null) {
        const left = action === AWAY ? null : [...new Set([...aside, action])];
        await switches.by(actor, request.signal).setFirstSteps(left);
      }
      return seeOther("/");
    },
  };
}
