/** Switches of the restaurant: reservations on line, and tonight's kitchen. */
import {
  isTime,
  timeOf,
  type WallMinute,
  wallMinute,
  wallMinuteOf,
  withoutSeconds,
} from "../../domain/local_time.ts";
import { pauseOn } from "../../domain/reservation/staff_time.ts";
import { earlyKitchenOrder, nightPause } from "../../domain/schedule/closures.ts";
import { kitchenStops, servicesOn } from "../../domain/schedule/services.ts";
import { currentServiceDay, type Situation } from "../../domain/schedule/situation.ts";
import { buttonForm, inputField } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import type { Switches, SwitchName, SwitchTurn } from "../../ports/staff.ts";
import { atTime, moment, pauseInWords } from "../day_words.ts";
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
    pausar_servicio: pauseNight("service"),
    pausar_hora: pauseNight("hour"),
    pausar: ({ switches }) => switches.pause(null),
  },
  show({ situation }) {
    const pause = pauseOn(situation, currentServiceDay(situation));
    const state = pause === null
      ? stateWords("on", "Abiertas.", "Se puede reservar en línea.")
      : stateWords("off", "En pausa", pauseInWords(pause, situation));
    const href = "/cierres?quitar=pausa&volver=/casa";
    return html`
      ${state}
      ${pause && html`<p><a class="button good" href="${href}">Abrir las reservaciones</a></p>`}
      <ul class="plainlist">
        ${pauseChoice("service", "Pausar hasta que termine este servicio", situation)}
        ${pauseChoice("hour", "Pausar una hora", situation)}
        ${(pause === null || "night" in pause) && html`
          <li>
            ${switchButton("pausar", "Pausar hasta que las abras", "bad")}
            <small>No se reserva para ningún día hasta que alguien toque «Abrir las reservaciones».</small>
          </li>
        `}
      </ul>
      <p><small>Las reservaciones ya hechas siguen en pie.</small></p>
    `;
  },
};

function pauseNight(length: "hour" | "service"): HousePart["acts"][string] {
  return async ({ switches, situation }) => {
    const pause = nightPause(situation, length);
    if (pause === null) return "Hoy ya no hay servicio que pausar, o ya hay una pausa más larga.";
    await switches.pause(pause);
  };
}

function pauseChoice(length: "hour" | "service", label: string, situation: Situation): Html | null {
  const pause = nightPause(situation, length);
  return pause && html`
    <li>
      ${switchButton(length === "hour" ? "pausar_hora" : "pausar_servicio", label)}
      <small>Se pausa ${pauseInWords(pause, situation)} Para otros días se sigue reservando.</small>
    </li>
  `;
}

/** The kitchen of the service day: its closing, early or usual, and the reservations that are too late for it. */
export const kitchen: HousePart = {
  id: "cocina",
  title: "Cocina",
  switchName: "kitchen",
  acts: {
    cocina_ya: (order) => closeKitchen(order, null),
    cocina_a: (order) => closeKitchen(order, withoutSeconds(order.form.get("hora") ?? "")),
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
  if (time !== null && !isTime(time)) {
    return "Escribe la hora con cuatro cifras, por ejemplo 20:30.";
  }
  const order = earlyKitchenOrder(situation, time);
  if (typeof order === "string") return NOT_EARLY[order];
  await switches.kitchen(order);
}

function showKitchen({ situation, typed }: PartContext): Html {
  const { restaurant, state, state: { earlyKitchen }, now } = situation;
  const today = currentServiceDay(situation);
  const services = servicesOn(restaurant, today, { ...state, earlyKitchen: null });
  const last = services.at(-1);
  if (last === undefined) {
    return stateWords("on", "Hoy no hay servicio.", "No hay cocina que cerrar antes.");
  }
  const early = earlyKitchen?.serviceDay === today ? wallMinuteOf(earlyKitchen.closes) : null;
  const stops = kitchenStops(last, state);
  const closes = Math.min(early ?? stops, stops);
  const minute = wallMinute(now, restaurant.timeZone);
  const isRefused = typed?.get("accion") === "cocina_a";
  const label = early === null ? "O cerrar hoy a las" : "Cambiar la hora a las";
  return html`
    ${kitchenState(closes, { usual: last.kitchenCloses, stops, minute })}
    <div class="buttons">
      ${early !== null && switchButton("cocina_normal", "Volver al horario de costumbre", "good")}
      ${closes > minute && switchButton("cocina_ya", "Cerrar ya", "bad")}
    </div>
    ${stops > minute && html`
      <form method="post" action="/casa" class="inline">
        ${inputField({
          id: "cocina_a-hora",
          name: "hora",
          label,
          value: isRefused ? typed?.get("hora") ?? "" : "",
          autofocus: isRefused,
          attributes: html`type="time" required`,
        })}
        <button name="accion" value="cocina_a">Cerrar</button>
      </form>
    `}
  `;
}

/** @param stops when it closes unless staff close it before */
function kitchenState(
  closes: WallMinute,
  { usual, stops, minute }: Readonly<Record<"usual" | "stops" | "minute", WallMinute>>,
): Html {
  const at = atTime(timeOf(closes));
  if (closes === usual) {
    const verb = usual <= minute ? "cerró" : "cierra";
    return stateWords("on", `Hoy ${verb} ${at}.`, "Es su hora de costumbre.");
  }
  const usually = `De costumbre, ${atTime(timeOf(usual))}.`;
  if (closes <= minute) {
    return stateWords("off", `Cerró hoy ${at}.`, `${usually} Ya no se reserva para hoy.`);
  }
  const rest = closes === stops
    ? "Después está cerrado."
    : "Solo se reserva para llegar con tiempo de cenar.";
  return stateWords("off", `Cierra hoy antes, ${at}.`, `${usually} ${rest}`);
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
