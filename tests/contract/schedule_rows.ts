/** Listed times: they depend on the kitchen's closing time, are on half hours and belong to the right day. */
import { assert, assertEquals } from "@std/assert";
import type { Api } from "./api.ts";
import { minutesOf, plusDays } from "./calendar.ts";
import { WEEKDAYS } from "./fields.ts";
import type { Availability, AvailableDay, Info } from "./shapes.ts";
import type { Suite } from "./suite.ts";

const GET = "GET /api/disponibilidad";
const MINUTES_A_DAY = 1440;

export function scheduleRows(suite: Suite): void {
  dayRows(suite);
  timeRows(suite);
  momentRows(suite);
}

function dayRows({ row }: Suite): void {
  row(`${GET}: dia_semana is the weekday of dia`, async (api) => {
    for (const { dia, dia_semana } of (await read(api)).dias) {
      assertEquals(dia_semana, WEEKDAYS[Temporal.PlainDate.from(dia).dayOfWeek - 1], dia);
    }
  });

  row(`${GET}: local and cocina_cierra are null exactly where abre is false`, async (api) => {
    for (const { dia, abre, local, cocina_cierra } of (await read(api)).dias) {
      assertEquals([local !== null, cocina_cierra !== null], [abre, abre], dia);
    }
  });

  row(`${GET}: the kitchen closes before the venue closes`, async (api) => {
    for (const { dia, local, cocina_cierra } of openDays(await read(api))) {
      const closes = afterOpening(local.abre, local.cierra);
      assert(afterOpening(local.abre, cocina_cierra) <= closes, `on ${dia}`);
    }
  });

  row(
    `${GET}: the sample's kitchen closes an hour before the venue, half an hour on Sunday`,
    async (api) => {
      const { body: info } = await api.get<Info>("/api/info");
      if (!info.muestra) return;
      for (const { dia, dia_semana, local, cocina_cierra } of openDays(await read(api))) {
        const lead = afterOpening(local.abre, local.cierra) -
          afterOpening(local.abre, cocina_cierra);
        assertEquals(lead, dia_semana === "domingo" ? 30 : 60, dia);
      }
    },
  );
}

function timeRows({ row }: Suite): void {
  row(`limit reservable time step: the times of a day rise in steps of 30 minutes`, async (api) => {
    for (const { dia, horas_reservables } of (await read(api)).dias) {
      const minutes = horas_reservables.map(minutesOf);
      minutes.forEach((minute, index) => {
        const before = minutes[index - 1] ?? -30;
        assert(minute > before && (minute - before) % 30 === 0, `${dia} ${horas_reservables}`);
      });
    }
  });

  row(
    `${GET}: no time is after the kitchen's closing time minus the margin, and that last time is listed`,
    async (api) => {
      const all = await read(api);
      const opened = openDays(all).slice(1, -1);
      const reaches = opened.map((day) => {
        const last = lastMinute(day, all.margen_minutos);
        const times = minutesFromOpening(all.dias, day);
        assert(times.every((time) => time <= last), `on ${day.dia}: ${times} beyond ${last}`);
        return times.at(-1) === last;
      });
      const isListed = !all.reservas_activas || opened.length === 0 || reaches.includes(true);
      assert(isListed, "the last half hour before closing minus the margin is never listed");
    },
  );

  row(
    `${GET}: a closed day lists only the times after midnight of the evening before`,
    async (api) => {
      const { dias } = await read(api);
      dias.forEach((day, index) => {
        const before = dias[index - 1];
        if (day.abre || index === 0) return;
        const tailEnds = before?.local && before.cocina_cierra &&
            minutesOf(before.cocina_cierra) <= minutesOf(before.local.abre)
          ? minutesOf(before.cocina_cierra)
          : -1;
        const late = day.horas_reservables.filter((time) => minutesOf(time) > tailEnds);
        assertEquals(late, [], day.dia);
      });
    },
  );
}

/** What depends on when it is asked, or on what else is. */
function momentRows({ row }: Suite): void {
  row(`${GET}: calculado is the current local time in zona`, async (api) => {
    const answer = await api.get<Availability>("/api/disponibilidad?dias=1");
    const { calculado, zona, dias } = answer.body;
    const now = Temporal.Instant.from(new Date(answer.headers.get("date")!).toISOString());
    const shown = Temporal.PlainDateTime.from(calculado).toZonedDateTime(zona).toInstant();
    assert(Math.abs(now.since(shown).total("seconds")) < 90, `${calculado} is not ${now}`);
    assertEquals(dias[0]!.dia, calculado.slice(0, 10));
  });

  row(`${GET}: today lists no time that is past`, async (api) => {
    const { calculado, dias: [today] } = await read(api);
    const now = minutesOf(calculado.slice(11));
    for (const time of today!.horas_reservables) assert(minutesOf(time) >= now, `${time} is past`);
  });

  row(
    `${GET}: a read holds nothing: a day lists the same times again, alone or among others`,
    async (api) => {
      const before = (await read(api)).dias.at(-1)!;
      const { body } = await api.get<Availability>(`/api/disponibilidad?dia=${before.dia}`);
      assertEquals(body.dias, [before]);
    },
  );
}

async function read(api: Api): Promise<Availability> {
  return (await api.get<Availability>("/api/disponibilidad?dias=90")).body;
}

type OpenDay = AvailableDay & {
  readonly local: NonNullable<AvailableDay["local"]>;
  readonly cocina_cierra: string;
};

function openDays({ dias }: Availability): OpenDay[] {
  return dias.filter((day): day is OpenDay => day.local !== null && day.cocina_cierra !== null);
}

/** Minutes since the midnight before `opens` at which the clock next shows `time`. */
function afterOpening(opens: string, time: string): number {
  const minutes = minutesOf(time);
  return minutes > minutesOf(opens) ? minutes : minutes + MINUTES_A_DAY;
}

/** The last half hour at or before the kitchen's closing time minus the margin. */
function lastMinute({ local, cocina_cierra }: OpenDay, margin: number): number {
  return Math.floor((afterOpening(local.abre, cocina_cierra) - margin) / 30) * 30;
}

/** A day's times from its opening on, including those after midnight, in minutes since the day's midnight. */
function minutesFromOpening(days: readonly AvailableDay[], { dia, local }: OpenDay): number[] {
  const opens = minutesOf(local.abre);
  const of = (day: string) =>
    days.find((listed) => listed.dia === day)?.horas_reservables.map(minutesOf) ?? [];
  const nextOpens = days.find((listed) => listed.dia === plusDays(dia, 1))?.local?.abre ?? "12:00";
  const tail = of(plusDays(dia, 1)).filter((minute) => minute < minutesOf(nextOpens));
  return [
    ...of(dia).filter((minute) => minute >= opens),
    ...tail.map((minute) => minute + MINUTES_A_DAY),
  ];
}
