import type { Dot } from "./frame.ts";

/** What of the picture is taken, so that nothing is written over it. */
export interface Taken {
  /** Whether a disc of that radius is free. */
  isFree(dot: Dot, radius: number): boolean;
  take(dot: Dot, radius: number): void;
}

interface Disc extends Dot {
  readonly radius: number;
}

/** A picture of which nothing is taken. */
export function noneTaken(): Taken {
  const discs: Disc[] = [];
  return {
    isFree({ x, y }, radius) {
      for (const disc of discs) {
        const [dx, dy, apart] = [disc.x - x, disc.y - y, disc.radius + radius];
        if (dx * dx + dy * dy < apart * apart) return false;
      }
      return true;
    },
    take: ({ x, y }, radius) => void discs.push({ x, y, radius }),
  };
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
