/** Addresses in words on a grid of streets with names, of which each test says which the map has. */
import { assertEquals } from "@std/assert";
import { addressFinder } from "../../src/streets/address_finder.ts";
import { streetIndex } from "../../src/streets/street_index.ts";
import { at, graphOf, street } from "./_small_graphs.ts";

/** Streets that run north, and streets that run east, 100 m apart. */
type Grid = readonly [north: readonly string[], east: readonly string[]];

/** The corners of a grid that a text finds, as `Calle Hidalgo x Calle Morelos`. */
async function cornersFor([north, east]: Grid, text: string): Promise<readonly string[]> {
  const junctions = north.flatMap((_, i) => east.map((_, j) => at(100 * i, 100 * j)));
  const number = (i: number, j: number) => i * east.length + j;
  const streets = [
    ...north.flatMap((name, i) =>
      east.slice(1).map((_, j) => street(number(i, j), number(i, j + 1), name))
    ),
    ...east.flatMap((name, j) =>
      north.slice(1).map((_, i) => street(number(i, j), number(i + 1, j), name))
    ),
  ];
  const graph = graphOf(junctions, streets);
  const find = addressFinder({ graph, index: streetIndex(graph) });
  const { places } = await find(text, { location: at(0, 0), town: "Puebla" });
  return places.map(({ street, between }) => [street, ...between].join(" x "));
}

/** Streets called after days. */
const DAYS: Grid = [
  ["Calle 5 de Mayo", "Calle 20 de Noviembre", "Avenida 16 de Septiembre", "Calle 5"],
  ["Calle Morelos", "Calle Hidalgo"],
];
/** Streets told apart by their ordinals. */
const ORDINALS: Grid = [
  ["1ra Privada de Juárez", "Tercera Cerrada de Juárez", "Calle Juárez", "Privada Sur"],
  ["Calle Morelos", "Calle Hidalgo"],
];

const CASES: readonly [grid: Grid, text: string, corners: readonly string[]][] = [
  [DAYS, "5 de Mayo y Morelos", ["Calle 5 de Mayo x Calle Morelos"]],
  [DAYS, "calle 20 de noviembre esquina con hidalgo", ["Calle 20 de Noviembre x Calle Hidalgo"]],
  [DAYS, "Av. 16 de Sept. x Hidalgo, casa 4", ["Avenida 16 de Septiembre x Calle Hidalgo"]],
  [DAYS, "Calle 5 x Morelos", ["Calle 5 x Calle Morelos"]],
  ...["Calle 2 de Abril x Morelos", "Morelos y 5 de Febrero", "16 de Octubre x Calle Hidalgo"]
    .map((text) => [DAYS, text, []] as const),
  ...["Calle Hidalgo x Calle Morelos", "5 x Morelos, Col. 15 de Mayo", "5 de Junio x Morelos"]
    .map((text) => [DAYS, text, []] as const),
];

for (const [grid, text, corners] of CASES) {
  const means = corners.join(" or ") || "no corner";
  Deno.test(`"${text}" means ${means} on a map of ${grid.flat().join(", ")}`, async () => {
    assertEquals(await cornersFor(grid, text), corners);
  });
}
