/** A map file of a running service: prices, pictures, reloads, memory. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { dirname, join } from "node:path";
import type { LatLng } from "../../src/domain/location.ts";
import { median } from "../bench/figures.ts";
import { editedSample } from "../support/edited_sample.ts";
import {
  runProgram,
  type ServiceProcess,
  startServiceProcess,
} from "../support/service_process.ts";
import { residentMb } from "../support/process_state.ts";
import { mapIsMissing, mapPath } from "../support/routing_engine.ts";
import { tempFolder } from "../support/temp_folder.ts";
import { eventually } from "../support/eventually.ts";
import { signIn } from "./_board.ts";
import { NO_LIMITS, post } from "./_guests.ts";
import { writeMapOf } from "../streets/_map_files.ts";
import { at, graphOf, street } from "../streets/_small_graphs.ts";
import { TOWN_CENTER, townGraph } from "../streets/_town.ts";

const MONACO = mapPath("osrm_monaco.osm.pbf");
const NO_MAP = mapIsMissing("osrm_monaco.osm.pbf");

/** The palace square, and a quarter two kilometres away at the other end of the town. */
const RESTAURANT = { lat: 43.7312, lng: 7.4205 };
const FAR = { lat: 43.7488, lng: 7.4370 };

async function importMap({ env }: Town, file = MONACO, ...clip: string[]): Promise<void> {
  const { code, stderr } = await runProgram({ args: ["map", "import", file, ...clip], env });
  assertEquals(code, 0, stderr);
}

