import {
  type Day,
  timeOf,
  type WallMinute,
  wallMinute,
  wallMinuteOf,
} from "../../domain/local_time.ts";
import { servicesOn } from "../../domain/schedule/services.ts";
import { currentServiceDay, type Situation } from "../../domain/schedule/situation.ts";
import { type Html, html } from "../../pages/html.ts";
import { atTime } from "../day_words.ts";
import { kitchenHitList } from "./kitchen_hits.ts";
import { type PartContext, stateWords, switchButton, timeForm } from "./switch_forms.ts";

/** The kitchen of the service day: closed early, or back to its hours. */
export function kitchenSwitch(context: PartContext): Html {
  const { situation, late } = context;
  const today = currentServiceDay(situation);
  const usual = usualClosing(situation, today);
  if (usual === null) {
    return stateWords("on", "Hoy no hay servicio.", "No hay cocina que cerrar antes.");
  }
  const early = earlyClosing(situation, today);
  const minute = wallMinute(situation.now, situation.restaurant.timeZone);
  const shut = (early ?? usual) <= minute;
  return html`
    ${kitchenState(usual, early, minute)}
    <div class="buttons">
      ${early !== null && switchButton("cocina_normal", "Volver al horario de costumbre", "good")}
      ${!shut && switchButton("cocina_ya", "Cerrar ya", "bad")}
    </div>
    ${minute < usual &&
      timeForm({
        action: "cocina_a",
        id: "hora-cocina",
        label: early === null ? "O cerrar hoy a las" : "Cambiar la hora a las",
        button: "Cerrar",
      }, context)}
    ${late !== null && kitchenHitList(late, situation)}
  `;
}

function kitchenState(usual: WallMinute, early: WallMinute | null, minute: WallMinute): Html {
  const usually = `De costumbre, ${atTime(timeOf(usual))}.`;
  if (early === null) {
    const verb = usual <= minute ? "cerró" : "cierra";
    return stateWords("on", `Hoy ${verb} ${atTime(timeOf(usual))}.`, "Es su hora de costumbre.");
  }
  const at = atTime(timeOf(early));
  if (early <= minute) {
    return stateWords("off", `Cerró hoy ${at}.`, `${usually} Ya no se reserva para hoy.`);
  }
  return stateWords(
    "changed",
    `Cierra hoy antes, ${at}.`,
    `${usually} Solo se reserva para llegar con tiempo de cenar.`,
  );
}

/** When the last kitchen of `day` closes by the weekly hours and closures; null where none opens. */
function usualClosing({ restaurant, house }: Situation, day: Day): WallMinute | null {
  const { closures } = house;
  const last = servicesOn(restaurant.hours, day, { closures, earlyKitchen: null }).at(-1);
  return last?.kitchenCloses ?? null;
}

function earlyClosing({ house: { earlyKitchen } }: Situation, day: Day): WallMinute | null {
  return earlyKitchen?.serviceDay === day ? wallMinuteOf(earlyKitchen.closes) : null;
}
