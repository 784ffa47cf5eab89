/** The restaurant file, field by field: the one source of what it may hold, of its messages and of the schema for editors. */
import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { normalisePhone } from "../domain/contact.ts";
import {
  bilingual,
  clock,
  decimal,
  fields,
  flag,
  id,
  line,
  list,
  pesos,
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

export const serviceSchema = fields("Un servicio: de abre a cierra.", {
  abre: clock("Hora en que abre, HH:MM."),
  cierra: clock(
    "Hora en que cierra, HH:MM. Si no es posterior a la de abrir, se entiende después de medianoche.",
  ),
});

export const MAX_SERVICES_A_DAY = 6;

const day = list(
  "Servicios de ese día, en cualquier orden; [] si no abre.",
  serviceSchema,
  0,
  MAX_SERVICES_A_DAY,
);

const hoursSchema = fields(
  "Horario de la semana. Los servicios no se traslapan.",
  v.entriesFromList(WEEKDAYS, day),
);

const lead = whole("Minutos antes de cerrar en que la cocina deja de servir.", 0, 600);

const kitchenSchema = fields("La cocina.", {
  cierra_antes_minutos: lead,
  por_dia: v.optional(
    fields(
      'Días en que la cocina cierra con otra anticipación, por ejemplo { "domingo": 30 }.',
      v.entriesFromList(WEEKDAYS, v.optional(lead)),
    ),
    {},
  ),
  minutos_min: whole("Minutos que tarda en salir un pedido, cuando menos.", 0, 600),
  minutos_max: whole("Minutos que tarda en salir un pedido, cuando más.", 0, 600),
});

const bookingSchema = fields("Reservas.", {
  margen_minutos: whole(
    "Minutos que se restan al cierre de la cocina: quien llega a la última hora reservable todavía alcanza a pedir.",
    0,
    600,
  ),
  anticipacion_minutos: v.optional(
    whole("Con cuántos minutos de anticipación se puede reservar para hoy.", 0, 1440),
    15,
  ),
  cupo_por_horario: v.optional(
    whole("Cuántas personas pueden llegar a una misma hora. Si falta, no hay límite.", 1, 10_000),
  ),
});

const presentation = fields("Una forma en que se vende el platillo.", {
  id: id(
    "Identificador que usan los pedidos; único en todo el archivo y, una vez publicado, fijo.",
  ),
  etiqueta: v.nullable(
    line('Lo que la distingue: "media orden", "jarra". null si es la única.', 60),
  ),
  precio: price("Precio en pesos, IVA incluido."),
});

export const dishSchema = fields("Un platillo.", {
  id: id("Identificador del platillo; único en todo el archivo y, una vez publicado, fijo."),
  nombre: line("Nombre del platillo. No se traduce.", 80),
  descripcion: bilingual("Qué es y qué lleva, en los dos idiomas.", 400),
  precio: v.optional(price("Precio en pesos, IVA incluido, si se vende de una sola forma.")),
  presentaciones: v.optional(
    list("Formas en que se vende, en lugar de precio.", presentation, 1, 12),
  ),
  favorito: v.optional(flag("Es de los favoritos de los clientes."), false),
  destacado: v.optional(flag("La casa lo destaca."), false),
  agotado: v.optional(flag("Hoy no hay: sale de la carta y no se puede pedir."), false),
}, { oneOf: [{ required: ["precio"] }, { required: ["presentaciones"] }] });

const section = fields("Una sección de la carta.", {
  nombre: line("Nombre de la sección. No se traduce.", 60),
  platillos: list("Platillos de la sección; [] si aún no hay.", dishSchema, 0, 100),
});

export const additionSchema = fields("Algo que se agrega a un pedido.", {
  id: id("Identificador de la adición; único en todo el archivo y, una vez publicado, fijo."),
  nombre: line("Nombre de la adición. No se traduce.", 80),
  precio: price("Precio en pesos, IVA incluido."),
});

const sectionsSchema = list("La carta: siete secciones.", section, 7, 7);
const additionsSchema = list("Adiciones que se pueden pedir.", additionSchema, 0, 100);

const phoneExpected = 'un teléfono con clave de país, como "+52 999 123 4567"';
const urlExpected = "una dirección que empiece con https:// o http://";

const timeZone = v.pipe(
  v.string("una zona horaria"),
  v.check(isTimeZone, 'el nombre de una zona horaria, como "America/Merida"'),
  v.description("Zona horaria (nombre IANA), por ejemplo America/Merida."),
);

function phone(says: string): v.GenericSchema<string> {
  return v.pipe(
    v.string(phoneExpected),
    v.check((number) => normalisePhone(number) !== null, phoneExpected),
    v.description(says),
    v.transform((number) => normalisePhone(number)!),
  );
}

const webAddress = v.pipe(
  v.string(urlExpected),
  v.regex(/^https?:\/\//, urlExpected),
  v.check((address) => URL.canParse(address), urlExpected),
  v.description("Dirección web del aviso de privacidad."),
);

const location = fields("Dónde está, en grados decimales (en Google Maps: clic derecho).", {
  lat: decimal("Latitud.", -90, 90),
  lng: decimal("Longitud; negativa en México.", -180, 180),
});

const tariff = fields("Lo que cuesta el envío, en pesos, IVA incluido.", {
  base_km: decimal("Kilómetros que cubre el costo base.", 0, 100),
  base_costo: pesos("Costo base."),
  costo_km_extra: pesos("Costo de cada kilómetro adicional."),
  radio_maximo_km: v.pipe(
    v.number("un número mayor que 0"),
    v.gtValue(0, "un número mayor que 0"),
    v.maxValue(100, "un número de hasta 100"),
    v.description("Kilómetros de ruta hasta donde se lleva."),
  ),
});

const routeExpected = '"equilibrada", "rapida" o "corta"';

const route = v.optional(
  v.pipe(
    v.picklist(["equilibrada", "rapida", "corta"], routeExpected),
    v.description(
      "Qué ruta se cobra: equilibrada (tiempo y un poco la distancia; mover el punto unos metros no cambia el precio de golpe), rapida o corta. Si falta, equilibrada.",
    ),
  ),
  "equilibrada",
);

const rating = fields("Calificación que dan los clientes. Si falta, no se muestra ninguna.", {
  puntaje: decimal("Estrellas, de 0 a 5.", 0, 5),
  total: whole("Cuántas opiniones resume.", 0, 10_000_000),
  fuente: line("Dónde se dieron, por ejemplo Google.", 60),
});

const contact = fields(
  "Primer mensaje que se prepara al escribir al restaurante, según el motivo.",
  {
    duda: bilingual("Para preguntar algo.", 300),
    pedido: bilingual("Para pedir.", 300),
    reserva: bilingual("Para reservar o cambiar una reserva.", 300),
  },
);

const question = fields("Una pregunta con su respuesta.", {
  pregunta: bilingual("La pregunta.", 200),
  respuesta: bilingual("La respuesta.", 1000),
});

export const restaurantSchema = fields("El restaurante, como lo presenta Sobremesa.", {
  $schema: v.optional(line("Esquema con el que el editor ayuda a llenar este archivo.", 500)),
  nombre: line("Nombre del restaurante.", 80),
  zona: timeZone,
  ubicacion: location,
  direccion: line("Dirección como la escribe la gente.", 200),
  telefono: phone("Teléfono con + y clave de país, por ejemplo +52 999 123 4567."),
  whatsapp: v.optional(phone("Teléfono que recibe los mensajes de WhatsApp. Si falta, telefono.")),
  moneda: v.pipe(v.literal("MXN", '"MXN"'), v.description("Moneda de todos los precios.")),
  horario: hoursSchema,
  cocina: kitchenSchema,
  reservas: bookingSchema,
  envio: tariff,
  ruta: route,
  valet: flag("Si hay valet parking."),
  calificacion: v.optional(rating),
  contacto: contact,
  preguntas_frecuentes: list("Preguntas frecuentes.", question, 0, 50),
  aviso_privacidad: v.optional(webAddress),
  secciones: sectionsSchema,
  adiciones: additionsSchema,
});

/** What a restaurant file may hold, as it is written. */
export type RestaurantInput = v.InferInput<typeof restaurantSchema>;

/** What a good restaurant file holds, defaults filled in. */
export type RestaurantFile = v.InferOutput<typeof restaurantSchema>;

/** The name under which `sobremesa setup` writes the schema, and by which the file points to it. */
export const JSON_SCHEMA_FILE_NAME = "restaurante.schema.json";

/**
 * The restaurant file's JSON Schema, for editors: draft-07, which all of them know. Checks that JSON Schema cannot say (two
 * decimals, time zones, phones, services that overlap, ids used twice) are left to `sobremesa check`.
 */
export function restaurantJsonSchema(): Record<string, unknown> {
  const schema = toJsonSchema(restaurantSchema, {
    target: "draft-07",
    typeMode: "input",
    ignoreActions: ["check", "raw_check", "transform"],
  });
  return { ...schema, title: "Restaurante de Sobremesa" };
}

/** Whether `name` is an IANA time zone of this machine's data, offsets such as `+05:00` excluded. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}
