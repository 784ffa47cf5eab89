/** The figures of an evening or a month: what became of its reservations, in all and by source. */
import type { Reservation } from "../domain/reservation/reservation.ts";
import { totalOf } from "../domain/reservation/service_night.ts";
import { sourceOf, SOURCES, WALK_IN_SOURCES } from "../domain/reservation/source.ts";
import { type Html, html } from "../html/html.ts";
import type { ErasedCount } from "../ports/staff.ts";
import { titledTable } from "./layout.ts";

/** Reservations of one status and source, stored or erased. */
export type Count = Omit<ErasedCount, "day">;

export function countOf(reservation: Reservation): Count {
  const { status, partySize: people } = reservation;
  return { status, source: sourceOf(reservation), parties: 1, people };
}

/** Without walk-ins, which are in their rows alone. */
export function reserved<Each extends Count>(counts: readonly Each[]): readonly Each[] {
  return counts.filter(({ source }) => !WALK_IN_SOURCES.includes(source));
}

/** The counts of each source that has any but parties that still wait. */
export function bySource(counts: readonly Count[]): readonly (readonly [string, Count[]])[] {
  return SOURCES.map((name) => [name, counts.filter(({ source }) => source === name)] as const)
    .filter(([, own]) => Object.values(sumsOf(own)).some((sum) => sum > 0));
}

interface Sums {
  /** Those that came or may. */
  readonly parties: number;
  readonly people: number;
  readonly came: number;
  readonly missing: number;
  readonly cancelled: number;
}

/** Of each but `people` the number of parties. */
export function sumsOf(counts: readonly Count[]): Sums {
  const { parties, people } = totalOf(counts, "confirmed", "arrived");
  const sum = (status: Count["status"]) => totalOf(counts, status).parties;
  return {
    parties,
    people,
    came: sum("arrived"),
    missing: sum("no_show"),
    cancelled: sum("cancelled"),
  };
}

/** @param rows each its label and a count for each further title */
export function figuresTable(
  titles: readonly string[],
  rows: readonly (readonly [label: string | Html, ...counts: number[]])[],
): Html {
  const lines = rows.map(([label, ...counts]) => {
    const cells = counts.map((count) => html`<td>${count}</td>`);
    return html`<tr><th scope="row">${label}</th>${cells}</tr>`;
  });
  return titledTable("figures", titles, lines);
}
