/** The first steps of a restaurant that began without a file: what is missing, on the board, and POST /pasos. */
import type { Restaurant } from "../domain/restaurant.ts";
import { hasHours, reservationsActive } from "../domain/schedule/services.ts";
import { delivers } from "../domain/tariff.ts";
import { buttonForm } from "../html/form.ts";
import { type Html, html } from "../html/html.ts";
import { seeOther } from "../http/answer.ts";
import type { StaffDeps } from "../ports/staff.ts";
import { card } from "./layout.ts";
import type { StaffRoute } from "./route.ts";

/** The values that the steps derive from. */
export interface Begun extends Pick<Restaurant, "phone" | "menu" | "tariff" | "privacyNotice"> {
  readonly hasHours: boolean;
  readonly takesReservations: boolean;
  /** As {@linkcode StaffDeps.mapCovers} and {@linkcode StaffDeps.copiesSent}. */
  readonly mapCovers: string | null;
  readonly copiesSent: boolean | null;
  /** The steps that staff have set aside, by name. */
  readonly aside: readonly string[];
}

interface Step {
  readonly title: string;
  readonly says: string | Html;
  /** Where it is done; null for a step outside the board. */
  href(begun: Begun): string | null;
  isDone(begun: Begun): boolean;
  /** Whether it can be done yet. Default: once the restaurant has its place. */
  isNext?(begun: Begun): boolean;
  /** Whether it belongs to the list. Default: always. */
  isPart?(begun: Begun): boolean;
  /** The button that sets it aside; none for a step that every restaurant takes. */
  readonly without?: string;
}

const EXTRACT = "https://download.geofabrik.de/north-america/mexico-latest.osm.pbf";

const STEPS: Readonly<Record<string, Step>> = {
  lugar: {
    title: "Nombre, teléfono, dirección y estado",
    says: "Es lo primero: con ellos tus clientes llegan y te escriben.",
    href: () => "/ajustes/contacto",
    isDone: ({ phone }) => phone !== null,
    isNext: () => true,
  },
  horario: {
    title: "Horario",
    says: "Hasta entonces tus clientes leen «Abrimos pronto».",
    href: () => "/ajustes/horario",
    isDone: ({ hasHours }) => hasHours,
  },
  carta: {
    title: "Carta y precios",
    says: "Primero las secciones, y en cada una sus platillos.",
    href: ({ menu }) => menu.sections.length === 0 ? "/ajustes/secciones" : "/platillos",
    isDone: ({ menu }) => menu.sections.some(({ dishes }) => dishes.length > 0),
  },
  envio: {
    title: "Envío a domicilio",
    says: "Con tarifa, o solo hasta dónde llevas: entonces cada envío se cotiza por WhatsApp.",
    href: () => "/ajustes/envio",
    isDone: delivers,
    without: "No llevamos",
  },
  mapa: {
    title: "Mapa de calles",
    says: html`
      Sin él ningún envío tiene precio y se cotiza por WhatsApp. Las calles de México las reúne
      Geofabrik; en la máquina del servicio, este renglón las baja y deja las de tu zona:
      <code>curl -L ${EXTRACT} | sudo sobremesa map import -</code>
    `,
    href: () => null,
    isDone: ({ mapCovers }) => mapCovers !== null,
    isPart: ({ tariff }) => delivers({ tariff }) && !tariff.unpriced,
    without: "Sin mapa",
  },
  aviso: {
    title: "Aviso de privacidad",
    says: "La ley lo pide a quien guarda nombres y teléfonos: publícalo y pon aquí su dirección.",
    href: () => "/ajustes/contacto#aviso_privacidad",
    isDone: ({ privacyNotice }) => privacyNotice !== null,
    without: "Después",
  },
  copias: {
    title: "Copias en otro lugar",
    says: "Si el disco se pierde, solo queda lo que salió de la máquina. Cómo: docs/running.md.",
    href: () => null,
    isDone: ({ copiesSent }) => copiesSent === true,
    isPart: ({ copiesSent }) => copiesSent !== null,
    without: "Después",
  },
  reservas: {
    title: "Abrir las reservaciones en línea",
    says: "Cuando tengas horario. Desde ese momento te pueden reservar.",
    href: () => "/cierres?quitar=pausa&volver=/",
    isDone: ({ takesReservations }) => takesReservations,
    isNext: ({ hasHours }) => hasHours,
    without: "Sin reservaciones",
  },
};

