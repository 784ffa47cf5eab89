/** What staff send a guest after a change, prepared: they read it in WhatsApp and send it themselves. */
import { whatsappLink } from "../../domain/contact.ts";
import type { Day } from "../../domain/local_time.ts";
import type { Reservation } from "../../domain/reservation/reservation.ts";
import { tableInWords } from "./reservation_history.ts";
import { plainGuestText } from "../guest_text.ts";

export interface MessageContext {
  readonly restaurantName: string;
  /** The service day of now. */
  readonly today: Day;
}

/** A message that suits the reservation as it stands. */
export interface PreparedMessage {
  /** What it is for. */
  readonly label: string;
  readonly text: string;
  readonly link: string;
}

/** The messages that may be wanted now; none where there is no number to send them to. */
export function preparedMessages(
  reservation: Reservation,
  context: MessageContext,
): readonly PreparedMessage[] {
  const { phone, status } = reservation;
  if (phone === null) return [];
  const message = (label: string, text: string) => ({
    label,
    text,
    link: whatsappLink(phone, text),
  });
  if (status === "cancelled") {
    return [message("Avisar que quedó cancelada", cancellationText(reservation, context))];
  }
  if (status !== "confirmed") return [];
  return [message("Confirmar cómo quedó", confirmationText(reservation, context))];
}

function confirmationText(reservation: Reservation, { restaurantName, today }: MessageContext) {
  const name = plainGuestText(reservation.name);
  const table = tableInWords(reservation, today);
  return `Hola, ${name}. Su reservación en ${restaurantName} quedó así: ${table}. Folio ${reservation.folio}. Si algo no está bien, respóndanos por aquí. ¡Le esperamos!`;
}

function cancellationText(reservation: Reservation, { restaurantName, today }: MessageContext) {
  const name = plainGuestText(reservation.name);
  const table = tableInWords(reservation, today);
  return `Hola, ${name}. Su reservación en ${restaurantName} quedó cancelada: ${table}. Folio ${reservation.folio}. Si fue un error, respóndanos por aquí y la recuperamos.`;
}
