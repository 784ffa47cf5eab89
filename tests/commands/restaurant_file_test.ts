import { assert, assertEquals, assertMatch } from "@std/assert";
import { importMap, openOsm } from "../../src/streets/mod.ts";
import { type OsmElement, pbfFile } from "../support/osm_files.ts";
import { tempFolder } from "../support/temp_folder.ts";
import { type Edit, editedSample } from "../support/edited_sample.ts";
import { measuredRun } from "../support/process_state.ts";
import { ran, run } from "./_run.ts";

async function withFile(
  edits: readonly Edit[],
  use: (path: string) => Promise<void>,
): Promise<void> {
  const path = await Deno.makeTempFile({ suffix: ".json" });
  try {
    await Deno.writeTextFile(path, editedSample(...edits));
    await use(path);
  } finally {
    await Deno.remove(path);
  }
}

Deno.test("check sums up a good file, so that its owner sees it was understood", async () => {
  await withFile([["secciones[0].platillos[0].agotado", true]], async (path) => {
    const io = await run(["check", path]);
    assertEquals(io.complained, []);
    assertEquals(io.written.slice(0, 10), [
      `${path}: sin terminar`,
      "  Sobremesa de la 58, +529990000000, America/Merida",
      "  62 platillos en 7 secciones (agotados: 1, secciones ocultas: 0), 11 adiciones",
      "  lunes: cerrado",
      "  martes: 13:00-23:00 (cocina hasta 22:00)",
      "  miércoles: 13:00-23:00 (cocina hasta 22:00)",
      "  jueves: 13:00-23:00 (cocina hasta 22:00)",
      "  viernes: 13:00-17:30 (cocina hasta 16:30), 19:00-01:30 (cocina hasta 00:30)",
      "  sábado: 13:00-17:30 (cocina hasta 16:30), 19:00-01:30 (cocina hasta 00:30)",
      "  domingo: 12:00-19:00 (cocina hasta 18:30)",
    ]);
  });
});

/** A street some 100 km from the sample restaurant. */
const FAR_STREET: readonly OsmElement[] = [
  { type: "node", id: 1, lat: 219_670_000, lng: -896_240_000 },
  { type: "node", id: 2, lat: 219_670_000, lng: -896_200_000 },
  { type: "way", id: 7, refs: [1, 2], tags: { highway: "residential" } },
];

Deno.test("check says how far the map reaches, that OSRM has the streets, or that nothing has", async () => {
  const sample = await run(["check"]);
  assert(sample.written.some((line) => /^ {2}A 1\.4 km a la redonda hay/.test(line)));
  await withFile([], async (path) => {
    const own = await run(["check", path]);
    assert(own.written.includes("  sin mapa: ningún envío tiene precio"));
    // A map that only finds addresses needs no street at the restaurant.
    await using folder = await tempFolder();
    const [from, to] = ["town.osm.pbf", "mapa.bin"].map((name) => `${folder.path}/${name}`);
    await Deno.writeFile(from!, pbfFile(FAR_STREET));
    await importMap(await openOsm(from!), to!);
    const env = { DATA_DIR: folder.path, OSRM_URL: "http://127.0.0.1:9" };
    const routed = await run(["check", path], env);
    assert(routed.written.includes("  Las rutas son de OSRM"));
  });
});

/** A restaurant of its own as far as warnings can tell. */
const OWN: readonly Edit[] = [
  ["presentacion", undefined],
  ["nombre", "Casa Ceiba"],
  ["telefono", "+52 999 123 4567"],
  ["calificacion", undefined],
  ["aviso_privacidad", "https://ceiba.example/aviso"],
  ...Array.from({ length: 7 }, (_, i): Edit => [`secciones[${i}].platillos`, []]),
  ["secciones[0].platillos[0]", {
    id: "ceviche",
    nombre: "Ceviche",
    descripcion: { es: "De la casa.", en: "Of the house." },
    presentaciones: [{ id: "ceviche-1", precio: 120 }],
  }],
];

