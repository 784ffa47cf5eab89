/** What several benches use: medians, limits and output. */

/** The value that `share` of `values` do not exceed; NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The median of each figure over `rounds`. */
export function medians<Figures extends Readonly<Record<keyof Figures, number>>>(
  rounds: readonly Figures[],
): Figures {
  const names = Object.keys(rounds[0]!) as (keyof Figures)[];
  const entries = names.map((name) => [name, median(rounds.map((round) => round[name]))]);
  return Object.fromEntries(entries);
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

/** Prints a figure with its limit. The bench exits with 1 if it is exceeded. */
export function atMost(limit: number, what: string, value: number): void {
  judge(value <= limit, `${what}: ${value.toFixed(2)} (at most ${limit})`);
}

/** The same of a lower limit. */
export function atLeast(limit: number, what: string, value: number): void {
  judge(value >= limit, `${what}: ${value.toFixed(2)} (at least ${limit})`);
}

function judge(isMet: boolean, text: string): void {
  print(isMet ? text : `${text}  NOT MET`);
  if (!isMet) Deno.exitCode = 1;
}

export function print(text: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${text}\n`));
}
