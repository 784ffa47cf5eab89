/** Which streets a service prices by: what the restaurant's file says of them, and once it has changed. */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { join } from "node:path";
import { readConfig } from "../../src/config/config.ts";
import type { LatLng } from "../../src/domain/location.ts";
import { sampleRestaurant } from "../../src/restaurant/load.ts";
import { restaurantSource } from "../../src/service/restaurant.ts";
import { mapStreets, openStreets, plannerOf } from "../../src/service/streets.ts";
import { sampleMap } from "../../src/streets/mod.ts";
import { writeMapOf } from "../streets/_map_files.ts";
import { at, graphOf, street } from "../streets/_small_graphs.ts";
import { editedSample } from "../support/edited_sample.ts";
import { eventually } from "../support/eventually.ts";
import { type ServiceProcess, startServiceProcess } from "../support/service_process.ts";
import { tempFolder } from "../support/temp_folder.ts";
import { signedIn, signIn } from "./_board.ts";
import { NO_LIMITS } from "./_guests.ts";

/** A slow street from one door to the guest, and a longer fast avenue by way of another door. */
const [DOOR, OTHER_DOOR, END] = [at(0, 0), at(1_000, 800), at(2_000, 0)];
const GUEST = at(1_900, 0);
const KM = { slow: 1.9, fast: 2.7, fromOtherDoor: 1.4 };

interface Town extends AsyncDisposable {
  readonly service: ServiceProcess;
  readonly map: string;
  /** Saves a page of the board, typed over the version with this number. */
  save(version: number, path: string, typed: Readonly<Record<string, string>>): Promise<unknown>;
}

