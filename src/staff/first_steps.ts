/** The first steps of a restaurant that began without a file: the list on the board's first page, and POST /pasos. */
import { noticeHref, type Restaurant } from "../domain/restaurant.ts";
import { hasHours, reservationsActive } from "../domain/schedule/services.ts";
import { delivers } from "../domain/tariff.ts";
import { buttonForm } from "../html/form.ts";
import { type Html, html } from "../html/html.ts";
import { seeOther } from "../http/answer.ts";
import type { StaffDeps } from "../ports/staff.ts";
import { card, savedNotice } from "./layout.ts";
import type { StaffRoute } from "./route.ts";

/** The values that the steps derive from. */
interface Begun
  extends
    Pick<Restaurant, "phone" | "menu" | "tariff" | "privacyNotice" | "privacyText" | "booking"> {
  readonly hasHours: boolean;
  readonly takesReservations: boolean;
  /** As the board's ports say. */
  readonly mapCovers: string | null;
  readonly copiesSent: boolean | null;
  readonly hasHostKey: boolean;
  /** The steps that staff have set aside, by name. */
  readonly aside: readonly string[];
}

interface Step {
  readonly title: string;
  readonly says: string;
  /** Where it is done; null for a step outside the board. */
  readonly href: string | null;
  isDone(begun: Begun): boolean;
  /** Whether it can be done yet. Default: once the restaurant has its place. */
  isNext?(begun: Begun): boolean;
  /** Whether it belongs to the list. Default: always. */
  isPart?(begun: Begun): boolean;
  /** The button that sets it aside; none for a step that every restaurant takes. */
  readonly without?: string;
}

/** By the names under which they are set aside. */
const STEPS: Readonly<Record<string, Step>> = {
  lugar: {
    title: "Nombre, teléfono, dirección y estado",
    says: "Es lo primero: con ellos tus clientes llegan y te escriben.",
    href: "/ajustes/contacto",
    isDone: ({ phone }) => phone !== null,
    isNext: () => true,
  },
  horario: {
    title: "Horario",
    says: "Hasta entonces tus clientes leen «Abrimos pronto».",
    href: "/ajustes/horario",
    isDone: ({ hasHours }) => hasHours,
  },
  carta: {
    title: "Carta y precios",
    says: "Pega la que ya tienes en Excel, Word o WhatsApp, o escríbela por secciones.",
    href: "/platillos",
    isDone: ({ menu }) => menu.sections.some(({ dishes }) => dishes.length > 0),
  },
  envio: {
    title: "Envío a domicilio",
    says: "Con tarifa, o solo hasta dónde llevas: entonces cada envío se cotiza por WhatsApp.",
    href: "/ajustes/envio",
    isDone: delivers,
    without: "No llevamos",
  },
  mapa: {
    title: "Mapa de calles",
    says:
      "Sin él ningún envío tiene precio y se cotiza por WhatsApp. Las calles de México las reúne Geofabrik; en la máquina del servicio, este renglón las baja y deja las de tu zona:",
    href: null,
    isDone: ({ mapCovers }) => mapCovers !== null,
    isPart: ({ tariff }) => delivers({ tariff }) && !tariff.unpriced,
    without: "Sin mapa",
  },
  aviso: {
    title: "Aviso de privacidad",
    says: "La ley lo pide a quien guarda nombres y teléfonos: hay un borrador con tus datos.",
    href: "/ajustes/aviso",
    isDone: (begun) => noticeHref(begun, "/") !== null,
    without: "Después",
  },
  copias: {
    title: "Copias en otro lugar",
    says:
      "Si el disco se pierde, solo queda lo que salió de la máquina. Cómo lo dice «sudo sobremesa doctor».",
    href: null,
    isDone: ({ copiesSent }) => copiesSent === true,
    isPart: ({ copiesSent }) => copiesSent !== null,
    without: "Después",
  },
  clave: {
    title: "Clave para el turno",
    says: "Para quien atiende: abre la noche y nada de lo tuyo. La de ahora es la del dueño.",
    href: "/claves",
    isDone: ({ hasHostKey }) => hasHostKey,
    isNext: () => true,
    without: "Atiendo yo",
  },
  cupo: {
    title: "Cupo",
    says: "Cuántas personas pueden llegar a una hora o caben en la sala. Sin él no hay límite.",
    href: "/ajustes/reservas",
    isDone: ({ booking }) => booking.peoplePerTime !== null || booking.room !== null,
    without: "Sin límite",
  },
  reservas: {
    title: "Abrir las reservaciones en línea",
    says: "Cuando tengas horario. Desde ese momento te pueden reservar.",
    href: "/cierres?quitar=pausa&volver=/",
    isDone: ({ takesReservations }) => takesReservations,
    isNext: ({ hasHours }) => hasHours,
    without: "Sin reservaciones",
  },
};

