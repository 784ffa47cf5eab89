import type { Dot } from "./frame.ts";

/** `dots` without those that lie less than `tolerance` off the line between the ones that stay (Douglas and Peucker). */
export function simplified(dots: readonly Dot[], tolerance: number): Dot[] {
  if (dots.length <= 2) return [...dots];
  const keep = new Uint8Array(dots.length);
  keep[0] = keep[dots.length - 1] = 1;
  const stack: [number, number][] = [[0, dots.length - 1]];
  for (let span = stack.pop(); span !== undefined; span = stack.pop()) {
    const [from, to] = span;
    let farthest: number = from;
    let most = tolerance * tolerance;
    for (let i = from + 1; i < to; i++) {
      const off = squaredDistance(dots[from]!, dots[to]!, dots[i]!);
      if (off > most) [farthest, most] = [i, off];
    }
    if (farthest === from) continue;
    keep[farthest] = 1;
    stack.push([from, farthest], [farthest, to]);
  }
  return dots.filter((_, i) => keep[i] === 1);
}

/** A line through dots, whole ones, as the commands of an SVG path; empty where they all fall on one. */
export function stroke(dots: readonly Dot[]): string {
  let text = "";
  let [x, y] = [0, 0];
  dots.forEach((dot, i) => {
    const [toX, toY] = [Math.round(dot.x), Math.round(dot.y)];
    if (i === 0) text = `M${toX}${signed(toY)}`;
    else if (toX !== x || toY !== y) text += `l${toX - x}${signed(toY - y)}`;
    [x, y] = [toX, toY];
  });
  return text.includes("l") ? text : "";
}

/** Square of the distance from `dot` to the straight line between two others, their ends included. */
export function squaredDistance(from: Dot, to: Dot, dot: Dot): number {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const square = dx * dx + dy * dy;
  const along = ((dot.x - from.x) * dx + (dot.y - from.y) * dy) / square;
  const share = square > 0 ? Math.min(1, Math.max(0, along)) : 0;
  const offX = from.x + share * dx - dot.x;
  const offY = from.y + share * dy - dot.y;
  return offX * offX + offY * offY;
}

/** A minus sign parts two numbers as well as a blank does. */
function signed(number: number): string {
  return number < 0 ? `${number}` : ` ${number}`;
}
