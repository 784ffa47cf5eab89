/** Warnings about a reservation, which staff may make once they have accepted them. */
import { type TimeWarning, timeWarnings } from "../../domain/reservation/staff_time.ts";
import type { RequestedTable, RequestedTime } from "../../domain/schedule/availability.ts";
import type { Situation } from "../../domain/schedule/situation.ts";
import { type Html, html } from "../../html/html.ts";
import { atTime, dayInWords, momentInWords } from "../day_words.ts";
import { guestText } from "../guest.ts";

export interface ShownWarning {
  /** Unique among the warnings about a day and time. */
  readonly code: string;
  readonly text: Html;
}

/** The warnings about the day and time `chosen`, in words. */
export function warningsAbout(
  chosen: RequestedTable,
  situation: Situation,
): readonly ShownWarning[] {
  return timeWarnings(situation, chosen).map((warning) => ({
    code: warning.kind,
    text: textOf(warning, chosen, situation),
  }));
}

export interface Warned {
  readonly warnings: readonly ShownWarning[];
  /** The value of the button that accepts: the day and time, and the codes of these warnings. */
  readonly accepted: string;
}

/** The name of the button that accepts warnings. */
const ACCEPTED = "aceptado";

/** Null if there is no warning about this day and time, or `form` accepts them. */
export function warnedOf(
  warnings: readonly ShownWarning[],
  { day, time }: RequestedTime,
  form: URLSearchParams,
): Warned | null {
  const accepted = [day, time, ...warnings.map(({ code }) => code)].join(" ");
  return warnings.length === 0 || form.get(ACCEPTED) === accepted ? null : { warnings, accepted };
}

/** The warnings, and the button that accepts them, to be put into the form. */
export function warningNotice({ warnings, accepted }: Warned, label: string): Html {
  return html`
    <div class="notice" role="alert" tabindex="-1" autofocus>
      <p><b>Todavía no se guardó.</b></p>
      <ul class="wrongs">${warnings.map(({ text }) => html`<li>${text}</li>`)}</ul>
      <p class="buttons">
        <button class="main" name="${ACCEPTED}" value="${accepted}">${label}</button>
      </p>
    </div>
  `;
}

function textOf(warning: TimeWarning, { day }: RequestedTime, situation: Situation): Html {
  switch (warning.kind) {
    case "past":
      return html`Esa hora ya pasó.`;
    case "far":
      return html`En línea solo se reserva hasta el ${dayInWords(warning.lastDay, day)}.`;
    case "closed":
      return html`Ese día o a esa hora está cerrado${
        warning.reason !== "" && html`: ${guestText(warning.reason)}`
      }.`;
    case "paused":
      return html`Las reservaciones en línea están en pausa${
        warning.until !== null && ` hasta ${momentInWords(warning.until, situation)}`
      }.`;
    case "night_paused":
      return html`En línea no se reserva para esa noche: está en pausa.`;
    case "kitchen_early":
      return html`La cocina cierra antes esa noche, ${
        atTime(warning.closes.slice(11))
      }: quien llegue a esa hora ya no alcanza a cenar.`;
    case "outside_hours":
      return html`A esa hora la cocina no atiende, o ya no alcanza el tiempo.`;
    case "full":
      return warning.left === 0
        ? html`Esa hora está llena.`
        : html`A esa hora solo ${
          warning.left === 1 ? "queda 1 lugar" : `quedan ${warning.left} lugares`
        }.`;
  }
}
