/** The forms of the switches, and the words about what holds. */
import type { Reservation } from "../../domain/reservation/reservation.ts";
import type { Situation } from "../../domain/schedule/situation.ts";
import type { SwitchTurn } from "../../ports.ts";
import { type Html, html } from "../../pages/html.ts";
import type { HouseActName, HouseProblem } from "./house_acts.ts";

/** What a part of the page is made of. */
export interface PartContext {
  readonly situation: Situation;
  readonly fields: URLSearchParams;
  /** What is wrong in this part; null where nothing is. */
  readonly problem: HouseProblem | null;
  /** Reservations that come too late for a kitchen that closes early; null where it keeps its hours. */
  readonly late: readonly Reservation[] | null;
  /** Who switched what. */
  readonly turns: readonly SwitchTurn[];
}

/** A form of one button. */
export function switchButton(
  action: HouseActName,
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
  readonly action: HouseActName;
  /** The id of its field. */
  readonly id: string;
  readonly label: string;
  readonly button: string;
  readonly look?: string;
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
      <button name="accion" value="${form.action}" class="${form.look ?? ""}">${form
        .button}</button>
    </form>
  `;
}
