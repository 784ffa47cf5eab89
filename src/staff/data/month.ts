/** A month's reservations by week and source, as a table with bars: GET /mes. */
import { addDays, type Day, weekdayIndex } from "../../domain/local_time.ts";
import { currentServiceDay, situationNow } from "../../domain/schedule/situation.ts";
import { type Html, html } from "../../html/html.ts";
import { dayText } from "../../html/words.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { bySource, type Count, countOf, figuresTable, reserved, sumsOf } from "../figures.ts";
import { card } from "../layout.ts";
import type { StaffRoute } from "../route.ts";

type MonthDeps = Pick<StaffDeps, "book" | "erasure" | "restaurant" | "state" | "now">;

type Week = readonly [label: string, counts: readonly Count[]];

const ASKED = /^20\d\d-(0[1-9]|1[0-2])$/;

/** `mes` is AAAA-MM. Default: the current month. */
export function monthRoute(deps: MonthDeps): StaffRoute {
  return {
    method: "GET",
    path: "/mes",
    async show({ query }) {
      const asked = query.get("mes") ?? "";
      const today = currentServiceDay(situationNow(deps));
      const { first, last } = monthOf(ASKED.test(asked) ? asked : today);
      const weeks = await readWeeks(deps, first, last);
      const beside = [addDays(first, -1), addDays(last, 1)].map((day) => day.slice(0, 7));
      const links = beside.map((month) =>
        html`<a class="button" href="/mes?mes=${month}">${monthInWords(month)}</a>`
      );
      return {
        title: `Reservaciones de ${monthInWords(first)}`,
        section: "datos",
        content: html`
          <p class="buttons">${links} <a class="button quiet" href="/datos">Volver a Datos</a></p>
          ${card("cifras", "El mes en cifras", figures(weeks), "card sheet weeks")}
        `,
      };
    },
  };
}

/** The first and the last day of the month of `day`, which may be AAAA-MM alone. */
export function monthOf(day: string): { readonly first: Day; readonly last: Day } {
  const first = `${day.slice(0, 7)}-01`;
  return { first, last: addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1) };
}

/** `marzo de 2026`, for a day or AAAA-MM. */
function monthInWords(day: string): string {
  return `${dayText(`${day.slice(0, 7)}-01`, "es", "month")} de ${day.slice(0, 4)}`;
}

/** The weeks, Monday to Sunday, cut at the month's ends. One is read at a time, which bounds the memory. */
async function readWeeks({ book, erasure }: MonthDeps, first: Day, last: Day): Promise<Week[]> {
  const erased = await erasure.counts(first, last);
  const weeks: Week[] = [];
  for (let from = first; from <= last;) {
    const sunday = addDays(from, 6 - weekdayIndex(from));
    const to = sunday < last ? sunday : last;
    const stored = (await book.range(from, to)).map(countOf);
    const [start, end] = [from, to].map((day) => Number(day.slice(8)));
    const label = start === end ? `Día ${start}` : `${start} al ${end}`;
    const left = erased.filter(({ day }) => from <= day && day <= to);
    weeks.push([label, [...stored, ...left]]);
    from = addDays(to, 1);
  }
  return weeks;
}

const TITLES = ["Semana, origen", "Grupos", "Pers.", "No vino", "Canc."];

/** The month, then each week: its reservations, with a bar for a week, then each source, walk-ins too. */
function figures(weeks: readonly Week[]): Html {
  const longest = Math.max(...weeks.map(([, counts]) => {
    const { parties, missing } = sumsOf(reserved(counts));
    return parties + missing;
  }));
  const month: Week = ["Total", weeks.flatMap(([, counts]) => counts)];
  const rows = [month, ...weeks].flatMap((group) => {
    const [label, counts] = group;
    const inAll = [html`<b>${label}</b>`, reserved(counts)] as const;
    return [inAll, ...bySource(counts)].map(([label, those]) => {
      const { parties, people, missing, cancelled } = sumsOf(those);
      const drawn = group !== month && bar(parties, missing, longest);
      return [html`${label} ${drawn}`, parties, people, missing, cancelled] as const;
    });
  });
  return html`
    ${figuresTable(TITLES, rows)}
    <p><small>Grupos y personas: los que vinieron o todavía pueden venir. Quienes llegan sin reservación se cuentan solo en su renglón. La barra son los grupos; en rojo, los que no vinieron.</small></p>
  `;
}

function bar(parties: number, missing: number, longest: number): Html {
  return html`
    <svg viewBox="0 0 ${longest || 1} 1" preserveAspectRatio="none" aria-hidden="true">
      <rect width="${parties}" height="1" fill="var(--edge)" />
      <rect x="${parties}" width="${missing}" height="1" fill="var(--bad)" />
    </svg>
  `;
}
