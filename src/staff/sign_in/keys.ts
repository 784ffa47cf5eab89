/** The keys that staff sign in with: GET and POST /claves. A new one is shown once, before it counts. */
import { type Situation, situationNow } from "../../domain/schedule/situation.ts";
import { buttonForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { seeOther } from "../../http/answer.ts";
import type { StaffDeps, StaffRole } from "../../ports/staff.ts";
import { moment } from "../day_words.ts";
import { isStepTaken, openSteps } from "../first_steps.ts";
import { card, isJustDone, type StaffPage } from "../layout.ts";
import type { Shown, StaffAct, StaffRoute } from "../route.ts";

export function keyRoutes(deps: StaffDeps): readonly StaffRoute[] {
  return [
    { method: "GET", path: "/claves", show: ({ query }) => keysPage(deps, query.has("hecho")) },
    { method: "POST", path: "/claves", act: (act) => changeKey(deps, act) },
  ];
}

/** The name of each in forms, and what staff read of it. */
const KEYS: Readonly<Record<StaffRole, Readonly<Record<"name" | "title" | "opens", string>>>> = {
  host: {
    name: "turno",
    title: "Clave del turno",
    opens: "Abre la noche: las reservaciones, las mesas, las pausas, los cierres y lo agotado.",
  },
  owner: {
    name: "dueno",
    title: "Clave del dueño",
    opens:
      "Abre todo: también los ajustes de la carta y la casa, la descarga, el borrado, el mes y estas claves.",
  },
};

const ROLES = ["host", "owner"] as const;

async function keysPage({ keys, ...deps }: StaffDeps, isSent: boolean): Promise<StaffPage> {
  const [made, situation] = [await keys.made(), situationNow(deps)];
  const isDone = ROLES.some((role) => isJustDone(made[role], deps.now()));
  const content = html`
    ${isSent && isDone && html`<p class="done" role="status">Listo: la clave ya es la nueva.</p>`}
    <div class="house">
      ${ROLES.map((role) => keyCard(role, made[role], situation))}
    </div>
  `;
  return { title: "Claves", section: "casa", content };
}

/** @param at when the key was made; null if there is none */
function keyCard(role: StaffRole, at: number | null, situation: Situation): Html {
  const { name, title, opens } = KEYS[role];
  const state = at === null
    ? html`<p><b>Todavía no hay.</b> Hazla para quien atiende, y guarda para ti la del dueño.</p>`
    : html`<p>Se hizo ${moment(at, situation)}. Cuando alguien se va, haz otra.</p>`;
  const label = at === null ? "Hacer la clave" : "Hacer otra";
  const button = buttonForm({ to: "/claves", action: "hacer", label, hidden: { cual: name } });
  return card(role, title, html`<p>${opens}</p> ${state} ${button}`);
}

/** Shows a new key or, once it was seen, makes it that of its role. */
async function changeKey(deps: StaffDeps, { form, renewed }: StaffAct): Promise<Shown> {
  const { keys } = deps;
  const token = form.get("clave");
  if (token !== null) {
    const steps = await openSteps(deps);
    const role = await keys.change(token);
    if (role === null) return OUTDATED;
    const answer = seeOther(await isStepTaken(deps, steps) ? "/" : "/claves?hecho");
    return role === "owner" ? { ...answer, cookies: await renewed() } : answer;
  }
  const role = ROLES.find((each) => KEYS[each].name === form.get("cual"));
  if (role === undefined) return [422, "No se hizo nada", "Esa clave no existe."];
  return newKeyPage(role, await keys.propose(role));
}

const OUTDATED = [
  409,
  "No se hizo nada",
  "Esa clave no sirve: alguien hizo otra mientras tanto. En Ajustes, Claves, haz una nueva.",
] as const;

function newKeyPage(
  role: StaffRole,
  { key, token }: Readonly<Record<"key" | "token", string>>,
): StaffPage {
  const hidden = { clave: token };
  const button = { to: "/claves", action: "cambiar", label: "Usar esta", look: "main", hidden };
  const content = html`
    <section class="card narrow">
      <p class="key"><code>${key}</code></p>
      <p>Cópiala ya: no se vuelve a mostrar. <b>Todavía no cambia nada.</b></p>
      <p>Al usarla, los aparatos que entraron con otra de antes salen, y piden esta${role ===
          "owner" && "; este sigue dentro"}.</p>
      <div class="buttons">
        ${buttonForm(button)} <a class="button quiet" href="/claves">No usarla</a>
      </div>
    </section>
  `;
  return { title: `${KEYS[role].title}, nueva`, section: "casa", content };
}
