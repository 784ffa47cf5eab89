/** Who turned a switch, and when. */
import type { Situation } from "../../domain/schedule/situation.ts";
import type { SwitchName, SwitchTurn } from "../../ports.ts";
import { type Html, html } from "../../pages/html.ts";
import { guestText } from "../guest_text.ts";
import { moment } from "../reservation/reservation_history.ts";

/** `Último cambio: Lupe, hoy a las 20:30`; nothing where nobody is written down. */
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
