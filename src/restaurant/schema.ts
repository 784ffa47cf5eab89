/** The restaurant file, field by field: the one source of what it may hold, of its messages and of the schema for editors. */
import * as v from "valibot";
import { normalisePhone } from "../domain/contact.ts";
import { isTimeZone } from "./time_zone.ts";
import { bookingSchema, hoursSchema, kitchenSchema } from "./schema/hours.ts";
import { additionsSchema, sectionsSchema } from "./schema/menu.ts";
import { bilingual, decimal, fields, flag, line, list, pesos, whole } from "./schema/values.ts";

const phoneExpected = 'a phone number with country code, such as "+52 999 123 4567"';
const urlExpected = "an address that starts with https:// or http://";

const timeZone = v.pipe(
  v.string("a time zone"),
  v.check(isTimeZone, 'a time zone\'s name, such as "America/Merida"'),
  v.description("Zona horaria (nombre IANA), por ejemplo America/Merida."),
);

const phone = v.pipe(
  v.string(phoneExpected),
  v.check((number) => normalisePhone(number) !== null, phoneExpected),
  v.description(
    "Teléfono con + y clave de país, por ejemplo +52 999 123 4567; recibe los mensajes de WhatsApp.",
  ),
);

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
    v.number("a number above 0"),
    v.gtValue(0, "a number above 0"),
    v.maxValue(100, "a number up to 100"),
    v.description("Kilómetros de ruta hasta donde se lleva."),
  ),
});

const routeExpected = '"equilibrada", "rapida" or "corta"';

const route = v.optional(
  v.pipe(
    v.picklist(["equilibrada", "rapida", "corta"], routeExpected),
    v.description(
      "Qué ruta se cobra: equilibrada (tiempo y un poco la distancia; mover el punto unos metros no cambia el precio de golpe), rapida o corta. Si falta, equilibrada.",
    ),
  ),
  "equilibrada",
);

const rating = fields("Calificación que dan los clientes.", {
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
  telefono: phone,
  moneda: v.pipe(v.literal("MXN", '"MXN"'), v.description("Moneda de todos los precios.")),
  horario: hoursSchema,
  cocina: kitchenSchema,
  reservas: bookingSchema,
  envio: tariff,
  ruta: route,
  valet: flag("Si hay valet parking."),
  calificacion: rating,
  contacto: contact,
  preguntas_frecuentes: list("Preguntas frecuentes.", question, 0, 50),
  aviso_privacidad: v.optional(webAddress),
  secciones: sectionsSchema,
  adiciones: additionsSchema,
});

/** What a good restaurant file holds, defaults filled in. */
export type RestaurantFile = v.InferOutput<typeof restaurantSchema>;
