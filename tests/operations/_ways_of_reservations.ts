import type { Deps } from "../../src/ports/guests.ts";
import { reservationBody } from "../support/test_app.ts";
import { badUtf8, cutShort, ONE_TOKEN, post, sent, shared, type Way, type Ways } from "./_ways.ts";

const RESERVE = "/api/reserva";
const reserve = (changes: Record<string, unknown>): Way =>
  sent(Object.keys(changes)[0]!, post(RESERVE, reservationBody(changes)));

/** Of reservations. */
export const WAYS_OF_RESERVATIONS: Ways = {
  ...shared("createRestaurantReservation", "POST", RESERVE),
  "createRestaurantReservation 400 json json_invalido": { ask: post(RESERVE, "{") },
  "createRestaurantReservation 400 json utf8_invalido": { ask: (app) => badUtf8(app, RESERVE) },
  "createRestaurantReservation 400 json cuerpo_incompleto": cutShort(RESERVE),
  "createRestaurantReservation 413 grande cuerpo_grande": { ask: post(RESERVE, " ".repeat(8_193)) },
  "createRestaurantReservation 422 datos cuerpo_no_objeto": sent("cuerpo", post(RESERVE, "[]")),
  "createRestaurantReservation 422 datos campo_falta": reserve({ telefono: undefined }),
  "createRestaurantReservation 422 datos tipo_invalido": reserve({ personas: "4" }),
  "createRestaurantReservation 422 datos dia_malformado": reserve({ dia: "2026-02-30" }),
  "createRestaurantReservation 422 datos dia_fuera_de_rango": reserve({ dia: "2026-06-09" }),
  "createRestaurantReservation 422 datos hora_malformada": reserve({ hora: "8:30" }),
  "createRestaurantReservation 422 datos hora_no_reservable": reserve({ hora: "04:00" }),
  "createRestaurantReservation 422 datos personas_no_entero": reserve({ personas: 2.5 }),
  "createRestaurantReservation 422 datos personas_fuera_de_rango": reserve({ personas: 41 }),
  "createRestaurantReservation 422 datos nombre_longitud": reserve({ nombre: "A" }),
  "createRestaurantReservation 422 datos nombre_caracteres": reserve({ nombre: "Ana\nPech" }),
  "createRestaurantReservation 422 datos telefono_invalido": reserve({ telefono: "123" }),
  "createRestaurantReservation 422 datos ocasion_desconocida": reserve({ ocasion: "boda" }),
  "createRestaurantReservation 422 datos comentarios_longitud": reserve({
    comentarios: "x".repeat(501),
  }),
  "createRestaurantReservation 422 datos comentarios_caracteres": reserve({ comentarios: "\0" }),
  "createRestaurantReservation 422 datos landing_longitud": reserve({ landing: "x".repeat(121) }),
  "createRestaurantReservation 422 datos landing_caracteres": reserve({ landing: "a\tb" }),
  "createRestaurantReservation 422 datos posible_repetida": {
    prepare: post(RESERVE, reservationBody()),
    ask: post(RESERVE, reservationBody({ nombre: "Otra Persona" })),
    campo: "comentarios",
  },
  "createRestaurantReservation 422 datos idempotencia": {
    prepare: post(RESERVE, reservationBody(), { "idempotency-key": "una" }),
    ask: post(RESERVE, reservationBody({ personas: 5 }), { "idempotency-key": "una" }),
    campo: "Idempotency-Key",
  },
  "createRestaurantReservation 429 demasiadas limite_por_direccion": {
    app: { limits: { reserva: ONE_TOKEN } },
    prepare: post(RESERVE, reservationBody()),
    ask: post(RESERVE, reservationBody()),
  },
  "createRestaurantReservation 502 base sin_respuesta": {
    app: { deps: withoutDatabase },
    ask: post(RESERVE, reservationBody()),
  },
  "createRestaurantReservation 503 apagado reservas_apagadas": {
    prepare: ({ storage }) => storage.switches.pause(null),
    ask: post(RESERVE, reservationBody()),
  },
};

/** A store that has lost its database: that a real one answers so is for the storage's own tests to show. */
function withoutDatabase(): Partial<Deps> {
  const lost = () => Promise.resolve({ kind: "unavailable" } as const);
  return {
    reservations: { reserve: lost, findReplay: lost, findMade: () => Promise.resolve(null) },
  };
}
