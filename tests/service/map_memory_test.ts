import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import type { LatLng } from "../../src/domain/location.ts";
import { editedSample } from "../restaurant/edited_sample.ts";
import { residentMb } from "../support/process_memory.ts";
import { mapIsMissing, mapPath } from "../support/routing_engine.ts";
import {
  runProgram,
  type ServiceProcess,
  startServiceProcess,
} from "../support/service_process.ts";
import { NO_LIMITS, post } from "./_guests.ts";
import { median } from "../bench/_figures.ts";

const MAP = mapPath("ors_heidelberg.test.pbf");
const IN_HEIDELBERG: LatLng = { lat: 49.4094, lng: 8.6942 };
const IN_MERIDA: LatLng = { lat: 20.9686, lng: -89.6223 };
const MAX_MB = 40;
const ROUNDS = 5;

Deno.test({
  name: "the map of a city takes at most 40 MB more memory than the sample map",
  ignore: mapIsMissing(MAP),
  async fn() {
    const folder = await Deno.makeTempDir();
    try {
      await using withSample = await startServiceProcess({ env: ENV });
      await using withCity = await startServiceProcess({ env: await inHeidelberg(folder) });
      const [sample, city]: [number[], number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round++) {
        sample.push(await underLoad(withSample, IN_MERIDA, round));
        city.push(await underLoad(withCity, IN_HEIDELBERG, round));
      }
      // Garbage that is not yet collected varies between rounds, so medians are compared.
      const more = median(city) - median(sample);
      assert(more <= MAX_MB, `${more} MB more: ${city} MB, with the sample map ${sample} MB`);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

const ENV = { ...NO_LIMITS, RATE_LIMIT_BORRADOR: "1000000/1", BASE_URL: "https://mesa.example" };

async function inHeidelberg(folder: string): Promise<Record<string, string>> {
  const MAP_FILE = join(folder, "mapa.bin");
  const { code, stderr } = await runProgram({ args: ["map", "import", MAP, "--out", MAP_FILE] });
  assertEquals(code, 0, stderr);
  const RESTAURANT_FILE = join(folder, "restaurante.json");
  await Deno.writeTextFile(RESTAURANT_FILE, editedSample(["ubicacion", IN_HEIDELBERG]));
  return { ...ENV, MAP_FILE, RESTAURANT_FILE };
}

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
  return await residentMb(service.pid);
}
