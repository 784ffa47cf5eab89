/** The restaurant file, field by field: the one source of what it may hold and of its messages. */
import * as v from "valibot";
import { normalisePhone } from "../domain/contact.ts";
import { DISH_LIMITS } from "../domain/menu.ts";
import { FACE_LIMITS } from "../domain/restaurant.ts";
import {
  bilingual,
  clock,
  decimal,
  degrees,
  fields,
  flag,
  id,
  line,
  list,
  matching,
  pesos,
  positive,
  price,
  whole,
} from "./values.ts";

/** The weekdays as the file names them, Monday first; without accents, so that they are easily typed. */
export const WEEKDAYS = [
  "lunes",
  "martes",
  "miercoles",
  "jueves",
  "viernes",
  "sabado",
  "domingo",
] as const;

/** A service that closes at or before its opening time closes after midnight. */
const service = fields({ abre: clock, cierra: clock });

/** Minutes before the end of a service at which the kitchen closes. */
const lead = whole(0, 600);

const kitchen = fields({
  cierra_antes_minutos: lead,
  /** The days with another lead. */
  por_dia: v.optional(fields(v.entriesFromList(WEEKDAYS, v.optional(lead))), {}),
  /** How long an order takes. */
  minutos_min: whole(0, 600),
  minutos_max: whole(0, 600),
});

const booking = fields({
  /** Minutes between the last bookable time and the kitchen's closing. */
  margen_minutos: whole(0, 600),
  /** How many minutes ahead a table can be reserved for today. */
  anticipacion_minutos: v.optional(whole(0, 1440), 15),
  /** How many people may arrive at one time; without it, any number. */
  cupo_por_horario: v.optional(whole(1, 10_000)),
  /** How many people may be in the room at once; without it, any number. */
  cupo_en_sala: v.optional(whole(1, 10_000)),
  /** How long a party stays, for `cupo_en_sala`. */
  estancia_minutos: v.optional(whole(15, 720), 120),
});

/**
 * Ids of dishes, presentations and additions are unique in the file, and never change once published. English names are for guests' pages;
 * the API knows none.
 */
const presentation = fields({
  id,
  etiqueta: v.nullable(line(DISH_LIMITS.label)),
  etiqueta_en: v.optional(line(DISH_LIMITS.label)),
  precio: price,
});

const dish = fields({
  id,
  nombre: line(DISH_LIMITS.name),
  descripcion: bilingual(DISH_LIMITS.description),
  /** Of a dish that is sold in one way only; any other has `presentaciones` instead. */
  precio: v.optional(price),
  presentaciones: v.optional(list(presentation, 1, 12)),
  favorito: v.optional(flag, false),
  destacado: v.optional(flag, false),
  agotado: v.optional(flag, false),
});

const phoneExpected = 'un teléfono de diez dígitos o con clave de país, como "+52 999 123 4567"';

const phone = v.pipe(
  v.string(phoneExpected),
  v.check((number) => normalisePhone(number) !== null, phoneExpected),
  v.transform((number) => normalisePhone(number)!),
);

const timeZone = v.pipe(
  v.string("una zona horaria"),
  v.check(isTimeZone, 'el nombre de una zona horaria, como "America/Merida"'),
);

const urlExpected = "una dirección que empiece con https:// o http://";

const webAddress = v.pipe(
  v.string(urlExpected),
  v.regex(/^https?:\/\//, urlExpected),
  v.check((address) => URL.canParse(address), urlExpected),
);

const tariff = fields({
  base_km: decimal(0, 100),
  base_costo: pesos,
  costo_km_extra: pesos,
  /** Kilometres of route. */
  radio_maximo_km: positive(100),
});

const image = matching(/^[0-9a-f]{64}$/, "el nombre de una imagen que se subió en el tablero");

const face = fields({
  frase: v.optional(bilingual(FACE_LIMITS.sentence)),
  tipo_cocina: v.optional(bilingual(FACE_LIMITS.cuisine)),
  nivel_precios: v.optional(whole(1, FACE_LIMITS.priceLevel)),
  foto: v.optional(image),
  logo: v.optional(image),
  color: v.optional(matching(/^#[0-9a-f]{6}$/i, 'un color como "#9a3f1d"')),
  enlaces: v.optional(
    list(fields({ nombre: line(FACE_LIMITS.link), direccion: webAddress }), 0, FACE_LIMITS.links),
    [],
  ),
});

const route = v.picklist(["equilibrada", "rapida", "corta"], '"equilibrada", "rapida" o "corta"');

export const restaurantSchema = fields({
  /** Some editors add it. */
  $schema: v.optional(line(500)),
  nombre: line(80),
  zona: timeZone,
  ubicacion: fields({ lat: degrees("lat"), lng: degrees("lng") }),
  direccion: line(200),
  telefono: phone,
  /** Without it, `telefono`. */
  whatsapp: v.optional(phone),
  moneda: v.literal("MXN", '"MXN"'),
  horario: fields(v.entriesFromList(WEEKDAYS, list(service, 0, 6))),
  cocina: kitchen,
  reservas: booking,
  envio: tariff,
  /** Which route is charged. With `equilibrada`, a point moved by a few metres keeps its price. */
  ruta: v.optional(route, "equilibrada"),
  valet: flag,
  calificacion: v.optional(
    fields({ puntaje: decimal(0, 5), total: whole(0, 10_000_000), fuente: line(60) }),
  ),
  /** The first message to the restaurant, by its reason. */
  contacto: fields({ duda: bilingual(300), pedido: bilingual(300), reserva: bilingual(300) }),
  preguntas_frecuentes: list(
    fields({ pregunta: bilingual(200), respuesta: bilingual(1000) }),
    0,
    50,
  ),
  aviso_privacidad: v.optional(webAddress),
  presentacion: v.optional(face, {}),
  secciones: list(
    fields({
      nombre: line(60),
      nombre_en: v.optional(line(60)),
      platillos: list(dish, 0, 100),
    }),
    7,
    7,
  ),
  adiciones: list(
    fields({ id, nombre: line(80), nombre_en: v.optional(line(80)), precio: price }),
    0,
    100,
  ),
});

/** What a restaurant file may hold, as it is written. */
export type RestaurantInput = v.InferInput<typeof restaurantSchema>;

/** What a valid restaurant file holds, with its defaults. */
export type RestaurantFile = v.InferOutput<typeof restaurantSchema>;

/** Whether `name` is an IANA time zone of this machine's data. An offset such as `+05:00` is not. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}
