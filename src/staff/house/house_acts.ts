/** What the switches' buttons do, by the names that their forms send. */
import { currentServiceDay, type Situation } from "../../domain/schedule/situation.ts";
import type { Switches } from "../../ports.ts";
import {
  closeKitchen,
  closeKitchenAt,
  type Obstacle,
  type Order,
  pauseUntil,
  putBack,
  soldOut,
} from "./house_orders.ts";

/** The parts of the page, each with switches of its own. */
export type HousePart = "reservas" | "cocina" | "platillos" | "valet";

/** Why a part of the page has switched nothing. */
export interface HouseProblem extends Obstacle {
  readonly part: HousePart;
}

interface Act {
  readonly part: HousePart;
  /** Said once it is done; `dish` is the name of the dish, where one is meant. */
  done(dish: string): string;
  run(order: Order): Promise<Obstacle | void>;
}

const ACTS = {
  pausar: {
    part: "reservas",
    done: () => "Listo: pausaste las reservaciones en línea.",
    run: ({ switches }) => switches.pause(null),
  },
  pausar_hasta: {
    part: "reservas",
    done: () => "Listo: pausaste las reservaciones en línea.",
    run: pauseUntil,
  },
  reanudar: {
    part: "reservas",
    done: () => "Listo: reanudaste las reservaciones en línea.",
    run: ({ switches }) => switches.resume(),
  },
  cocina_ya: {
    part: "cocina",
    done: () => "Listo: cerraste la cocina por hoy.",
    run: (order) => closeKitchen(order, null),
  },
  cocina_a: {
    part: "cocina",
    done: () => "Listo: adelantaste el cierre de la cocina.",
    run: closeKitchenAt,
  },
  cocina_normal: {
    part: "cocina",
    done: () => "Listo: la cocina vuelve a su horario de costumbre.",
    run: ({ switches }) => switches.kitchen(null),
  },
  agotado_hoy: {
    part: "platillos",
    done: (dish) => `Listo: ${dish} salió de la carta por hoy.`,
    run: (order) => soldOut(order, currentServiceDay(order.situation)),
  },
  agotado_hasta: {
    part: "platillos",
    done: (dish) => `Listo: ${dish} salió de la carta hasta nuevo aviso.`,
    run: (order) => soldOut(order, null),
  },
  ya_hay: {
    part: "platillos",
    done: (dish) => `Listo: ${dish} volvió a la carta.`,
    run: putBack,
  },
  valet_si: {
    part: "valet",
    done: () => "Listo: se anuncia que hay valet.",
    run: ({ switches }) => switches.valet(true),
  },
  valet_no: {
    part: "valet",
    done: () => "Listo: se anuncia que no hay valet.",
    run: ({ switches }) => switches.valet(false),
  },
  valet_archivo: {
    part: "valet",
    done: () => "Listo: el valet vuelve a ser como de costumbre.",
    run: ({ switches }) => switches.valet(null),
  },
} as const satisfies Readonly<Record<string, Act>>;

export type HouseActName = keyof typeof ACTS;

export function isHouseAct(name: string): name is HouseActName {
  return Object.hasOwn(ACTS, name);
}

/** Does what a button says. @returns why nothing was switched; null where it was */
export async function runHouseAct(
  name: HouseActName,
  form: URLSearchParams,
  switches: Switches,
  situation: Situation,
): Promise<HouseProblem | null> {
  const act: Act = ACTS[name];
  const problem = await act.run({ form, switches, situation });
  return problem ? { ...problem, part: act.part } : null;
}

/** What to say once `name` is done, and in which part of the page. */
export function houseActDone(
  name: HouseActName,
  dish: string,
): { readonly part: HousePart; readonly text: string } {
  return { part: ACTS[name].part, text: ACTS[name].done(dish) };
}