interface Town {
  /** Path of the map file. */
  readonly map: string;
  /** Path of the restaurant's file. */
  readonly restaurant: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A restaurant at `place` in a folder, with the path of a map that is not made yet. */
async function townIn(folder: string, place: LatLng): Promise<Town> {
  const [map, restaurant] = [join(folder, "mapa.bin"), join(folder, "restaurante.json")];
  await Deno.writeTextFile(restaurant, restaurantAt(place));
  const env = { ...ENV, RESTAURANT_FILE: restaurant, DATA_DIR: folder };
  return { map, restaurant, env };
}

function restaurantAt(place: LatLng): string {
  return editedSample(["ubicacion", place], ["envio.radio_maximo_km", 10]);
}

const ENV = { ...NO_LIMITS, BASE_URL: "https://mesa.example" };

/** Registers a test in a folder with the map of a real town, and a restaurant there. */
function testInMonaco(name: string, work: (town: Town) => Promise<void>): void {
  Deno.test({ name, ignore: NO_MAP }, async () => {
    await using folder = await tempFolder();
    const town = await townIn(folder.path, RESTAURANT);
    await importMap(town);
    await work(town);
  });
}

async function quote(
  { url }: ServiceProcess,
): Promise<{ cotizado: boolean; km: number | null; calle: string | null }> {
  return await (await fetch(`${url}/api/envio?lat=${FAR.lat}&lng=${FAR.lng}`)).json();
}

testInMonaco(
  "a map file gives firm prices along its streets; SIGHUP replaces it; a damaged one is refused and the old one stays",
  async (town) => {
    const { env, map } = town;
    await using service = await startServiceProcess({ env });
    const before = await quote(service);
    const { cotizado, km, calle } = before;
    assertEquals(cotizado, true);
    assert(km !== null && km > 2 && km < 6, `${km} km`);
    assert(calle !== null && calle.length > 0);

    await Deno.writeTextFile(map, "this is no map");
    Deno.kill(service.pid, "SIGHUP");
    const { error } = await service.logged(({ message }) => message.startsWith("map refused"));
    assertStringIncludes(String(error), "no es un mapa");
    assertEquals(await quote(service), before);

    const { link, total } = await draftTo(service, FAR);
    await importMap(town, MONACO, "--around", `${RESTAURANT.lat},${RESTAURANT.lng},0.6`);
    Deno.kill(service.pid, "SIGHUP");
    await eventually(async () => !(await quote(service)).cotizado);
    assertStringIncludes(await pageOf(service, link), `$${total}`.replace(/\.\d+$/, ""));
  },
);

testInMonaco(
  "addresses in words are found on the map file, also if OSRM gives the prices",
  async ({ env }) => {
    const osrm = { OSRM_URL: "http://127.0.0.1:9" };
    for (const more of [{}, osrm]) {
      await using service = await startServiceProcess({ env: { ...env, ...more } });
      const texto = "avenue costa x Avenue d'Ostende";
      const url = `${service.url}/api/ubicacion?${new URLSearchParams({ texto })}`;
      const { candidatos } = await (await fetch(url)).json();
      assertEquals(candidatos, [{
        etiqueta: "Avenue de la Costa y Avenue d'Ostende, La Condamine, Monaco",
        lat: 43.737339,
        lng: 7.42402,
        calle: "Avenue de la Costa",
        entre: ["Avenue d'Ostende"],
        colonia: "La Condamine",
      }]);
    }
  },
);

testInMonaco(
  "a map that is unreadable, damaged or of another town leaves a service without prices, and log, board and doctor say so",
  async ({ env, map, restaurant }) => {
    const assertUnpriced = async (reason: string, given = env) => {
      await using service = await startServiceProcess({ env: given });
      assertEquals((await quote(service)).cotizado, false, reason);
      const { error } = await service.logged(({ message }) => message.startsWith("the map in"));
      assertStringIncludes(String(error), reason);
      const cookie = (await signIn(service))!;
      const board = await (await fetch(`${service.staffUrl}/`, { headers: { cookie } })).text();
      assertStringIncludes(board, "El mapa no se pudo usar, y ningún envío tiene precio");
      const { stdout } = await runProgram({ args: ["doctor"], env: given });
      assertMatch(stdout, /^falla mapa: .*\n {6}.*map import/m);
    };
    const bytes = await Deno.readFile(map);
    await Deno.writeFile(map, bytes.with(bytes.length >> 1, bytes[bytes.length >> 1]! ^ 1));
    await assertUnpriced("sobremesa map import");
    await Deno.remove(map);
    await Deno.mkdir(map);
    await assertUnpriced("no se puede leer");
    await Deno.remove(map);
    // The sample's own place, in Yucatan.
    await Deno.writeTextFile(restaurant, editedSample());
    const anew = { ...env, DATA_DIR: join(dirname(map), "anew") };
    await Deno.mkdir(anew.DATA_DIR);
    await Deno.writeFile(join(anew.DATA_DIR, "mapa.bin"), bytes);
    await assertUnpriced("el mapa no tiene calles a menos de 200 m del restaurante", anew);
  },
);

Deno.test("a new map is taken without a signal; where one cannot be used, log, board and doctor say so, and the old one stays", async () => {
  await using folder = await tempFolder();
  const { map, env } = await townIn(folder.path, at(0, 0));
  const write = (name: string) =>
    writeMapOf(graphOf([at(0, 0), at(2000, 0)], [street(0, 1, name)]), map);
  await write("Calle 60");
  await using service = await startServiceProcess({ env });
  const { lat, lng } = at(900, 0);
  const named = async () =>
    (await (await fetch(`${service.url}/api/envio?lat=${lat}&lng=${lng}`)).json()).calle;
  const cookie = (await signIn(service))!;
  const board = async () => await (await fetch(service.staffUrl, { headers: { cookie } })).text();
  assertEquals(await named(), "Calle 60");
  await write("Calle 62 Sur");
  await eventually(async () => await named() === "Calle 62 Sur");
  await Deno.writeTextFile(map, "this is no map");
  const { error } = await service.logged(({ message }) => message.startsWith("map refused"));
  assertStringIncludes(String(error), "no es un mapa");
  assertEquals(await named(), "Calle 62 Sur");
  assertStringIncludes(await board(), "El mapa no se pudo usar; los envíos siguen con precio");
  assertMatch((await runProgram({ args: ["doctor"], env })).stdout, /^falla mapa: /m);
  await write("Calle 60");
  await eventually(async () => await named() === "Calle 60");
  assert(!(await board()).includes("no se pudo usar"));
});

Deno.test("a restaurant on an island delivers there, says why not beyond, and the board how much it reaches", async () => {
  await using folder = await tempFolder();
  const { map, env } = await townIn(folder.path, at(100, 3));
  const coast = [at(-3000, 900), at(0, 900), at(3000, 900)];
  const graph = graphOf([at(0, 0), at(600, 0), at(600, 400), ...coast], [
    street(0, 1, "Calle Isla"),
    street(1, 2, "Calle Playa"),
    street(3, 4, "Calle 60"),
    street(4, 5, "Calle 60"),
  ]);
  await writeMapOf(graph, map);
  await using service = await startServiceProcess({ env });
  const quoted = async ({ lat, lng }: LatLng) =>
    await (await fetch(`${service.url}/api/envio?lat=${lat}&lng=${lng}`)).json();
  const near = await quoted(at(603, 300));
  assertEquals([near.cotizado, near.km, near.calle], [true, 0.8, "Calle Playa"]);
  const beyond = await quoted(at(603, 890));
  assertEquals([beyond.cotizado, beyond.costo, beyond.calle], [false, null, "Calle 60"]);
  assertMatch(beyond.sugerencia, /^No hay calle que llegue hasta ahí desde el restaurante/);
  const cookie = (await signIn(service))!;
  const house = await (await fetch(`${service.staffUrl}/casa`, { headers: { cookie } })).text();
  assertStringIncludes(
    house,
    "A 10 km a la redonda hay 7.0 km de calles, y en auto se llega al 14 %.",
  );
});

Deno.test("guests are answered while SIGHUP loads a map of a million segments", async () => {
  await using folder = await tempFolder();
  const { map, env } = await townIn(folder.path, TOWN_CENTER);
  await makeMap(map);
  await using service = await startServiceProcess({ env });
  const priced = async () => {
    const { lat, lng } = { lat: TOWN_CENTER.lat - 0.004, lng: TOWN_CENTER.lng };
    return (await (await fetch(`${service.url}/api/envio?lat=${lat}&lng=${lng}`)).json()).cotizado;
  };
  let loading = true;
  const loaded = service.logged(({ message }) => message === "loaded again")
    .finally(() => loading = false);
  Deno.kill(service.pid, "SIGHUP");
  let answers = 0;
  while (loading) {
    await (await fetch(`${service.url}/api/info`)).body?.cancel();
    assert(await priced());
    answers++;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await loaded;
  assert(answers > 20, `only ${answers} answers during the load`);
});

async function makeMap(path: string): Promise<void> {
  const graph = townGraph(720);
  assert(graph.segmentMeters.length > 1e6);
  await writeMapOf(graph, path);
}

const DOOR = { lat: 20.9712, lng: -89.6291 };

async function pageOf({ url }: ServiceProcess, link: string): Promise<string> {
  return await (await fetch(`${url}${new URL(link).pathname}?lang=en`)).text();
}

/** The link and the total of an order to be delivered to `door`. */
async function draftTo(
  { url }: ServiceProcess,
  door: LatLng,
): Promise<{ readonly link: string; readonly total: number }> {
  const home = { modo: "domicilio", direccion: "Calle 57", ...door };
  const order = JSON.stringify({ lineas: [{ id: "panuchos-3", cantidad: 1 }], entrega: home });
  const { status, body } = await post(`${url}/api/pedido/borrador`, order);
  assertEquals(status, 200, JSON.stringify(body));
  return { link: body.confirmar_en, total: body.total };
}

Deno.test("a delivery's page shows its route on the built-in map, and none with OSRM", async () => {
  await using folder = await tempFolder();
  const env = { ...NO_LIMITS, DATA_DIR: folder.path };
  let link: string;
  {
    await using service = await startServiceProcess({ env });
    ({ link } = await draftTo(service, DOOR));
    const page = await pageOf(service, link);
    assert(page.includes('<figure class="route"><svg ') && page.includes("map-route"));
    assert(page.includes('aria-label="Map of the drive') && page.includes("an invented map"));
  }
  const osrm = { ...env, OSRM_URL: "http://127.0.0.1:9/" };
  await using service = await startServiceProcess({ env: osrm });
  const page = await pageOf(service, link);
  assert(page.includes("Calle 57") && !page.includes("<svg"));
  const headers = { cookie: (await signIn(service))! };
  const settings = await (await fetch(`${service.staffUrl}/casa`, { headers })).text();
  assertStringIncludes(settings, "El mapa: Las rutas son de OSRM.");
});

const CITY = mapPath("ors_heidelberg.test.pbf");
const IN_HEIDELBERG: LatLng = { lat: 49.4094, lng: 8.6942 };
const IN_MERIDA: LatLng = { lat: 20.9686, lng: -89.6223 };
const MAX_MB = 40;
const ROUNDS = 5;

Deno.test({
  name: "the map of a city takes at most 40 MB more memory than the sample map",
  ignore: mapIsMissing(CITY),
  async fn() {
    await using folder = await tempFolder();
    const town = await townIn(folder.path, IN_HEIDELBERG);
    await importMap(town, CITY);
    await using withSample = await startServiceProcess({ env: NO_LIMITS });
    await using withCity = await startServiceProcess(town);
    const [sample, city]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      sample.push(await underLoad(withSample, IN_MERIDA, round));
      city.push(await underLoad(withCity, IN_HEIDELBERG, round));
    }
    // Garbage that is not yet collected varies between rounds, so medians are compared.
    const more = median(city) - median(sample);
    assert(more <= MAX_MB, `${more} MB more: ${city} MB, with the sample map ${sample} MB`);
  },
});

/** The service's memory in MB after reads, quotes within half a kilometre and drafts whose pages show the drive. */
async function underLoad(service: ServiceProcess, center: LatLng, round: number): Promise<number> {
  const { url } = service;
  const pages: string[] = [];
  for (let i = 0; i < 60; i++) {
    const turn = round * 60 + i;
    const lat = center.lat + 0.004 * Math.sin(turn);
    const lng = center.lng + 0.004 * Math.cos(turn * 7);
    for (const path of ["info", "menu", "disponibilidad", `envio?lat=${lat}&lng=${lng}`]) {
      await (await fetch(`${url}/api/${path}`)).arrayBuffer();
    }
    if (i % 4 > 0) continue;
    const home = { modo: "domicilio", direccion: "Calle 57", lat, lng };
    const order = { lineas: [{ id: "panuchos-3", cantidad: 1 }], entrega: home };
    const { status, body } = await post(`${url}/api/pedido/borrador`, JSON.stringify(order));
    if (status !== 200) continue;
    pages.push(await (await fetch(`${url}${new URL(body.confirmar_en).pathname}`)).text());
  }
  const drawn = pages.filter((page) => page.includes("map-route")).length;
  assert(drawn > 5, `${drawn} routes drawn in round ${round}`);
  return residentMb(service.pid);
}
