/** A closure as staff type it: what they sent, what is wrong with it, and the form for it. */
import { type ClosedTime, closedTime, isOver } from "../../domain/schedule/closures.ts";
import { CLOSURE_LIMITS } from "../../domain/schedule/switches.ts";
import {
  addDays,
  type Day,
  isDay,
  isTime,
  type Time,
  wallMinute,
} from "../../domain/local_time.ts";
import { currentServiceDay, type Situation } from "../../domain/schedule/situation.ts";
import { codePoints, isPlainLine, normaliseText } from "../../domain/text.ts";
import { type Html, html } from "../../pages/html.ts";

const CLOSURE_FIELDS = ["dia", "hasta", "de", "a", "motivo"] as const;
type ClosureField = typeof CLOSURE_FIELDS[number];

/** What was typed, empty where nothing was. */
export type TypedClosure = Readonly<Record<ClosureField, string>>;

export interface ClosurePlan {
  readonly closed: ClosedTime;
  readonly reason: string;
}

export interface ClosureProblem {
  readonly field: ClosureField;
  readonly text: string;
}

export function typedClosure(fields: URLSearchParams): TypedClosure {
  const typed = (name: ClosureField) => normaliseText(fields.get(name) ?? "");
  return {
    dia: typed("dia"),
    hasta: typed("hasta"),
    de: typed("de"),
    a: typed("a"),
    motivo: typed("motivo"),
  };
}

/** The closure that was typed, or the first thing that is wrong with it. */
export function plannedClosure(
  typed: TypedClosure,
  situation: Situation,
): ClosurePlan | ClosureProblem {
  const { dia, hasta, de, a, motivo } = typed;
  const today = currentServiceDay(situation);
  const problem = daysProblem(typed, today) ?? timesProblem(typed);
  if (problem !== null) return problem;
  const { hours, timeZone } = situation.restaurant;
  const asked = { day: dia, until: hasta || null, from: de || null, to: a || null };
  const closed = closedTime(asked, hours);
  if (closed === null) {
    return { field: "a", text: "Entre esas horas no hay nada que cerrar: revisa cuál va primero." };
  }
  if (isOver(closed, wallMinute(situation.now, timeZone), today)) {
    return { field: "dia", text: "Ese cierre ya habría terminado." };
  }
  const reason = reasonProblem(motivo);
  return reason ?? { closed, reason: motivo };
}

export function isClosureProblem(plan: ClosurePlan | ClosureProblem): plan is ClosureProblem {
  return "field" in plan;
}

function daysProblem({ dia, hasta }: TypedClosure, today: Day): ClosureProblem | null {
  if (!isDay(dia)) return { field: "dia", text: "Elige el día del calendario." };
  if (dia > addDays(today, CLOSURE_LIMITS.daysAhead)) {
    return { field: "dia", text: "Ese día está a más de dos años: revisa el año." };
  }
  if (hasta === "") return null;
  if (!isDay(hasta)) return { field: "hasta", text: "Elige el último día del calendario." };
  if (hasta < dia) return { field: "hasta", text: "El último día va después del primero." };
  if (hasta >= addDays(dia, CLOSURE_LIMITS.days)) {
    return { field: "hasta", text: `Son más de ${CLOSURE_LIMITS.days} días: revisa la fecha.` };
  }
  return null;
}

function timesProblem({ hasta, de, a }: TypedClosure): ClosureProblem | null {
  if (!isTimeOrNothing(de)) return { field: "de", text: "Escribe la hora como 17:00." };
  if (!isTimeOrNothing(a)) return { field: "a", text: "Escribe la hora como 23:00." };
  if (hasta !== "" && (de !== "" || a !== "")) {
    return {
      field: "hasta",
      text: "Varios días se cierran completos: quita las horas o este día.",
    };
  }
  return null;
}

function isTimeOrNothing(text: string): text is Time {
  return text === "" || isTime(text);
}

function reasonProblem(reason: string): ClosureProblem | null {
  if (reason === "") {
    return { field: "motivo", text: "Escribe el motivo: va en el mensaje a los clientes." };
  }
  if (!isPlainLine(reason) || codePoints(reason) > CLOSURE_LIMITS.reason) {
    return {
      field: "motivo",
      text: `El motivo va en un renglón de hasta ${CLOSURE_LIMITS.reason} letras.`,
    };
  }
  return null;
}

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
