/** What the parts of the switches' page are made of: their acts, their forms, and the words about what holds. */
import { isTime, type Time } from "../../domain/local_time.ts";
import type { Reservation } from "../../domain/reservation/reservation.ts";
import type { Situation } from "../../domain/schedule/situation.ts";
import { type Html, html } from "../../pages/html.ts";
import type { Switches, SwitchName, SwitchTurn } from "../../ports.ts";
import { guestText } from "../guest_text.ts";
import { moment } from "../reservation/reservation_history.ts";

/** A part of the page: what it shows, and what its buttons do by the names that their forms send. */
export interface HousePart {
  /** Of its section. */
  readonly id: string;
  readonly title: string;
  /** Whose last turn is told; null where each dish is a switch. */
  readonly switchName: SwitchName | null;
  readonly acts: Readonly<Record<string, Act>>;
  show(context: PartContext): Html;
}

export interface Act {
  /** Said once it is done; `dish` is the name of the dish, where one is meant. */
  done(dish: string): string;
  /** @returns why nothing was switched; nothing where it was */
  run(order: Order): Promise<Obstacle | void>;
}

export interface Order {
  readonly form: URLSearchParams;
  readonly switches: Switches;
  readonly situation: Situation;
}

/** Why nothing was switched. */
export interface Obstacle {
  /** The field that is wrong; null where none is. */
  readonly field: "hora" | null;
  readonly text: string;
}

export interface PartContext {
  readonly situation: Situation;
  /** Of the query, or of the form that could not be done. */
  readonly fields: URLSearchParams;
  /** What is wrong in this part; null where nothing is. */
  readonly problem: Obstacle | null;
  /** Reservations that come too late for a kitchen that closes early; null where it keeps its hours. */
  readonly late: readonly Reservation[] | null;
  readonly turns: readonly SwitchTurn[];
}

/** The time in the form's field, or what is wrong with it. */
export function typedTime(form: URLSearchParams): Time | Obstacle {
  const time = form.get("hora") ?? "";
  if (isTime(time)) return time;
  return { field: "hora", text: "Escribe la hora con cuatro cifras, por ejemplo 20:30." };
}

/** A form of one button. */
export function switchButton(
  action: string,
  label: string | Html,
  look = "",
  hidden: Readonly<Record<string, string>> = {},
): Html {
  return html`
    <form method="post"
      action="/casa">${hiddenFields(
        hidden,
      )}<button name="accion" value="${action}" class="${look}">${label}</button></form>
  `;
}

export function hiddenFields(fields: Readonly<Record<string, string>>): Html {
  return html`${
    Object.entries(fields).map(([name, value]) =>
      html`<input type="hidden" name="${name}" value="${value}">`
    )
  }`;
}

/** What holds, before how it can be changed. */
export function stateWords(mood: "on" | "off" | "changed", title: string, detail: string): Html {
  return html`<p class="state ${mood}"><strong>${title}</strong> ${detail}</p>`;
}

export interface TimeForm {
  readonly action: string;
  /** The id of its field. */
  readonly id: string;
  readonly label: string;
  readonly button: string;
}

/** A form of a time and a button, with what was typed where that was wrong. */
export function timeForm(form: TimeForm, { fields, problem }: PartContext): Html {
  const wrong = problem?.field === "hora" && fields.get("accion") === form.action;
  const typed = wrong ? fields.get("hora") ?? "" : "";
  return html`
    <form method="post" action="/casa" class="inline">
      <div>
        <label for="${form.id}">${form.label}</label>
        <input id="${form.id}" type="time" name="hora" required value="${typed}" ${wrong &&
          html`aria-invalid="true" aria-describedby="hecho"`}>
      </div>
      <button name="accion" value="${form.action}">${form.button}</button>
    </form>
  `;
}

/** `Último cambio: Lupe, hoy a las 20:30`; null where no turn is stored. */
export function lastTurn(
  name: SwitchName,
  turns: readonly SwitchTurn[],
  situation: Situation,
): Html | null {
  const turn = turns.find((one) => one.name === name);
  if (turn === undefined) return null;
  return html`<small class="turn">Último cambio: ${guestText(turn.actor)}, ${
    moment(turn.at, situation)
  }</small>`;
}
