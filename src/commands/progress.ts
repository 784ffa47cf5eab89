import type { CommandIo } from "./io.ts";

/** How far a long work is. */
export interface Progress {
  /** @param share of the work that is done, 0 to 1 */
  show(share: number): void;
  /** Clears the bar. */
  end(): void;
}

const BAR_CELLS = 30;
/** Between two looks at a bar, and between two lines where there is none. */
const BAR_MS = 100;
const LINE_MS = 5000;

/** A bar with percent and MB/s on a terminal, else a line every five seconds. `bytes` is the size of the file at work. */
export function progressOf(
  io: CommandIo,
  what: string,
  bytes: number,
  now: () => number = () => performance.now(),
): Progress {
  const started = now();
  let shown = started;
  return {
    show(share) {
      const time = now();
      if (time - shown < (io.status === undefined ? LINE_MS : BAR_MS)) return;
      shown = time;
      const speed = `${(bytes / 1e6 * share / (time - started) * 1000).toFixed(1)} MB/s`;
      const percent = `${Math.floor(share * 100)} %`.padStart(5);
      if (io.status === undefined) return io.err(`${what}: ${percent.trim()}, ${speed}`);
      const full = "#".repeat(Math.round(share * BAR_CELLS)).padEnd(BAR_CELLS, ".");
      io.status(`${what} [${full}] ${percent} ${speed}`);
    },
    end: () => io.status?.(""),
  };
}
