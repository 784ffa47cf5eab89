/** The switches: what holds now, in words, and what can be switched. */
import type { Situation } from "../../domain/schedule/situation.ts";
import type { Answer } from "../../http/answer.ts";
import type { SwitchName } from "../../ports.ts";
import { type Html, html } from "../../pages/html.ts";
import { closuresCard } from "./closure_list.ts";
import { dishName, dishSwitches } from "./dish_switches.ts";
import { houseActDone, type HousePart, type HouseProblem, isHouseAct } from "./house_acts.ts";
import { bookingSwitch } from "./booking_switch.ts";
import { kitchenSwitch } from "./kitchen_switch.ts";
import { staffPageAnswer } from "../layout.ts";
import type { PartContext } from "./switch_forms.ts";
import { lastTurn } from "./switch_turn.ts";
import { valetSwitch } from "./valet_switch.ts";

export interface HousePage {
  readonly situation: Situation;
  readonly actor: string;
  /** Of the query, or of the form that could not be done. */
  readonly fields: URLSearchParams;
  /** Why the form that was sent has switched nothing; null where none was sent. */
  readonly problem: HouseProblem | null;
  /** As in {@linkcode PartContext}. */
  readonly late: PartContext["late"];
  readonly turns: PartContext["turns"];
}

export function housePage(page: HousePage): Answer {
  const { situation, actor, fields, problem } = page;
  const said = problem === null ? doneNow(situation, fields) : { ...problem, wrong: true };
  const part = (name: HousePart, title: string, show: (context: PartContext) => Html): Html => {
    const own = problem?.part === name ? problem : null;
    return html`
      <section class="card switch" aria-labelledby="${name}">
        <h2 id="${name}">${title}</h2>
        ${said?.part === name && announcement(said)}
        ${show({ ...page, problem: own })}
        ${SWITCHES[name] !== null && lastTurn(SWITCHES[name], page.turns, situation)}
      </section>
    `;
  };
  return staffPageAnswer({
    status: problem === null ? 200 : 422,
    restaurant: situation.restaurant,
    title: "Casa",
    section: "casa",
    actor,
    content: html`
      <div class="house">
        ${part("reservas", "Reservaciones en línea", bookingSwitch)}
        ${part("cocina", "Cocina", kitchenSwitch)}
        ${part("valet", "Valet", valetSwitch)}
        ${closuresCard(situation)}
      </div>
      ${part("platillos", "Platillos agotados", dishSwitches)}
    `,
  });
}

/** The switch of each part; null where each of its dishes is one. */
const SWITCHES: Readonly<Record<HousePart, SwitchName | null>> = {
  reservas: "pause",
  cocina: "kitchen",
  valet: "valet",
  platillos: null,
};

interface Said {
  readonly part: HousePart;
  readonly text: string;
  readonly wrong: boolean;
}

function doneNow({ restaurant, house }: Situation, fields: URLSearchParams): Said | null {
  const name = fields.get("hecho") ?? "";
  if (!isHouseAct(name)) return null;
  const dish = dishName(fields.get("platillo") ?? "", restaurant.menu, house);
  return { ...houseActDone(name, dish ?? "el platillo"), wrong: false };
}

/** What became of the form that was sent, where the browser lands. */
function announcement({ text, wrong }: Said): Html {
  return html`<p id="hecho" tabindex="-1" class="${wrong ? "alarm" : "done"}" role="${
    wrong ? "alert" : "status"
  }">${text}</p>`;
}
