/** What can be taken out, how long data is kept, and how one person's goes. */
import { addDays, type Day } from "../../domain/local_time.ts";
import { currentServiceDay } from "../../domain/schedule/situation.ts";
import type { Answer } from "../../http/answer.ts";
import type { StaffDeps } from "../../ports.ts";
import { type Html, html } from "../../pages/html.ts";
import { currentSituation } from "../current_situation.ts";
import { erasedInWords, erasureForm } from "./erasure_form.ts";
import { ERASURES_SHOWN, erasuresCard } from "./erasures_card.ts";
import { type DayRange, monthOf } from "./export_range.ts";
import { icon } from "../icons.ts";
import { staffPageAnswer } from "../layout.ts";
import type { StaffVisit } from "../route.ts";

export interface DataPage {
  readonly actor: string;
  /** Of the query, or of the form that could not be done. */
  readonly fields: URLSearchParams;
  readonly rangeProblem?: string;
  readonly phoneProblem?: string;
}

export function showData(deps: StaffDeps, { query, actor }: StaffVisit): Promise<Answer> {
  return dataPage(deps, { actor, fields: query });
}

export async function dataPage(deps: StaffDeps, page: DataPage): Promise<Answer> {
  const { actor, fields, rangeProblem = null, phoneProblem = null } = page;
  const situation = currentSituation(deps);
  const today = currentServiceDay(situation);
  const left = await deps.erasure.left(ERASURES_SHOWN);
  const wrong = rangeProblem !== null || phoneProblem !== null;
  return staffPageAnswer({
    status: wrong ? 422 : 200,
    restaurant: situation.restaurant,
    title: "Datos",
    section: "datos",
    actor,
    content: html`
      <div class="house">
        ${exportCard(today, fields, rangeProblem)}
        ${printCard(today)}
        ${erasureCard(deps.retentionDays, fields, phoneProblem)}
        ${erasuresCard(left, situation)}
      </div>
    `,
  });
}

function exportCard(today: Day, fields: URLSearchParams, problem: string | null): Html {
  const month = monthOf(today);
  const before = monthOf(addDays(month.from, -1));
  const typed = problem === null ? month : {
    from: fields.get("desde") ?? "",
    to: fields.get("hasta") ?? "",
  };
  return html`
    <section class="card" aria-labelledby="exportar">
      <h2 id="exportar">Descargar para hoja de cálculo</h2>
      <p>Un archivo CSV con las reservaciones de los días que elijas, con nombres y teléfonos: guárdalo con cuidado.</p>
      ${problem !== null && html`<p class="alarm" role="alert" id="rango-mal">${problem}</p>`}
      <form method="get" action="/datos.csv" ${problem !== null &&
        html`aria-describedby="rango-mal"`}>
        <div class="fields">
          <div class="field"><label for="desde">Desde</label>
            <input id="desde" type="date" name="desde" required value="${typed.from}"></div>
          <div class="field"><label for="hasta">Hasta, inclusive</label>
            <input id="hasta" type="date" name="hasta" required value="${typed.to}"></div>
        </div>
        <button class="main">Descargar CSV</button>
      </form>
      <p class="buttons">
        ${quickExport("Este mes", month)}
        ${quickExport("El mes pasado", before)}
        ${quickExport("De hoy a 90 días", { from: today, to: addDays(today, 90) })}
      </p>
    </section>
  `;
}

function quickExport(label: string, { from, to }: DayRange): Html {
  return html`<a class="button" href="/datos.csv?desde=${from}&amp;hasta=${to}" download>${label}</a>`;
}

function printCard(today: Day): Html {
  return html`
    <section class="card" aria-labelledby="imprimir">
      <h2 id="imprimir">Imprimir un día</h2>
      <form method="get" action="/imprimir" class="inline">
        <div><label for="dia">Día</label><input id="dia" type="date" name="dia" required value="${today}"></div>
        <button>${icon("print")} Ver para imprimir</button>
      </form>
    </section>
  `;
}

function erasureCard(
  retentionDays: number,
  fields: URLSearchParams,
  problem: string | null,
): Html {
  const erased = erasedInWords(fields);
  return html`
    <section class="card" aria-labelledby="borrar">
      <h2 id="borrar">Privacidad</h2>
      ${erased !== null && html`<p class="done" role="status">${erased}</p>`}
      <p>Los datos personales se borran solos <b>${retentionDays} días</b> después de la reservación; queda solo cuántas mesas y personas hubo cada día.</p>
      <h3>Borrar los datos de una persona</h3>
      <p>Cuando alguien lo pide. Primero verás cuántas reservaciones tiene ese teléfono.</p>
      ${erasureForm(fields, problem)}
    </section>
  `;
}
