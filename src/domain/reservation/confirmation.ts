/** The sealed link to the confirmation of a reservation: what was requested, whatever staff change afterwards. */
import type { AlikeSeal } from "../seal.ts";
import type { ReservationRequest } from "./reservation.ts";

/** What the link holds. */
export interface Confirmation
  extends
    Pick<ReservationRequest, "day" | "time" | "partySize">,
    Partial<Pick<ReservationRequest, "name" | "phone">> {
  readonly folio: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Whether the phone held another table of that service day. */
  readonly second?: true | undefined;
  /** Whether the form was sent again with other values, which changed nothing. They are not shown. */
  readonly unchanged?: true | undefined;
}

/** The link's path, up to its token. */
export const CONFIRMATION_PATH = "/reservada/";

/** How long the link shows it, from the moment that the table was held. */
const SHOWN_MS = 48 * 60 * 60_000;

/** The path of the link. The same confirmation has the same one. */
export function confirmationPath(
  confirmation: Confirmation,
  seal: AlikeSeal<Confirmation>,
): string {
  return CONFIRMATION_PATH + seal.seal(confirmation);
}

/** Whether the link of the confirmation shows it no more, at `now` in epoch milliseconds. */
export function isExpired({ createdAt }: Confirmation, now: number): boolean {
  return now >= createdAt + SHOWN_MS;
}
