/**
 * Conversations of guests with an assistant that has read only the OpenAPI document: the calls that it sends, and what
 * they must return. It is Tuesday 2026-03-10, noon, in Mérida; the test restaurant opens at 13:00.
 */
import { restaurantWithToday, testRestaurant } from "../support/restaurant_fixture.ts";
import { homeDraftBody, type TestApp, type TestAppOptions } from "../support/test_app.ts";

export interface Call {
  /** The operationId. */
  readonly tool: string;
  readonly sent: Readonly<Record<string, unknown>>;
  /** Sent only over HTTP: tools have no key. */
  readonly key?: string;
  /** The part of the answer that is checked; texts may be given as patterns. */
  readonly got: Expected;
  /** Minutes that pass before the call. */
  readonly after?: number;
}

export type Expected = { readonly [field: string]: unknown };

export interface Conversation {
  /** What the person wants. */
  readonly person: string;
  readonly calls: readonly Call[];
  /** The number of reservations at the end. Default: as many as `holds` lists. */
  readonly tables?: number;
  /** Values of each of them, by their columns, in the order in which they were made. */
  readonly holds?: readonly Expected[];
  readonly app?: TestAppOptions;
  /** What staff or other guests do before. */
  before?(app: TestApp): Promise<unknown>;
}

const ANA = { nombre: "Ana María Pech", telefono: "9991234567" };
export const THURSDAY = { dia: "2026-03-12", hora: "20:30", personas: 4, ...ANA };
export const HELD = { ok: true, status: "confirmed", folio: /^R-/ };
export const AGAIN = { ...HELD, repetida: true };
export const WHATSAPP = /^https:\/\/wa\.me\//;

export function reserve(
  sent: Record<string, unknown>,
  got: Expected,
  more: Partial<Call> = {},
): Call {
  return { tool: "createRestaurantReservation", sent, got, ...more };
}

export function info(sent: Record<string, unknown>, got: Expected): Call {
  return { tool: "info", sent, got };
}

function quote(lat: number, lng: number, got: Expected): Call {
  return { tool: "envio", sent: { lat, lng }, got };
}

export function times(sent: Record<string, unknown>, got: Expected): Call {
  return { tool: "getAvailableReservationTimes", sent, got };
}

function draft(changes: Record<string, unknown>, got: Expected): Call {
  return { tool: "pedidoBorrador", sent: homeDraftBody(changes) as Call["sent"], got };
}

export function refused(
  error: string,
  campo: string | undefined,
  detalle: RegExp,
  more = {},
): Expected {
  return { ok: false, error, campo, detalle, ...more };
}

const OF_TODAY = {
  lineas: [{ id: "dia-20260310-1", cantidad: 1 }],
  entrega: { modo: "recoger" },
};

const READS: readonly Conversation[] = [
  {
    person: "El menú del día para recoger; y mañana, lo mismo",
    app: { restaurant: restaurantWithToday("2026-03-10") },
    calls: [
      { tool: "menu", sent: {}, got: { secciones: [{ platillos: [{ id: "dia-20260310-1" }] }] } },
      draft(OF_TODAY, { total: 80 }),
      {
        ...draft(OF_TODAY, refused("linea_desconocida", "lineas[0].id", /no está en el menú/)),
        after: 24 * 60,
      },
    ],
  },
  {
    person: "¿Qué horas hay el jueves? sent with an unknown parameter",
    calls: [
      times({ fecha: "2026-03-12" }, { ignorados: ["fecha"] }),
      times({ dia: "2026-03-12" }, { dias: [{ dia: "2026-03-12", dia_semana: "jueves" }] }),
    ],
  },
];

