/** Closures in words, and what is written to the guests whom they hit. */
import { whatsappLink } from "../../domain/contact.ts";
import type { ClosedTime } from "../../domain/schedule/closures.ts";
import { addDays, type Day, type Time } from "../../domain/local_time.ts";
import type { Reservation } from "../../domain/reservation/reservation.ts";
import { atTime, dayInWords, localInWords } from "../day_words.ts";
import { peopleInWords } from "../guest_contact.ts";
import { plainGuestText } from "../guest_text.ts";

/** An end up to here is still of the evening before, as people speak. */
const SMALL_HOURS = "06:00";

/** `sábado 28 de noviembre, todo el día`, `sábado 28 de noviembre, de 17:00 a 01:30 de la madrugada`. */
export function closureInWords(closed: ClosedTime, today: Day): string {
  if (closed.kind === "day") return `${dayInWords(closed.day, today)}, todo el día`;
  if (closed.kind === "days") {
    return `del ${dayInWords(closed.from, today)} al ${dayInWords(closed.to, today)}, todo el día`;
  }
  const { from, to } = closed;
  const [day, start] = from.split("T") as [Day, Time];
  const [lastDay, end] = to.split("T") as [Day, Time];
  if (day === lastDay) return `${dayInWords(day, today)}, de ${start} a ${end}`;
  if (lastDay !== addDays(day, 1) || end > SMALL_HOURS) {
    return `del ${localInWords(from, today)} al ${localInWords(to, today)}`;
  }
  const until = end === "00:00" ? "medianoche" : `${end} de la madrugada`;
  return `${dayInWords(day, today)}, de ${start} a ${until}`;
}

export interface ClosureMessage {
  readonly restaurantName: string;
  readonly kind: ClosedTime["kind"];
  /** Empty where a command gave none. */
  readonly reason: string;
  /** The service day of now. */
  readonly today: Day;
}

/** A link that opens WhatsApp with the news for that guest and the offer of another time, for a person to read and send. */
export function closureMessageLink(
  reservation: Reservation & { readonly phone: string },
  { restaurantName, kind, reason, today }: ClosureMessage,
): string {
  const when = kind === "span" ? "a esa hora" : "ese día";
  const why = reason === "" ? "" : `: ${ended(reason)}`;
  return newsLink(
    reservation,
    { restaurantName, today },
    `${when} estará cerrado el restaurante${why}`,
  );
}

/** The same where the kitchen closes early, at `closes`. */
export function kitchenMessageLink(
  reservation: Reservation & { readonly phone: string },
  { closes, ...message }: Pick<ClosureMessage, "restaurantName" | "today"> & {
    readonly closes: Time;
  },
): string {
  return newsLink(
    reservation,
    message,
    `ese día la cocina cierra antes de lo acostumbrado, ${atTime(closes)}`,
  );
}

function newsLink(
  { folio, day, time, partySize, name, phone }: Reservation & { readonly phone: string },
  { restaurantName, today }: Pick<ClosureMessage, "restaurantName" | "today">,
  news: string,
): string {
  const table = `${dayInWords(day, today)} ${atTime(time)}, para ${peopleInWords(partySize)}`;
  return whatsappLink(
    phone,
    `Hola, ${
      plainGuestText(name)
    }. Le escribimos de ${restaurantName} por su reservación ${folio}: ${table}. ` +
      `Lamentamos avisarle que ${news}. ` +
      "¿Le acomoda otro día u otra hora? Con gusto le apartamos su mesa.",
  );
}

/** Without a full stop of its own. */
function ended(reason: string): string {
  return reason.replace(/\.+$/, "");
}
