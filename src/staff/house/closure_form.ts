/** The form of a closure: what was typed, the first error in it, and its fields. */
import {
  closedDays,
  closedHours,
  type ClosedTime,
  isOver,
} from "../../domain/schedule/closures.ts";
import { CLOSURE_LIMITS } from "../../domain/schedule/services.ts";
import { addDays, type Day, isDay, isTime, wallMinute } from "../../domain/local_time.ts";
import { currentServiceDay, type Situation } from "../../domain/schedule/situation.ts";
import { codePoints, isPlainLine, normaliseText } from "../../domain/text.ts";
import { type FieldProblem, inputField } from "../../html/form.ts";
import { attributes, type Html, html } from "../../html/html.ts";

const CLOSURE_FIELDS = ["dia", "hasta", "de", "a", "motivo", "publico"] as const;
type ClosureField = typeof CLOSURE_FIELDS[number];
export type ClosureProblem = FieldProblem<ClosureField>;

export type TypedClosure = Readonly<Record<ClosureField, string>>;

export interface ClosurePlan {
  readonly closed: ClosedTime;
  readonly reason: string;
  /** Whether guests may read the reason. */
  readonly isPublic: boolean;
}

export function typedClosure(fields: URLSearchParams): TypedClosure {
  const typed = CLOSURE_FIELDS.map((name) => [name, normaliseText(fields.get(name) ?? "")]);
  return Object.fromEntries(typed);
}

/** The closure that was typed, or its first error. */
export function plannedClosure(
  typed: TypedClosure,
  situation: Situation,
): ClosurePlan | ClosureProblem {
  const { dia, hasta, de, a, motivo, publico } = typed;
  const { restaurant, now } = situation;
  const today = currentServiceDay(situation);
  const problem = problemOf(typed, today);
  if (problem !== null) return problem;
  const hours = { day: dia, from: de || null, to: a || null };
  const isWhole = de === "" && a === "";
  const closed = isWhole ? closedDays(dia, hasta || dia) : closedHours(hours, restaurant);
  if (closed === null) return wrong("a", TOO_LATE);
  if (isOver(closed, wallMinute(now, restaurant.timeZone), today)) {
    return wrong("dia", "Ese cierre ya habría terminado.");
  }
  return { closed, reason: motivo, isPublic: publico !== "" };
}

const TOO_LATE = "A esa hora ya cerró el restaurante: escribe también hasta cuándo.";

function wrong(field: ClosureField, text: string): ClosureProblem {
  return { field, text };
}

/** The first error that does not depend on the restaurant's hours. */
function problemOf({ dia, hasta, de, a, motivo }: TypedClosure, today: Day): ClosureProblem | null {
  const { daysAhead, days, reason } = CLOSURE_LIMITS;
  if (!isDay(dia)) return wrong("dia", "Elige el día del calendario.");
  if (dia > addDays(today, daysAhead)) {
    return wrong("dia", "Ese día está a más de dos años: revisa el año.");
  }
  if (de !== "" && !isTime(de)) return wrong("de", "Escribe la hora como 17:00.");
  if (a !== "" && !isTime(a)) return wrong("a", "Escribe la hora como 23:00.");
  if (hasta !== "") {
    if (!isDay(hasta)) return wrong("hasta", "Elige el último día del calendario.");
    if (hasta < dia) return wrong("hasta", "El último día va después del primero.");
    if (hasta >= addDays(dia, days)) {
      return wrong("hasta", `Son más de ${days} días: revisa la fecha.`);
    }
    if (de !== "" || a !== "") {
      return wrong("hasta", "Varios días se cierran completos: quita las horas o este día.");
    }
  }
  if (motivo === "") return wrong("motivo", "Escribe el motivo: va en el mensaje a los clientes.");
  if (isPlainLine(motivo) && codePoints(motivo) <= reason) return null;
  return wrong("motivo", `El motivo va en un renglón de hasta ${reason} letras.`);
}

/** Sent by GET: it changes nothing, but leads to the reservations that the closure would hit. */
export function closureFields(
  situation: Situation,
  typed: TypedClosure,
  problem: ClosureProblem | null,
): Html {
  const field = (name: ClosureField, label: string | Html, attributes: Html) =>
    inputField({ name, label, attributes, value: typed[name], problem });
  const today = currentServiceDay(situation);
  const checked = attributes({ checked: typed.publico !== "" });
  const tick = html`<input type="checkbox" name="publico" value="si" ${checked}>`;
  return html`
    <form method="get" action="/cierres">
      <div class="fields">
        ${field("dia", "Día", html`type="date" required min="${today}"`)}
        ${field(
          "hasta",
          html`Hasta el día <small>(si son varios)</small>`,
          html`type="date" min="${today}"`,
        )}
      </div>
      <div class="fields" role="group" aria-label="Horas" aria-describedby="horas">
        ${field("de", "Desde las", html`type="time"`)} ${field("a", "Hasta las", html`type="time"`)}
      </div>
      <p id="horas"><small>Sin horas se cierra el día completo, con su madrugada. Sin la primera, desde que abre; sin la segunda, hasta que cierra. Una hora de fin más temprana es de la madrugada siguiente.</small></p>
      ${field(
        "motivo",
        html`Motivo <small>(va en el mensaje a los clientes)</small>`,
        html`type="text" required maxlength="${CLOSURE_LIMITS.reason}" autocomplete="off"`,
      )}
      <label class="tick">${tick} Mostrar el motivo a todos <small>(en la página y a los asistentes)</small></label>
      <button class="main">Ver a quién afecta</button>
    </form>
  `;
}
