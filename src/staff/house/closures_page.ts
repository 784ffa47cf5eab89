/** Closures as staff see them: the list, one that is only typed with what it would hit, one that stands with what it hits. */
import type { Reservation } from "../../domain/reservation/reservation.ts";
import { currentServiceDay, type Situation } from "../../domain/schedule/situation.ts";
import type { ClosureRun } from "../../domain/schedule/closures.ts";
import type { Answer } from "../../http/answer.ts";
import type { SwitchTurn } from "../../ports.ts";
import { type Html, html } from "../../pages/html.ts";
import { closureFields } from "./closure_fields.ts";
import type { ClosurePlan, ClosureProblem, TypedClosure } from "./closure_form.ts";
import { closedBy, closureList, removeButton } from "./closure_list.ts";
import { hitList, hitsInWords } from "./closure_hits.ts";
import { closureInWords } from "./closure_words.ts";
import { guestText } from "../guest_text.ts";
import { staffPageAnswer } from "../layout.ts";
import { hiddenFields } from "./switch_forms.ts";

export type ClosuresView =
  /** What is typed already; null where nothing is. */
  | { readonly kind: "list"; readonly typed: TypedClosure | null }
  /** The closure that was asked for stands no more. */
  | { readonly kind: "gone" }
  | { readonly kind: "wrong"; readonly typed: TypedClosure; readonly problem: ClosureProblem }
  | {
    readonly kind: "preview";
    readonly typed: TypedClosure;
    readonly plan: ClosurePlan;
    readonly hit: readonly Reservation[];
  }
  | { readonly kind: "standing"; readonly run: ClosureRun; readonly hit: readonly Reservation[] };

export type ClosuresPage = ClosuresView & {
  readonly situation: Situation;
  readonly actor: string;
  /** Who closed what. */
  readonly turns: readonly SwitchTurn[];
  /** The code of what was just done; null where nothing was. */
  readonly done: string | null;
};

const DONE: Readonly<Record<string, string>> = {
  cerrado: "Listo: cerrado. Ya no se reserva en ese tiempo.",
  quitado: "Listo: se quitó el cierre. Se vuelve a reservar en ese tiempo.",
};

const TITLES: Readonly<Record<ClosuresView["kind"], string>> = {
  list: "Cierres",
  gone: "Cierres",
  wrong: "Cierres",
  preview: "Antes de cerrar",
  standing: "A quién afecta",
};

export function closuresPage(page: ClosuresPage): Answer {
  const { situation, actor, done } = page;
  const said = Object.hasOwn(DONE, done ?? "") ? DONE[done ?? ""]! : null;
  return staffPageAnswer({
    status: page.kind === "wrong" ? 422 : page.kind === "gone" ? 404 : 200,
    restaurant: situation.restaurant,
    title: TITLES[page.kind],
    section: "casa",
    actor,
    content: html`
      ${said !== null && html`<p class="done" role="status">${said}</p>`}
      ${contentOf(page)}
    `,
  });
}

function contentOf(page: ClosuresPage): Html {
  if (page.kind === "preview") return preview(page);
  if (page.kind === "standing") return standing(page);
  const typed = page.kind === "gone" ? null : page.typed;
  const problem = page.kind === "wrong" ? page.problem : null;
  return html`
    ${page.kind === "gone" && html`
      <p class="notice">Ese cierre ya no está: alguien lo quitó o ya pasó.</p>
    `}
    <div class="closures">
      <section class="card" aria-labelledby="lista">
        <h2 id="lista">Cierres próximos</h2>
        ${closureList(page.situation, page.turns)}
      </section>
      <section class="card" aria-labelledby="nuevo">
        <h2 id="nuevo">Cerrar un día o unas horas</h2>
        ${closureFields(page.situation, typed, problem)}
      </section>
    </div>
    <p><a href="/casa" class="button">Volver a Casa</a></p>
  `;
}

function preview(
  { situation, typed, plan, hit }: ClosuresPage & { readonly kind: "preview" },
): Html {
  const today = currentServiceDay(situation);
  return html`
    <section class="card" aria-labelledby="cierre">
      <h2 id="cierre">${closureInWords(plan.closed, today)}</h2>
      <p>Motivo: ${guestText(plan.reason)}</p>
      <p>Afecta a: <b>${hitsInWords(hit)}</b>.</p>
      <p><b>Todavía no se cierra nada.</b> Al cerrar, nadie más reserva en ese tiempo; las reservaciones ya hechas siguen en pie hasta que las cambies o canceles.</p>
      <div class="buttons">
        <form method="post"
          action="/cierres">${hiddenFields(
            typed,
          )}<button class="main" name="accion" value="cerrar">Cerrar</button></form>
        <a class="button" href="/cierres?${new URLSearchParams({ cambiar: "1", ...typed })
          .toString()}">Cambiar</a>
        <a class="button quiet" href="/cierres">No cerrar</a>
      </div>
    </section>
    ${hitList({ closed: plan.closed, reason: plan.reason, hit, situation, standing: null })}
  `;
}

function standing(
  { situation, run, turns, hit }: ClosuresPage & { readonly kind: "standing" },
): Html {
  const { closures, closed, reason } = run;
  const today = currentServiceDay(situation);
  const standing = closures[0]!;
  return html`
    <section class="card" aria-labelledby="cierre">
      <h2 id="cierre">${closureInWords(closed, today)}</h2>
      ${reason !== "" && html`<p>Motivo: ${guestText(reason)}</p>`}
      <p>${closedBy(run, turns, situation)}</p>
      <div class="buttons">
        ${removeButton(run)}
        <a class="button quiet" href="/cierres">Todos los cierres</a>
      </div>
    </section>
    ${hitList({ closed, reason, hit, situation, standing })}
  `;
}
