/** Switches of the restaurant: reservations on line, and tonight's kitchen. */
import {
  isTime,
  nextInstantAt,
  type Time,
  timeOf,
  type WallMinute,
  wallMinute,
  wallMinuteOf,
} from "../../domain/local_time.ts";
import { earlyKitchenOrder } from "../../domain/schedule/closures.ts";
import { pausedNight, reservationsActive, servicesOn } from "../../domain/schedule/services.ts";
import { currentServiceDay, type Situation } from "../../domain/schedule/situation.ts";
import { buttonForm, inputField } from "../../html/form.ts";
import { attributes, type Html, html } from "../../html/html.ts";
import type { Switches, SwitchName, SwitchTurn } from "../../ports/staff.ts";
import { atTime, dayInWords, moment, momentInWords } from "../day_words.ts";
import { guestText } from "../guest.ts";

/** A part of the page with its buttons. */
export interface HousePart {
  readonly id: string;
  readonly title: string;
  /** The switch whose last turn is shown; null for dishes, each of which is a switch. */
  readonly switchName: SwitchName | null;
  /** What its buttons do, by their values. Each returns why nothing was switched; nothing if something was. */
  readonly acts: Readonly<Record<string, (order: Order) => Promise<string | void>>>;
  show(context: PartContext): Html;
}

export interface Order {
  readonly form: URLSearchParams;
  readonly switches: Switches;
  readonly situation: Situation;
}

export interface PartContext {
  readonly situation: Situation;
  readonly turns: readonly SwitchTurn[];
  /** The form that was refused. */
  readonly typed: URLSearchParams | undefined;
}

/** Reservations on line: open, or paused until a time, for tonight, or until staff open them. */
export const bookings: HousePart = {
  id: "reservas",
  title: "Reservaciones en línea",
  switchName: "pause",
  acts: {
    pausar_hasta: pauseUntil,
    pausar_noche: ({ switches, situation }) => switches.pauseNight(currentServiceDay(situation)),
    pausar: ({ switches }) => switches.pause(null),
    reanudar: ({ switches }) => switches.resume(),
  },
  show({ situation, typed }) {
    const words = pauseInWords(situation);
    const choices = pauseChoices(situation, typed);
    if (words === null) {
      return html`${stateWords("on", "Abiertas.", "Se puede reservar en línea.")} ${choices}`;
    }
    return html`
      ${stateWords("off", ...words)}
      <div class="buttons">${switchButton("reanudar", "Abrir las reservaciones", "good")}</div>
      <details ${attributes({ open: typed !== undefined })}>
        <summary>Cambiar la pausa</summary>
        ${choices}
      </details>
    `;
  },
};

async function pauseUntil({ form, switches, situation }: Order): Promise<string | void> {
  const time = form.get("hora") ?? "";
  if (!isTime(time)) return NO_TIME;
  const { now, restaurant: { timeZone } } = situation;
  const shown = timeOf(wallMinute(now, timeZone));
  // By day, times before the morning are of the coming night.
  if (time <= shown && (time >= MORNING || shown < MORNING)) {
    return "Esa hora ya pasó: escribe una que falte, o pausa por esta noche.";
  }
  await switches.pause(nextInstantAt(time, now, timeZone));
}

/** Earlier times belong to the evening that is ending. */
const MORNING: Time = "06:00";

const NO_TIME = "Escribe la hora con cuatro cifras, por ejemplo 20:30.";

/** The pause, and the days that it stops; null if there is no pause. */
function pauseInWords(situation: Situation): [title: string, detail: string] | null {
  const { state, now } = situation;
  if (pausedNight(state) === currentServiceDay(situation)) {
    return ["En pausa por esta noche.", "Para otros días se sigue reservando."];
  }
  if (reservationsActive(state, now)) return null;
  const { until } = state.pause as { until: number | null };
  if (until === null) return ["En pausa.", "Para ningún día se reserva hasta que las abras."];
  return [
    `En pausa hasta ${momentInWords(until, situation)}.`,
    "Para ningún día se reserva; a esa hora se abren solas.",
  ];
}

/** The ways to pause, each with what it stops. */
function pauseChoices(situation: Situation, typed: PartContext["typed"]): Html {
  const day = currentServiceDay(situation);
  const today = dayInWords(day, day);
  return html`
    <ul class="plainlist">
      <li>
        ${timeForm("pausar_hasta", "Pausar hasta las", "Pausar", typed)}
        <small>Hasta esa hora no se reserva para ningún día.</small>
      </li>
      <li>
        ${switchButton("pausar_noche", "Pausar por esta noche")}
        <small>Solo para hoy, ${today}. Para otros días se sigue reservando.</small>
      </li>
      <li>
        ${switchButton("pausar", "Pausar hasta que las abras", "bad")}
        <small>No se reserva para ningún día hasta que alguien toque «Abrir las reservaciones».</small>
      </li>
    </ul>
    <p><small>Las reservaciones ya hechas siguen en pie.</small></p>
  `;
}

