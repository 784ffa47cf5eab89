/** A made-up town for tests and benches: a grid of bent two-way streets with irregular corners. */
import type { LatLng } from "../../src/domain/location.ts";
import type { StreetGraph } from "../../src/streets/street_graph.ts";
import { graphOf, type Street } from "./_small_graphs.ts";

export const TOWN_CENTER: LatLng = { lat: 20.967, lng: -89.6237 };

/** Degrees between one corner and the next before the shift: about 110 m. */
const BLOCK = 0.001;

/** A town of `side` by `side` corners around the center. */
export function townGraph(side: number): StreetGraph {
  const random = randomNumbers(side);
  const shifted = (at: LatLng, by: number): LatLng => ({
    lat: at.lat + (random() - 0.5) * by,
    lng: at.lng + (random() - 0.5) * by,
  });
  const corners = Array.from(
    { length: side * side },
    (_, i) => shifted(townPoint(side, i % side, Math.floor(i / side)), BLOCK * 0.6),
  );
  const streets: Street[] = [];
  corners.forEach((corner, from) => {
    for (const to of [(from + 1) % side === 0 ? -1 : from + 1, from + side]) {
      const other = corners[to];
      if (other === undefined) continue;
      const middle = { lat: (corner.lat + other.lat) / 2, lng: (corner.lng + other.lng) / 2 };
      const bends = [shifted(middle, BLOCK * 0.3)];
      const name = `Calle ${from % 997}`;
      streets.push({ from, to, bends, name, forwardKmh: 25, backwardKmh: 30 });
    }
  });
  return graphOf(corners, streets);
}

/** `count` points spread over the town. */
export function townPoints(side: number, count: number): LatLng[] {
  const random = randomNumbers(count);
  return Array.from({ length: count }, () => townPoint(side, random() * side, random() * side));
}

function townPoint(side: number, column: number, row: number): LatLng {
  const middle = (side - 1) / 2;
  return {
    lat: TOWN_CENTER.lat - (row - middle) * BLOCK,
    lng: TOWN_CENTER.lng + (column - middle) * BLOCK,
  };
}

/** Pseudorandom numbers from 0 to below 1, determined by `seed` (a linear congruential generator). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
