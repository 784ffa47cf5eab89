/** A small town for addresses in words. */
import type { LatLng } from "../../src/domain/location.ts";
import { toUnits } from "../../src/streets/coordinates.ts";
import type { NamedArea, StreetGraph } from "../../src/streets/street_graph.ts";
import { at, graphOf, type Street, street } from "./_small_graphs.ts";

/** Metres eastwards and northwards of the restaurant. */
export type Spot = readonly [east: number, north: number];

/**
 * Calle 58 and 60 run north, the odd ones east. Paseo de Montejo has two carriageways, 30 m apart. Calle 59 and Calle
 * Colón meet at a roundabout without a name. Calle 1 and Calle 2 cross in six colonias, Calle 1 and Calle 3 in two; the
 * map has areas for these two, for the centre, and for San Juan, drawn 20 m beside its corner.
 */
export function addressTown(): StreetGraph {
  const junctions: LatLng[] = [];
  const numbers = new Map<string, number>();
  const streets: Street[] = [];
  const junction = ([east, north]: Spot) => {
    const key = `${east},${north}`;
    if (!numbers.has(key)) numbers.set(key, junctions.push(at(east, north)) - 1);
    return numbers.get(key)!;
  };
  const line = (name: string | null, spots: readonly Spot[], isRing = false) => {
    spots.slice(1).forEach((spot, i) => {
      streets.push(street(junction(spots[i]!), junction(spot), name, { isRing }));
    });
  };
  const odd = (north: number): Spot[] => [0, 100, 400, 430, 600].map((east) => [east, north]);
  line("Calle 59", odd(300));
  line("Calle 61", odd(200));
  line("Calle 63", odd(100));
  line("Avenida Miguel Hidalgo y Costilla", odd(0));
  for (const [name, east] of [["Calle 58", 0], ["Calle 60", 100]] as const) {
    line(name, [300, 200, 100, 0, -800].map((north) => [east, north]));
  }
  for (const east of [400, 430]) {
    line("Paseo de Montejo", [300, 200, 100, 0].map((north) => [east, north]));
  }
  line("Calle 31-A", [[0, -800], [100, -800], [900, -800]]);
  line("Privada Reforma", [[100, 200], [160, 200.5]]);
  line("Calle 65-A", [[100, 100], [160, 100.5]]);
  // Its ends are near each other, and its middle is not.
  const bends = [at(160, 450), at(180, 450)];
  streets.push(street(junction([160, 200.5]), junction([180, 200]), "Privada del Lago", { bends }));
  line(null, [[600, 300], [620, 320], [640, 300], [620, 280], [600, 300]], true);
  line("Calle Colón", [[620, 320], [620, 900]]);
  for (let n = 0; n < 6; n++) {
    const east = 2000 + 1000 * n;
    line("Calle 1", [[east - 200, 0], [east, 0], [east + 100, 0], [east + 200, 0]]);
    line("Calle 2", [[east, -200], [east, 0], [east, 200]]);
    if (n < 2) line("Calle 3", [[east + 100, -200], [east + 100, 0], [east + 100, 200]]);
  }
  const areas = [area("Centro", 0, 150, 220), area("México", 2000, 0, 250)];
  const beside = area("San Juan", 4000, 240, 220);
  return {
    ...graphOf(junctions, streets),
    areas: [...areas, area("Colonia Alemán", 3000, 0, 250), beside],
  };
}

/**
 * A city of 121 colonias with 60,000 segments and 6,000 names. In each colonia Calle 1 to 15 cross Calle 2 to 16; the
 * other streets have names of their own.
 */
export function addressCity(): StreetGraph {
  const [colonias, side, step, apart] = [11, 16, 100, 1700];
  const junctions: LatLng[] = [];
  const streets: Street[] = [];
  const areas: NamedArea[] = [];
  for (let n = 0; n < colonias ** 2; n++) {
    const [east, north] = [n % colonias * apart, Math.floor(n / colonias) * apart];
    const first = junctions.length;
    areas.push(area(`Colonia ${n}`, east + 750, north + 750, 800));
    for (let i = 0; i < side ** 2; i++) {
      const [column, row] = [i % side, Math.floor(i / side)];
      junctions.push(at(east + column * step, north + row * step));
      const name = (line: number, own: 1 | 2, across: number) =>
        line < 8
          ? `Calle ${2 * line + own}`
          : `Privada ${own === 1 ? "Roble" : "Cedro"} ${n} ${line} ${Math.floor(across / 5)}`;
      const [right, up] = [first + i + 1, first + i + side];
      if (column + 1 < side) streets.push(street(first + i, right, name(row, 1, column)));
      if (row + 1 < side) streets.push(street(first + i, up, name(column, 2, row)));
    }
  }
  for (let n = 0; n < 200; n++) areas.push(area(`Pueblo ${n}`, 60_000 + n * 100, 0, 400, true));
  return { ...graphOf(junctions, streets), areas };
}

/** A square; its lines are not in order. */
export function area(
  name: string,
  east: number,
  north: number,
  half: number,
  isTown = false,
): NamedArea {
  const corners = [[-half, -half], [-half, half], [half, half], [half, -half], [-half, -half]];
  const points = corners.map(([x, y]) => at(east + x!, north + y!));
  const units = points.map(({ lat, lng }) => [toUnits(lat), toUnits(lng)]);
  return { name, isTown, lines: [units.slice(2, 5).flat(), units.slice(0, 3).flat()] };
}
