/** GET /api/info: fields, and what is true at any time. */
import { assert } from "@std/assert";
import { type Api, assertOk } from "./api.ts";
import {
  ARRAY,
  BOOLEAN,
  CLOCK,
  COUNT,
  DAY,
  fieldRows,
  kind,
  NUMBER,
  OBJECT,
  orNull,
  STRING,
  TEXT,
  WEEKDAY,
} from "./fields.ts";
import type { Availability, Info } from "./shapes.ts";
import type { Suite } from "./suite.ts";

const PATH = "/api/info";
const GET = `GET ${PATH}`;

const FIELDS = [
  ["nombre", TEXT],
  ["ahora", OBJECT],
  ["ahora.dia", DAY],
  ["ahora.dia_semana", WEEKDAY],
  ["ahora.hora", CLOCK],
  ["ahora.abierto", BOOLEAN],
  ["ahora.cocina_abierta", BOOLEAN],
  ["ahora.cocina_cierra", orNull(CLOCK)],
  ["ahora.valet", BOOLEAN],
  ["envio", OBJECT],
  ["envio.base_km", NUMBER],
  ["envio.base_costo", NUMBER],
  ["envio.costo_km_extra", NUMBER],
  ["envio.radio_maximo_km", kind("a number above 0", (v) => NUMBER.holds(v) && v > 0)],
  ["calificacion", OBJECT],
  ["calificacion.puntaje", kind("a number from 0 to 5", (v) => NUMBER.holds(v) && v <= 5)],
  ["calificacion.total", COUNT],
  ["calificacion.fuente", STRING],
  ["preguntas_frecuentes", ARRAY],
  ["preguntas_frecuentes[].pregunta", TEXT],
  ["preguntas_frecuentes[].respuesta", TEXT],
] as const;

export function infoRows(suite: Suite): void {
  fieldRows(suite, GET, FIELDS, read);
  stateRows(suite);
}

function stateRows({ row }: Suite): void {
  row(`${GET}: ahora agrees with calculado of GET /api/disponibilidad`, async (api) => {
    const before = await clock(api);
    const { ahora } = await read(api);
    const after = await clock(api);
    const now = `${ahora.dia}T${ahora.hora}`;
    assert(before <= now && now <= after, `${now} is not between ${before} and ${after}`);
  });

  row(`${GET}: the kitchen is never open while the venue is closed`, async (api) => {
    const { ahora } = await read(api);
    assert(ahora.abierto || !ahora.cocina_abierta);
  });

  row(`${GET}: cocina_cierra is a time while the kitchen is open`, async (api) => {
    const { ahora } = await read(api);
    assert(!ahora.cocina_abierta || ahora.cocina_cierra !== null);
  });
}

async function read(api: Api): Promise<Info> {
  const answer = await api.get<Info>(PATH);
  assertOk(answer);
  return answer.body;
}

async function clock(api: Api): Promise<string> {
  return (await api.get<Availability>("/api/disponibilidad?dias=1")).body.calculado;
}
