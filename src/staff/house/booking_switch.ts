import { reservationsActive } from "../../domain/schedule/switches.ts";
import { type Html, html } from "../../pages/html.ts";
import { momentInWords } from "../day_words.ts";
import { type PartContext, stateWords, switchButton, timeForm } from "./switch_forms.ts";

/** Reservations over the API: paused, paused until a time, taken. */
export function bookingSwitch(context: PartContext): Html {
  const { house, now } = context.situation;
  return reservationsActive(house, now) ? taken(context) : paused(context);
}

function taken(context: PartContext): Html {
  return html`
    ${stateWords("on", "Abiertas.", "Se puede reservar en línea.")}
    <div class="buttons">${switchButton("pausar", "Pausar ahora", "bad")}</div>
    ${untilForm(context, "O pausar hasta las")}
  `;
}

function paused(context: PartContext): Html {
  const { house, now, restaurant } = context.situation;
  const until = house.pause?.until ?? null;
  return html`
    ${until === null
      ? stateWords("off", "En pausa.", "Siguen así hasta que alguien las reanude.")
      : stateWords(
        "off",
        `En pausa hasta ${momentInWords(until, now, restaurant.timeZone)}.`,
        "A esa hora vuelven solas.",
      )}
    <div class="buttons">
      ${switchButton("reanudar", "Reanudar", "good")}
      ${until !== null && switchButton("pausar", "Pausar hasta nuevo aviso", "bad")}
    </div>
    ${untilForm(context, until === null ? "O reanudar solas a las" : "Cambiar la hora a las")}
  `;
}

function untilForm(context: PartContext, label: string): Html {
  return timeForm(
    { action: "pausar_hasta", id: "hora-reservas", label, button: "Pausar" },
    context,
  );
}
