import { openingNow } from "../../domain/schedule/situation.ts";
import { type Html, html } from "../../pages/html.ts";
import { type PartContext, stateWords, switchButton } from "./switch_forms.ts";

/** Valet parking: there, not there, or as the restaurant's file says. */
export function valetSwitch({ situation }: PartContext): Html {
  const { house, restaurant } = situation;
  const { valet } = openingNow(situation);
  const origin = house.valet === null ? "Como de costumbre." : "Lo cambió el personal.";
  return html`
    ${stateWords(
      house.valet === null ? "on" : "changed",
      valet ? "Hay valet." : "No hay valet.",
      origin,
    )}
    <div class="buttons">
      ${valet ? switchButton("valet_no", "No hay valet") : switchButton("valet_si", "Sí hay valet")}
      ${house.valet !== null && switchButton(
        "valet_archivo",
        `Como de costumbre (${restaurant.valet ? "sí hay" : "no hay"})`,
      )}
    </div>
  `;
}
