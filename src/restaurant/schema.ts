/** The fields of the restaurant file, from which its messages, forms, questions and lists of changes derive. */
import * as v from "valibot";
import { normalisePhone } from "../domain/contact.ts";
import { isDay, WEEKDAYS } from "../domain/local_time.ts";
import { DISH_LIMITS } from "../domain/menu.ts";
import { RESERVATION_LIMITS } from "../domain/reservation/fields.ts";
import { FACE_LIMITS } from "../domain/restaurant.ts";
import { CLOSURE_LIMITS } from "../domain/schedule/services.ts";
import { isPlainLine } from "../domain/text.ts";
import { UNTIL_TONIGHT } from "../ports/restaurant.ts";
import {
  isSpecialDate,
  MEXICAN_STATES,
  readDayHours,
  readPlace,
  readSpecialDate,
  zoneOfState,
} from "./answers.ts";
import {
  bilingual,
  choice,
  clock,
  decimal,
  degrees,
  exactFields,
  id,
  line,
  list,
  matching,
  named,
  pesos,
  positive,
  price,
  prose,
  tick,
  typed,
  whole,
} from "./values.ts";

/** The weekdays as the file names them, Monday first, without accents so that they are easy to type. */
export const FILE_WEEKDAYS = [
  "lunes",
  "martes",
  "miercoles",
  "jueves",
  "viernes",
  "sabado",
  "domingo",
] as const;

/** A service that closes at or before its opening time closes after midnight. */
const service = exactFields({ abre: clock, cierra: clock });

type Services = readonly { readonly abre: string; readonly cierra: string }[];

/** The services of a day, typed as `13-17:30, 19-1:30`. */
const services = typed(list(service, 0, 6), {
  blank: [],
  read: readDayHours,
  write: (value) =>
    (value as Services).map(({ abre, cierra }) => `${abre}-${cierra}`).join(", ") || "cerrado",
});

function week<S extends v.GenericSchema>(schema: S): Record<typeof FILE_WEEKDAYS[number], S> {
  const days = FILE_WEEKDAYS.map((day, index) => [day, named(WEEKDAYS[index]!, schema)]);
  return Object.fromEntries(days);
}

const dateExpected = 'un día AAAA-MM-DD, o MM-DD para cada año, como "12-25"';

/** `24/12/2026`, or `25/12`. */
export function writeDate(date: unknown): string {
  return String(date).split("-").reverse().join("/");
}

const specialDay = exactFields({
  fecha: named(
    "Día",
    typed(v.pipe(v.string(dateExpected), v.check(isSpecialDate, dateExpected)), {
      read: readSpecialDate,
      write: writeDate,
    }),
  ),
  servicios: named("Horario", services, 'como "13-22"; vacío o "cerrado": no abre'),
  motivo: named("Motivo", v.optional(line(CLOSURE_LIMITS.reason)), "lo leen los clientes"),
});

/** Minutes before the end of a service at which the kitchen closes. */
const lead = whole(0, 600);

const kitchen = exactFields({
  cierra_antes_minutos: named(
    "Cuántos minutos antes de cerrar deja de servir la cocina",
    lead,
    "lo usual son 60",
  ),
  por_dia: named(
    "Los días en que son otros minutos",
    v.optional(exactFields(week(v.optional(lead))), {}),
  ),
  minutos_min: named("Minutos que tarda un pedido, cuando menos", whole(0, 600)),
  minutos_max: named("Minutos que tarda un pedido, cuando más", whole(0, 600)),
});

const { partySize: PARTY } = RESERVATION_LIMITS;

const booking = exactFields({
  margen_minutos: named(
    "Minutos entre la última hora que se puede reservar y el cierre de la cocina",
    whole(0, 600),
  ),
  anticipacion_minutos: named(
    "Con cuántos minutos de anticipación se puede reservar para hoy",
    v.optional(whole(0, 1440), 15),
  ),
  cupo_por_horario: named(
    "Cuántas personas pueden llegar a una misma hora",
    v.optional(whole(1, 10_000)),
    "vacío: las que sean",
  ),
  personas_maximo: named(
    "El grupo más grande que reserva en línea",
    v.optional(whole(PARTY.min, PARTY.max), PARTY.max),
    "los más grandes escriben por WhatsApp",
  ),
  cupo_en_sala: named(
    "Cuántas personas caben en la sala",
    v.optional(whole(1, 10_000)),
    "vacío: las que sean",
  ),
  estancia_minutos: named(
    "Cuántos minutos se queda una mesa, para contar la sala",
    v.optional(whole(15, 720), 120),
  ),
});

