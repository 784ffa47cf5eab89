/** The answers of the operations, as the suite reads them. */
import type { InferOutput } from "valibot";
import type { getAvailableReservationTimes } from "../../src/operations/availability.ts";
import type { delivery } from "../../src/operations/delivery.ts";
import type { info } from "../../src/operations/info.ts";
import type { menu } from "../../src/operations/menu.ts";
import type { orderDraft } from "../../src/operations/order_draft.ts";
import type { createRestaurantReservation } from "../../src/operations/reservation.ts";

export type Availability = InferOutput<typeof getAvailableReservationTimes.response>;
export type Quote = InferOutput<typeof delivery.response>;
export type Info = InferOutput<typeof info.response>;
export type Tariff = Info["envio"];
export type Menu = InferOutput<typeof menu.response>;
export type Dish = Menu["secciones"][number]["platillos"][number];
export type Draft = InferOutput<typeof orderDraft.response> & {
  readonly ignorados: readonly string[];
};
export type Reservation = InferOutput<typeof createRestaurantReservation.response>;
