/** Erasing one person's data on request: POST /borrar, first to see how many reservations there are, then to erase them. */
import { normalisePhone } from "../../domain/contact.ts";
import { currentServiceDay } from "../../domain/schedule/situation.ts";
import type { Answer } from "../../http/answer.ts";
import type { StaffDeps } from "../../ports.ts";
import { currentSituation } from "../current_situation.ts";
import { dataPage } from "./data_page.ts";
import { type ErasureCount, erasureQuestion } from "./erasure_form.ts";
import { staffPageAnswer } from "../layout.ts";
import { seeOther, type StaffAct } from "../route.ts";

export async function eraseOnRequest(deps: StaffDeps, { form, actor }: StaffAct): Promise<Answer> {
  const phone = normalisePhone(form.get("telefono") ?? "");
  if (phone === null) {
    return dataPage(deps, {
      actor,
      fields: form,
      phoneProblem: "Escribe diez cifras, o + con el código del país.",
    });
  }
  const today = currentServiceDay(currentSituation(deps));
  const upcoming = form.get("por_venir") === "si";
  const found = { phone, ...await deps.erasure.count(phone, today) };
  if (form.get("accion") !== "borrar") return question(deps, actor, found, null);
  if (found.past === 0 && found.upcoming > 0 && !upcoming) {
    const text = "Marca la casilla para borrar lo que está por venir, o no borres nada.";
    return question(deps, actor, found, text);
  }
  const erased = await deps.erasure.erase(phone, { today, upcoming, actor });
  return seeOther(`/datos?borradas=${erased}#borrar`);
}

function question(
  { restaurant }: StaffDeps,
  actor: string,
  found: ErasureCount,
  problem: string | null,
): Answer {
  return staffPageAnswer({
    status: problem === null ? 200 : 422,
    restaurant: restaurant(),
    title: "Borrar los datos de una persona",
    section: "datos",
    actor,
    content: erasureQuestion(found, problem),
  });
}
