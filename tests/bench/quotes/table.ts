/** The bench's output: a line for each figure, ours and the engines' side by side. */
import { median } from "../figures.ts";

/** One figure of each, in the same unit. */
export interface Row {
  readonly what: string;
  readonly unit: string;
  readonly ours: number;
  /** Upper limit for our figure; for a rate, the lower limit. */
  readonly bound?: number;
  /** Rates are better when higher. */
  readonly higherIsBetter?: boolean;
  readonly osrm?: number;
  readonly valhalla?: number;
}

/** A line of the table, with its bound and whether that is met. */
export function lineOf({ what, unit, ours, bound, osrm, valhalla, ...row }: Row): string {
  const figure = (value: number | undefined) =>
    (value === undefined ? "-" : `${short(value)} ${unit}`).padStart(12);
  const words = bound === undefined ? "" : isMet({ ours, bound, ...row }) ? "met" : "NOT MET";
  const aim = bound === undefined ? "" : `${row.higherIsBetter ? ">" : "<"} ${bound} ${unit}`;
  return `${what.padEnd(58)}${figure(ours)}${figure(osrm)}${figure(valhalla)}   ${
    `${aim.padEnd(11)}${words}`.trimEnd()
  }`;
}

/** Whether our figure meets its bound; true if it has none. */
export function isMet({ ours, bound, higherIsBetter }: Omit<Row, "what" | "unit">): boolean {
  if (bound === undefined) return true;
  return higherIsBetter ? ours > bound : ours < bound;
}

export const HEAD: string = `${"".padEnd(58)}${"Sobremesa".padStart(12)}${"OSRM".padStart(12)}${
  "Valhalla".padStart(12)
}   bound`;

/** Two or three significant digits. */
function short(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(Math.max(2, value >= 10 ? 3 : 2));
}

/** The median time of `runs` runs, in milliseconds. */
export async function milliseconds(runs: number, work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return median(times);
}
