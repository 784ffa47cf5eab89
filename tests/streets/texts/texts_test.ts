/**
 * Texts as people in Mérida write addresses, beside an invented town. Both were made without sight of the reader;
 * the four .tsv files say of each text which places it means, or why it means none. The reader was
 * made beside the first, and judged once by each of the others before it was mended beside it.
 */
import { assert, assertEquals, assertGreaterOrEqual, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import type { LatLng } from "../../../src/domain/location.ts";
import { addressFinder } from "../../../src/streets/address_finder.ts";
import { streetIndex } from "../../../src/streets/street_index.ts";
import { meters } from "../_small_graphs.ts";
import { imported } from "../import/_small_maps.ts";
import { pointAt, RESTAURANT, townOfTexts } from "./_town.ts";

const { graph } = await imported(townOfTexts());
const find = addressFinder({ graph, index: streetIndex(graph) });

interface Row {
  readonly text: string;
  readonly points: readonly LatLng[];
}

function rowsOf(name: string): readonly Row[] {
  const lines = Deno.readTextFileSync(new URL(name, import.meta.url)).trim().split("\n");
  return lines.slice(1).map((line) => {
    const [text, expected] = line.split("\t");
    const points = [...expected!.matchAll(/(-?\d+\.\d+),(-?\d+\.\d+)/g)]
      .map(([, lat, lng]) => ({ lat: Number(lat), lng: Number(lng) }));
    return { text: text!.replaceAll("\\n", "\n"), points };
  });
}

const SETS = [["texts", 0.9], ["kept", 0.9], ["third", 0.9], ["fourth", 0.8]] as const;

/** What a text is answered: the right place alone or among few, more to ask about, nothing, a wrong one alone. */
type Answer = "alone" | "among three" | "more" | "nothing" | "wrong alone";

async function answerTo(text: string, points: readonly LatLng[]): Promise<Answer> {
  const { places } = await find(text, RESTAURANT);
  const isGiven = (point: LatLng) => places.some((place) => meters(place, point) < 30);
  if (places.length === 0 || places.length > 5) return "nothing";
  if (places.length === 1) {
    return points.length === 1 && isGiven(points[0]!) ? "alone" : "wrong alone";
  }
  return places.length <= 3 && points.every(isGiven) ? "among three" : "more";
}

async function answers(rows: readonly Row[]): Promise<Partial<Record<Answer, string[]>>> {
  const found = [];
  for (const { text, points } of rows) {
    found.push({ text, answer: await answerTo(text, points) });
  }
  const byAnswer = Object.groupBy(found, ({ answer }) => answer);
  return Object.fromEntries(
    Object.entries(byAnswer).map(([answer, those]) => [answer, those!.map(({ text }) => text)]),
  );
}

for (const [name, share] of SETS) {
  Deno.test(`of the texts of ${name}.tsv whose streets are on the map ${share} are found alone or among three, none is wrong alone`, async () => {
    const rows = rowsOf(`${name}.tsv`).filter(({ points }) => points.length > 0);
    const { alone, "among three": few, nothing, ...others } = await answers(rows);
    const found = (alone?.length ?? 0) + (few?.length ?? 0);
    assertEquals(others["wrong alone"], undefined);
    assertGreaterOrEqual(found, share * rows.length, JSON.stringify({ nothing, others }, null, 1));
  });
}

Deno.test("texts that name another town, a colonia or a street that the map lacks, or no place, find none alone", async () => {
  const rows = SETS.flatMap(([name]) => rowsOf(`${name}.tsv`)).filter(({ points }) =>
    points.length === 0
  );
  const { nothing, more, ...others } = await answers(rows);
  assertEquals([others, (nothing?.length ?? 0) + (more?.length ?? 0)], [{}, rows.length]);
});

/** Colonias of the town: even streets westwards, odd ones southwards, from a corner in metres; and their names. */
const COLONIAS = [
  { even: [50, 500], odd: [47, 700], count: 11, names: ["Centro", "Col. Centro", "(centro)"] },
  { even: [20, -850], odd: [19, 1400], count: 6, names: ["García Ginerés", "col. Garcia Gin."] },
  { even: [16, 1200], odd: [17, 2400], count: 5, names: ["Itzimná", "Col. Itzimna"] },
  { even: [16, -700], odd: [15, 4100], count: 7, names: ["Chuburná", "Chuburná de Hgo."] },
  {
    even: [48, -2250],
    odd: [45, 5950],
    count: 8,
    names: ["Fco. de Montejo", "Fracc. Fco Montejo"],
  },
  { even: [56, -1700], odd: [59, 9400], count: 7, names: ["Fracc. Las Américas", "las americas"] },
] as const;

const blockText = fc.record({
  colonia: fc.constantFrom(...COLONIAS),
  place: fc.tuple(fc.nat(3), fc.nat(3)),
  isEven: fc.boolean(),
  isBlock: fc.boolean(),
  named: fc.option(fc.nat(1)),
  isFirst: fc.boolean(),
  opening: fc.constantFrom("", "", "vivo en la ", "Buenas tardes, es en la ", "sobre la "),
  kind: fc.constantFrom("Calle ", "calle ", "C. ", "c/", "", "", "Cll "),
  house: fc.constantFrom(
    ...["", "", " #480", " No. 480", " no 57", " # 59", " 480", " núm. 480-A", " s/n", " 437 B"],
    " No. 480-59",
  ),
  reference: fc.constantFrom(
    ...["", "", "", "frente al parque", "junto al Oxxo", "altos", "local 4", "casa 4", "letra B"],
    ...["depto 3B", "casa azul de dos pisos", "a media cuadra del parque", "enfrente del 515"],
  ),
  isInside: fc.boolean(),
  join: fc.constantFrom(...[
    " x ",
    " por ",
    " entre ",
    "x",
    " e/ ",
    " con ",
    ", ",
    " ",
    " - ",
    " (",
  ]),
  and: fc.constantFrom(" y ", " y ", "-", " - ", " ", " & ", " x ", " e "),
  of: fc.constantFrom("", "", "calle ", "la "),
  tail: fc.constantFrom("", "", ", Mérida", ", Mérida, Yucatán, México", " C.P. 97000"),
});

type Drawn = typeof blockText extends fc.Arbitrary<infer T> ? T : never;

/** The text, with the name of a colonia or a town before or behind it. */
function textOf({ colonia: { even, odd }, place, isEven, isBlock, ...drawn }: Drawn, name: string) {
  const numbers = [even[0] + 2 * place[0], odd[0] + 2 * place[1]];
  const [street, crossing] = isEven ? numbers : numbers.toReversed();
  const { opening, kind, house, reference, join, of, and, tail, isInside, isFirst } = drawn;
  const inside = isInside && reference ? ` ${reference}` : "";
  const others = [crossing!, ...isBlock ? [crossing! + 2] : []].map((one) => `${of}${one}`);
  const written = `${opening}${kind}${street}${house}${inside}`;
  const body = `${written}${/\D$/.test(written) ? " " : ""}${join}${others.join(and)}`;
  const parts = [body + (join === " (" ? ")" : ""), name];
  if (isFirst) parts.reverse();
  return [...parts, isInside ? "" : reference].filter(Boolean).join(", ") + tail;
}

Deno.test("a block or a corner in any of these forms is found or asked about, never another alone", async () => {
  let [found, all] = [0, 0];
  await fc.assert(
    fc.asyncProperty(blockText, async (drawn) => {
      const { colonia: { even, odd, names }, place, isEven, isBlock, named } = drawn;
      const along = isBlock ? 50 : 0;
      const east = even[1] - 100 * place[0] - (isEven ? 0 : along);
      const north = odd[1] - 100 * place[1] - (isEven ? along : 0);
      const point = pointAt([east, north]);
      const text = textOf(drawn, named === null ? "" : names[named]!);
      const { places } = await find(text, RESTAURANT);
      const isFound = places.some((one) => meters(one, point) < 30);
      assert(places.length !== 1 || isFound, `${text}: ${JSON.stringify(places)}`);
      all++;
      if (isFound) found++;
    }),
    { numRuns: 4_000 },
  );
  assertGreaterOrEqual(found / all, 0.8);
});

Deno.test("with another town's name, or a colonia's that the map lacks, none of them is found alone", async () => {
  const other = fc.constantFrom(
    ...["Umán", "Progreso, Yuc.", "en Motul", "Valladolid", "Campeche, Camp.", "Ciudad Caucel"],
    ...["Mérida, Hidalgo", "Umán, Campeche"],
    ...["Altabrisa", "Col. Pensiones", "Fracc. Vergel III", "Jardines de Mérida", "Yucatán"],
    ...[
      "Benito Juárez",
      "Residencial Xcanatún",
      "Plaza Dorada",
      "Hidalgo",
      "col. Emiliano Zapata Sur",
    ],
  );
  await fc.assert(
    fc.asyncProperty(blockText, other, async (drawn, name) => {
      const text = textOf(drawn, name);
      const { places } = await find(text, RESTAURANT);
      assert(places.length !== 1, `${text}: ${JSON.stringify(places)}`);
    }),
    { numRuns: 4_000 },
  );
});

/** Colonias that the map lacks. */
const LACKING = [
  ...["Altabrisa", "Pacabtún", "Caucel", "Los Héroes", "La Ceiba", "Pensiones", "San Ramón Norte"],
  ...["Montebello", "Nueva Chuburná", "Jardines de Vista Alegre", "Serapio Rendón", "El Roble"],
  ...["Juan Pablo II", "Cinco Colonias", "Melitón Salazar", "Leandro Valle", "Villa Fontana"],
  ...["Polígono 108", "Salvador Alvarado Sur", "Real Montejo", "San Antonio Kaua", "Mulsay"],
  ...["Vista Alegre", "Santa María Chi", "Pinar del Río", "Fernando Novelo", "Plan de Ayala"],
  ...["Lindavista", "Campestre", "Dzityá", "Unidad Morelos", "Brisas del Bosque", "Palmar"],
  ...["San Fernando", "Villamar", "Carmelo", "Plaza Dorada", "Miraflores"],
  ...["Camino Real", "Media Luna", "Monte Albán", "Santa Gertrudis Copó", "Las Brisas"],
  ...["20 de Noviembre", "5 de Mayo", "16 de Septiembre", "2 de Octubre", "12 de Dic."],
] as const;
/** How they are named before the streets (`la` before a number's name) and behind them. */
const BEFORE = [
  ...["N, ", "N ", "hola, N en la ", "en N, ", "vivo en N, en la ", "vivo en N en la "],
  ...["es para N, ", "mándamelo a N, ", "Sería para N ", "soy de N, ", "Un envío a N: "],
  ...["quiero pedir para N, ", "Hola, me llamo Ana y vivo en N, ", "(N) ", "mi casa está en N, "],
  ...["N es la ", "por N, ", "me entregan en N, calle ", "cerca de N, ", "estoy llegando a N, "],
  ...[
    "deliver to N, ",
    "I'm in N, ",
    "quiero un envío para N, ",
    "me encuentro en N, ",
    "entrega N calle ",
    "una orden para N, calle ",
    "somos de N, ",
  ],
] as const;
const BEHIND = [
  ...[", N", " N", " en N", " de N", " (N)", ", es en N", ", en la colonia N", " col. N", " por N"],
  ...[", me lo mandan a N", ", fracc. N", ". N. Gracias", ", soy de N", ", está en N, casa azul"],
  ...[", casa azul, N", ", N, frente al parque", " in N", ", que es en N", ", mándalo a N porfa"],
  ...[", desde N", ", se entrega en N", ", me lo traen hasta N", ", allá en N", ", pero de N"],
  ...[", a dos cuadras del parque, N", ", timbre, N", ", mi colonia es N", ", N portón negro"],
] as const;

Deno.test("a colonia that the map lacks, named in any way, leaves no place alone", async () => {
  const drawn = fc.record({
    ...{ form: blockText, name: fc.constantFrom(...LACKING, "Chelem", "Chicxulub Puerto") },
    lower: fc.constantFrom("none", "all", "name"),
    ...{ isBefore: fc.boolean(), isKnown: fc.boolean(), way: fc.nat(99) },
  });
  await fc.assert(
    fc.asyncProperty(drawn, async ({ form, name, lower, isBefore, isKnown, way }) => {
      const ways = isBefore ? BEFORE : BEHIND;
      const said = ways[way % ways.length]!;
      const opening = isBefore ? "" : form.opening;
      // A landmark may have that name.
      const reference = said.startsWith(" ") ? "" : form.reference;
      const known = isKnown ? form.colonia.names[0] : "";
      const body = textOf({ ...form, isFirst: false, opening, reference }, known);
      const written = said.replace("N", name);
      // Beside another colonia than a Centro a clause in lower case is set aside.
      const isLowered = lower === "name" && /^(Centro)?$/.test(known);
      const named = isLowered ? written.toLowerCase() : written;
      const text = isBefore ? named + body : body + named;
      const { places } = await find(lower === "all" ? text.toLowerCase() : text, RESTAURANT);
      assert(places.length !== 1, `${text}: ${JSON.stringify(places)}`);
    }),
    { numRuns: 4_000 },
  );
});

/** What makes another colonia of a known one's name, before it or behind it, also in lower case. */
const OTHERS = [
  ...["N Inn", "N Park", "N Plaza", "N II", "N Norte", "N Sur", "N Green", "N Hills", "N Poniente"],
  ...["N 3", "N Puerto", "N Tower", "N Town", "N House", "N Gate", "N Ring"],
  ...["Nueva N", "Real N", "Villas N", "Jardines de N", "San Ramón N", "Gran N", "Parque N"],
  ...["N Condominio", "N Place", "N Hospital", "N Salón", "Torres de N", "Puerta N", "Old N"],
  ...["N Villa", "N Palapa", "N Oxxo", "N Cerca", "N Hotel"],
] as const;

Deno.test("a colonia whose name holds that of a known one leaves no place alone", async () => {
  const drawn = fc.record({
    ...{ form: blockText, other: fc.constantFrom(...OTHERS), isLower: fc.boolean() },
    sign: fc.constantFrom("Fracc. ", "Col. ", ""),
  });
  await fc.assert(
    fc.asyncProperty(drawn, async ({ form, other, isLower, sign }) => {
      const name = sign + other.replace("N", form.colonia.names[0]);
      const text = textOf({ ...form, reference: "" }, name);
      // "parque centro" is a landmark.
      const isLowered = isLower && !/^(Parque|Puerta|Old)/.test(name);
      const { places } = await find(isLowered ? text.toLowerCase() : text, RESTAURANT);
      assert(places.length !== 1, `${text}: ${JSON.stringify(places)}`);
    }),
    { numRuns: 4_000 },
  );
});

/** Towns that the map lacks. */
const TOWNS: readonly string[] = ["Chelem", "Telchac", "Yaxcopoil", "Dzilam"];

/** How what helps a courier names a place. */
const LANDMARKS = [
  ...["salida a N", "junto a la iglesia de N", "frente al parque de N", "en la casa de N"],
  ...["a dos cuadras del mercado de N", "camino a N", "casa en N", "carretera a N", "mi casa de N"],
  ...["next to the church in N", "cerca de la entrada a N", "rumbo a N", "casa azul en N"],
  ...["junto al Parque N", "por el Hotel N"],
  ...["Casa Blanca", "El Convento", "Villa Rosa", "La Glorieta", "Puerta Azul", "Las Torres"],
] as const;

Deno.test("a landmark that may name a place that the map lacks leaves none alone", async () => {
  const drawn = fc.record({
    ...{ form: blockText, landmark: fc.constantFrom(...LANDMARKS) },
    name: fc.constantFrom(...TOWNS, ...LACKING),
    isCentro: fc.boolean(),
    isLower: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(drawn, async ({ form, landmark, name: drawnName, isCentro, isLower }) => {
      // In the Centro a hotel may have any name.
      const isNamed = isCentro && !/(Parque|Hotel) N/.test(landmark);
      const isTown = TOWNS.includes(drawnName) && / (en|in) N/.test(landmark);
      const name = isLower && isTown ? drawnName.toLowerCase() : drawnName;
      const body = textOf({ ...form, isFirst: false, reference: "" }, isNamed ? "Centro" : "");
      const said = `${body}, ${landmark.replace("N", name)}`;
      const text =
        isLower && !isCentro && !/(Parque|Hotel) N/.test(landmark) && landmark.includes("N")
          ? said.toLowerCase()
          : said;
      const { places } = await find(text, RESTAURANT);
      assert(places.length !== 1, `${text}: ${JSON.stringify(places)}`);
    }),
    { numRuns: 4_000 },
  );
});

/** How a street that the map lacks is named beside others: the unknown one in the block, or crossing it. */
const BESIDE = [
  ...["N x A y B", "calle N con A y B", "A x B y N", "A entre N y B", "A entre B y N", "N, A y B"],
  ...["mi casa queda N x A y B", "vivo en la N x A y B", "A x B x N", "A y B con N", "A por N y B"],
  ...["A No. 480 x B y calle N", "privada N #4 x A y B", "A x B & N", "N 60 x A y B", "A x B, y N"],
  ...["mándalo a la N por A y B", "A entre B y la N", "N por A entre B", "A con B e N", "A-B-N"],
] as const;

Deno.test("a street that the map lacks, at any place of a corner or block, leaves no place alone", async () => {
  const name = fc.constantFrom(
    ...["Fresno", "Tulum", "Roble", "Zamná", "Quetzalcóatl", "Correa Rachó", "84", "60-C", "131"],
    ...["Los Cocos", "Líbano", "José Martí", "Cupules"],
  );
  const drawn = fc.record({
    ...{ colonia: fc.constantFrom(...COLONIAS), beside: fc.constantFrom(...BESIDE), name },
    ...{ isKnown: fc.boolean(), isLower: fc.boolean(), place: fc.tuple(fc.nat(3), fc.nat(3)) },
  });
  await fc.assert(
    fc.asyncProperty(drawn, async ({ colonia, beside, name, isKnown, isLower, place }) => {
      const { even, odd, names } = colonia;
      const [a, b] = [`${even[0] + 2 * place[0]}`, `${odd[0] + 2 * place[1]}`];
      const said = beside.replace(/[ABN]/g, (one) => ({ A: a, B: b, N: name })[one]!);
      const text = (isLower ? said.toLowerCase() : said) + (isKnown ? `, ${names[0]}` : "");
      const { places } = await find(text, RESTAURANT);
      assert(places.length !== 1, `${text}: ${JSON.stringify(places)}`);
    }),
    { numRuns: 4_000 },
  );
});

/** How a corner (`A`, `B`) is corrected, or followed by a second one; `C` runs as `A` does, `D` as `B`. */
const CORRECTED = [
  ...["A x B, perdón, C x B", "A x B, perdón, C", "A x B, perdón D", "A x B perdon, A x D"],
  ...["A x B, no, C x B", "A x B. Corrección: C x B", "calle A, no, calle C x B", "A x B o C x B"],
  ...["A x B N / C x B", "A x B N\nC x B N", "A y B, digo C", "A con B, mejor dicho con D"],
  ...["A x B, me equivoqué, es C x B", "A x B, o sea D", "A x B, más bien A x D", "A y B, D y A"],
  ...[
    "calle A esquina B, quise decir esquina D",
    "A x B N, C x B",
    "A x B; C x B",
    "A x B no la D",
  ],
  ...["A x B and C x B", "A & B, sorry, A & D", "A x B casa azul, C x B", "A x B #4, perdón, D"],
  ...["A x B N, A y D", "A x B casa azul, A y D N", "A x B, D perdón"],
  ...["A x B\n*D", "A x B\nD*", "A x B *calle D", "A x B, N, D*"],
  ...["A x B, frente al parque, D", "calle A, perdón, calle B", "A x B, y también C x B"],
] as const;

Deno.test("an address that is corrected, or followed by another, leaves no place alone", async () => {
  const drawn = fc.record({
    ...{ colonia: fc.constantFrom(...COLONIAS), said: fc.constantFrom(...CORRECTED) },
    ...{ east: fc.nat(3), south: fc.nat(3), ahead: fc.constantFrom(2, 4), isLower: fc.boolean() },
    ...{ isTurned: fc.boolean(), isNamed: fc.boolean() },
  });
  await fc.assert(
    fc.asyncProperty(drawn, async ({ colonia, said, east, south, ahead, ...how }) => {
      const { even, odd, names } = colonia;
      const [a, b] = [even[0] + 2 * east, odd[0] + 2 * south];
      const streets = how.isTurned ? [b, a, b + ahead, a + ahead] : [a, b, a + ahead, b + ahead];
      const body = said.replace(/[ABCD]/g, (one) => `${streets["ABCD".indexOf(one)]}`)
        .replaceAll("N", names[0]);
      const text = body + (how.isNamed ? `, ${names[0]}` : "");
      const { places } = await find(how.isLower ? text.toLowerCase() : text, RESTAURANT);
      assert(places.length !== 1, `${text}: ${JSON.stringify(places)}`);
    }),
    { numRuns: 4_000 },
  );
});

/** Sentences and landmarks of words (`w`) that no list has. */
const OPENINGS = [
  "mi w es ",
  "el w está en la ",
  "wmelo a la ",
  "nos w en un w en la ",
  "w para la ",
];
const CLOSINGS = [
  ...[", frente al w", ", junto a w", ", a 2 cuadras de w w", ", donde está la w", ", wándo la w"],
  ...[". Hay un w", ", casa w de w", ", es una w", ". Avísame w w", ", llamar al w", ", wería w"],
  ...[", w w", ", w w w de w", ", salida a Progreso", ", no w w", ", pago en efectivo"],
];

Deno.test("words that no list has leave several places to choose from, but none alone, where no colonia is named but a Centro, or where they are one name", async () => {
  for (const word of ["bekuvo", "dapizo"]) {
    const several = await find(`61 x 64, ${word} ${word} ${word}`, RESTAURANT);
    assertEquals(several.places.length, 3);
    const { places, elsewhere } = await find(`72 x 57 y 59, ${word} ${word}`, RESTAURANT);
    assertEquals([places, elsewhere], [[], [`${word} ${word}`]]);
    const named = [
      // Every town has a Centro.
      `60 x 57, Centro, en ${word} ${word}`,
      ...["en W", "desde W", "me lo traen a W gracias", "en la colonia W", "por W"].map((said) =>
        `30 x 25, García Ginerés, ${said.replace("W", word)}`
      ),
    ];
    for (const text of named) assertEquals((await find(text, RESTAURANT)).places, [], text);
  }
});

/** How far the address is, before the streets and behind them. */
const DISTANCES = [
  ...["a 3 cuadras", "a una cuadra", "a media cuadra", "dos cuadras al norte", "a unas 2 cuadras"],
  ...["a 200 metros", "a 150 m", "a unos 50 metros", "a cinco minutos", "a unas cuadras"],
] as const;

for (const distance of DISTANCES) {
  Deno.test(`"${distance}" is kept for the courier, before the streets and behind them`, async () => {
    for (
      const text of [`D de la 60 x 57, Centro`, `vivo D de la 60 x 57 Centro`, "60 x 57 Centro, D"]
    ) {
      const { places, references } = await find(text.replace("D", distance), RESTAURANT);
      assertEquals(places.length, 1);
      assertStringIncludes(references, distance);
    }
  });
}

Deno.test("a distance of two parts behind the streets is kept for the courier", async () => {
  const { places, references } = await find("60 x 57, Centro, a 2 cuadras y 50 metros", RESTAURANT);
  assertEquals([places.length, references], [1, "a 2 cuadras, 50 metros"]);
});

Deno.test("words that no list has are set aside around an address by their form", async () => {
  const word = fc.stringMatching(/^[bcdfgj][aeou][kpqtv][aeou][zvk]o$/);
  const drawn = fc.tuple(fc.constantFrom(...OPENINGS), fc.constantFrom(...CLOSINGS), word);
  await fc.assert(
    fc.asyncProperty(drawn, async ([opening, closing, word]) => {
      const text = `${opening}30 #480 x 25 y 27, Col. García Ginerés${closing}`
        .replaceAll("w", word);
      const { places: [place, ...others] } = await find(text, RESTAURANT);
      const isFound = place && meters(place, pointAt([-1350, 1050])) < 30;
      assert(isFound && others.length === 0, text);
    }),
    { numRuns: 1_000 },
  );
});
