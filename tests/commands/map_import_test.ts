import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { progress } from "../../src/commands/map.ts";
import { readConfig } from "../../src/config/config.ts";
import { mapLine, MEXICO_EXTRACT } from "../../src/service/streets.ts";
import { locked } from "../../src/storage/database/database_files.ts";
import { loadMap } from "../../src/streets/mod.ts";
import { type OsmElement, pbfFile } from "../support/osm_files.ts";
import { editedSample } from "../support/edited_sample.ts";
import { inheritedEnvironment, programCommand, runProgram } from "../support/service_process.ts";
import { testInFolder } from "../support/temp_folder.ts";
import { recordingIo, type Said, said } from "./_run.ts";

const STREET: readonly OsmElement[] = [
  { type: "node", id: 1, lat: 209_670_000, lng: -896_240_000 },
  {
    type: "node",
    id: 2,
    lat: 209_670_000,
    lng: -896_200_000,
    tags: { highway: "traffic_signals" },
  },
  { type: "node", id: 3, lat: 209_670_000, lng: -896_160_000 },
  {
    type: "way",
    id: 7,
    refs: [1, 2, 3],
    tags: { highway: "residential", name: "Calle 60", access: "private" },
  },
  { type: "way", id: 8, refs: [1, 2, 3], tags: { highway: "residential", name: "Calle 61" } },
];

type Import = (...args: string[]) => Promise<Said>;

/** Registers a test of `map import` in a folder with a town. Among the arguments, "own" serves the folder's restaurant, "osrm" beside an OSRM. */
function testImport(name: string, work: (ran: Import, folder: string) => Promise<void>): void {
  testInFolder(name, async (folder) => {
    const town = pbfFile(STREET, { timestamp: 1_725_000_000 });
    await Deno.writeFile(join(folder, "town.osm.pbf"), town);
    await work(async (...args) => {
      const own = { RESTAURANT_FILE: join(folder, "r.json"), BASE_URL: "https://mesa.example" };
      const osrm = { OSRM_URL: "http://127.0.0.1:1" };
      const environment = {
        DATA_DIR: folder,
        ...args.includes("own") && own,
        ...args.includes("osrm") && osrm,
      };
      const given = args.filter((arg) => !["own", "osrm"].includes(arg));
      return await said(["map", "import", ...given], environment);
    }, folder);
  });
}

testImport(
  "a file becomes a map that routes, with a summary of what was read and kept",
  async (ran, folder) => {
    const [from, out] = [join(folder, "town.osm.pbf"), join(folder, "mapa.bin")];
    const { code, said, complained } = await ran(from);
    assertEquals([code, complained], [0, ""]);
    assert(said.includes("Datos de 2024-08-30T06:40:00Z: (c) OpenStreetMap contributors"), said);
    assert(said.includes("Se leyeron 2 vías con la etiqueta highway"), said);
    // The private way meets the other at the signal.
    assert(said.includes("Quedan 2 vías para autos, con 4 tramos entre cruces"), said);
    assert(said.includes(`Se escribió ${out}`), said);
    assert(said.endsWith("El servicio lo toma solo, en unos segundos"), said);
    const drives = await (await loadMap(out)).drivesFrom({ lat: 20.967, lng: -89.623 });
    const route = drives.plan({ lat: 20.967, lng: -89.617 });
    assert(route.kind === "route");
    assertEquals([route.street, Math.round(route.meters)], ["Calle 61", 624]);
  },
);

testImport(
  "a clip without streets, a broken file and a full disk leave the old map as it was",
  async (ran, folder) => {
    const [from, out] = [join(folder, "town.osm.pbf"), join(folder, "mapa.bin")];
    await ran(from);
    const before = await Deno.readFile(out);
    const nowhere = await ran(from, "--around", "-33.25,1.5,1");
    assertEquals(nowhere.code, 1);
    assert(nowhere.complained.includes("no hay calles para autos en -33.2"));
    await Deno.writeFile(from, pbfFile(STREET).slice(0, -30));
    const cut = await ran(from);
    assertEquals(cut.code, 1);
    assert(/town\.osm\.pbf: .*\(en el byte \d+\)/.test(cut.complained), cut.complained);
    assertEquals(await Deno.readFile(out), before);
    const missing = await ran(join(folder, "none.pbf"));
    assertEquals(missing.code, 1);
    assert(missing.complained.includes("none.pbf"), missing.complained);
    await Deno.writeFile(from, pbfFile(STREET));
    await Deno.remove(out);
    await Deno.mkdir(join(out, "full"), { recursive: true });
    const unwritable = await ran(from);
    assertEquals(unwritable.code, 1);
    assert(unwritable.complained.includes("el mapa no se puede escribir"), unwritable.complained);
  },
);

