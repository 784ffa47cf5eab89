/** What the pages of a reservation say, in both languages. */
import { RESERVATION_LIMITS } from "../domain/reservation/reservation.ts";
import type { Language } from "../domain/text.ts";

const { partySize, name, comments } = RESERVATION_LIMITS;

const ES = {
  title: "Reserva una mesa",
  lead: "Se confirma al momento: al terminar verás tu folio.",
  when: "Día y personas",
  people: "Personas",
  otherDay: "Otro día",
  showTimes: "Ver horarios",
  today: "hoy",
  noTimes: "sin horas",
  times: "Hora",
  party: (people: number) => people === 1 ? "1 persona" : `${people} personas`,
  service: (from: string, to: string) => `De ${from} a ${to}`,
  nextDay: (weekday: string) => `ya es ${weekday}`,
  dayWithoutTimes: "Ese día no hay horarios disponibles. Elige otro.",
  details: "Tus datos",
  name: "Nombre de quien asistirá",
  phone: "Teléfono",
  phoneHint: "Diez dígitos, o + y el código de país",
  birthday: "Es un cumpleaños: preparamos la mesa",
  comments: "Comentarios (opcional)",
  commentsHint: "Alergias, silla de bebé, terraza",
  reserve: "Reservar",
  privacy: "Aviso de privacidad",
  nearest: "Horarios cercanos: al tocar uno, se reserva con los datos de abajo.",
  left: (places: number) => `Lugares disponibles a esa hora: ${places}.`,
  wrong: {
    dia: "Elige un día dentro de los próximos 90 días.",
    hora: "Elige una hora.",
    hora_no_reservable: "Esa hora ya no se puede reservar.",
    personas: `Escribe un número de ${partySize.min} a ${partySize.max}; si son más, escríbenos.`,
    nombre: `Escribe el nombre, de ${name.min} a ${name.max} caracteres.`,
    nombre_caracteres: "Tiene caracteres que no se pueden guardar: escríbelo otra vez.",
    telefono: "Escribe diez dígitos, o + y el código de país si no es de México.",
    comentarios: `Máximo ${comments.max} caracteres: acórtalo.`,
    comentarios_caracteres: "Tiene caracteres que no se pueden guardar: escríbelo otra vez.",
    posible_repetida: "Hace poco se reservó lo mismo con ese teléfono y otro nombre. " +
      "Para apartar otra mesa, escribe aquí algo que la distinga.",
  },
  notices: {
    fields: "Todavía no hay reservación. Corrige lo marcado y envía otra vez.",
    day: "Todavía no hay reservación. Elige la hora del nuevo día y envía otra vez.",
    stale: "La página ya no era válida y no se apartó nada. Revisa los datos y envía otra vez.",
    used:
      "Este formulario ya se había usado y no se apartó nada más. Para otra mesa, envía otra vez.",
    garbled:
      "Hay datos repetidos, ilegibles o muy largos y no se apartó nada. Corrige y envía otra vez.",
    foreign:
      "No recibimos el formulario completo desde esta página y no se apartó nada. Llénalo aquí.",
    demasiadas:
      "Llegaron demasiadas reservaciones de tu conexión. Espera unos minutos y envía otra vez.",
    base: "El sistema no respondió y esta vez no se apartó la mesa. Envía otra vez, o escríbenos.",
    apagado: "En este momento no tomamos reservaciones en línea. Escríbenos por WhatsApp.",
  },
  confirmed: "Tu mesa está confirmada",
  folio: "Folio",
  day: "Día",
  evening: (day: string) => `noche del ${day}`,
  confirmedAt: (at: string) =>
    `Confirmada a las ${at}; los cambios posteriores no se muestran aquí.`,
  unchanged: "Este formulario ya había apartado esta mesa y lo que cambiaste después no se guardó.",
  calendar: "Guardar en el calendario",
  change: "Cambiar o cancelar por WhatsApp",
  event: (restaurant: string) => `Mesa en ${restaurant}`,
  expired: "La reservación no depende de este enlace: para cambiarla, escríbenos con tu folio.",
};

export type ReservationTexts = typeof ES;

const EN: ReservationTexts = {
  title: "Book a table",
  lead: "It is confirmed at once: you will see your reference.",
  when: "Day and party",
  people: "People",
  otherDay: "Another day",
  showTimes: "Show times",
  today: "today",
  noTimes: "no times",
  times: "Time",
  party: (people) => people === 1 ? "1 person" : `${people} people`,
  service: (from, to) => `From ${from} to ${to}`,
  nextDay: (weekday) => `on ${weekday}`,
  dayWithoutTimes: "No times are available that day. Choose another one.",
  details: "Your details",
  name: "Name of the guest",
  phone: "Phone",
  phoneHint: "Ten digits, or + and the country code",
  birthday: "It is a birthday: we will prepare the table",
  comments: "Comments (optional)",
  commentsHint: "Allergies, baby chair, terrace",
  reserve: "Book",
  privacy: "Privacy notice",
  nearest: "Nearby times: tapping one books it with the details below.",
  left: (places) => `Places left at that time: ${places}.`,
  wrong: {
    dia: "Choose a day from today to 90 days ahead.",
    hora: "Choose a time.",
    hora_no_reservable: "That time can no longer be booked.",
    personas: `Enter a number from ${partySize.min} to ${partySize.max}; for more, write to us.`,
    nombre: `Enter the name, ${name.min} to ${name.max} characters.`,
    nombre_caracteres: "It has characters that cannot be stored: enter it again.",
    telefono: "Enter + and the country code, or ten digits for Mexico.",
    comentarios: `At most ${comments.max} characters: shorten it.`,
    comentarios_caracteres: "It has characters that cannot be stored: enter it again.",
    posible_repetida: "The same was booked a moment ago with that phone and another name. " +
      "To hold another table, write something here that tells it apart.",
  },
  notices: {
    fields: "There is no reservation yet. Correct what is marked and send again.",
    day: "There is no reservation yet. Choose a time on the new day and send again.",
    stale: "The page was no longer valid and nothing was held. Check the details and send again.",
    used: "This form was used before and nothing more was held. For another table, send again.",
    garbled:
      "Some fields are repeated, unreadable or too long; nothing was held. Check and send again.",
    foreign:
      "We did not receive the whole form from this page, and nothing was held. Fill it in here.",
    demasiadas:
      "Too many reservations came from your connection. Wait a few minutes and send again.",
    base: "The system did not answer and the table was not held. Send again, or write to us.",
    apagado: "We are not taking reservations online at the moment. Write to us on WhatsApp.",
  },
  confirmed: "Your table is confirmed",
  folio: "Reference",
  day: "Day",
  evening: (day) => `night of ${day}`,
  confirmedAt: (at) => `Confirmed at ${at}; later changes are not shown here.`,
  unchanged: "This form had held this table before, and what you changed afterwards was not saved.",
  calendar: "Save to the calendar",
  change: "Change or cancel on WhatsApp",
  event: (restaurant) => `Table at ${restaurant}`,
  expired:
    "The reservation does not depend on this link: to change it, write to us with your reference.",
};

export const RESERVATION_TEXTS: Readonly<Record<Language, ReservationTexts>> = { es: ES, en: EN };
