/** What the switches' buttons do, by the names that their forms send. */
import { earlyKitchenOrder, type NoEarlyKitchen } from "../../domain/early_kitchen.ts";
import { isTime, type Time } from "../../domain/local_time.ts";
import { dishWithId } from "../../domain/menu.ts";
import { nextInstantAt } from "../../domain/next_instant.ts";
import { currentServiceDay } from "../../domain/service_day.ts";
import type { Situation } from "../../domain/situation.ts";
import type { Switches } from "../../staff_deps.ts";

/** The parts of the page, each with switches of its own. */
export type HousePart = "reservas" | "cocina" | "platillos" | "valet";

/** Why nothing was switched. */
export interface HouseProblem {
  readonly part: HousePart;
  /** The field that is wrong; null where none is. */
  readonly field: "hora" | null;
  readonly text: string;
}

interface Order {
  readonly form: URLSearchParams;
  readonly switches: Switches;
  readonly situation: Situation;
}

interface Act {
  readonly part: HousePart;
  /** Said once it is done; `dish` is the name of the dish, where one is meant. */
  done(dish: string): string;
  /** A text where it cannot be done, with the field that is wrong. */
  run(order: Order): Promise<void | Omit<HouseProblem, "part">>;
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

const NO_TIME = "Escribe la hora con cuatro cifras, por ejemplo 20:30.";

async function pauseUntil({ form, switches, situation }: Order): ReturnType<Act["run"]> {
  const time = typedTime(form);
  if (time === null) return { field: "hora", text: NO_TIME };
  await switches.pause(nextInstantAt(time, situation.now, situation.restaurant.timeZone));
}

async function closeKitchenAt(order: Order): ReturnType<Act["run"]> {
  const time = typedTime(order.form);
  if (time === null) return { field: "hora", text: NO_TIME };
  return await closeKitchen(order, time);
}

const NOT_EARLY: Readonly<Record<NoEarlyKitchen, string>> = {
  no_service: "Hoy no hay servicio: no hay cocina que cerrar.",
  not_earlier: "A esa hora la cocina ya está cerrada de costumbre.",
};

async function closeKitchen(
  { switches, situation }: Order,
  time: Time | null,
): ReturnType<Act["run"]> {
  const order = earlyKitchenOrder(situation, time);
  if (typeof order === "string") {
    return { field: time === null ? null : "hora", text: NOT_EARLY[order] };
  }
  await switches.kitchen(order);
}

const NO_DISH = { field: null, text: "Ese platillo ya no está en la carta. Búscalo otra vez." };

async function soldOut(
  { form, switches, situation }: Order,
  serviceDay: string | null,
): ReturnType<Act["run"]> {
  const dish = dishWithId(form.get("platillo") ?? "", situation.restaurant.menu);
  if (dish === undefined) return NO_DISH;
  await switches.soldOut(dish.id, serviceDay);
}

/** A dish that the restaurant's file has lost meanwhile can be put back all the same. */
async function putBack({ form, switches, situation }: Order): ReturnType<Act["run"]> {
  const id = form.get("platillo") ?? "";
  const known = situation.house.soldOut.some(({ dishId }) => dishId === id) ||
    dishWithId(id, situation.restaurant.menu) !== undefined;
  if (!known) return NO_DISH;
  await switches.available(id);
}

function typedTime(form: URLSearchParams): Time | null {
  const time = form.get("hora") ?? "";
  return isTime(time) ? time : null;
}
