/** GET /api/disponibilidad: fields and parameters. */
import { assert, assertEquals } from "@std/assert";
import { type Api, assertOk } from "./api.ts";
import { plusDays, withinOneDay } from "./calendar.ts";
import {
  BOOLEAN,
  CLOCK,
  COUNT,
  DAY,
  fieldRows,
  kind,
  LIST,
  OBJECT,
  orNull,
  WEEKDAY,
} from "./fields.ts";
import type { Availability } from "./shapes.ts";
import type { Suite } from "./suite.ts";

const PATH = "/api/disponibilidad";
const GET = `GET ${PATH}`;

const ZONE = kind("the name of a time zone", (v) => typeof v === "string" && isZone(v));
const INSTANT = kind(
  "<date>T<HH:MM>",
  (v) => /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/.test(v),
);
const HALF_HOURS = kind(
  "an array of HH:MM on the clock's half hours",
  (v) => Array.isArray(v) && v.every((time) => /^([01]\d|2[0-3]):[03]0$/.test(time)),
);

const FIELDS = [
  ["zona", ZONE],
  ["calculado", INSTANT],
  ["reservas_activas", BOOLEAN],
  ["paso_minutos", kind("30", (v) => v === 30)],
  ["margen_minutos", COUNT],
  ["dias", LIST],
  ["dias[].dia", DAY],
  ["dias[].dia_semana", WEEKDAY],
  ["dias[].abre", BOOLEAN],
  ["dias[].local", orNull(OBJECT)],
  ["dias[].local.abre", CLOCK],
  ["dias[].local.cierra", CLOCK],
  ["dias[].cocina_cierra", orNull(CLOCK)],
  ["dias[].horas_reservables", HALF_HOURS],
] as const;

export function availabilityRows(suite: Suite): void {
  fieldRows(suite, GET, FIELDS, (api) => read(api, "?dias=90"));
  parameterRows(suite);
}

function parameterRows({ row }: Suite): void {
  row(
    `${GET}: without parameters the next 7 days, from today on`,
    withinOneDay(async (api, today) => assertDays(await read(api), today, 7)),
  );
  row(
    `${GET}: query dias counts days from today; 1 and 90 are accepted`,
    withinOneDay(async (api, today) => {
      for (const count of [1, 30, 90]) {
        assertDays(await read(api, `?dias=${count}`), today, count);
      }
    }),
  );
  row(
    `${GET}: query dia is that one day, from today up to 90 days ahead`,
    withinOneDay(async (api, today) => {
      for (const ahead of [0, 1, 90]) {
        const day = plusDays(today, ahead);
        assertDays(await read(api, `?dia=${day}`), day, 1);
      }
    }),
  );
  row(`${GET}: calculado is the current local time in zona`, async (api) => {
    const answer = await api.get<Availability>(`${PATH}?dias=1`);
    const { calculado, zona, dias } = answer.body;
    const now = Temporal.Instant.from(new Date(answer.headers.get("date")!).toISOString());
    const shown = Temporal.PlainDateTime.from(calculado).toZonedDateTime(zona).toInstant();
    assert(Math.abs(now.since(shown).total("seconds")) < 90, `${calculado} is not ${now}`);
    assertEquals(dias[0]!.dia, calculado.slice(0, 10));
  });
  row(
    `${GET}: with dia the parameter dias is ignored, even if invalid`,
    withinOneDay(async (api, today) =>
      assertDays(await read(api, `?dias=muchos&dia=${today}`), today, 1)
    ),
  );
}

async function read(api: Api, query = ""): Promise<Availability> {
  const answer = await api.get<Availability>(`${PATH}${query}`);
  assertOk(answer);
  return answer.body;
}

function assertDays({ dias }: Availability, from: string, count: number): void {
  const expected = Array.from({ length: count }, (_, index) => plusDays(from, index));
  assertEquals(dias.map(({ dia }) => dia), expected);
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("es", { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}