/** A service with a map of its own, whose restaurant is at {@linkcode DOOR}. */
async function startTown(): Promise<Town> {
  const folder = await tempFolder();
  const map = join(folder.path, "mapa.bin");
  const RESTAURANT_FILE = join(folder.path, "casa.json");
  const kmh = (speed: number) => ({ forwardKmh: speed, backwardKmh: speed });
  const graph = graphOf([DOOR, OTHER_DOOR, END], [
    street(0, 2, "Calle 60", kmh(10)),
    street(0, 1, "Avenida", kmh(60)),
    street(1, 2, "Avenida", kmh(60)),
  ]);
  await writeMapOf(graph, map);
  const file = editedSample(["ubicacion", DOOR], ["envio.radio_maximo_km", 10]);
  await Deno.writeTextFile(RESTAURANT_FILE, file);
  const own = { BASE_URL: "https://mesa.example", RESTAURANT_FILE };
  const env = { ...NO_LIMITS, ...own, DATA_DIR: folder.path };
  const service = await startServiceProcess({ env });
  const board = await signedIn(service);
  return {
    service,
    map,
    save: (version, path, typed) =>
      board.send(path, {
        version: `${version}`,
        visto: `${version}`,
        ...typed,
        accion: "guardar",
      }),
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Kilometres to the guest; null where they are not quoted. */
async function quoted({ url }: ServiceProcess): Promise<number | null> {
  const quote = await fetch(`${url}/api/envio?lat=${GUEST.lat}&lng=${GUEST.lng}`);
  return (await quote.json()).km;
}

Deno.test("the route that is charged, once chosen on the board, prices without a restart", async () => {
  await using town = await startTown();
  const { service } = town;
  assertEquals(await quoted(service), KM.fast);
  await town.save(1, "/ajustes/envio", { ruta: "corta" });
  await eventually(async () => await quoted(service) === KM.slow);
});

Deno.test("no price is from a door that the restaurant has left, though the map cannot be read for the new one", async () => {
  await using town = await startTown();
  const { service, map } = town;
  const move = (version: number, { lat, lng }: LatLng) =>
    town.save(version, "/ajustes/contacto", { ubicacion: `${lat.toFixed(6)}, ${lng.toFixed(6)}` });
  await move(1, OTHER_DOOR);
  await eventually(async () => await quoted(service) === KM.fromOtherDoor);
  await Deno.writeTextFile(map, "this is no map");
  // Due south: one of its coordinates stays.
  await move(2, { ...OTHER_DOOR, lat: DOOR.lat });
  await eventually(async () => await quoted(service) === null);
});

Deno.test("the sample's map prices the sample alone, also where no other can be read; the board then says what guests lack", async () => {
  await using folder = await tempFolder();
  await Deno.writeTextFile(join(folder.path, "mapa.bin"), "this is no map");
  const env = { ...NO_LIMITS, DATA_DIR: folder.path };
  await using service = await startServiceProcess({ env });
  const priced = async () =>
    (await (await fetch(`${service.url}/api/envio?lat=20.9671&lng=-89.6237`)).json()).cotizado;
  assertEquals(await priced(), true);
  const board = await signedIn(service);
  const typed = { version: "0", nombre: "La Casa", accion: "guardar" };
  await board.send("/ajustes/contacto", typed);
  await eventually(async () => await priced() === false);
  await Deno.remove(join(folder.path, "mapa.bin"));
  Deno.kill(service.pid, "SIGHUP");
  const cookie = (await signIn(service))!;
  const first = async () => await (await fetch(service.staffUrl, { headers: { cookie } })).text();
  const lacks = /Sin mapa de calles tus clientes no ven precios.*cotiza por WhatsApp.*map import/;
  await eventually(async () => lacks.test(await first()));
});

Deno.test("a restaurant that was the sample has no map from its first change on, before the reload too", async () => {
  let served = sampleRestaurant();
  const config = { ...readConfig({}), mapFile: "/nowhere/mapa.bin" };
  const source = { ...restaurantSource(SILENT), current: () => served };
  const { planner, locate, hasPrices, findsAddresses } = await openStreets(config, source, SILENT);
  assert(hasPrices() && findsAddresses() && (await locate("58 x 59", served)) !== null);
  served = { ...served, sample: false };
  assert(!hasPrices() && !findsAddresses() && (await locate("58 x 59", served)) === null);
  assertEquals((await planner.plan(served.location)).kind, "no_route");
});

Deno.test("a restaurant that moves, even while the service reads its streets, has no price until they are loaded again", async () => {
  const elsewhere = { ...sampleRestaurant(), location: SAMPLE_DOORS[0] };
  let served = sampleRestaurant();
  const source = { ...restaurantSource(SILENT), current: () => served };
  const config = { ...readConfig({}), mapFile: "/nowhere/mapa.bin" };
  const opening = openStreets(config, source, SILENT);
  served = elsewhere;
  const { planner, picture, isOutdated, reload } = await opening;
  for (const door of [elsewhere, sampleRestaurant()]) {
    served = door;
    assert(await isOutdated());
    await assertRejects(async () => await planner.plan(SAMPLE_DOORS[1]), Error, "has moved");
    assertEquals([planner.basis!(), picture(SAMPLE_DOORS[1], WORDS)], [null, null]);
    await reload();
    assert(!await isOutdated());
    const { drives } = (await mapStreets(null, door))!;
    assertEquals(await planner.plan(SAMPLE_DOORS[1]), drives.plan(SAMPLE_DOORS[1]));
  }
});

Deno.test("with OSRM a restaurant that moves is priced from its new door, though its map file cannot be read", async () => {
  await using folder = await tempFolder();
  await Deno.writeTextFile(join(folder.path, "mapa.bin"), "this is no map");
  const asked: string[] = [];
  await using osrm = Deno.serve({ port: 0, onListen() {} }, ({ url }) => {
    asked.push(url);
    const waypoints = [{ distance: 1, name: "" }, { distance: 1, name: "Calle 60" }];
    return Response.json({ code: "Ok", routes: [{ distance: 900, duration: 90 }], waypoints });
  });
  const OSRM_URL = `http://127.0.0.1:${osrm.addr.port}`;
  const config = readConfig({ DATA_DIR: folder.path, OSRM_URL });
  let served = { ...sampleRestaurant(), sample: false, location: DOOR };
  const source = { ...restaurantSource(SILENT), current: () => served };
  const { planner, hasPrices, reload } = await openStreets(config, source, SILENT);
  for (const door of [DOOR, OTHER_DOOR]) {
    served = { ...served, location: door };
    await assertRejects(reload, Error, "no es un mapa");
    assertEquals([hasPrices(), (await planner.plan(GUEST)).kind], [true, "route"]);
    const from = `/driving/${door.lng.toFixed(6)},${door.lat.toFixed(6)};`;
    assert(asked.at(-1)!.includes(from), asked.at(-1));
  }
});

Deno.test("a map gives no price where the restaurant has no prices for its delivery", async () => {
  let served = sampleRestaurant();
  const source = { ...restaurantSource(SILENT), current: () => served };
  const { hasPrices, locate } = await openStreets(readConfig({}), source, SILENT);
  served = { ...served, tariff: { ...served.tariff, unpriced: true } };
  assert(!hasPrices() && (await locate("58 x 59", served)) !== null);
});

const WORDS = { restaurant: "", destination: "", title: "", nameless: "", invented: "" };

Deno.test("the board says how far the map goes of the radius that is saved, and nothing without delivery", async () => {
  await using town = await startTown();
  const { service } = town;
  const cookie = (await signIn(service))!;
  const said = async () => {
    const page = await fetch(`${service.staffUrl}/casa`, { headers: { cookie } });
    return /El mapa: A (\d+) km/.exec(await page.text())?.[1];
  };
  assertEquals(await said(), "10");
  const fields = ["base_km", "base_costo", "costo_km_extra"];
  for (const [n, radius] of ["", "7"].entries()) {
    const typed = fields.map((field) => [`envio.${field}`, radius && "1"]);
    const form = { ...Object.fromEntries(typed), "envio.radio_maximo_km": radius };
    await town.save(n + 1, "/ajustes/envio", form);
    await eventually(async () => (await said() ?? "") === radius);
  }
});

const SILENT = { info() {}, warn() {}, error() {} };

/** To the first a balanced drive is the shortest, which takes 24 s more; to the second the fastest, 13 m longer. */
const SAMPLE_DOORS = [{ lat: 20.9545, lng: -89.6079 }, { lat: 20.9531, lng: -89.6156 }] as const;

Deno.test("a price's route is the one that the restaurant's file chooses", async () => {
  const all = await Promise.all(
    (["balanced", "fastest", "shortest"] as const).map(async (routeChoice) =>
      (await mapStreets(null, { ...sampleRestaurant(), routeChoice }))!.drives
    ),
  );
  const byDefault = await sampleMap().drivesFrom(sampleRestaurant().location);
  for (const [nth, door] of SAMPLE_DOORS.entries()) {
    const [balanced, fastest, shortest] = all.map((drives) => drives.plan(door));
    assert(fastest?.kind === "route" && shortest?.kind === "route");
    assert(shortest.meters < fastest.meters && fastest.seconds < shortest.seconds);
    assertEquals(balanced, nth === 0 ? shortest : fastest);
    assertEquals(byDefault.plan(door), balanced);
  }
});

Deno.test("the basis of prices is one object for as long as the drives are the same", async () => {
  const { map, drives } = (await mapStreets(null, sampleRestaurant()))!;
  const { basis } = plannerOf(drives);
  assert(basis!() === basis!());
  const { location } = sampleRestaurant();
  assert(basis!() !== plannerOf(await map.drivesFrom(location)).basis!());
});