const image = typed(
  matching(/^[0-9a-f]{64}$/, "el nombre de una imagen que se subió en el tablero"),
  {
    input: "image",
    write: (name) => `imagen ${name}`,
  },
);

/** Ids are unique in the file, and never change once published. English names are for pages; the API knows none. */
const presentation = exactFields({
  id,
  etiqueta: named("cómo se vende", v.optional(line(DISH_LIMITS.label))),
  etiqueta_en: named("cómo se vende en inglés", v.optional(line(DISH_LIMITS.label))),
  precio: named("precio", price),
});

const dish = exactFields({
  id,
  nombre: named("nombre", line(DISH_LIMITS.name)),
  descripcion: named("descripción", v.optional(bilingual(DISH_LIMITS.description))),
  /** One without a label if it is sold in one way. */
  presentaciones: named(
    "presentaciones",
    list(presentation, 1, 12, "de 1 a 12 formas de venderlo, cada una con su precio"),
  ),
  favorito: named("favorito", v.optional(tick, false)),
  destacado: named("destacado", v.optional(tick, false)),
  foto: named("foto", v.optional(image)),
  agotado: v.optional(tick, false),
});

export const PHONE_EXPECTED =
  'un teléfono de diez dígitos, que no empiezan con 0 ni 1, o con + y clave de país, como "+52 999 123 4567"';

/** As WhatsApp shares a number. */
const WHATSAPP_LINK =
  /^\s*(?:https?:\/\/)?(?:wa\.me\/|(?:api|web)\.whatsapp\.com\/send\/?\?(?:.*&)?phone=)(?:\+|%2B)?(\d+).*$/is;

const phone = typed(
  v.pipe(
    v.string(PHONE_EXPECTED),
    v.check((number) => normalisePhone(number) !== null, PHONE_EXPECTED),
    v.transform((number) => normalisePhone(number)!),
  ),
  { read: (text) => normalisePhone(text.replace(WHATSAPP_LINK, "+$1")) ?? text },
);

/** Typed as the state that the restaurant is in. */
const timeZone = typed(
  v.pipe(
    v.string("una zona horaria"),
    v.check(isTimeZone, 'el nombre de una zona horaria, como "America/Merida"'),
  ),
  { input: "choice", options: MEXICAN_STATES, read: zoneOfState },
);

const urlExpected = "una dirección que empiece con https:// o http://";

