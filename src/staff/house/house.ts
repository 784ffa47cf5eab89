/** What staff switch for the whole house: GET and POST /casa. */
import type { Answer } from "../../http/answer.ts";
import type { StaffDeps } from "../../ports.ts";
import { currentSituation } from "../current_situation.ts";
import { type HouseProblem, isHouseAct, runHouseAct } from "./house_acts.ts";
import { kitchenHits } from "./kitchen_hits.ts";
import { housePage } from "./house_page.ts";
import { seeOther, type StaffAct, type StaffRoute, type StaffVisit } from "../route.ts";

export function houseRoutes(deps: StaffDeps): readonly StaffRoute[] {
  return [
    {
      method: "GET",
      path: "/casa",
      show: (visit) => page(deps, visit, visit.query, null),
    },
    { method: "POST", path: "/casa", act: (act) => switchHouse(deps, act) },
  ];
}

async function switchHouse(deps: StaffDeps, act: StaffAct): Promise<Answer> {
  const { form } = act;
  const name = form.get("accion") ?? "";
  const problem: HouseProblem | null = isHouseAct(name)
    ? await runHouseAct(name, form, deps.switches.by(act.actor), currentSituation(deps))
    : { part: "reservas", field: null, text: "Ese botón no existe. Vuelve a intentarlo." };
  if (problem !== null) return await page(deps, act, form, problem);
  return seeOther(doneAddress(name, form));
}

/** Where the browser goes on to: a code of what was done, what the list was filtered by, and the part of the page. */
function doneAddress(name: string, form: URLSearchParams): string {
  const query = new URLSearchParams({ hecho: name });
  for (const kept of ["platillo", "q"]) {
    const value = form.get(kept);
    if (value) query.set(kept, value);
  }
  return `/casa?${query}#hecho`;
}

async function page(
  deps: StaffDeps,
  { actor }: StaffVisit,
  fields: URLSearchParams,
  problem: HouseProblem | null,
): Promise<Answer> {
  const situation = currentSituation(deps);
  const [late, turns] = await Promise.all([
    kitchenHits(deps.book, situation),
    deps.switches.turns(),
  ]);
  return housePage({ situation, actor, fields, problem, late, turns });
}
