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
  showTimes: "Ver horas",
  days: "Días próximos",
  today: "hoy",
  noTimes: "sin horas",
  times: "Hora",
  tableFor: (day: string, people: number) =>
    `${day}, ${people === 1 ? "1 persona" : `${people} personas`}`,
  service: (from: string, to: string) => `De ${from} a ${to}`,
  nextDay: (weekday: string) => `ya es ${weekday}`,
  dayWithoutTimes: "Ese día no tiene horas para tantas personas. Elige otro de la lista.",
  details: "Tus datos",
  name: "Nombre de quien viene",
  phone: "Teléfono",
  phoneHint: "Diez cifras, o + y el código de país",
  birthday: "Es un cumpleaños: preparamos la mesa",
  comments: "Comentarios (opcional)",
  commentsHint: "Alergias, silla de bebé, terraza",
  reserve: "Reservar",
  privacy: "Aviso de privacidad",
  write: "Escribir por WhatsApp",
  nearest: "Horas cercanas: al tocar una se reserva con los datos de abajo.",
  full: (left: number) =>
    left === 0
      ? "Esa hora ya está llena."
      : `A esa hora solo ${left === 1 ? "queda 1 lugar" : `quedan ${left} lugares`}.`,
  wrong: {
    dia: "Elige un día desde hoy y hasta 90 días después.",
    hora: "Elige una hora.",
    personas:
      `Escribe un número de ${partySize.min} a ${partySize.max}. Si son más, escríbenos por WhatsApp.`,
    nombre: `Escribe el nombre, de ${name.min} a ${name.max} caracteres.`,
    telefono: "Escribe diez cifras, o + y el código de país si no es de México.",
    comentarios: `Caben ${comments.max} caracteres: acórtalo.`,
    hora_no_reservable: "Esa hora ya no se puede reservar.",
    nombre_caracteres: "Trae caracteres que no se pueden guardar: escríbelo otra vez.",
    comentarios_caracteres: "Trae caracteres que no se pueden guardar: escríbelo otra vez.",
    posible_repetida:
      "Hace menos de 10 minutos se reservó lo mismo con ese teléfono a otro nombre. Para apartar otra mesa, escribe aquí algo que la distinga.",
  },
  notices: {
    fields: "Todavía no hay reservación. Corrige lo marcado y envíala otra vez.",
    stale:
      "Esta página llevaba abierta demasiado tiempo. Todavía no hay reservación: revisa los datos y envíala otra vez.",
    used:
      "Este formulario ya se había usado y no se apartó nada más. Para apartar otra mesa, revisa los datos y envíalo otra vez.",
    repeated:
      "El formulario llegó con datos repetidos y no se apartó nada. Revísalos y envíalo otra vez.",
    foreign:
      "El formulario no se envió desde esta página y no se apartó nada. Llénalo aquí y envíalo otra vez.",
    not_a_form:
      "Lo que llegó no es este formulario y no se apartó nada. Llénalo aquí y envíalo otra vez.",
    not_utf8:
      "Algunas letras no se pudieron leer y no se apartó nada. Revísalas y envíala otra vez.",
    too_large:
      "El texto es demasiado largo y no se apartó nada. Llena otra vez el formulario, más corto.",
    incomplete: "El formulario no llegó completo y no se apartó nada. Llénalo y envíalo otra vez.",
    demasiadas:
      "Llegaron demasiadas reservaciones desde tu conexión. Espera unos minutos y envíala otra vez.",
    base:
      "El sistema no respondió y este intento no apartó la mesa. Envíala otra vez, o escríbenos por WhatsApp.",
    apagado: "En este momento no tomamos reservaciones en línea. Escríbenos por WhatsApp.",
  },
  confirmed: "Tu mesa está confirmada",
  folio: "Folio",
  day: "Día",
  time: "Hora",
  evening: (day: string) => `noche del ${day}`,
  confirmedAt: (time: string) =>
    `Confirmada a las ${time}; los cambios posteriores no se muestran aquí.`,
  unchanged:
    "Este formulario ya había apartado esta mesa: lo que cambiaste después no se guardó. Para cambiarla, escribe por WhatsApp.",
  calendar: "Guardar en el calendario",
  change: "Cambiar o cancelar por WhatsApp",
  event: (restaurant: string) => `Mesa en ${restaurant}`,
  eventText: (folio: string, people: number, phone: string) =>
    `Folio ${folio}, ${
      people === 1 ? "1 persona" : `${people} personas`
    }.\nCambios por WhatsApp: ${phone}`,
  expiredTitle: "Este enlace ya venció",
  expired:
    "La confirmación se muestra por dos días. La reservación no depende de este enlace: para cambiarla, escribe con tu folio.",
  brokenTitle: "El enlace está incompleto",
  broken: "Le falta o le cambió alguna letra al copiarse. Ábrelo otra vez completo.",
};

