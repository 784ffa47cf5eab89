import { type Dot, PICTURE_HEIGHT, PICTURE_WIDTH } from "./frame.ts";

/** What of the picture is taken, so that nothing is written over it. */
export interface Taken {
  /** Whether a disc of that radius is free. */
  isFree(dot: Dot, radius: number): boolean;
  take(dot: Dot, radius: number): void;
}

interface Disc extends Dot {
  readonly radius: number;
}

/** Dots along each side of a cell; discs are looked up by the cells that they touch. */
const CELL = 80;
const COLUMNS = Math.ceil(PICTURE_WIDTH / CELL);
const ROWS = Math.ceil(PICTURE_HEIGHT / CELL);

/** A picture of which nothing is taken. */
export function noneTaken(): Taken {
  const cells: Disc[][] = Array.from({ length: COLUMNS * ROWS }, () => []);
  return {
    isFree: (dot, radius) =>
      everyCell(dot, radius, (cell) =>
        cells[cell]!.every((disc) => {
          const [dx, dy, apart] = [disc.x - dot.x, disc.y - dot.y, disc.radius + radius];
          return dx * dx + dy * dy >= apart * apart;
        })),
    take({ x, y }, radius) {
      const disc = { x, y, radius };
      everyCell(disc, radius, (cell) => cells[cell]!.push(disc) > 0);
    },
  };
}

/** Whether all cells that a disc touches pass; what lies outside the picture counts as in the nearest one. */
function everyCell({ x, y }: Dot, radius: number, passes: (cell: number) => boolean): boolean {
  const column = (at: number) => Math.min(COLUMNS - 1, Math.max(0, Math.floor(at / CELL)));
  const row = (at: number) => Math.min(ROWS - 1, Math.max(0, Math.floor(at / CELL)));
  for (let r = row(y - radius); r <= row(y + radius); r++) {
    for (let c = column(x - radius); c <= column(x + radius); c++) {
      if (!passes(r * COLUMNS + c)) return false;
    }
  }
  return true;
}

/** Dots no more than `step` apart along a line through `dots`. */
export function alongside(dots: readonly Dot[], step: number): Dot[] {
  return dots.flatMap((dot, i) => {
    const from = dots[i - 1];
    if (from === undefined) return [dot];
    const steps = Math.max(1, Math.ceil(Math.hypot(dot.x - from.x, dot.y - from.y) / step));
    return Array.from({ length: steps }, (_, k) => ({
      x: from.x + (k + 1) / steps * (dot.x - from.x),
      y: from.y + (k + 1) / steps * (dot.y - from.y),
    }));
  });
}
