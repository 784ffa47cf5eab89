/** The texts of guests' pages and messages in Spanish, and so the texts that each language has. */
import { reservationMessage } from "../../domain/contact.ts";
import { DRAFT_LIMITS, MOST_OF_ONE } from "../../domain/order_draft/request.ts";
import { RESERVATION_LIMITS, type SaidWire } from "../../domain/reservation/fields.ts";
import { REASONS_ES } from "../../domain/schedule/reasons_es.ts";
import type { Language } from "../../domain/text.ts";

const { daysAhead, partySize, name, comments } = RESERVATION_LIMITS;
const { text } = DRAFT_LIMITS;

/** A text for each field in which guests write freely. */
type BySaid<Text> = Readonly<Record<SaidWire, Text>>;

export const ES = {
  /** The language's code (BCP 47), in addresses and in the `lang` of pages. */
  language: "es",
  /** The text of the link to this language. */
  name: "Español",
  /** Intl's locale for days and numbers. */
  locale: "es-MX",
  /** The language of the restaurant's own texts that its pages show: descriptions, questions, first messages. */
  restaurant: "es" as Language,
  moments: {
    today: "hoy",
    tomorrow: "mañana",
    on: (day: string) => `el ${day}`,
    at: (day: string, time: string) => `${day} a las ${time}`,
  },
  frame: {
    sample: { word: "MUESTRA", note: "Restaurante de ejemplo: nadie prepara estos pedidos." },
    unfinished: { word: "SIN TERMINAR", note: "Parte de lo que se lee aquí es de ejemplo." },
    write: "Escribir por WhatsApp",
    privacy: "Aviso de privacidad",
    /** Precedes the title of a page that says what to correct. */
    error: "Error",
    problems: "Todavía falta algo",
  },
  /** Refusals that no page of their own explains, by status. */
  refused: {
    404: { title: "Esta página no existe", lead: "Quizá le falta una letra. Puedes seguir aquí:" },
    405: { title: "Eso no se puede hacer aquí", lead: "Abre la página otra vez desde aquí:" },
    other: { title: "Algo salió mal", lead: "Intenta otra vez en un momento, o escríbenos." },
  },
  home: {
    title: "Inicio",
    open: "Abierto",
    closed: "Cerrado",
    soon: "Abrimos pronto",
    kitchenCloses: (time: string) => `la cocina cierra a las ${time}`,
    kitchenClosed: "la cocina ya cerró",
    opens: (when: string) => `abre ${when}`,
    reserve: "Reservar una mesa",
    menu: "Ver la carta",
    order: "Pedir",
    hours: "Horario",
    today: "Hoy",
    service: (from: string, to: string) => `${from} a ${to}`,
    dishes: "De nuestra carta",
    wholeMenu: "Toda la carta",
    from: (price: string) => `desde ${price}`,
    closures: "Próximos cierres",
    openings: "Días con otro horario",
    closedOn: (day: string) => `Cerrado el ${day}`,
    closedUntil: (day: string, last: string) => `Cerrado del ${day} al ${last}`,
    closedFrom: (day: string, from: string, to: string) => `Cerrado el ${day}, de ${from} a ${to}`,
    photo: (name: string) => `Foto de ${name}`,
    prices: (level: number, max: number) => `Precios: ${level} de ${max}`,
    where: "Cómo llegar",
    call: "Llamar",
    valet: "Contamos con valet parking.",
    rating: (score: number, count: string, source: string) =>
      `${score} de 5, según ${count} opiniones en ${source}`,
    delivery: "A domicilio",
    deliveryPrice: (km: number, price: string, extra: string) =>
      `El envío cuesta ${price} hasta ${km} km de recorrido y ${extra} por cada kilómetro adicional.`,
    deliveryRadius: (km: number) => `Entregamos hasta a ${km} km de recorrido.`,
    questions: "Preguntas frecuentes",
    programs: "Para asistentes",
    /** What a preview of the page lists, as far as there is such. */
    offers: {
      hours: "Horario",
      menu: "carta con precios",
      tables: "reservaciones",
      delivery: "entrega a domicilio",
    },
  },
  menu: {
    title: "Carta",
    sections: "Secciones",
    favourite: "favorito",
    featured: "especialidad",
    soldOut: "agotado",
    over: "ya no se sirve",
    none: "La carta todavía no está aquí.",
    additions: "Adiciones",
    taxes: "Precios en pesos mexicanos, IVA incluido.",
    description: (name: string) => `La carta de ${name}, con precios.`,
  },
  draft: {
    title: "Revisa tu pedido",
    lead: "Aún no se envía nada: el botón abre WhatsApp con tu pedido escrito y tú lo mandas.",
    valid: "Vigente",
    priced: (when: string, until: string, left: number) =>
      `Se preparó ${when}. Precios fijos hasta las ${until}, ` +
      (left === 1 ? "queda 1 minuto." : `quedan ${left} minutos.`),
    each: (price: string) => `${price} c/u`,
    offMenu: "Platillo que ya no está en el menú",
    lines: "Platillos",
    delivery: "Entrega a domicilio",
    pickup: "Recoger en el restaurante",
    address: "Dirección",
    references: "Referencias",
    pin: "Ubicación",
    elsewhere: (words: string) =>
      `La dirección dice «${words}», y este punto no está ahí: revísalo.`,
    pinOn: "El punto del mapa cae en",
    pinCheck: "Si no es tu calle, corrige el pedido antes de enviarlo.",
    time: "Tiempo estimado",
    minutes: (min: number, max: number) =>
      min === max ? `${min} minutos` : `${min} a ${max} minutos`,
    shipping: "Envío",
    comments: "Comentarios",
    total: "Total",
    taxIncluded: "IVA incluido",
    send: "Enviar por WhatsApp",
    correct: "Corregir el pedido",
    again: "Preparar de nuevo",
    unpriced: "Entrega a domicilio: por cotizar, aparte del total",
    expiredTitle: "Este enlace ya venció",
    expiredMark: "Vencido",
    quantity: "Cantidad",
    dish: "Platillo",
    amount: "Importe",
    wasPriced: (when: string, until: string) =>
      `Se preparó ${when}. Los precios eran válidos hasta las ${until}.`,
    expired: "Los precios se respetan por poco tiempo: hay que preparar el pedido de nuevo.",
    brokenTitle: "El enlace está incompleto",
    broken: "Al copiarlo se perdió o cambió algún carácter. Ábrelo completo o pide uno nuevo.",
    greeting: (restaurant: string) => `Hola, ${restaurant}. Quiero hacer este pedido:`,
    linesSummary: (lines: number, pieces: number, amount: string) =>
      `${lines} renglones, ${pieces} piezas: ${amount}`,
    /** Which of the messages that an order takes. */
    part: (nth: number, count: number) => `(${nth} de ${count})`,
  },
  /** The fields that say where an order goes. */
  where: {
    label: "¿A dónde?",
    hint: "Calle y con cuál cruza, coordenadas, o el enlace de un mapa (si es corto, ábrelo y " +
      "copia el largo)",
    pinHint: "Coordenadas, o el enlace de un mapa (si es corto, ábrelo y copia el largo)",
    search: "Buscar en el mapa",
    mine: "Usar mi ubicación",
    failed: "No se pudo: pégala arriba",
    choose: "Es aquí:",
    found: "Encontramos",
    seen: "Ver el punto en el mapa",
    place: (street: string, others: readonly string[]) =>
      [street, others.join(" y ")].filter(Boolean).join(others.length > 1 ? " entre " : " y "),
    near: (place: string) => `cerca de ${place}`,
    unheard: (words: string) =>
      `Esa calle está, pero no encontramos «${words}». Si es aquí, búscala sin eso; si no, pega tu ubicación.`,
    meant: (streets: readonly string[]) =>
      `No encontramos ese nombre. ¿Quisiste decir ${streets.join(" o ")}?`,
    problems: {
      falta: "Escribe la calle y con cuál cruza, o pega tu ubicación.",
      largo: "Acorta la dirección: bastan la calle, con cuál cruza y la colonia.",
      sin_lugar: "No encontramos un solo lugar así. Escribe la calle y con cuál cruza, y la " +
        "colonia tras una coma; o pega tu ubicación.",
      varios: "Hay varios lugares así: elige el tuyo.",
      pega: "Aquí no podemos buscar por calle: pega tu ubicación o el enlace largo de un mapa.",
      al_reves: "Como lo pegaste queda muy lejos: con los números al revés u otro signo sería el " +
        "que pusimos. Si es ahí, intenta otra vez.",
      enlace: "Ese enlace no trae coordenadas y no lo abrimos. Ábrelo y copia el enlace largo, o " +
        "comparte tu ubicación; también sirven los dos números de tu puerta (20.967, -89.624).",
      demasiadas: "Preguntaste muchas veces seguidas. Espera un minuto e intenta otra vez.",
    },
  },
  delivery: {
    title: "¿Llegan a mi casa?",
    lead: "Dinos dónde es y te damos el precio del envío, que es el que se cobra, y los minutos.",
    yes: (price: string) => `Sí llegamos: ${price}`,
    check: "Si no es tu calle, corrige el punto abajo.",
  },
  order: {
    title: "Haz tu pedido",
    lead: "Nada se envía todavía: al final lo revisas y lo mandas por WhatsApp.",
    look: "Así encontramos tu dirección: revisa el punto en el mapa y continúa.",
    delivery: "¿Cómo lo quieres?",
    next: "Continuar",
    pieces: (pieces: number) => pieces === 1 ? "1 pieza" : `${pieces} piezas`,
    fewer: "Quitar uno:",
    another: "Agregar uno:",
    referencesHint: "Opcional: número, portón, entre qué calles",
    showTotal: "Ver total",
    goOn: "Revisar y enviar por WhatsApp",
    unpriced: "A domicilio: se cotiza por WhatsApp",
    asIs: "Enviar el pedido por WhatsApp",
    wrong: {
      quantity: (name: string) => `${name}: escribe un número entero, hasta ${MOST_OF_ONE}.`,
      dish: (name: string) => `Ya no hay ${name}: lo quitamos de tu pedido.`,
      byError: {
        lineas_faltan: "Tu pedido está vacío: escribe cuántos quieres de algún platillo.",
        lineas_demasiadas: "Son demasiados renglones para un pedido: quita algunos, o escríbenos.",
        texto_largo: `Máximo ${text.max} caracteres: acórtalo.`,
        texto_invalido: "Tiene caracteres que no se pueden enviar: escríbelo otra vez.",
        fuera_de_radio: "Hasta ahí no llegamos. Puedes pasar por tu pedido, o escribirnos.",
        ruta_no_trazada:
          "No hay calle que llegue hasta ahí desde aquí: revisa el punto, o escríbenos.",
        sin_mapa: "El envío se cotiza por WhatsApp: mándanos tu pedido y te decimos el precio.",
        motor_sin_respuesta:
          "En este momento no podemos calcular envíos. Intenta en un minuto, o escríbenos.",
        sin_entrega: "No entregamos a domicilio: puedes pasar por tu pedido.",
        limite_por_direccion: "Preguntaste muchas veces seguidas. Espera un minuto.",
      },
      other: "Algo no se pudo leer: revisa el pedido e intenta otra vez.",
    },
  },
  /** The map in an order. */
  picture: {
    restaurant: "Restaurante",
    destination: "Entrega",
    title: "Mapa con la ruta en coche del restaurante a la entrega en ",
    nameless: "una calle sin nombre",
    invented: "MUESTRA: mapa inventado",
  },
  /** Why nothing can be reserved. */
  reasons: REASONS_ES,
  reservation: {
    title: "Reserva una mesa",
    lead: "Se confirma al momento: al terminar verás tu folio.",
    people: "Personas",
    fewer: "Una persona menos",
    more: "Una persona más",
    weekBefore: "Una semana antes",
    weekAfter: "Una semana después",
    otherDay: "Otro día",
    showTimes: "Ver horarios",
    noTimes: "sin horas",
    times: "Hora",
    party: (people: number) => people === 1 ? "1 persona" : `${people} personas`,
    meals: { night: "Madrugada", breakfast: "Desayuno", lunch: "Comida", dinner: "Cena" },
    nextDay: (weekday: string) => `ya es ${weekday}`,
    write: "Escríbenos por WhatsApp.",
    nearDays: "Los días más cercanos con lugar:",
    details: "Tus datos",
    name: "Nombre de quien asistirá",
    phone: "Teléfono",
    phoneHint: "Diez dígitos, o + y el código de país",
    birthday: "Es un cumpleaños: preparamos la mesa",
    said: {
      comentarios: { label: "Comentarios (opcional)", hint: "Alergias, silla de bebé, terraza" },
    } satisfies BySaid<{ readonly label: string; readonly hint: string }>,
    reserve: "Reservar",
    nearest: "Horarios cercanos: al tocar uno, se reserva con los datos de abajo.",
  },
  /** The problem of a field, by the field or by the operation's code. */
  wrong: {
    dia: `Elige un día dentro de los próximos ${daysAhead} días.`,
    hora: "Elige una hora.",
    otro_dia: "Elige la hora del nuevo día.",
    hora_no_reservable: "Esa hora ya no se puede reservar.",
    personas: (max: number) =>
      `En línea se reserva para hasta ${max} personas. Escribe un número de ${partySize.min} a ${max}, o escríbenos.`,
    nombre: `Escribe el nombre, de ${name.min} a ${name.max} caracteres.`,
    nombre_caracteres: "Tiene caracteres que no se pueden guardar: escríbelo otra vez.",
    telefono: "Escribe diez dígitos, o + y el código de país si no es de México: revisa cada uno.",
    comentarios: `Máximo ${comments.max} caracteres: acórtalo.`,
    comentarios_caracteres: "Tiene caracteres que no se pueden guardar: escríbelo otra vez.",
    posible_repetida: "La primera mesa sigue en pie, con ese teléfono y otro nombre. " +
      "Para cambiarle el nombre, escríbenos; para otra mesa, escribe aquí algo que la distinga.",
    ya_reservada: "La reservaste en línea con ese teléfono y nombre, y no se apartó otra. " +
      "Para cambiarla o agregar algo, escríbenos.",
  } satisfies Readonly<
    Record<SaidWire | `${SaidWire}_caracteres`, string> & Record<string, unknown>
  >,
  /** Why a form held no table, true also when Back shows it later; the last three by the operation's `motivo`. */
  notices: {
    link: "El enlace traía algo que no se puede elegir: revisa el día, la hora y las personas.",
    fields: "Este envío no apartó ninguna mesa. Corrige lo marcado y envía otra vez.",
    noTimes: "Este envío no apartó ninguna mesa.",
    stale: "La página ya no era válida y no se apartó nada. Revisa los datos y envía otra vez.",
    used: "Este formulario ya se usó y no se apartó nada más. Para otra mesa, envía otra vez.",
    garbled: "Hay datos repetidos, ilegibles o muy largos: no se envió nada. Corrígelos y envía.",
    crowded:
      "Llegaron más campos que los de esta página y no se envió nada. Ábrela de nuevo y llénala aquí.",
    foreign: "No recibimos el formulario completo y no se envió nada. Llénalo aquí.",
    demasiadas: "Demasiadas reservaciones de tu conexión. Espera unos minutos y envía otra vez.",
    base: "El sistema no respondió y esta vez no se apartó la mesa. Envía otra vez, o escríbenos.",
    apagado: "En este momento no tomamos reservaciones en línea. Escríbenos por WhatsApp.",
  },
  confirmation: {
    title: "Tu mesa está confirmada",
    own: "Tu mesa de esa hora sigue en pie",
    folio: "Folio",
    day: "Día",
    name: "A nombre de",
    evening: (day: string) => `noche del ${day}`,
    said: { comentarios: "Comentarios" } satisfies BySaid<string>,
    confirmedAt: (when: string) => `Se pidió así y se confirmó ${when}.`,
    changed: "Esta mesa cambió, se canceló o ya no existe",
    unseen: "El sistema no responde: ahora no podemos ver tu reservación",
    ask: "Escríbenos para saber cómo está: el mensaje ya lleva tu folio.",
    unchanged: "Este formulario ya apartó esta mesa; lo que cambiaste después no se guardó.",
    another: "Para otra mesa, abre de nuevo la página de reservar",
    second: "Este teléfono ya tenía otra mesa ese día; para cambiarla, escribe por WhatsApp.",
    calendar: "Guardar en el calendario",
    share: "Compartir",
    change: "Cambiar o cancelar por WhatsApp",
    changeMessage: reservationMessage,
    event: (restaurant: string) => `Mesa en ${restaurant}`,
    expired:
      "La reservación no depende de este enlace; para cambiarla, escríbenos: el mensaje ya lleva tu folio.",
  },
};

export type Texts = typeof ES;
