/** A month's reservations by week and source, as a table with bars: GET /mes. */
import { addDays, type Day, weekdayIndex } from "../../domain/local_time.ts";
import { totalOf } from "../../domain/reservation/service_night.ts";
import { sourceOf, SOURCES, WALK_IN_SOURCES } from "../../domain/reservation/source.ts";
import { currentServiceDay, situationNow } from "../../domain/schedule/situation.ts";
import { type Html, html } from "../../html/html.ts";
import { dayText } from "../../html/words.ts";
import type { ErasedCount, StaffDeps } from "../../ports/staff.ts";
import { card, figuresTable } from "../layout.ts";
import type { StaffRoute } from "../route.ts";

type MonthDeps = Pick<StaffDeps, "book" | "erasure" | "restaurant" | "state" | "now">;

/** Reservations of one status and source, stored or erased. */
type Count = Omit<ErasedCount, "day">;

interface Week {
  readonly label: string;
  readonly counts: readonly Count[];
}

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
          <p>${links} <a class="button quiet" href="/datos">Volver a Datos</a></p>
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
    const stored = (await book.range(from, to)).map((each): Count => {
      const { status, partySize: people } = each;
      return { status, source: sourceOf(each), parties: 1, people };
    });
    const [start, end] = [from, to].map((day) => Number(day.slice(8)));
    const label = start === end ? `Día ${start}` : `${start} al ${end}`;
    const left = erased.filter(({ day }) => from <= day && day <= to);
    weeks.push({ label, counts: [...stored, ...left] });
    from = addDays(to, 1);
  }
  return weeks;
}

const TITLES = ["Semana, origen", "Grupos", "Pers.", "No vino", "Canc."];

/** The month, then each week: its reservations, with a bar for a week, then each source, walk-ins too. */
function figures(weeks: readonly Week[]): Html {
  const reserved = (counts: readonly Count[]) =>
    counts.filter(({ source }) => !WALK_IN_SOURCES.includes(source));
  const longest = Math.max(...weeks.map(({ counts }) => {
    const [parties, , missing] = sumsOf(reserved(counts));
    return parties + missing;
  }));
  const month = { label: "Total", counts: weeks.flatMap(({ counts }) => counts) };
  const rows = [month, ...weeks].flatMap((group) => {
    const sources = SOURCES.map((label) => {
      return { label, counts: group.counts.filter(({ source }) => source === label) };
    });
    const shown = sources.filter(({ counts }) => sumsOf(counts).some((sum) => sum > 0));
    const inAll = { label: group.label, counts: reserved(group.counts) };
    return [inAll, ...shown].map((each) => {
      const [parties, people, missing, cancelled] = sumsOf(each.counts);
      const label = each === inAll ? html`<b>${each.label}</b>` : each.label;
      const drawn = group !== month && bar(parties, missing, longest);
      return [html`${label} ${drawn}`, parties, people, missing, cancelled] as const;
    });
  });
  return html`
    ${figuresTable(TITLES, rows)}
    <p><small>Grupos y personas: los que vinieron o todavía pueden venir. Quienes llegan sin reservación se cuentan solo en su renglón. La barra son los grupos; en rojo, los que no vinieron.</small></p>
  `;
}

/** The parties and people that came or may, the parties that did not come, and those that were cancelled. */
function sumsOf(counts: readonly Count[]): readonly [number, number, number, number] {
  const { parties, people } = totalOf(counts, "confirmed", "arrived");
  const { parties: missing } = totalOf(counts, "no_show");
  const { parties: cancelled } = totalOf(counts, "cancelled");
  return [parties, people, missing, cancelled];
}

function bar(parties: number, missing: number, longest: number): Html {
  return html`
    <svg viewBox="0 0 ${longest || 1} 1" preserveAspectRatio="none" aria-hidden="true">
      <rect width="${parties}" height="1" fill="var(--edge)" />
      <rect x="${parties}" width="${missing}" height="1" fill="var(--bad)" />
    </svg>
  `;
}
