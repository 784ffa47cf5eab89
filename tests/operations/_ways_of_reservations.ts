import type { Deps } from "../../src/ports/guests.ts";
import { restaurantBooking } from "../support/restaurant_fixture.ts";
import { reservationBody } from "../support/test_app.ts";
import { here, notJson, post, secondOf, shared, type Way, type Ways } from "./_ways.ts";

const RESERVE = "/api/reserva";

/** Reservations with one field changed, each of which the answer names. */
function reserve(says: string, ...changes: readonly Record<string, unknown>[]): Way[] {
  return changes.map((change) => ({
    ask: post(RESERVE, reservationBody(change)),
    campo: Object.keys(change)[0]!,
    says,
  }));
}

/** Lengths of no number in its country, and a code of no country. */
const IMPOSSIBLE = ["+52 999 123 456", "+52 99912345678", "+1 415 555 010", "+999 1234 5678"];

const { cuerpo_grande, ...wrongJson } = notJson(RESERVE, 8_192);

/** Of the fields, just over the edge of what they may hold. */
const WRONG: Readonly<Record<string, readonly Way[]>> = {
  cuerpo_no_objeto: ["null", "[]", "7", '"dia"', "true", "[{}]"].map((text) => ({
    ask: post(RESERVE, text),
    says: "un objeto JSON",
  })),
  campo_falta: [
    ...reserve("Falta el campo dia", { dia: undefined }, { dia: null }),
    ...reserve("Falta el campo telefono", { telefono: undefined }),
  ],
  tipo_invalido: [
    ...reserve("un texto JSON", { dia: 20260312 }, { hora: ["20:30"] }, { nombre: { de: "Ana" } }),
    ...reserve("un texto JSON", { telefono: 9991234567 }, { comentarios: 5 }),
    ...reserve("un número JSON, sin comillas", { personas: "4" }, { personas: true }),
  ],
  dia_malformado: reserve("escrito AAAA-MM-DD", { dia: "2026-02-30" }, { dia: "2026-3-12" }),
  dia_fuera_de_rango: reserve(
    "hoy es martes 2026-03-10 y se aceptan días desde hoy hasta el lunes 2026-06-08",
    { dia: "2026-03-09" },
    { dia: "2026-06-09" },
  ),
  hora_malformada: reserve(
    "HH:MM en 24 horas",
    { hora: "24:00" },
    { hora: "8:30" },
    { hora: "20:30:00" },
  ),
  hora_no_reservable: here(reserve(
    "más cercanas de ese día son",
    { hora: "04:00" },
    { hora: "20:15" },
    { hora: "23:00" },
  )),
  personas_no_entero: reserve("entero de 1 a 40, sin decimales", { personas: 2.5 }),
  personas_fuera_de_rango: reserve("entero de 1 a 40", { personas: 0 }, { personas: 41 }),
  nombre_longitud: [
    ...reserve("de 2 a 80 caracteres y el enviado tiene 1", { nombre: "A" }),
    ...reserve("de 2 a 80 caracteres y el enviado tiene 0", { nombre: "   " }),
    ...reserve("de 2 a 80 caracteres y el enviado tiene 81", { nombre: "x".repeat(81) }),
  ],
  nombre_caracteres: reserve(
    "en una sola línea que se pueda ver",
    { nombre: "Ana\nPech" },
    { nombre: "Ana\u0000" },
    { nombre: "Ana \ud83d" },
    { nombre: "\u200b\u200b\u200b" },
    { nombre: "Ana\u202ehceP" },
  ),
  telefono_invalido: reserve(
    "+ y código de país",
    ...[
      "12345",
      "+0999123456",
      "99912345678",
      "999\u0000123456",
      "0000000000",
      "1234567890",
      ...IMPOSSIBLE,
    ]
      .map((telefono) => ({ telefono })),
  ),
  ocasion_desconocida: reserve("general o cumpleanos", { ocasion: "boda" }, { ocasion: "" }),
  comentarios_longitud: reserve("hasta 500 caracteres y el enviado tiene 501", {
    comentarios: "x".repeat(501),
  }),
  comentarios_caracteres: reserve(
    "admite saltos de línea",
    { comentarios: "\0" },
    { comentarios: "a\u0007" },
  ),
  landing_longitud: reserve("hasta 120 caracteres y el enviado tiene 121", {
    landing: "x".repeat(121),
  }),
  landing_caracteres: reserve(
    "en una sola línea",
    { landing: "a\tb" },
    { landing: "a\u001b[31m" },
  ),
  posible_repetida: [{
    prepare: post(RESERVE, reservationBody()),
    ask: post(RESERVE, reservationBody({ nombre: "Otra Persona" })),
    campo: "comentarios",
    says: "envía un comentario distinto",
  }],
  ya_reservada: [{
    app: { restaurant: restaurantBooking({ peoplePerTime: 6 }) },
    prepare: post(RESERVE, reservationBody()),
    ask: post(RESERVE, reservationBody({ ocasion: "cumpleanos" })),
    campo: "hora",
    says: "sigue en pie",
  }],
  idempotencia: [
    {
      prepare: post(RESERVE, reservationBody(), { "idempotency-key": "una" }),
      ask: post(RESERVE, reservationBody({ personas: 5 }), { "idempotency-key": "una" }),
      campo: "Idempotency-Key",
      says: "usa una nueva",
    },
    ...["", "k".repeat(256), "ll\u00e1ve", "a\tb"].map((key) => ({
      ask: post(RESERVE, reservationBody(), { "idempotency-key": key }),
      campo: "Idempotency-Key",
      says: "de 1 a 255 caracteres ASCII imprimibles",
    })),
  ],
};

const ID = "createRestaurantReservation";
const under = (motivo: string, ways: Readonly<Record<string, readonly Way[]>>): Ways =>
  Object.fromEntries(Object.entries(ways).map(([error, way]) => [`${ID} ${motivo} ${error}`, way]));

export const WAYS_OF_RESERVATIONS: Ways = {
  ...shared(ID, "POST", RESERVE),
  ...under("400 json", wrongJson),
  ...under("413 grande", { cuerpo_grande: cuerpo_grande! }),
  ...under("422 datos", WRONG),
  [`${ID} 429 demasiadas limite_por_direccion`]: secondOf(
    "reserva",
    post(RESERVE, reservationBody()),
  ),
  [`${ID} 502 base sin_respuesta`]: [{
    app: { deps: withoutDatabase },
    ask: post(RESERVE, reservationBody()),
    says: "NO reservó la mesa: escribe al restaurante",
  }],
  [`${ID} 503 apagado reservas_apagadas`]: [{
    prepare: ({ storage }) => storage.switches.pause(null),
    ask: post(RESERVE, reservationBody()),
    says: "escriba al restaurante por WhatsApp",
  }],
};

/** A store that has lost its database: that a real one answers so is for the storage's own tests to show. */
function withoutDatabase(): Partial<Deps> {
  const lost = () => Promise.resolve({ kind: "unavailable" } as const);
  return {
    reservations: {
      ...{ reserve: lost, findReplay: lost, findMade: lost },
      ...{ findOwn: lost, findAsked: lost },
    },
  };
}
