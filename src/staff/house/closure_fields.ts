import { CLOSURE_LIMITS } from "../../domain/schedule/switches.ts";
import { currentServiceDay, type Situation } from "../../domain/schedule/situation.ts";
import { type Html, html } from "../../pages/html.ts";
import type { ClosureField, ClosureProblem, TypedClosure } from "./closure_form.ts";

/** What to close and why. It is sent by GET, for it changes nothing: it only shows whom the closure would hit. */
export function closureFields(
  situation: Situation,
  typed: TypedClosure | null,
  problem: ClosureProblem | null,
): Html {
  const field = (name: ClosureField, label: Html, attributes: Html) =>
    fieldRow({ name, label, attributes, value: typed?.[name] ?? "", problem });
  const today = currentServiceDay(situation);
  return html`
    <form method="get" action="/cierres">
      <div class="fields">
        ${field("dia", html`Día`, html`type="date" required min="${today}"`)}
        ${field(
          "hasta",
          html`Hasta el día <small>(si son varios)</small>`,
          html`type="date" min="${today}"`,
        )}
      </div>
      <div class="fields" role="group" aria-label="Horas" aria-describedby="horas">
        ${field("de", html`Desde las`, html`type="time"`)}
        ${field("a", html`Hasta las`, html`type="time"`)}
      </div>
      <p id="horas"><small>Sin horas se cierra el día completo, con su madrugada. Sin la primera, desde que abre; sin la segunda, hasta que cierra. Una hora de fin más temprana es de la madrugada siguiente.</small></p>
      ${field(
        "motivo",
        html`Motivo <small>(va en el mensaje a los clientes)</small>`,
        html`type="text" required maxlength="${CLOSURE_LIMITS.reason}" autocomplete="off"`,
      )}
      <button class="main">Ver a quién afecta</button>
    </form>
  `;
}

interface FieldRow {
  readonly name: ClosureField;
  readonly label: Html;
  readonly attributes: Html;
  readonly value: string;
  readonly problem: ClosureProblem | null;
}

function fieldRow({ name, label, attributes, value, problem }: FieldRow): Html {
  const wrong = problem?.field === name ? problem.text : null;
  return html`
    <div class="field">
      <label for="${name}">${label}</label>
      <input id="${name}" name="${name}" value="${value}" ${attributes} ${wrong !== null &&
        html`aria-invalid="true" aria-describedby="${name}-mal" autofocus`}>
      ${wrong !== null && html`<p class="wrong" id="${name}-mal" role="alert">${wrong}</p>`}
    </div>
  `;
}