/** Forty-nine streets within 1 km of a point, and one 30 km north of it; the files lack one node. */
const FIFTY: readonly OsmElement[] = Array.from({ length: 50 }, (_, i): OsmElement[] => {
  const lat = 209_670_000 + (i === 49 ? 3_000_000 : 1_000 * i);
  return [
    { type: "node", id: 10 * i + 1, lat, lng: -896_240_000 },
    { type: "node", id: 10 * i + 2, lat, lng: -896_230_000 },
    { type: "node", id: 10 * i + 3, lat, lng: -896_220_000 },
    {
      type: "way",
      id: i + 1,
      refs: [1, 2, 3].map((n) => 10 * i + n),
      tags: { highway: "service" },
    },
  ];
}).flat();

testImport(
  "missing nodes are told; of more than 2 % of the ways in the radius they refuse the map, but with --partial",
  async (ran, folder) => {
    const [from, out] = [join(folder, "town.osm.pbf"), join(folder, "mapa.bin")];
    const around = ["--around", "20.967,-89.624,20"];
    const without = async (...ids: number[]) => {
      const left = FIFTY.filter(({ type, id }) => type !== "node" || !ids.includes(id));
      await Deno.writeFile(from, pbfFile(left));
      return await ran(from, ...around);
    };
    const whole = await without();
    assert(whole.code === 0 && !whole.said.includes("faltan"), whole.said);
    const before = await Deno.readFile(out);
    const two = await without(12, 22);
    assertEquals([two.code, two.said], [1, ""]);
    assert(
      two.complained.includes("le faltan nodos a 2 de 49 vías dentro del radio (4.1 %)"),
      two.complained,
    );
    assert(two.complained.includes("--partial"), two.complained);
    assertEquals(await Deno.readFile(out), before);
    const partial = await ran(from, ...around, "--partial");
    assertEquals(partial.code, 0);
    assert(
      partial.said.includes(
        "faltan 2 nodos (0 vienen sin lugar), que cortan 2 vías y 0 restricciones",
      ),
      partial.said,
    );
    await Deno.writeFile(from, pbfFile([...FIFTY, ...FIFTY]));
    const twice = await ran(from, ...around);
    assert(twice.said.includes("Quedan 49 vías para autos, con 49 tramos"), twice.said);
    assert(twice.said.includes("Cuenta solo la versión más nueva de 196 elementos"), twice.said);
  },
);

/** A street at the sample restaurant, one 4 km and one 20 km from it. */
const NEAR_AND_FAR: readonly OsmElement[] = [0, 0.04, 0.2].flatMap((north, i): OsmElement[] => [
  { type: "node", id: 10 * i + 1, lat: 209_690_000 + north * 1e7, lng: -896_210_000 },
  { type: "node", id: 10 * i + 2, lat: 209_690_000 + north * 1e7, lng: -896_200_000 },
  {
    type: "way",
    id: 10 * i + 1,
    refs: [10 * i + 1, 10 * i + 2],
    tags: { highway: "residential" },
  },
]);

