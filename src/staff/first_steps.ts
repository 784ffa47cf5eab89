/** The first steps of a restaurant that began without a file, derived from what it has. */
import { noticeHref, type Restaurant } from "../domain/restaurant.ts";
import { delivers } from "../domain/tariff.ts";

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
export const STEPS: Readonly<Record<string, Step>> = {
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
      return { ...step, name, state, href: isPossible ? href : null };
    });
}
