/** Why nothing can be reserved, in Spanish. */
import type { Reason, ReasonWords } from "./reason.ts";

export const REASONS_ES: ReasonWords = {
  off: () => "No se toman reservaciones en línea por ahora.",
  day_out_of_range: ({ day, today, lastDay }, dayText) =>
    `El ${dayText(day)} no se puede reservar porque hoy es ${
      dayText(today)
    } y se aceptan días desde hoy hasta el ${dayText(lastDay)} inclusive.`,
  party_too_large: ({ max }) => `En línea se reserva para hasta ${max} personas.`,
  party_over_left: (reason, dayText) => {
    const { partySize, left, time } = reason;
    const places = left === 1 ? "queda 1" : `quedan ${left}`;
    return time === null
      ? `El ${dayText(reason.day)} no hay hora con lugar para ${partySize}: ${places} a lo más.`
      : `${timeOf(reason, dayText)} no tienen lugar para ${partySize}: ${places}.`;
  },
  full: (reason, dayText) =>
    reason.time === null
      ? `El ${dayText(reason.day)} ya no queda lugar.`
      : `${timeOf(reason, dayText)} no tienen lugar: no queda ninguno.`,
  paused_night: ({ day, until }, dayText) =>
    `Para el ${dayText(day)} no se reserva en línea hasta las ${until}.`,
  closed: ({ day, time, isWeekly, isPart, why }, dayText) => {
    const said = time !== null
      ? `A las ${time} del ${dayText(day)} está cerrado`
      : isPart
      ? `Las horas que quedan del ${dayText(day)} están cerradas`
      : `El ${dayText(day)} está cerrado`;
    if (isWeekly) return `${said}, como cada semana.`;
    return `${said}${why === null ? "" : `: ${why.replace(/[.\s]+$/, "")}`}.`;
  },
  kitchen_closed: (reason, dayText) =>
    `${timeOf(reason, dayText)} no se pueden reservar: la cocina cierra antes.`,
  too_soon: (reason, dayText) =>
    `${
      timeOf(reason, dayText)
    } no se pueden reservar: se reserva con al menos ${reason.minutes} minutos de anticipación.`,
  over: (reason, dayText) => `${timeOf(reason, dayText)} ya pasaron.`,
  not_listed: (reason, dayText) => `${timeOf(reason, dayText)} no se pueden reservar.`,
};

/** The time, or what times the day still had. */
function timeOf({ day, time }: Reason, dayText: Parameters<ReasonWords["over"]>[1]): string {
  return time === null ? `Las horas del ${dayText(day)}` : `Las ${time} del ${dayText(day)}`;
}