const ORDERS: readonly Conversation[] = [
  {
    person: "A dish by a misremembered id",
    calls: [
      draft(
        { lineas: [{ id: "panucho", cantidad: 1 }] },
        refused("linea_desconocida", "lineas[0].id", /panuchos/),
      ),
      draft({ lineas: [{ id: "panuchos", cantidad: 1 }] }, { ok: true }),
    ],
  },
  {
    person: "A delivery where the restaurant has no map: its address, a pin, and then pick-up",
    app: { deps: () => ({ hasPrices: () => false }) },
    calls: [
      info({}, { envio: { detalle: /se cotiza por WhatsApp.*recoger/ } }),
      { tool: "ubicacion", sent: { texto: "58 x 59" }, got: { detalle: /cotiza por WhatsApp/ } },
      quote(20.9745, -89.6212, { cotizado: false, sugerencia: /recoger/, whatsapp: WHATSAPP }),
      draft({}, refused("sin_mapa", "entrega", /ofrece el enlace/, { whatsapp: WHATSAPP })),
      draft({ entrega: { modo: "recoger" } }, { ok: true, confirmar_en: /\/pedido\//, total: 190 }),
    ],
  },
];

const TABLES: readonly Conversation[] = [
  {
    person: "Mesa para cuatro el jueves a las 8 y media de la noche",
    calls: [
      times({ dia: "2026-03-12" }, { reservas_activas: true }),
      reserve(THURSDAY, { ...HELD, dia_semana: "jueves" }),
    ],
    tables: 1,
  },
  {
    person: "The same, with the hour of a 12-hour clock",
    calls: [
      reserve(
        { ...THURSDAY, hora: "08:30" },
        refused("hora_no_reservable", "hora", /decir las 20:30 del jueves 2026-03-12\./),
      ),
      reserve(THURSDAY, HELD),
    ],
    tables: 1,
  },
  {
    person: "Friday at midnight",
    calls: [
      reserve(
        { ...THURSDAY, dia: "2026-03-13", hora: "00:00" },
        refused("hora_no_reservable", "hora", /decir las 00:00 del sábado 2026-03-14\./),
      ),
      reserve(
        { ...THURSDAY, dia: "2026-03-14", hora: "00:00" },
        { ...HELD, dia_semana: "sábado", noche_del: "2026-03-13" },
      ),
    ],
    tables: 1,
  },
  {
    person: "A table on Monday, when the restaurant is closed",
    calls: [
      reserve(
        { ...THURSDAY, dia: "2026-03-16" },
        refused("hora_no_reservable", "hora", /martes 2026-03-17/),
      ),
      reserve({ ...THURSDAY, dia: "2026-03-17" }, HELD),
    ],
    tables: 1,
  },
  {
    person: "A table on a Monday, on which the restaurant opens this once",
    app: {
      restaurant: testRestaurant({
        specialDays: [{
          date: "2026-03-16",
          services: [{ opens: 18 * 60, closes: 25 * 60 }],
          reason: "Puente de marzo",
        }],
      }),
    },
    calls: [
      info({}, {
        aperturas_especiales: [{
          desde: "2026-03-16T18:00",
          hasta: "2026-03-17T01:00",
          dia_completo: true,
          motivo: "Puente de marzo",
        }],
        cierres: { length: 0 },
      }),
      times({ dia: "2026-03-16" }, {
        dias: [{ abre: true, local: { abre: "18:00", cierra: "01:00" } }],
      }),
      reserve({ ...THURSDAY, dia: "2026-03-16" }, { ...HELD, dia_semana: "lunes" }),
    ],
    tables: 1,
  },
  {
    person: "A table yesterday, by an assistant that has the date wrong",
    calls: [
      reserve(
        { ...THURSDAY, dia: "2026-03-09" },
        refused("dia_fuera_de_rango", "dia", /hoy es martes 2026-03-10/),
      ),
      reserve({ ...THURSDAY, dia: "2026-03-10" }, HELD),
    ],
    tables: 1,
  },
  {
    person: "Reserve, with the field names in English",
    calls: [
      reserve(
        { date: "2026-03-12", time: "20:30", party_size: 4, name: "Ana Pech", phone: "9991234567" },
        refused(
          "campo_falta",
          "dia",
          /^Falta el campo dia\. .*: dia en lugar de date, hora en lugar de time, personas en lugar de party_size, nombre en lugar de name, telefono en lugar de phone\.$/,
        ),
      ),
      reserve(THURSDAY, HELD),
    ],
    tables: 1,
  },
  {
    person: "A phone with a digit missing, and a name of one letter",
    calls: [
      reserve(
        { ...THURSDAY, nombre: "A", telefono: "999123456" },
        refused("nombre_longitud", "nombre", /(?=.*nombre)(?=.*telefono)/s),
      ),
      reserve(THURSDAY, HELD),
    ],
    tables: 1,
  },
  {
    person: "A table, with a wish in a field that does not exist",
    calls: [
      // As the document says: send the wish through the link, do not reserve again.
      reserve({ ...THURSDAY, mesa: "terraza" }, {
        ...HELD,
        ignorados: ["mesa"],
        whatsapp: WHATSAPP,
      }),
    ],
    tables: 1,
  },
  {
    person: "The connection broke, and the assistant tries again without its key",
    calls: [
      reserve(THURSDAY, HELD, { key: "uno" }),
      reserve(THURSDAY, AGAIN, { after: 1 }),
    ],
    tables: 1,
  },
  {
    person: "The connection broke, and another key, origin and spelling are sent",
    calls: [
      reserve({ ...THURSDAY, landing: "Concierge" }, HELD, { key: "uno" }),
      reserve(
        { ...THURSDAY, nombre: "ANA MARIA PECH", landing: "Concierge v2" },
        AGAIN,
        { key: "dos", after: 9 },
      ),
    ],
    tables: 1,
  },
  {
    person: "A second table for a cousin with another name and the same phone",
    calls: [
      reserve(THURSDAY, HELD),
      reserve(
        { ...THURSDAY, nombre: "Luis Canul" },
        refused("posible_repetida", "comentarios", /comentario/),
      ),
      reserve({ ...THURSDAY, nombre: "Luis Canul", comentarios: "Segunda mesa, de Luis" }, HELD),
    ],
    tables: 2,
  },
  {
    person: "The same table for Thursday and for Friday",
    calls: [reserve(THURSDAY, HELD), reserve({ ...THURSDAY, dia: "2026-03-13" }, HELD)],
    tables: 2,
  },
];

export const CONVERSATIONS: readonly Conversation[] = [...READS, ...ORDERS, ...TABLES];