const WARNED: readonly (readonly [string, readonly Edit[], Record<string, string>, string])[] = [
  ["the sample's name", [["nombre", "Sobremesa de la 58"]], {}, "SIN TERMINAR: .* el nombre"],
  ["the sample's phone", [["telefono", "999 000 0000"]], {}, "SIN TERMINAR: .* el teléfono"],
  [
    "the sample's rating",
    [["calificacion", { puntaje: 4.7, total: 1284, fuente: "Google" }]],
    {},
    "SIN TERMINAR: .* la calificación",
  ],
  ["no sign before the longitude", [["ubicacion.lng", 89.621]], {}, "¿es 20.969, -89.621?"],
  [
    "latitude and longitude swapped",
    [["ubicacion", { lat: -89.621, lng: 20.969 }]],
    {},
    "20.969, -89",
  ],
  ["the time zone of Madrid", [["zona", "Europe/Madrid"]], {}, "Europe/Madrid no es el de la"],
  [
    "a time zone a day ahead",
    [["zona", "Pacific/Kiritimati"], ["ubicacion", { lat: 32.53, lng: -117.03 }]],
    {},
    "Pacific/Kiritimati no es el de la",
  ],
  ["no dish", [["secciones[0].platillos", []]], {}, "la carta no tiene platillos"],
  [
    "no dishes but those of a day that is over",
    [["secciones[0].visible", "2020-02-29"]],
    {},
    "la carta no tiene platillos",
  ],
  ["no town", [["ciudad", undefined]], {}, "falta la ciudad"],
  ["no privacy notice", [["aviso_privacidad", undefined]], {}, "falta el aviso de privacidad"],
  ["a misspelt variable", [], { RESTAURANT_FIL: "x" }, "¿quisiste decir RESTAURANT_FILE\\?"],
];

for (const [what, edits, environment, said] of WARNED) {
  Deno.test(`check and doctor warn of ${what}, with what to do, and nothing else`, async () => {
    await withFile([...OWN, ...edits], async (path) => {
      const io = await run(["check", path], environment);
      const warnings = io.written.filter((line) => line.startsWith("aviso"));
      assertEquals(warnings.length, 1);
      const at = io.written.indexOf(warnings[0]!);
      assertMatch(io.written.slice(at, at + 2).join(), new RegExp(said));
      const served = { RESTAURANT_FILE: path, BASE_URL: "http://127.0.0.1:8000", PORT: "0" };
      const env = { ...served, ...environment, DATA_DIR: `${path}.data` };
      const examined = await ran(["doctor"], env);
      assertMatch(examined.written.join(), new RegExp(said));
    });
  });
}

Deno.test("a restaurant of one's own with nothing left to do is called good, without a warning", async () => {
  for (const visible of [undefined, "2999-12-31"]) {
    await withFile([...OWN, ["secciones[0].visible", visible]], async (path) => {
      const io = await run(["check", path]);
      assertEquals(io.written[0], `${path}: bien`);
      assertEquals(io.written.filter((line) => line.startsWith("aviso")), []);
    });
  }
});

Deno.test("check prints every problem of a bad file, one a line", async () => {
  await withFile([["valet", 1], ["nombe", "x"]], async (path) => {
    const io = await run(["check", path], {}, 1);
    assertEquals(io.written, []);
    assertEquals(io.complained.join().split("\n"), [
      `sobremesa: ${path}:`,
      "Valet parking (valet): se esperaba true (sí) o false (no), y hay 1",
      'nombe: campo desconocido; ¿es "nombre"?',
    ]);
  });
});

const REMEDY = 'hay que corregir la ruta; "sobremesa export" imprime el que se sirve';

Deno.test("check of a file that is not there names it, also if its name is a number", async () => {
  for (const path of ["/nowhere/007", "007"]) {
    const io = await run(["check", path], {}, 1);
    assertEquals(io.complained, [`sobremesa: ${path}:\nno existe ese archivo: ${REMEDY}`]);
  }
});

Deno.test("check without a file checks the one that the service would serve", async () => {
  const sample = await run(["check"]);
  assertEquals(sample.written[0], "el restaurante de muestra (falta BASE_URL): bien");
  const environment = { RESTAURANT_FILE: "/nowhere.json", BASE_URL: "https://mesa.example" };
  const own = await run(["check"], environment, 1);
  assertEquals(own.complained[0], `sobremesa: /nowhere.json:\nno existe ese archivo: ${REMEDY}`);
});

Deno.test("a file of 9 MB, and a map as standard input, are refused for their size without taking memory for it", async () => {
  const path = await Deno.makeTempFile({ suffix: ".json" });
  await Deno.writeTextFile(path, `{"secciones":[${Array(3_000_000).fill("{}").join(",")}]}`);
  for (
    const [file, name, max, most] of [
      [path, path, "1 MB", 300],
      ["-", "la entrada estándar", "200 MB", 500],
    ] as const
  ) {
    const { code, stderr, peakMb } = await measuredRun(["check", file], path);
    assertEquals(code, 1);
    assertEquals(
      stderr,
      `sobremesa: ${name}:\nel archivo pasa de ${max}: ninguna carta ocupa tanto, así que parece ser otro archivo\n`,
    );
    assert(peakMb < most, `${peakMb} MB`);
    await Deno.truncate(path, 500_000_000);
  }
  await Deno.remove(path);
});
