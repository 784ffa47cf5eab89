/** Conversations with changed minds, exceptional closures, and what does not fit at first. */
import type { ReservationStore } from "../../src/ports/reservations.ts";
import { instantOf, restaurantBooking, testRestaurant } from "../support/restaurant_fixture.ts";
import type { TestAppOptions } from "../support/test_app.ts";
import {
  AGAIN,
  type Conversation,
  HELD,
  info,
  refused,
  reserve,
  THURSDAY,
  times,
  WHATSAPP,
} from "./_conversations.ts";

const SECOND = { ...HELD, segunda_mesa: true };
const FIRST = { ...HELD, segunda_mesa: undefined };
/** What is stored of {@linkcode THURSDAY}. */
const FOUR = {
  ...{ day: "2026-03-12", time: "20:30", party_size: 4, name: "Ana María Pech" },
  ...{ phone: "+529991234567", comments: null, status: "confirmed" },
};
const TWENTY: TestAppOptions = {
  restaurant: testRestaurant({
    booking: { arrivalMarginMinutes: 30, noticeMinutes: 15, peoplePerTime: 20, room: null },
  }),
};

const CHANGED_MINDS: readonly Conversation[] = [
  {
    person: "We will be six, not four: the assistant reserves again, and is told what it did",
    calls: [reserve(THURSDAY, FIRST), reserve({ ...THURSDAY, personas: 6 }, SECOND, { after: 5 })],
    holds: [FOUR, { ...FOUR, party_size: 6 }],
  },
  {
    person: "Half an hour later, please: the assistant reserves again, and is told what it did",
    calls: [reserve(THURSDAY, FIRST), reserve({ ...THURSDAY, hora: "21:00" }, SECOND)],
    holds: [FOUR, { ...FOUR, time: "21:00" }],
  },
  {
    person: "A second table, thought of a quarter of an hour later",
    calls: [
      reserve(THURSDAY, FIRST),
      reserve({ ...THURSDAY, hora: "21:00" }, FIRST, { after: 15 }),
    ],
    holds: [FOUR, { ...FOUR, time: "21:00" }],
  },
  {
    person: "And say that it is our anniversary: the assistant reserves again, and is told",
    calls: [
      reserve(THURSDAY, FIRST),
      reserve({ ...THURSDAY, comentarios: "Es nuestro aniversario" }, SECOND),
    ],
    holds: [FOUR, { ...FOUR, comments: "Es nuestro aniversario" }],
  },
  {
    person: "Saturday at midnight, from the list that says whose night each time is",
    calls: [
      times({ dia: "2026-03-14" }, {
        dias: [{
          despues_de_medianoche: [
            { hora: "00:00", noche_del: "2026-03-13", dia_semana: "viernes" },
            { hora: "00:30" },
          ],
        }],
      }),
      reserve(
        { ...THURSDAY, dia: "2026-03-15", hora: "00:00" },
        { ...FIRST, noche_del: "2026-03-14" },
      ),
    ],
    holds: [{ ...FOUR, day: "2026-03-15", time: "00:00", service_day: "2026-03-14" }],
  },
  {
    person: "Saturday at midnight, taken for Saturday's: the correction is told of the first",
    calls: [
      reserve({ ...THURSDAY, dia: "2026-03-14", hora: "00:00" }, {
        ...{ ...FIRST, noche_del: "2026-03-13" },
      }),
      reserve(
        { ...THURSDAY, dia: "2026-03-15", hora: "00:00" },
        { ...SECOND, noche_del: "2026-03-14" },
      ),
    ],
    tables: 2,
  },
  {
    person: "A table each on Friday and on Saturday, at half past eight",
    calls: [
      reserve({ ...THURSDAY, dia: "2026-03-13" }, FIRST),
      reserve({ ...THURSDAY, dia: "2026-03-14" }, FIRST),
    ],
    tables: 2,
  },
  {
    person: "Put it in my husband's name instead: nothing is held twice",
    calls: [
      reserve(THURSDAY, FIRST),
      reserve(
        { ...THURSDAY, nombre: "Luis Canul" },
        refused(
          "posible_repetida",
          "comentarios",
          /^La primera mesa sigue en pie.*cambiarle el nombre.*enlace.*otra mesa.*comentario/,
          { whatsapp: /^https:\/\/wa\.me\/.*por%20mi%20reservaci%C3%B3n\.$/ },
        ),
      ),
    ],
    holds: [FOUR],
  },
  {
    person: "Just Ana, without surnames: the same table, and no more of the name than was sent",
    calls: [
      reserve(THURSDAY, { ...FIRST, nombre: "Ana María Pech" }),
      reserve({ ...THURSDAY, nombre: "ana" }, { ...AGAIN, nombre: "ana", segunda_mesa: undefined }),
    ],
    holds: [FOUR],
  },
  {
    person: "A changed party whose answer was lost: the retry is the second table, and no third",
    calls: [
      reserve(THURSDAY, FIRST),
      reserve({ ...THURSDAY, personas: 6 }, SECOND, { key: "dos" }),
      reserve(
        { ...THURSDAY, personas: 6 },
        { ...HELD, segunda_mesa: undefined },
        { key: "dos", after: 1 },
      ),
    ],
    holds: [FOUR, { ...FOUR, party_size: 6 }],
  },
];

