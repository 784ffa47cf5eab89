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

const CASES: readonly [grid: Grid, corners: readonly string[], texts: readonly string[]][] = [
  [DAYS, ["Calle 5 de Mayo x Calle Morelos"], ["5 de Mayo y Morelos", "Calle 5 de mayo x Morelos"]],
  [DAYS, ["Calle 20 de Noviembre x Calle Hidalgo"], [
    ...["calle 20 de noviembre esquina con hidalgo", "20 de Nov. x Hidalgo"],
  ]],
  [DAYS, ["Avenida 16 de Septiembre x Calle Hidalgo"], ["Av. 16 de Sept. x Hidalgo, casa 4"]],
  [DAYS, ["Calle 5 x Calle Morelos"], ["Calle 5 x Morelos", "5 y Morelos"]],
  [DAYS, [], [
    ...["Calle 2 de Abril x Morelos", "Morelos y 5 de Febrero", "16 de Octubre x Calle Hidalgo"],
    ...["Calle Hidalgo x Calle Morelos", "5 x Morelos, Col. 15 de Mayo", "5 de Junio x Morelos"],
  ]],
  [ORDINALS, ["1ra Privada de Juárez x Calle Morelos"], [
    ...["1ra Privada de Juárez x Morelos", "1a. priv. de Juárez y Morelos"],
    ...["primera privada juarez con morelos"],
  ]],
  [ORDINALS, ["Tercera Cerrada de Juárez x Calle Hidalgo"], [
    ...["3era cerrada de juárez x Hidalgo", "3a Cda. Juárez esq. Hidalgo, 2do piso, 1ra puerta"],
  ]],
  [ORDINALS, [], [
    ...["2da Privada de Juárez x Morelos", "5ta privada de Juárez y Hidalgo"],
    ...["2a. Priv. Juárez x Morelos", "Segunda Privada de Juárez x Morelos"],
    ...["4ª Cerrada de Juárez x Hidalgo", "Morelos x 2do Retorno de Juárez"],
    ...["Hidalgo y quinta cerrada de Juárez", "3ra Calle Juárez x Hidalgo"],
    ...["2da Privada Sur x Morelos", "Hidalgo con 1ra Privada Sur"],
  ]],
  // The state behind the town.
  [DAYS, ["Calle 5 x Calle Morelos"], [
    ...["Jalisco", "Jal.", "Pue.", "N.L.", "Nuevo León", "Q. Roo", "Edo. de Méx., México", "SLP"]
      .map((state) => `Calle 5 x Morelos, Puebla, ${state}`),
    ...[
      "5 y Morelos, 72000 Puebla, Ver., casa 4",
      "Calle 5 x Morelos, Puebla, Michoacán, C.P. 72000",
    ],
  ]],
  [
    DAYS,
    [],
    [
      ...["Jalisco", "Centro, Jalisco", "Colima, Colima", "72000 Jalisco", "Puebla, Col. Jalisco"],
      ...["Puebla, Atlixco, Puebla", "Puebla, Jaliscos", "Centro, Campeche, Camp."],
    ].map((area) => `Calle 5 x Morelos, ${area}`),
  ],
];

for (const [[north, east], corners, texts] of CASES) {
  for (const text of texts) {
    const map = [...north, ...east].join(", ");
    Deno.test(`"${text}" means ${corners.join(" or ") || "no corner"} on a map of ${map}`, async () => {
      assertEquals(await cornersFor([north, east], text), corners);
    });
  }
}
