import { BLANK_RESTAURANT } from "../support/restaurant_fixture.ts";
import { get, secondOf, shared, type Way, type Ways } from "./_ways.ts";

/** One value of a parameter after the other. */
function values(path: string, campo: string, says: string, texts: readonly string[]): Way[] {
  return texts.map((text) => ({ ask: get(`${path}${campo}=${text}`), campo, says }));
}

function language(id: string, path: string): Ways {
  const wrong = ["fr", "", "EN", "esMX", "es%20", "%00"];
  return {
    [`${id} 400 lang lang_desconocido`]: values(`${path}?`, "lang", '"es" o "en"', wrong),
  };
}

const TIMES = "/api/disponibilidad?";
const NOT_WHOLE = ["-1", "1.5", "siete", "", "7.0", "007", "1e1", "0x10", "%2B7", "%207", "NaN"];
const NO_DAYS = ["", "2026-02-30", "2026-3-10", "20260310", "2026-03-10T00:00", "hoy"];
const NEARLY_DAYS = ["2026-13-01", "%2B2026-03-10", "2026-03-10%0A", "%202026-03-10"];
const RANGE = "Hoy es 2026-03-10: se puede consultar desde hoy hasta el 2026-06-08";
const OTHER_DAYS = ["2026-03-09", "2026-06-09", "1999-12-31", "9999-12-31", "0000-01-01"];
const availability: Ways = {
  ...shared("getAvailableReservationTimes", "GET", "/api/disponibilidad"),
  "getAvailableReservationTimes 400 dia dia_malformado": [
    ...values(TIMES, "dia", "escrito AAAA-MM-DD", [...NO_DAYS, ...NEARLY_DAYS]),
  ],
  "getAvailableReservationTimes 400 dias dias_invalidos": [
    ...values(TIMES, "dias", "entero de 1 a 90", ["0", "91", "9".repeat(400), ...NOT_WHOLE]),
  ],
  "getAvailableReservationTimes 400 personas personas_invalidas": [
    ...values(TIMES, "personas", "entero de 1 a 40", ["0", "41", ...NOT_WHOLE]),
  ],
  "getAvailableReservationTimes 400 rango dia_fuera_de_rango": [
    ...values(TIMES, "dia", RANGE, OTHER_DAYS),
  ],
};

const NOT_DECIMAL = ["", "veinte", "1e1", "0x10", "%2B1", "%2020.9", "20,9", "20.", ".5", "NaN"];
const WRONG = [...NOT_DECIMAL, "Infinity", "1".repeat(400), "%00", "20.9%0A"];
const LAT = "/api/envio?lng=-89.6&";
const LNG = "/api/envio?lat=20.9&";
const DECIMAL = "un número decimal con punto, por ejemplo";
const QUOTE = "?lat=20.9745&lng=-89.6212";
const delivery: Ways = {
  ...shared("envio", "GET", "/api/envio", QUOTE),
  "envio 400 coordenadas lat_invalida": [
    ...values(LAT, "lat", `${DECIMAL} 20.967`, WRONG),
    ...["?lng=-89.6", "?lat=x&lng=x", ""]
      .map((query) => ({ ask: get(`/api/envio${query}`), campo: "lat", says: DECIMAL })),
  ],
  "envio 400 coordenadas lat_fuera_de_rango": [
    ...values(LAT, "lat", "entre -90 y 90 grados", ["90.1", "-91"]),
  ],
  "envio 400 coordenadas lng_invalida": [
    ...values(LNG, "lng", `${DECIMAL} -89.624`, WRONG),
    { ask: get("/api/envio?lat=20.9"), campo: "lng", says: DECIMAL },
  ],
  "envio 400 coordenadas lng_fuera_de_rango": [
    ...values(LNG, "lng", "entre -180 y 180 grados", ["180.5", "-999999999999"]),
  ],
  "envio 429 demasiadas limite_por_direccion": secondOf("envio", get(`/api/envio${QUOTE}`)),
};

const ADDRESS = "?texto=58+por+59";
const location: Ways = {
  ...shared("ubicacion", "GET", "/api/ubicacion", ADDRESS),
  "ubicacion 400 texto texto_falta": [
    ...values("/api/ubicacion?", "texto", "Calle 58 por 59 y 61", ["", "%20%0A"]),
    { ask: get("/api/ubicacion"), campo: "texto", says: "Calle 58 por 59 y 61" },
  ],
  "ubicacion 400 texto texto_largo": [
    ...values("/api/ubicacion?", "texto", "hasta 300", ["%C3%B1".repeat(301), "x".repeat(4_000)]),
  ],
  "ubicacion 429 demasiadas limite_por_direccion": [
    ...secondOf("ubicacion", get(`/api/ubicacion${ADDRESS}`)),
  ],
};

const REASONS = '"duda", "pedido" o "reserva"';
const OTHER_REASONS = ["queja", "", "DUDA", "duda%20", "duda,pedido"];

/** Of the operations that only read. */
export const WAYS_OF_READS: Ways = {
  ...shared("info", "GET", "/api/info"),
  ...language("info", "/api/info"),
  ...shared("menu", "GET", "/api/menu"),
  ...language("menu", "/api/menu"),
  ...availability,
  ...delivery,
  ...location,
  ...shared("contacto", "GET", "/api/contacto"),
  ...language("contacto", "/api/contacto"),
  "contacto 400 motivo motivo_desconocido": [
    ...values("/api/contacto?", "motivo", REASONS, OTHER_REASONS),
  ],
  "contacto 503 pronto sin_telefono": [
    {
      app: { restaurant: BLANK_RESTAURANT },
      ask: get("/api/contacto"),
      says: "abre pronto y todavía no recibe mensajes",
    },
  ],
};