const SPECIAL_DAYS: readonly Conversation[] = [
  {
    person: "Are you open on Saturday? It is closed for a wedding, as info says",
    before: ({ storage }) =>
      storage.closures.add({ kind: "day", day: "2026-03-14" }, "Boda en casa", true),
    calls: [
      info({}, {
        cierres: [{
          desde: "2026-03-14T00:00",
          hasta: "2026-03-15T00:00",
          dia_completo: true,
          motivo: "Boda en casa",
        }],
      }),
      reserve({ ...THURSDAY, dia: "2026-03-15", hora: "18:00" }, HELD),
    ],
    holds: [{ ...FOUR, day: "2026-03-15", time: "18:00" }],
  },
  {
    person: "Can we come at two? The kitchen opens at four today, for a reason that is nobody's",
    before: ({ storage }) =>
      storage.closures.add(
        { kind: "span", from: "2026-03-10T13:00", to: "2026-03-10T16:00" },
        "Fuga de gas",
      ),
    calls: [
      info({}, {
        ahora: { abierto: false, cocina_abre: "2026-03-10T16:00" },
        cierres: [{ desde: "2026-03-10T13:00", dia_completo: false, motivo: null }],
      }),
      reserve({ ...THURSDAY, dia: "2026-03-10", hora: "16:00" }, HELD),
    ],
    holds: [{ ...FOUR, day: "2026-03-10", time: "16:00" }],
  },
  {
    person: "Half past midnight, of a Friday that is closed",
    before: ({ storage }) => storage.closures.add({ kind: "day", day: "2026-03-13" }, ""),
    calls: [
      reserve(
        { ...THURSDAY, dia: "2026-03-14", hora: "00:30" },
        refused("hora_no_reservable", "hora", /domingo 2026-03-15 00:30/),
      ),
      reserve(
        { ...THURSDAY, dia: "2026-03-15", hora: "00:30" },
        { ...HELD, noche_del: "2026-03-14" },
      ),
    ],
    holds: [{ ...FOUR, day: "2026-03-15", time: "00:30", service_day: "2026-03-14" }],
  },
  {
    person: "Saturday at half past eight, which is closed: the evening before, not the small hours",
    before: ({ storage }) => storage.closures.add({ kind: "day", day: "2026-03-14" }, ""),
    calls: [
      reserve(
        { ...THURSDAY, dia: "2026-03-14" },
        refused("hora_no_reservable", "hora", /^(?!.* 00:).*viernes 2026-03-13 20:30/),
      ),
      reserve({ ...THURSDAY, dia: "2026-03-13" }, HELD),
    ],
    holds: [{ ...FOUR, day: "2026-03-13" }],
  },
];