const webAddress = typed(
  v.pipe(
    v.string(urlExpected),
    v.regex(/^https?:\/\//, urlExpected),
    v.check((address) => URL.canParse(address) && isPlainLine(address), urlExpected),
  ),
  {},
);

const place = typed(exactFields({ lat: degrees("lat"), lng: degrees("lng") }), {
  read: readPlace,
  write: (value) => Object.values(value as object).join(", "),
});

/** Without its prices each delivery is quoted on WhatsApp. */
const tariff = exactFields({
  radio_maximo_km: named("Hasta cuántos kilómetros de ruta llevas", positive(100)),
  base_costo: named("Costo base en pesos", v.optional(pesos), "con IVA"),
  base_km: named("Kilómetros que cubre el costo base", v.optional(decimal(0, 100))),
  costo_km_extra: named("Costo de cada kilómetro más en pesos", v.optional(pesos), "con IVA"),
});

const link = exactFields({
  nombre: named("Nombre, como Instagram", line(FACE_LIMITS.link)),
  direccion: named("Dirección, con https://", webAddress),
});

const face = exactFields({
  frase: named("Una frase sobre la casa", v.optional(bilingual(FACE_LIMITS.sentence))),
  tipo_cocina: named("Tipo de cocina", v.optional(bilingual(FACE_LIMITS.cuisine))),
  nivel_precios: named(
    `Precios, de 1 a ${FACE_LIMITS.priceLevel}`,
    v.optional(whole(1, FACE_LIMITS.priceLevel)),
  ),
  color: named(
    "Color, como #9a3f1d",
    v.optional(matching(/^#[0-9a-f]{6}$/i, 'un color como "#9a3f1d"')),
  ),
  foto: named("foto", v.optional(image)),
  logo: named("logo", v.optional(image)),
  enlaces: named(
    "Enlaces",
    v.optional(list(link, 0, FACE_LIMITS.links), []),
  ),
});

const rating = exactFields({
  puntaje: named("Estrellas, de 0 a 5", decimal(0, 5)),
  total: named("Cuántas opiniones", whole(0, 10_000_000)),
  fuente: named("De dónde, como Google", line(60)),
});

/** Ids of questions and sections are made of their texts where a file has none. */
const question = exactFields({
  id: v.optional(id),
  pregunta: named("Pregunta", bilingual(200)),
  respuesta: named("Respuesta", bilingual(1000)),
});

const addition = exactFields({
  id,
  nombre: named("Nombre", line(80)),
  nombre_en: named("Nombre en inglés", v.optional(line(80))),
  precio: named("Precio en pesos", price, "con IVA"),
});

/** In `visible`: guests do not see the section. */
export const HIDDEN = "oculta";

const visibleExpected = `"${HIDDEN}", o el último día en que se ve, AAAA-MM-DD`;

const UNTIL = "hasta el ";

const visible = typed(
  v.pipe(
    v.string(visibleExpected),
    v.check((text) => text === HIDDEN || isDay(text), visibleExpected),
  ),
  {
    input: "choice",
    options: [HIDDEN, UNTIL_TONIGHT],
    unchosen: "siempre",
    read: (text) => text.startsWith(UNTIL) ? readSpecialDate(text.slice(UNTIL.length)) : text,
    write: (value) => value === HIDDEN ? HIDDEN : UNTIL + writeDate(value),
  },
);

const section = exactFields({
  id: v.optional(id),
  nombre: named("Nombre", line(60)),
  nombre_en: named("Nombre en inglés", v.optional(line(60))),
  visible: named("Se muestra", v.optional(visible)),
  platillos: list(dish, 0, 100, "hasta 100 platillos: pasa los demás a otra sección"),
});

export const restaurantSchema = exactFields({
  $schema: v.optional(line(500)),
  nombre: named("Nombre del restaurante", line(80)),
  zona: named("Zona horaria", v.optional(timeZone), "el estado en que está la casa"),
  ubicacion: named(
    "Ubicación",
    v.optional(place),
    "latitud y longitud, o el enlace largo del mapa",
  ),
  direccion: named("Dirección, como la escribe la gente", v.optional(line(200))),
  ciudad: named(
    "Ciudad o pueblo",
    v.optional(line(60)),
    "se dice con cada dirección de entrega, salvo donde el mapa sabe de otro",
  ),
  telefono: named("Teléfono", v.optional(phone)),
  whatsapp: named("WhatsApp", v.optional(phone), "vacío: el mismo teléfono"),
  moneda: v.literal("MXN", '"MXN"'),
  horario: named(
    "Horario",
    exactFields(week(services)),
    'Por ejemplo "1 pm a 11 pm", "13-17:30, 19-1:30" o "igual", como el día anterior; lo que termina después de la medianoche es del día en que empieza. Vacío o "cerrado": no abre.',
  ),
  dias_especiales: named(
    "Días especiales",
    v.optional(list(specialDay, 0, 100), []),
    "Ese día se abre a estas horas, y no a las del horario. Escribe 24/12/2026; o 25/12, para cada año.",
  ),
  cocina: named("Cocina", kitchen),
  reservas: named("Reservas", booking),
  envio: named(
    "Envío",
    v.optional(tariff),
    "Con los kilómetros y sin costos, cada envío se cotiza por WhatsApp. Todo vacío: no se lleva a domicilio.",
  ),
  ruta: named(
    "Qué ruta se cobra",
    v.optional(choice(["equilibrada", "rapida", "corta"]), "equilibrada"),
    "Con la equilibrada, un punto que se mueve unos metros conserva su precio.",
  ),
  valet: named("Valet parking", tick),
  calificacion: named("Calificación", v.optional(rating), "Vacía: no se muestra."),
  contacto: named(
    "Mensajes",
    exactFields({
      duda: named("Con una pregunta", bilingual(300)),
      pedido: named("Con un pedido", bilingual(300)),
      reserva: named("Por una reserva", bilingual(300)),
    }),
    "Con estas palabras empieza lo que el cliente escribe por WhatsApp.",
  ),
  preguntas_frecuentes: named("Preguntas frecuentes", list(question, 0, 50)),
  aviso_texto: named(
    "Aviso de privacidad",
    v.optional(prose(8_000)),
    "Empieza como un borrador con tus datos: léelo, cámbialo y guárdalo. Esto no es asesoría legal.",
  ),
  aviso_privacidad: named(
    "Página del aviso de privacidad",
    v.optional(webAddress),
    "si ya lo publicas en otro sitio: gana",
  ),
  presentacion: named("Presentación", v.optional(face, {})),
  secciones: named(
    "Secciones",
    list(section, 0, 40, "hasta 40 secciones: junta las que se parecen"),
  ),
  adiciones: named("Extras", list(addition, 0, 100)),
});

/** What a valid restaurant file holds, with its defaults. */
export type RestaurantFile = v.InferOutput<typeof restaurantSchema>;

/** An offset such as `+05:00` is no time zone. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}