export interface FirstStep extends Pick<Step, "title" | "says" | "without"> {
  readonly name: string;
  readonly href: string | null;
  readonly state: "done" | "aside" | "next" | "waits";
}

/** The list, in the order in which it is best done. */
export function firstSteps(begun: Begun): readonly FirstStep[] {
  return Object.entries(STEPS).filter(([, { isPart }]) => isPart?.(begun) ?? true)
    .map(([name, { href, isDone, isNext, ...step }]) => {
      const isPossible = isNext?.(begun) ?? begun.phone !== null;
      const open = isPossible ? "next" : "waits";
      const state = isDone(begun) ? "done" : begun.aside.includes(name) ? "aside" : open;
      return { ...step, name, state, href: isPossible ? href(begun) : null };
    });
}

type Deps = Pick<
  StaffDeps,
  "restaurant" | "state" | "mapCovers" | "copiesSent" | "switches"
>;

/** Null where the board has no list: it began with a file, or staff have put the list away. */
async function stepsNow(deps: Deps): Promise<readonly FirstStep[] | null> {
  const aside = await deps.switches.firstSteps();
  if (aside === null) return null;
  const restaurant = deps.restaurant();
  return firstSteps({
    ...restaurant,
    hasHours: hasHours(restaurant),
    takesReservations: reservationsActive(deps.state()),
    mapCovers: deps.mapCovers(),
    copiesSent: await deps.copiesSent(),
    aside,
  });
}

function isOpen({ state }: FirstStep): boolean {
  return state === "next" || state === "waits";
}

/** Whether a step is left, so that what is saved leads back to the list. */
export async function isBeginning(deps: Deps): Promise<boolean> {
  return (await stepsNow(deps))?.some(isOpen) ?? false;
}

/** @param isSaved whether a step was done just now */
export async function firstStepsCard(deps: Deps, isSaved: boolean): Promise<Html | null> {
  const steps = await stepsNow(deps);
  if (steps === null) return null;
  const left = steps.filter(isOpen).length;
  const title = html`Primeros pasos <small>${steps.length - left} de ${steps.length}</small>`;
  const covers = deps.mapCovers();
  return card("pasos", title, [
    isSaved && html`<p class="done" role="status">Listo: se guardó.</p>`,
    left === 0
      ? html`<p>Está todo. Lo de aquí se cambia después en Ajustes.</p>`
      : html`<ol class="plainlist">${steps.map((step) => stepLine(step, covers))}</ol>`,
    buttonForm({ to: PATH, action: AWAY, label: "Quitar esta lista", look: "quiet" }),
  ]);
}

const STATE_WORDS = { done: "Hecho", aside: "Sin hacer", next: "", waits: "" };

function stepLine({ name, title, says, state, href, without }: FirstStep, covers: string | null) {
  const isDone = state === "done";
  const detail = isDone ? name === "mapa" && `${covers}.` : says;
  return html`
    <li class="between">
      <p>
        ${STATE_WORDS[state] && html`
          <strong class="chip ${isDone ? "arrived" : "gone"}">${STATE_WORDS[state]}</strong>
        `}
        <b>${title}</b> ${detail && html`<br><small>${detail}</small>`}
      </p>
      <div class="buttons" role="group" aria-label="${title}">
        ${href !== null && html`
          <a class="button ${state === "next" ? "main" : "quiet"}" href="${href}">
            ${isDone ? "Cambiar" : "Hacer"}</a>
        `}
        ${state === "next" && without !== undefined &&
          buttonForm({ to: PATH, action: name, label: without, look: "quiet" })}
      </div>
    </li>
  `;
}

const PATH = "/pasos";
const AWAY = "quitar";

/** Sets a step aside, or puts the list away. */
export function firstStepsRoute({ switches }: StaffDeps): StaffRoute {
  return {
    method: "POST",
    path: PATH,
    async act({ form, actor, request }) {
      const action = form.get("accion") ?? "";
      const aside = await switches.firstSteps();
      const isKnown = action === AWAY || Object.hasOwn(STEPS, action);
      if (!isKnown) return [422, "No se hizo nada", "Ese botón no existe. Vuelve a intentarlo."];
      if (aside !== null) {
        const left = action === AWAY ? null : [...new Set([...aside, action])];
        await switches.by(actor, request.signal).setFirstSteps(left);
      }
      return seeOther("/");
    },
  };
}