const AT_FIRST: readonly Conversation[] = [
  {
    person: "A table for 25 in a room for 20",
    app: TWENTY,
    calls: [
      times({ dia: "2026-03-12", personas: 25 }, {
        dias: [{ detalle: /lugar para 25: quedan 20/ }],
      }),
      reserve(
        { ...THURSDAY, personas: 25 },
        refused("hora_no_reservable", "hora", /lugar para 25: quedan 20.*escriba al restaurante/, {
          whatsapp: WHATSAPP,
        }),
      ),
    ],
  },
  {
    person: "A table for 15, where the owner takes 12 on line",
    app: { restaurant: testRestaurant({ maxParty: 12 }) },
    calls: [
      times({ dia: "2026-03-12", personas: 15 }, {
        dias: [{ horas_reservables: { length: 0 }, detalle: /hasta 12 personas/ }],
        whatsapp: WHATSAPP,
      }),
      reserve(
        { ...THURSDAY, personas: 15 },
        refused(
          "personas_fuera_de_rango",
          "personas",
          /hasta 12 personas.*escriba al restaurante/,
          {
            whatsapp: WHATSAPP,
          },
        ),
      ),
    ],
  },
  {
    person: "Tonight, which staff have paused",
    before: ({ storage }) =>
      storage.switches.pause({ night: "2026-03-10", until: instantOf("2026-03-10T23:00") }),
    calls: [
      times({ dias: 2 }, {
        reservas_activas: true,
        dias: [{ detalle: /martes 2026-03-10 no se reserva en línea hasta las 23:00/ }, {
          detalle: undefined,
        }],
        whatsapp: WHATSAPP,
      }),
      reserve(
        { ...THURSDAY, dia: "2026-03-10" },
        refused(
          "hora_no_reservable",
          "hora",
          /martes 2026-03-10 no se reserva en línea hasta las 23:00.*2026-03-11 20:30/,
          {
            whatsapp: WHATSAPP,
          },
        ),
      ),
    ],
  },
  {
    person: "A table for ten where five places are left",
    app: TWENTY,
    calls: [
      reserve({ ...THURSDAY, personas: 15, telefono: "9990000001" }, HELD),
      reserve(
        { ...THURSDAY, personas: 10 },
        refused("hora_no_reservable", "hora", /quedan 5.* 20:00/, { whatsapp: undefined }),
      ),
      reserve({ ...THURSDAY, personas: 10, hora: "20:00" }, HELD),
    ],
    holds: [{ party_size: 15 }, { ...FOUR, party_size: 10, time: "20:00" }],
  },
  {
    person: "A table for eight where twelve fit: the answer is lost, and the comment the next time",
    app: { restaurant: restaurantBooking({ peoplePerTime: 12 }) },
    calls: [
      reserve({ ...THURSDAY, personas: 8, comentarios: "Alergia a la nuez" }, HELD),
      ...[1, 10.5].map((after) =>
        reserve(
          { ...THURSDAY, personas: 8 },
          refused("ya_reservada", "hora", /^(?!.*\d:\d).*sigue en pie.*enlace/, {
            whatsapp: WHATSAPP,
          }),
          { after },
        )
      ),
    ],
    holds: [{ ...FOUR, party_size: 8, comments: "Alergia a la nuez" }],
  },
  {
    person: "Bonsoir, une allergie sévère aux arachides",
    calls: [
      info({ lang: "fr" }, refused("lang_desconocido", "lang", /"en"/)),
      info({ lang: "en" }, { personas_maximo: 40 }),
      reserve({ ...THURSDAY, comentarios: "Allergie sévère aux arachides" }, HELD),
    ],
    holds: [{ ...FOUR, comments: "Allergie sévère aux arachides" }],
  },
  {
    person: "A table, by an assistant that can only read: it finds the link to give",
    calls: [
      info({}, { reservar_en: /\/reservar$/, carta_en: /\/carta$/, telefono: "+529991234567" }),
      times({ dia: "2026-03-12", personas: 4 }, { reservas_activas: true }),
    ],
  },
  {
    person: "The system does not answer at first, and the same is sent again",
    app: { deps: ({ reservations }) => ({ reservations: failingOnce(reservations) }) },
    calls: [
      reserve(THURSDAY, { ok: false, motivo: "base", whatsapp: WHATSAPP }),
      reserve(THURSDAY, { ...FIRST, repetida: undefined }, { after: 1 }),
    ],
    holds: [FOUR],
  },
  {
    person: "A table in eight minutes",
    calls: [
      reserve(
        { ...THURSDAY, dia: "2026-03-10", hora: "13:00" },
        refused("hora_no_reservable", "hora", /al menos 15 minutos de anticipación.* 13:30/),
        { after: 52 },
      ),
      reserve({ ...THURSDAY, dia: "2026-03-10", hora: "13:30" }, HELD),
    ],
    holds: [{ ...FOUR, day: "2026-03-10", time: "13:30" }],
  },
];

function failingOnce(real: ReservationStore): ReservationStore {
  let tries = 0;
  return {
    ...real,
    reserve: (request) =>
      tries++ === 0 ? Promise.resolve({ kind: "unavailable" }) : real.reserve(request),
  };
}

export const CHANGED_PLANS: readonly Conversation[] = [
  ...CHANGED_MINDS,
  ...SPECIAL_DAYS,
  ...AT_FIRST,
];
