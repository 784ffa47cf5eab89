/** Which streets a running service prices by, once its restaurant has changed. */
import { assertEquals } from "@std/assert";
import { join } from "node:path";
import type { LatLng } from "../../src/domain/location.ts";
import { boxOf } from "../../src/routing/coordinates.ts";
import { ATTRIBUTION, writeMap } from "../../src/routing/map_file.ts";
import { at, graphOf, street } from "../routing/_small_graphs.ts";
import { type Edit, editedSample } from "../support/edited_sample.ts";
import { eventually } from "../support/eventually.ts";
import { type ServiceProcess, startServiceProcess } from "../support/service_process.ts";
import { tempFolder } from "../support/temp_folder.ts";
import { signedIn } from "./_board.ts";
import { NO_LIMITS } from "./_guests.ts";

/** A slow street from one door to the guest, and a longer fast avenue by way of another door. */
const [DOOR, OTHER_DOOR, END] = [at(0, 0), at(1_000, 800), at(2_000, 0)];
const GUEST = at(1_900, 0);
const KM = { slow: 1.9, fast: 2.7, fromOtherDoor: 1.4 };

const STAFF_KEY = "una llave de veinte letras";

interface Town extends AsyncDisposable {
  readonly service: ServiceProcess;
  readonly map: string;
  /** Imports the restaurant's file with its door at `place`. */
  reload(place: LatLng, ...edits: readonly Edit[]): Promise<void>;
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
  const info = { bbox: boxOf(graph), timestamp: null, attribution: ATTRIBUTION, source: "town" };
  await writeMap(map, graph, info);
  const write = (place: LatLng, edits: readonly Edit[] = []) => {
    const text = editedSample(["ubicacion", place], ["envio.radio_maximo_km", 10], ...edits);
    return Deno.writeTextFile(RESTAURANT_FILE, text);
  };
  await write(DOOR);
  const own = { STAFF_KEY, BASE_URL: "https://mesa.example", MAP_FILE: map, RESTAURANT_FILE };
  const env = { ...NO_LIMITS, ...own, DATA_DIR: folder.path };
  const service = await startServiceProcess({ env });
  return {
    service,
    map,
    async reload(place, ...edits) {
      await write(place, edits);
      Deno.kill(service.pid, "SIGHUP");
    },
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
  const board = await signedIn(service, STAFF_KEY);
  await board.send("/ajustes/envio", { version: "1", ruta: "corta", accion: "guardar" });
  await eventually(async () => await quoted(service) === KM.slow, 5_000);
});

Deno.test("no price is from a door that the restaurant has left, though the map cannot be read for the new one", async () => {
  await using town = await startTown();
  const { service, map } = town;
  await town.reload(OTHER_DOOR);
  await eventually(async () => await quoted(service) === KM.fromOtherDoor, 5_000);
  await Deno.writeTextFile(map, "this is no map");
  await town.reload(DOOR, ["nombre", "La Vuelta"]);
  await eventually(async () => await quoted(service) === null, 5_000);
});