testImport(
  "without --around the streets around the restaurant are kept: three times its radius, 5 km at least and without delivery; a map without its street leaves the old one, but beside an OSRM",
  async (ran, folder) => {
    const from = join(folder, "country.osm.pbf");
    await Deno.writeFile(from, pbfFile(NEAR_AND_FAR));
    const file = join(folder, "r.json");
    for (
      const [edit, km, kept] of [
        [["envio", undefined], 5, 2],
        [["envio.radio_maximo_km", 1.4], 5, 2],
        [["envio.radio_maximo_km", 8], 24, 3],
      ] as const
    ) {
      await Deno.writeTextFile(file, editedSample(edit));
      const { code, said, complained } = await ran(from, "own");
      assertEquals([code, complained], [0, ""]);
      assert(said.includes(`Se guardan las calles hasta ${km} km de `), said);
      assert(said.includes(`Quedan ${kept} vías`), said);
    }
    const before = await Deno.readFile(join(folder, "mapa.bin"));
    await Deno.writeFile(from, pbfFile(NEAR_AND_FAR.slice(3)));
    for (const edit of [["envio", undefined], ["envio.radio_maximo_km", 8]] as const) {
      await Deno.writeTextFile(file, editedSample(edit));
      const away = await ran(from, "own");
      assertEquals(away.code, 1);
      assertStringIncludes(
        away.complained,
        "el mapa no tiene calles a menos de 200 m del restaurante (20.969, -89.621)",
      );
      assertEquals(await Deno.readFile(join(folder, "mapa.bin")), before);
    }
    const beside = await ran(from, "own", "osrm");
    assertEquals([beside.code, beside.complained], [0, ""]);
    const elsewhere = await ran(from, "--around", "20.9,-89.621,50");
    assert(elsewhere.code === 0 && !elsewhere.said.includes("restaurante"), elsewhere.said);
    const given = await ran(from, "own", "--around", "21.0090001,-89.621,50");
    assert(given.said.includes("Quedan 2 vías") && !given.said.includes("Se guardan"), given.said);
    // Two streets of 104 m.
    assert(
      given.said.includes("A 50 km a la redonda hay 0.2 km de calles, y en auto se llega al 50 %"),
      given.said,
    );
  },
);

testImport(
  "more than 200 MB without a restaurant and without --around is refused with the way to mend it",
  async (ran, folder) => {
    const [from, out] = [join(folder, "country.osm.pbf"), join(folder, "mapa.bin")];
    await Deno.writeFile(from, pbfFile(NEAR_AND_FAR));
    await Deno.truncate(from, 201e6);
    const { code, complained } = await ran(from);
    assertEquals(code, 2);
    for (const part of ["201.0 MB", "--around LAT,LNG,KM"]) {
      assert(complained.includes(part), complained);
    }
    assert(!await Deno.stat(out).then(() => true, () => false));
  },
);

