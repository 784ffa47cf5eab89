import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { editedSample } from "../restaurant/edited_sample.ts";
import {
  runProgram,
  type ServiceProcess,
  startServiceProcess,
} from "../support/service_process.ts";
import { eventually } from "./_eventually.ts";
import { NO_LIMITS, post } from "./_guests.ts";

const MONACO = fileURLToPath(
  new URL("../../../shared/data/osm/osrm_monaco.osm.pbf", import.meta.url),
);
const THERE = await Deno.stat(MONACO).then(() => true, () => false);
if (!THERE && Deno.env.get("CI") === "true") throw new Error(`${MONACO} is missing`);

/** The palace square, and a quarter two kilometres off at the other end of the town. */
const RESTAURANT = { lat: 43.7312, lng: 7.4205 };
const FAR = { lat: 43.7488, lng: 7.4370 };

async function importMap(out: string, ...clip: string[]): Promise<void> {
  const { code, stderr } = await runProgram({
    args: ["map", "import", MONACO, "--out", out, ...clip],
  });
  assertEquals(code, 0, stderr);
}

async function withMap(work: (town: Town) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  const map = join(folder, "mapa.bin");
  try {
    await importMap(map);
    const env = await environment(folder, map);
    await using service = await startServiceProcess({ env });
    await work({ service, map });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

interface Town {
  readonly service: ServiceProcess;
  /** Path of the map file. */
  readonly map: string;
}

async function environment(folder: string, map: string): Promise<Record<string, string>> {
  const RESTAURANT_FILE = join(folder, "restaurante.json");
  const edited = editedSample(["ubicacion", RESTAURANT], ["envio.radio_maximo_km", 10]);
  await Deno.writeTextFile(RESTAURANT_FILE, edited);
  const DATA_DIR = join(folder, "data");
  return {
    ...NO_LIMITS,
    RESTAURANT_FILE,
    DATA_DIR,
    MAP_FILE: map,
    BASE_URL: "https://mesa.example",
  };
}

async function quote(
  { url }: ServiceProcess,
): Promise<{ cotizado: boolean; km: number | null; calle: string | null }> {
  return await (await fetch(`${url}/api/envio?lat=${FAR.lat}&lng=${FAR.lng}`)).json();
}

Deno.test(
  { name: "a map file of one's own gives firm prices along its streets", ignore: !THERE },
  () =>
    withMap(async ({ service }) => {
      const { cotizado, km, calle } = await quote(service);
      assertEquals(cotizado, true);
      assert(km !== null && km > 2 && km < 6, `${km} km`);
      assert(calle !== null && calle.length > 0);
    }),
);

Deno.test({
  name: "SIGHUP swaps the map while requests go on; a damaged one is refused and the old one stays",
  ignore: !THERE,
}, () =>
  withMap(async ({ service, map }) => {
    const before = await quote(service);
    await Deno.writeTextFile(map, "this is no map");
    Deno.kill(service.pid, "SIGHUP");
    const { error } = await service.logged(({ message }) => message.startsWith("map refused"));
    assertStringIncludes(String(error), "not a map");
    assertEquals(await quote(service), before);

    const home = { modo: "domicilio", direccion: "Casa", ...FAR };
    const order = JSON.stringify({ lineas: [{ id: "panuchos-3", cantidad: 1 }], entrega: home });
    const { body } = await post(`${service.url}/api/pedido/borrador`, order);
    await importMap(map, "--around", `${RESTAURANT.lat},${RESTAURANT.lng},0.6`);
    Deno.kill(service.pid, "SIGHUP");
    await eventually(async () => !(await quote(service)).cotizado, 5_000);
    const link = body.confirmar_en.replace("https://mesa.example", service.url);
    const page = await (await fetch(link)).text();
    assertStringIncludes(page, `$${body.total}`.replace(/\.\d+$/, ""));
  }));

Deno.test(
  { name: "a damaged map file stops the start and says how to mend it", ignore: !THERE },
  async () => {
    const folder = await Deno.makeTempDir();
    const map = join(folder, "mapa.bin");
    try {
      await importMap(map);
      const bytes = await Deno.readFile(map);
      bytes[bytes.length >> 1]! ^= 1;
      await Deno.writeFile(map, bytes);
      const { code, stderr } = await runProgram({
        args: ["serve"],
        env: { ...await environment(folder, map), PORT: "0" },
      });
      assertEquals(code, 1);
      assertStringIncludes(stderr, "sobremesa map import");
      assert(!stderr.includes("    at "), stderr);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
);

Deno.test({
  name: "a map of another town stops the start and says so, without a stack",
  ignore: !THERE,
}, async () => {
  const folder = await Deno.makeTempDir();
  const map = join(folder, "mapa.bin");
  try {
    await importMap(map);
    const env = { ...await environment(folder, map), PORT: "0" };
    // The sample's own place, in Yucatan.
    await Deno.writeTextFile(join(folder, "restaurante.json"), editedSample());
    const { code, stderr } = await runProgram({ args: ["serve"], env });
    assertEquals(code, 1);
    assertStringIncludes(stderr, "the map has no street within 200 m of the restaurant");
    assert(!stderr.includes("    at "), stderr);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