interface FirstStep extends Pick<Step, "title" | "says" | "without"> {
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
      return { ...step, name, state, href: isPossible ? href : null };
    });
}

/** Null where the board has no list: it began with a file, or staff have put the list away. */
async function stepsNow(deps: StaffDeps): Promise<readonly FirstStep[] | null> {
  const aside = await deps.switches.firstSteps();
  if (aside === null) return null;
  const restaurant = deps.restaurant();
  return firstSteps({
    ...restaurant,
    hasHours: hasHours(restaurant),
    takesReservations: reservationsActive(deps.state()),
    mapCovers: deps.mapCovers(),
    copiesSent: await deps.copiesSent(),
    hasHostKey: (await deps.keys.made()).host !== null,
    aside,
  });
}

function isOpen({ state }: FirstStep): boolean {
  return state === "next" || state === "waits";
}

/** The names of the steps that are left. */
export async function openSteps(deps: StaffDeps): Promise<readonly string[]> {
  return (await stepsNow(deps) ?? []).filter(isOpen).map(({ name }) => name);
}

/** Whether one of the steps that were left `before` is taken, after which the list comes again. */
export async function isStepTaken(deps: StaffDeps, before: readonly string[]): Promise<boolean> {
  const open = await openSteps(deps);
  return before.some((step) => !open.includes(step));
}

/** @param query of the board, which says that a step was done */
export async function firstStepsCard(
  deps: StaffDeps,
  query: URLSearchParams,
): Promise<Html | null> {
  const steps = await stepsNow(deps);
  if (steps === null) return null;
  const left = steps.filter(isOpen).length;
  const title = html`Primeros pasos <small>${steps.length - left} de ${steps.length}</small>`;
  return card("pasos", title, [
    await savedNotice(deps, query),
    left === 0
      ? allDone(steps)
      : html`<ol class="plainlist">${steps.map((step) => stepLine(step, deps))}</ol>`,
    buttonForm({ to: PATH, action: AWAY, label: "Quitar esta lista", look: "quiet" }),
  ]);
}

function allDone(steps: readonly FirstStep[]): Html {
  const aside = steps.filter(({ state }) => state === "aside").map(({ title }) => title);
  const left = aside.length === 0 ? "" : `Quedan fuera: ${aside.join(", ")}.`;
  return html`<p>Está todo. ${left} Lo de aquí se cambia después en Ajustes.</p>`;
}

function stepLine({ name, title, says, state, href, without }: FirstStep, deps: StaffDeps): Html {
  const [isDone, isMap] = [state === "done", name === "mapa"];
  const mark = isDone ? "Hecho" : state === "aside" ? without : undefined;
  const line = isMap && html`<code>${deps.mapLine}</code>`;
  const detail = isDone ? isMap && `${deps.mapCovers()}.` : html`${says}${line}`;
  return html`
    <li class="between">
      <p>
        ${mark !== undefined && html`<strong class="chip ${isDone && "arrived"}">${mark}</strong>`}
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
