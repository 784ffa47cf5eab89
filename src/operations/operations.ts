/** Every operation of the API, in the contract's order. */
import type { Deps } from "../ports.ts";
import type { AnyOperation } from "../http/operation.ts";
import { getAvailableReservationTimes } from "./availability.ts";
import { contact } from "./contact.ts";
import { delivery } from "./delivery.ts";
import { info } from "./info.ts";
import { menu } from "./menu.ts";
import { orderDraft } from "./order_draft.ts";
import { createRestaurantReservation } from "./reservation.ts";

export const OPERATIONS: readonly AnyOperation<Deps>[] = [
  info,
  menu,
  getAvailableReservationTimes,
  delivery,
  contact,
  orderDraft,
  createRestaurantReservation,
];
