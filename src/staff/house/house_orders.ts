/** How each switch is turned, by what its form holds. */
import { earlyKitchenOrder, type NoEarlyKitchen } from "../../domain/schedule/early_kitchen.ts";
import { isTime, nextInstantAt, type Time } from "../../domain/local_time.ts";
import { dishWithId } from "../../domain/menu.ts";
import type { Situation } from "../../domain/schedule/situation.ts";
import type { Switches } from "../../ports.ts";

/** Why nothing was switched. */
export interface Obstacle {
  /** The field that is wrong; null where none is. */
  readonly field: "hora" | null;
  readonly text: string;
}

export interface Order {
  readonly form: URLSearchParams;
  readonly switches: Switches;
  readonly situation: Situation;
}

const NO_TIME = "Escribe la hora con cuatro cifras, por ejemplo 20:30.";

export async function pauseUntil({ form, switches, situation }: Order): Promise<Obstacle | void> {
  const time = typedTime(form);
  if (time === null) return { field: "hora", text: NO_TIME };
  await switches.pause(nextInstantAt(time, situation.now, situation.restaurant.timeZone));
}

export async function closeKitchenAt(order: Order): Promise<Obstacle | void> {
  const time = typedTime(order.form);
  if (time === null) return { field: "hora", text: NO_TIME };
  return await closeKitchen(order, time);
}

const NOT_EARLY: Readonly<Record<NoEarlyKitchen, string>> = {
  no_service: "Hoy no hay servicio: no hay cocina que cerrar.",
  not_earlier: "A esa hora la cocina ya está cerrada de costumbre.",
};

export async function closeKitchen(
  { switches, situation }: Order,
  time: Time | null,
): Promise<Obstacle | void> {
  const order = earlyKitchenOrder(situation, time);
  if (typeof order === "string") {
    return { field: time === null ? null : "hora", text: NOT_EARLY[order] };
  }
  await switches.kitchen(order);
}

const NO_DISH = { field: null, text: "Ese platillo ya no está en la carta. Búscalo otra vez." };

export async function soldOut(
  { form, switches, situation }: Order,
  serviceDay: string | null,
): Promise<Obstacle | void> {
  const dish = dishWithId(form.get("platillo") ?? "", situation.restaurant.menu);
  if (dish === undefined) return NO_DISH;
  await switches.soldOut(dish.id, serviceDay);
}

/** A dish that the restaurant's file has lost meanwhile can be put back all the same. */
export async function putBack({ form, switches, situation }: Order): Promise<Obstacle | void> {
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
