import type { Dot } from "./frame.ts";

/** Ends that lie no farther apart are the same junction. */
const JOINT = 1;
/** Pieces of one street beyond which joining them takes too long. */
const MOST_PIECES = 60;

const BOTH_WAYS = [false, true] as const;

/** Pieces of one street joined end to end into lines as long as they get, the longest first. */
export function chainsOf(pieces: readonly (readonly Dot[])[]): Dot[][] {
  const rest = pieces.slice(0, MOST_PIECES).map((piece) => [...piece]);
  const chains: Dot[][] = [];
  for (let chain = rest.shift(); chain !== undefined; chain = rest.shift()) {
    chains.push(extended(extended(chain, rest).reverse(), rest));
  }
  return chains.sort((a, b) => lengthOf(b) - lengthOf(a));
}

/** Length of the line through dots. */
export function lengthOf(dots: readonly Dot[]): number {
  return dots.reduce((sum, dot, i) => sum + (i > 0 ? apart(dots[i - 1]!, dot) : 0), 0);
}

/** Takes from `rest` what goes on where the chain ends, as straight on as there is. */
function extended(chain: Dot[], rest: Dot[][]): Dot[] {
  for (;;) {
    const next = straightest(chain, rest);
    if (next === null) return chain;
    rest.splice(rest.indexOf(next.piece), 1);
    chain.push(...(next.backwards ? next.piece.reverse() : next.piece).slice(1));
  }
}

function straightest(
  chain: readonly Dot[],
  rest: readonly Dot[][],
): { piece: Dot[]; backwards: boolean } | null {
  const [before, end] = [chain.at(-2)!, chain.at(-1)!];
  let best: { piece: Dot[]; backwards: boolean } | null = null;
  // Sharper bends than 60 degrees are corners.
  let most = 0.5;
  for (const piece of rest) {
    const last = piece.length - 1;
    for (const backwards of BOTH_WAYS) {
      const start = piece[backwards ? last : 0]!;
      if (Math.abs(start.x - end.x) > JOINT || Math.abs(start.y - end.y) > JOINT) continue;
      const straight = cosine(before, end, start, piece[backwards ? last - 1 : 1]!);
      if (straight > most) [best, most] = [{ piece, backwards }, straight];
    }
  }
  return best;
}

function cosine(a: Dot, b: Dot, c: Dot, d: Dot): number {
  const dot = (b.x - a.x) * (d.x - c.x) + (b.y - a.y) * (d.y - c.y);
  return dot / (apart(a, b) * apart(c, d));
}

function apart(a: Dot, b: Dot): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