/** The kitchen of the service day: its closing, early or usual, and the reservations that are too late for it. */
export const kitchen: HousePart = {
  id: "cocina",
  title: "Cocina",
  switchName: "kitchen",
  acts: {
    cocina_ya: (order) => closeKitchen(order, null),
    cocina_a: (order) => closeKitchen(order, order.form.get("hora") ?? ""),
    cocina_normal: ({ switches }) => switches.kitchen(null),
  },
  show: showKitchen,
};

const NOT_EARLY = {
  no_service: "Hoy no hay servicio: no hay cocina que cerrar.",
  not_earlier: "A esa hora la cocina ya está cerrada de costumbre.",
};

/** @param time null for now */
async function closeKitchen(
  { switches, situation }: Order,
  time: string | null,
): Promise<string | void> {
  if (time !== null && !isTime(time)) return NO_TIME;
  const order = earlyKitchenOrder(situation, time);
  if (typeof order === "string") return NOT_EARLY[order];
  await switches.kitchen(order);
}

function showKitchen({ situation, typed }: PartContext): Html {
  const { restaurant, state, state: { earlyKitchen }, now } = situation;
  const today = currentServiceDay(situation);
  const services = servicesOn(restaurant, today, { ...state, earlyKitchen: null });
  const usual = services.at(-1)?.kitchenCloses;
  if (usual === undefined) {
    return stateWords("on", "Hoy no hay servicio.", "No hay cocina que cerrar antes.");
  }
  const early = earlyKitchen?.serviceDay === today ? wallMinuteOf(earlyKitchen.closes) : null;
  const minute = wallMinute(now, restaurant.timeZone);
  const label = early === null ? "O cerrar hoy a las" : "Cambiar la hora a las";
  return html`
    ${kitchenState(usual, early, minute)}
    <div class="buttons">
      ${early !== null && switchButton("cocina_normal", "Volver al horario de costumbre", "good")}
      ${(early ?? usual) > minute && switchButton("cocina_ya", "Cerrar ya", "bad")}
    </div>
    ${minute < usual && timeForm("cocina_a", label, "Cerrar", typed)}
  `;
}

function kitchenState(usual: WallMinute, early: WallMinute | null, minute: WallMinute): Html {
  const usualAt = atTime(timeOf(usual));
  const usually = `De costumbre, ${usualAt}.`;
  if (early === null) {
    const verb = usual <= minute ? "cerró" : "cierra";
    return stateWords("on", `Hoy ${verb} ${usualAt}.`, "Es su hora de costumbre.");
  }
  const at = atTime(timeOf(early));
  if (early <= minute) {
    return stateWords("off", `Cerró hoy ${at}.`, `${usually} Ya no se reserva para hoy.`);
  }
  const rest = `${usually} Solo se reserva para llegar con tiempo de cenar.`;
  return stateWords("off", `Cierra hoy antes, ${at}.`, rest);
}

export function switchButton(
  action: string,
  label: string,
  look = "",
  hidden: Readonly<Record<string, string>> = {},
): Html {
  return buttonForm({ to: "/casa", action, label, look, hidden });
}

export function stateWords(mood: "on" | "off", title: string, detail: string): Html {
  const look = mood === "on" ? "arrived" : "gone";
  return html`<p><strong class="chip ${look}">${title}</strong> ${detail}</p>`;
}

/** A form of a time and a button, with the time that was refused. */
function timeForm(action: string, label: string, button: string, typed?: URLSearchParams): Html {
  const isRefused = typed?.get("accion") === action;
  return html`
    <form method="post" action="/casa" class="inline">
      ${inputField({
        id: `${action}-hora`,
        name: "hora",
        label,
        value: isRefused ? typed?.get("hora") ?? "" : "",
        autofocus: isRefused,
        attributes: html`type="time" required`,
      })}
      <button name="accion" value="${action}">${button}</button>
    </form>
  `;
}

/** `Último cambio: Lupe, hoy a las 20:30`; null if no change is stored. */
export function lastTurn(
  name: SwitchName,
  turns: readonly SwitchTurn[],
  situation: Situation,
): Html | null {
  const turn = turns.find((one) => one.name === name);
  if (turn === undefined) return null;
  const at = moment(turn.at, situation);
  return html`<small class="turn">Último cambio: ${guestText(turn.actor)}, ${at}</small>`;
}
