import type { Unbookable } from "./schedule/bookability.ts";
import type { Failure } from "./failure.ts";
import { type Day, type Time, weekdayName } from "./local_time.ts";
import { invalidField } from "./reservation_errors.ts";

/**
 * What to tell who asked for a day or time that cannot be had: what day today is, and what can be had instead.
 * The failure is `datos` with `dia_fuera_de_rango` or `hora_no_reservable`.
 */
export function bookabilityFailure(refusal: Unbookable): Failure {
  const today = `hoy es ${dated(refusal.today)}`;
  if (refusal.reason === "day_out_of_range") {
    return invalidField(
      "dia_fuera_de_rango",
      `El ${
        dated(refusal.day)
      } no se puede reservar porque ${today} y se aceptan días desde hoy hasta el ${
        dated(refusal.lastDay)
      } inclusive.`,
    );
  }
  return invalidField(
    "hora_no_reservable",
    `Las ${refusal.time} del ${dated(refusal.day)} no se pueden reservar; ${today} y ${
      instead(refusal.nearest, refusal.nextDay)
    }.`,
  );
}

function instead(
  nearest: readonly Time[],
  nextDay: { readonly day: Day; readonly times: readonly Time[] } | null,
): string {
  if (nearest.length > 0) {
    return `las horas aceptadas más cercanas de ese día son: ${nearest.join(", ")}`;
  }
  if (nextDay === null) return "no quedan horas aceptadas ni ese día ni después";
  return `ese día no tiene horas aceptadas; el siguiente que las tiene es el ${
    dated(nextDay.day)
  }, por ejemplo: ${nextDay.times.join(", ")}`;
}

function dated(day: Day): string {
  return `${weekdayName(day)} ${day}`;
}
