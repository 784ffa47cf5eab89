/** The kitchen of the service day: closed early, or at its usual hour; and the reservations that come too late for it. */
import { earlyKitchenOrder, tooLateToEat } from "../../domain/schedule/closures.ts";
import {
  type Day,
  type Time,
  timeOf,
  type WallMinute,
  wallMinute,
  wallMinuteOf,
} from "../../domain/local_time.ts";
import type { Reservation } from "../../domain/reservation/reservation.ts";
import { servicesOn } from "../../domain/schedule/services.ts";
import { currentServiceDay, type Situation } from "../../domain/schedule/situation.ts";
import { type Html, html } from "../../pages/html.ts";
import type { ReservationBook } from "../../ports.ts";
import { atTime } from "../day_words.ts";
import { hitFacts, hitsInWords, reachGuest } from "./closure_hits.ts";
import { kitchenMessageLink } from "./closure_words.ts";
import {
  type HousePart,
  type Obstacle,
  type Order,
  type PartContext,
  stateWords,
  switchButton,
  timeForm,
  typedTime,
} from "./switches.ts";

export const kitchen: HousePart = {
  id: "cocina",
  title: "Cocina",
  switchName: "kitchen",
  acts: {
    cocina_ya: {
      done: () => "Listo: cerraste la cocina por hoy.",
      run: (order) => closeKitchen(order, null),
    },
    cocina_a: {
      done: () => "Listo: adelantaste el cierre de la cocina.",
      async run(order) {
        const time = typedTime(order.form);
        return typeof time === "string" ? await closeKitchen(order, time) : time;
      },
    },
    cocina_normal: {
      done: () => "Listo: la cocina vuelve a su horario de costumbre.",
      run: ({ switches }) => switches.kitchen(null),
    },
  },
  show: showKitchen,
};

/** Confirmed reservations that come too late, by time; null where the kitchen keeps its hours. */
export async function lateForKitchen(
  book: Pick<ReservationBook, "hitBy">,
  situation: Situation,
): Promise<readonly Reservation[] | null> {
  const late = tooLateToEat(situation);
  return late === null ? null : await book.hitBy(late);
}

const NOT_EARLY = {
  no_service: "Hoy no hay servicio: no hay cocina que cerrar.",
  not_earlier: "A esa hora la cocina ya está cerrada de costumbre.",
};

/** @param time null for now */
async function closeKitchen(
  { switches, situation }: Order,
  time: Time | null,
): Promise<Obstacle | void> {
  const order = earlyKitchenOrder(situation, time);
  if (typeof order === "string") {
    return { field: time === null ? null : "hora", text: NOT_EARLY[order] };
  }
  await switches.kitchen(order);
}

function showKitchen(context: PartContext): Html {
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
    ${late !== null && lateList(late, situation)}
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
function usualClosing({ restaurant, state }: Situation, day: Day): WallMinute | null {
  const { closures } = state;
  const last = servicesOn(restaurant.hours, day, { closures, earlyKitchen: null }).at(-1);
  return last?.kitchenCloses ?? null;
}

function earlyClosing({ state: { earlyKitchen } }: Situation, day: Day): WallMinute | null {
  return earlyKitchen?.serviceDay === day ? wallMinuteOf(earlyKitchen.closes) : null;
}

function lateList(late: readonly Reservation[], situation: Situation): Html {
  if (late.length === 0) {
    return html`<p>Ninguna reservación confirmada llega después de lo que la cocina alcanza.</p>`;
  }
  const message = {
    restaurantName: situation.restaurant.name,
    today: currentServiceDay(situation),
    closes: situation.state.earlyKitchen?.closes.slice(11) ?? "",
  };
  return html`
    <h3 id="tarde">Llegan tarde para la cocina: ${hitsInWords(late)}</h3>
    <ul class="hitlist" aria-labelledby="tarde">${late.map((reservation) =>
      html`
        <li id="${reservation.folio}" class="hit">
          ${hitFacts(reservation, message.today)}
          ${reachGuest(reservation, (guest) => kitchenMessageLink(guest, message))}
        </li>
      `
    )}</ul>
  `;
}