/** Runs `map import -` as a process of its own. @param more of the command line */
async function piped(input: Uint8Array, folder: string, ...more: string[]) {
  const [program = "", ...args] = programCommand(["map", "import", "-", ...more]);
  const env = { ...inheritedEnvironment(), DATA_DIR: folder };
  const child = new Deno.Command(program, {
    ...{ args, clearEnv: true, env, stdin: "piped", stdout: "piped", stderr: "piped" },
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(input).catch(() => {});
  await writer.close().catch(() => {});
  const { code, stdout, stderr } = await child.output();
  const [said, complained] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  return { code, said: said!, complained: complained!, left: namesIn(folder) };
}

function namesIn(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
}

testInFolder(
  "standard input becomes the map; nothing else stays, not what a killed run left",
  async (folder) => {
    await Deno.writeTextFile(join(folder, "mapa.bin.extract"), "left by a killed run");
    const { code, said, complained, left } = await piped(pbfFile(STREET), folder);
    assertEquals([code, complained, left], [0, "", ["mapa.bin", "mapa.bin.lock"]]);
    assertMatch(said, /Lo que llega se guarda en .*: hace falta lugar .*, y hay para \d+\.\d MB/);
    const before = await Deno.readFile(join(folder, "mapa.bin"));
    const town = pbfFile(STREET);
    for (
      const [input, why] of [
        [town.slice(0, -30), "la entrada estándar: el archivo está cortado"],
        [
          new Uint8Array(),
          "la entrada estándar: solo se leen archivos .osm.pbf, y este está vacío",
        ],
        [new TextEncoder().encode("<html>404"), "es una página web: la descarga salió mal"],
      ] as const
    ) {
      const refused = await piped(input, folder);
      assertEquals([refused.code, refused.left], [1, ["mapa.bin", "mapa.bin.lock"]]);
      assertStringIncludes(refused.complained, why);
      assertEquals(await Deno.readFile(join(folder, "mapa.bin")), before);
    }
  },
);

testImport(
  "of two imports at once one is refused, and the other's map is whole",
  async (_, folder) => {
    const files = ["mapa.bin.extract", "mapa.bin.new"].map((name) => join(folder, name));
    using _other = await locked(join(folder, "mapa.bin.lock"), 0);
    for (const path of files) await Deno.writeTextFile(path, "of the other");
    const args = ["map", "import", join(folder, "town.osm.pbf")];
    const fromFile = await runProgram({ args, env: { DATA_DIR: folder } });
    const fromInput = await piped(pbfFile(STREET), folder);
    assertEquals([fromFile.code, fromInput.code], [1, 1]);
    for (const complained of [fromFile.stderr, fromInput.complained]) {
      assertStringIncludes(complained, `otro map import hace ${folder}/mapa.bin: espéralo`);
    }
    for (const path of files) assertEquals(await Deno.readTextFile(path), "of the other");
  },
);

testInFolder("a disk that must keep room for the service takes no extract", async (folder) => {
  // A tmpfs of 1 MB needs the privilege to mount.
  const mount = await new Deno.Command("mount", {
    args: ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder],
    stderr: "null",
  }).output();
  if (!mount.success) return;
  try {
    const { code, complained, left } = await piped(pbfFile(STREET), folder);
    assertEquals([code, left], [1, ["mapa.bin.lock"]]);
    assertStringIncludes(complained, "quedarían menos de 200.0 MB para el servicio");
    assertStringIncludes(complained, "donde el usuario del servicio pueda leerlo, y da su ruta");
  } finally {
    await new Deno.Command("umount", { args: ["--lazy", folder] }).output();
  }
});

/** How the line that makes the map is typed, by the program that says it. */
const TYPED = {
  "/usr/local/lib/sobremesa/sobremesa": "sudo sobremesa",
  "/root/.deno/bin/deno":
    `DATA_DIR='/srv/mi casa' BASE_URL='https://mesa.example' npx -y deno@${Deno.version.deno} run -qP src/main.ts`,
  "/home/ana/sobremesa":
    "DATA_DIR='/srv/mi casa' BASE_URL='https://mesa.example' /home/ana/sobremesa",
};

for (const [program, typed] of Object.entries(TYPED)) {
  Deno.test(`the map's line of ${program} is typed as that program is`, () => {
    const config = readConfig({ DATA_DIR: "/srv/mi casa", BASE_URL: "https://mesa.example" });
    assertEquals(mapLine(config, program), `curl -L ${MEXICO_EXTRACT} | ${typed} map import -`);
  });
}

/** What the map's line says of a database, by its settings. */
const NAMED: readonly (readonly [Readonly<Record<string, string>>, string])[] = [
  [{ DATABASE_URL: "file:/srv/mi%20casa/x.db" }, "DATABASE_URL='file:/srv/mi casa/x.db' "],
  [{ DATABASE_URL: "file:x.db" }, `DATABASE_URL='file:${Deno.cwd()}/x.db' `],
  [{ DATABASE_URL: "file:///srv/data/sobremesa.db" }, ""],
  [{ DATABASE_URL: "libsql://base.example" }, "DATABASE_URL='libsql://base.example' "],
  [{ DATABASE_URL: "libsql://base.example?authToken=abc" }, "DATABASE_URL='…' "],
  [{ DATABASE_URL: "https://casa:abc@base.example" }, "DATABASE_URL='…' "],
  [
    { DATABASE_URL: "http://10.0.0.1:8080", DATABASE_AUTH_TOKEN: "abc" },
    "DATABASE_URL='http://10.0.0.1:8080' DATABASE_AUTH_TOKEN='…' ",
  ],
];

Deno.test("the map's line names a database that is elsewhere, and no secret of it", () => {
  for (const [settings, named] of NAMED) {
    const line = mapLine(readConfig({ DATA_DIR: "/srv/data", ...settings }), "/srv/sobremesa");
    assertEquals(
      line,
      `curl -L ${MEXICO_EXTRACT} | DATA_DIR='/srv/data' ${named}/srv/sobremesa map import -`,
    );
  }
});

Deno.test("progress is a line every five seconds", () => {
  let time = 0;
  const io = recordingIo();
  const show = progress(io, "leyendo a.pbf", 200e6, () => time);
  for (let i = 0; i <= 1000; i++) {
    time += 10;
    show(i / 1000);
  }
  assertEquals(io.complained.length, 2);
  assertEquals(io.complained[0], "leyendo a.pbf: 49 %, 20.0 MB/s");
});
