import { get, ONE_TOKEN, sent, shared, type Ways } from "./_ways.ts";

function language(id: string, path: string): Ways {
  return { [`${id} 400 lang lang_desconocido`]: sent("lang", get(`${path}?lang=fr`)) };
}

const TIMES = "/api/disponibilidad";
const availability: Ways = {
  ...shared("getAvailableReservationTimes", "GET", TIMES),
  "getAvailableReservationTimes 400 dia dia_malformado": sent("dia", get(`${TIMES}?dia=hoy`)),
  "getAvailableReservationTimes 400 dias dias_invalidos": sent("dias", get(`${TIMES}?dias=91`)),
  "getAvailableReservationTimes 400 personas personas_invalidas": sent(
    "personas",
    get(`${TIMES}?personas=41`),
  ),
  "getAvailableReservationTimes 400 rango dia_fuera_de_rango": sent(
    "dia",
    get(`${TIMES}?dia=2020-01-01`),
  ),
};

const QUOTE = "/api/envio?lat=20.9745&lng=-89.6212";
const delivery: Ways = {
  ...shared("envio", "GET", "/api/envio", "?lat=20.9745&lng=-89.6212"),
  "envio 400 coordenadas lat_invalida": sent("lat", get("/api/envio?lng=-89.6")),
  "envio 400 coordenadas lat_fuera_de_rango": sent("lat", get("/api/envio?lat=91&lng=-89.6")),
  "envio 400 coordenadas lng_invalida": sent("lng", get("/api/envio?lat=20.9&lng=oeste")),
  "envio 400 coordenadas lng_fuera_de_rango": sent("lng", get("/api/envio?lat=20.9&lng=-181")),
  "envio 429 demasiadas limite_por_direccion": {
    app: { limits: { envio: ONE_TOKEN } },
    prepare: get(QUOTE),
    ask: get(QUOTE),
  },
};

/** Of the five operations that only read. */
export const WAYS_OF_READS: Ways = {
  ...shared("info", "GET", "/api/info"),
  ...language("info", "/api/info"),
  ...shared("menu", "GET", "/api/menu"),
  ...language("menu", "/api/menu"),
  ...availability,
  ...delivery,
  ...shared("contacto", "GET", "/api/contacto"),
  ...language("contacto", "/api/contacto"),
  "contacto 400 motivo motivo_desconocido": sent("motivo", get("/api/contacto?motivo=queja")),
};
