/** A map file of a running service: prices, pictures, reloads. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { editedSample } from "../restaurant/edited_sample.ts";
import {
  runProgram,
  type ServiceProcess,
  startServiceProcess,
} from "../support/service_process.ts";
import { mapIsMissing, mapPath } from "../support/routing_engine.ts";
import { eventually } from "./_eventually.ts";
import { NO_LIMITS, post } from "./_guests.ts";
import { ATTRIBUTION, boxOf } from "../../src/routing/map_file/layout.ts";
import { writeMap } from "../../src/routing/map_file/map_file.ts";
import { segmentCount } from "../../src/routing/street_graph.ts";
import { TOWN_CENTER, townGraph } from "../routing/town.ts";

const MONACO = mapPath("osrm_monaco.osm.pbf");
const NO_MAP = mapIsMissing("osrm_monaco.osm.pbf");

/** The palace square, and a quarter two kilometres away at the other end of the town. */
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
  { name: "a map file gives firm prices along its streets", ignore: NO_MAP },
  () =>
    withMap(async ({ service }) => {
      const { cotizado, km, calle } = await quote(service);
      assertEquals(cotizado, true);
      assert(km !== null && km > 2 && km < 6, `${km} km`);
      assert(calle !== null && calle.length > 0);
    }),
);

Deno.test({
  name: "SIGHUP replaces the map; a damaged one is refused and the old one stays",
  ignore: NO_MAP,
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
  { name: "a damaged map file stops the start, and the error names the remedy", ignore: NO_MAP },
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
  name: "a map of another town stops the start with an error without a stack",
  ignore: NO_MAP,
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

/** The restaurant's new place, so that a quote changes when the map is in use. */
const MOVED = { lat: TOWN_CENTER.lat + 0.004, lng: TOWN_CENTER.lng + 0.004 };
/** Share of the map's load time; tests/bench/reload_bench.ts measures how long the event loop is blocked. */
const MAX_SHARE_OF_ONE_ANSWER = 0.5;

Deno.test("guests are answered while SIGHUP loads a map of a million segments", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const [map, restaurant] = [join(folder, "mapa.bin"), join(folder, "restaurante.json")];
    await makeMap(map);
    await Deno.writeTextFile(restaurant, restaurantAt(TOWN_CENTER));
    await using service = await startServiceProcess({
      env: {
        ...NO_LIMITS,
        RESTAURANT_FILE: restaurant,
        DATA_DIR: join(folder, "data"),
        MAP_FILE: map,
        BASE_URL: "https://mesa.example",
      },
    });
    const km = async () => {
      const { lat, lng } = { lat: TOWN_CENTER.lat - 0.004, lng: TOWN_CENTER.lng };
      return (await (await fetch(`${service.url}/api/envio?lat=${lat}&lng=${lng}`)).json()).km;
    };
    const before = await km();
    await Deno.writeTextFile(restaurant, restaurantAt(MOVED));
    Deno.kill(service.pid, "SIGHUP");
    const waits: number[] = [];
    const begun = performance.now();
    for (let now = before; now === before;) {
      const start = performance.now();
      await (await fetch(`${service.url}/api/info`)).body?.cancel();
      now = await km();
      waits.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const longest = Math.max(...waits) / (performance.now() - begun);
    assert(waits.length > 20, `only ${waits.length} answers during the load`);
    assert(longest < MAX_SHARE_OF_ONE_ANSWER, `one answer took ${longest} of the time`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

async function makeMap(path: string): Promise<void> {
  const graph = townGraph(720);
  assert(segmentCount(graph) > 1e6);
  const info = { bbox: boxOf(graph), timestamp: null, attribution: ATTRIBUTION, source: "town" };
  await writeMap(path, graph, info);
}

function restaurantAt(place: { lat: number; lng: number }): string {
  return editedSample(["ubicacion", place], ["envio.radio_maximo_km", 10]);
}

const DOOR = { lat: 20.9712, lng: -89.6291 };

async function pageOf({ url }: ServiceProcess, link: string): Promise<string> {
  return await (await fetch(`${url}${new URL(link).pathname}?lang=en`)).text();
}

Deno.test("a delivery's page shows its route on the built-in map, and none with an engine", async () => {
  const DATA_DIR = await Deno.makeTempDir();
  try {
    const env = { ...NO_LIMITS, DATA_DIR, BASE_URL: "https://mesa.example" };
    let link: string;
    {
      await using service = await startServiceProcess({ env });
      const home = { modo: "domicilio", direccion: "Calle 57", ...DOOR };
      const order = JSON.stringify({ lineas: [{ id: "panuchos-3", cantidad: 1 }], entrega: home });
      const { status, body } = await post(`${service.url}/api/pedido/borrador`, order);
      assertEquals(status, 200);
      link = body.confirmar_en;
      const page = await pageOf(service, link);
      assert(page.includes('<figure class="route"><svg ') && page.includes("map-route"));
      assert(page.includes('aria-label="Map of the drive') && page.includes("an invented map"));
    }
    const engine = { ...env, ROUTER: "osrm", ROUTER_URL: "http://127.0.0.1:9/" };
    await using service = await startServiceProcess({ env: engine });
    const page = await pageOf(service, link);
    assert(page.includes("Calle 57") && !page.includes("<svg"));
  } finally {
    await Deno.remove(DATA_DIR, { recursive: true });
  }
});