export type ReservationTexts = typeof ES;

const EN: ReservationTexts = {
  title: "Book a table",
  lead: "It is confirmed at once: you will see your reference.",
  when: "Day and party",
  people: "People",
  otherDay: "Another day",
  showTimes: "Show times",
  days: "Coming days",
  today: "today",
  noTimes: "no times",
  times: "Time",
  tableFor: (day, people) => `${day}, ${people === 1 ? "1 person" : `${people} people`}`,
  service: (from, to) => `From ${from} to ${to}`,
  nextDay: (weekday) => `${weekday} by then`,
  dayWithoutTimes: "That day has no times for so many people. Choose another one.",
  details: "Your details",
  name: "Name of the person who comes",
  phone: "Phone",
  phoneHint: "Ten digits, or + and the country code",
  birthday: "It is a birthday: we prepare the table",
  comments: "Comments (optional)",
  commentsHint: "Allergies, baby chair, terrace",
  reserve: "Book",
  privacy: "Privacy notice",
  write: "Write on WhatsApp",
  nearest: "Times nearby: touching one books it with the details below.",
  full: (left) =>
    left === 0
      ? "That time is full."
      : `Only ${left === 1 ? "1 place is" : `${left} places are`} left at that time.`,
  wrong: {
    dia: "Choose a day from today to 90 days ahead.",
    hora: "Choose a time.",
    personas:
      `Enter a number from ${partySize.min} to ${partySize.max}. For more, write to us on WhatsApp.`,
    nombre: `Enter the name, ${name.min} to ${name.max} characters.`,
    telefono: "Enter + and the country code, or ten digits for Mexico.",
    comentarios: `At most ${comments.max} characters: shorten it.`,
    hora_no_reservable: "That time can no longer be booked.",
    nombre_caracteres: "It has characters that cannot be stored: enter it again.",
    comentarios_caracteres: "It has characters that cannot be stored: enter it again.",
    posible_repetida:
      "The same was booked less than 10 minutes ago with that phone under another name. To hold another table, write something here that tells it apart.",
  },
  notices: {
    fields: "There is no reservation yet. Correct what is marked and send it again.",
    stale:
      "This page was open for too long. There is no reservation yet: check the details and send it again.",
    used:
      "This form had been used already and nothing more was held. To hold another table, check the details and send it again.",
    repeated:
      "The form arrived with repeated fields and nothing was held. Check them and send it again.",
    foreign:
      "The form was not sent from this page and nothing was held. Fill it in here and send it again.",
    not_a_form:
      "What arrived is not this form and nothing was held. Fill it in here and send it again.",
    not_utf8: "Some letters could not be read and nothing was held. Check them and send it again.",
    too_large: "The text is too long and nothing was held. Fill in the form again, shorter.",
    incomplete: "The form did not arrive whole and nothing was held. Fill it in and send it again.",
    demasiadas:
      "Too many reservations came from your connection. Wait a few minutes and send it again.",
    base:
      "The system did not answer and this attempt did not hold the table. Send it again, or write on WhatsApp.",
    apagado: "We are not taking reservations online at the moment. Write to us on WhatsApp.",
  },
  confirmed: "Your table is confirmed",
  folio: "Reference",
  day: "Day",
  time: "Time",
  evening: (day) => `night of ${day}`,
  confirmedAt: (time) => `Confirmed at ${time}; later changes are not shown here.`,
  unchanged:
    "This form had already held this table: what you changed afterwards was not saved. To change it, write on WhatsApp.",
  calendar: "Save to the calendar",
  change: "Change or cancel on WhatsApp",
  event: (restaurant) => `Table at ${restaurant}`,
  eventText: (folio, people, phone) =>
    `Reference ${folio}, ${
      people === 1 ? "1 person" : `${people} people`
    }.\nChanges on WhatsApp: ${phone}`,
  expiredTitle: "This link has expired",
  expired:
    "The confirmation is shown for two days. The reservation does not depend on this link: to change it, write with your reference.",
  brokenTitle: "The link is incomplete",
  broken: "A letter was lost or changed in copying. Open the whole link again.",
};

export const RESERVATION_TEXTS: Readonly<Record<Language, ReservationTexts>> = { es: ES, en: EN };
