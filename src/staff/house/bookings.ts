/** Reservations on line: taken, or paused until a time, for tonight, or until staff open them. Each choice says what it stops. */
import { nextInstantAt, type Time, timeOf, wallMinute } from "../../domain/local_time.ts";
import { currentServiceDay, type Situation } from "../../domain/schedule/situation.ts";
import { pausedNight, reservationsActive } from "../../domain/schedule/switches.ts";
import { type Html, html } from "../../pages/html.ts";
import { dayInWords, momentInWords } from "../day_words.ts";
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

export const bookings: HousePart = {
  id: "reservas",
  title: "Reservaciones en línea",
  switchName: "pause",
  acts: {
    pausar_hasta: { done: () => "Listo: pausaste todas las reservaciones.", run: pauseUntil },
    pausar_noche: {
      done: () => "Listo: por esta noche ya no se reserva.",
      run: ({ switches, situation }) => switches.pauseNight(currentServiceDay(situation)),
    },
    pausar: {
      done: () => "Listo: pausaste todas las reservaciones.",
      run: ({ switches }) => switches.pause(null),
    },
    reanudar: {
      done: () => "Listo: se puede reservar otra vez.",
      run: ({ switches }) => switches.resume(),
    },
  },
  show: (context) =>
    html`
      ${state(context.situation)}
      ${isOpen(context.situation) ? choices(context) : html`
        <div class="buttons">${switchButton("reanudar", "Abrir las reservaciones", "good")}</div>
        <details ${context.problem !== null &&
          html`open`}><summary>Cambiar la pausa</summary>${choices(context)}</details>
      `}
    `,
};

async function pauseUntil({ form, switches, situation }: Order): Promise<Obstacle | void> {
  const time = typedTime(form);
  if (typeof time !== "string") return time;
  const { now, restaurant: { timeZone } } = situation;
  if (isPast(time, timeOf(wallMinute(now, timeZone)))) return ALREADY_PAST;
  await switches.pause(nextInstantAt(time, now, timeZone));
}

/** Hours before this one belong to the evening that is ending. */
const MORNING: Time = "06:00";

/** Of the small hours only those of the coming night are ahead. */
function isPast(time: Time, shown: Time): boolean {
  return time <= shown && (time >= MORNING || shown < MORNING);
}

const ALREADY_PAST: Obstacle = {
  field: "hora",
  text: "Esa hora ya pasó: escribe una que falte, o pausa por esta noche.",
};

function isOpen(situation: Situation): boolean {
  return reservationsActive(situation.state, situation.now) && !isNightPaused(situation);
}

function isNightPaused(situation: Situation): boolean {
  return pausedNight(situation.state) === currentServiceDay(situation);
}

function state(situation: Situation): Html {
  const { state: { pause }, now, restaurant: { timeZone } } = situation;
  if (isOpen(situation)) return stateWords("on", "Abiertas.", "Se puede reservar en línea.");
  if (isNightPaused(situation)) {
    return stateWords("off", "En pausa por esta noche.", "Para otros días se sigue reservando.");
  }
  const until = pause && "until" in pause ? pause.until : null;
  return until === null
    ? stateWords("off", "En pausa.", "Para ningún día se reserva hasta que las abras.")
    : stateWords(
      "off",
      `En pausa hasta ${momentInWords(until, now, timeZone)}.`,
      "Para ningún día se reserva; a esa hora se abren solas.",
    );
}

/** Each with what it stops. What is held already stays held. */
function choices(context: PartContext): Html {
  const { situation } = context;
  const today = currentServiceDay(situation);
  return html`
    <ul class="plainlist choices">
      <li>
        ${timeForm(
          {
            action: "pausar_hasta",
            id: "hora-reservas",
            label: "Pausar hasta las",
            button: "Pausar",
          },
          context,
        )}
        <small>Hasta esa hora no se reserva para ningún día.</small>
      </li>
      <li>
        ${switchButton("pausar_noche", "Pausar por esta noche")}
        <small>Solo para hoy, ${dayInWords(
          today,
          today,
        )}. Para otros días se sigue reservando.</small>
      </li>
      <li>
        ${switchButton("pausar", "Pausar hasta que la abra", "bad")}
        <small>No se reserva para ningún día hasta que alguien toque «Abrir las reservaciones».</small>
      </li>
    </ul>
    <p><small>Las reservaciones ya hechas siguen en pie.</small></p>
  `;
}
