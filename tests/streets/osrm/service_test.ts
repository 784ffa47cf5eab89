/** The whole service with a restaurant in Monaco: with a real OSRM. */
import { assert, assertEquals, assertGreater, assertMatch } from "@std/assert";
import { join } from "node:path";
import { osrmIsMissing, startOsrm } from "../../support/osrm.ts";
import { type ServiceProcess, startServiceProcess } from "../../support/service_process.ts";
import { editedSample } from "../../support/edited_sample.ts";
import { eventually } from "../../support/eventually.ts";
import { tempFolder } from "../../support/temp_folder.ts";

const MONACO = "osrm_monaco.osm.pbf";
/** On Monaco's Place d'Armes. */
const RESTAURANT = { lat: 43.7325, lng: 7.4189 };
/** In the sea, 423 m from Monaco's nearest street. */
const AT_SEA = { lat: 43.728, lng: 7.43 };
const HOTEL = { lat: 43.7384, lng: 7.4246 };
const STATION = { lat: 43.7345, lng: 7.4188 };
/** 40 km away. */
const FAR = { lat: 43.7384, lng: 7.9246 };

const WITHOUT_PRICE = {
  ok: true,
  cubierto: true,
  cotizado: false,
  km: null,
  costo: null,
  entrega_min: null,
  entrega_max: null,
  calle: null,
  metros_a_calle: null,
  ciudad: "Mérida",
};

Deno.test({
  name: "OSRM_URL prices by OSRM's routes, and gives no price while OSRM hangs or is gone",
  ignore: osrmIsMissing(MONACO),
  async fn() {
    await using folder = await tempFolder();
    await using osrm = await startOsrm(MONACO);
    await using service = await startServiceProcess({
      env: { ...await inMonaco(folder.path), OSRM_URL: `${osrm.url}/` },
    });

    const { entrega_min, entrega_max, ...priced } = await quote(service, HOTEL);
    assertEquals(priced, {
      ok: true,
      cubierto: true,
      cotizado: true,
      km: 1.6,
      costo: 38,
      moneda: "MXN",
      iva_incluido: true,
      calle: "Avenue de l'Hermitage",
      metros_a_calle: 13,
      ciudad: "Mérida",
    });
    assertGreater(Number(entrega_max), Number(entrega_min));
    assertEquals((await draft(service, HOTEL)).body.costo_envio, 38);
    assertPriceless(await quote(service, AT_SEA));
    assertEquals((await quote(service, FAR)).cubierto, false);

    await osrm.pause();
    assertPriceless(await quote(service, STATION));

    await osrm.kill();
    assertEquals((await quote(service, HOTEL)).costo, 38);
    assertPriceless(await quote(service, STATION));
    const { status, body } = await draft(service, STATION);
    assertEquals([status, body.motivo], [503, "sin_ruta"]);
    assertMatch(body.whatsapp, /^https:\/\/wa\.me\//);

    await service.logged(({ error }) =>
      String(error).startsWith("OsrmError: OSRM cannot be reached at OSRM_URL")
    );
    assertLogsNothingPrivate(service);
  },
});

Deno.test({
  name: "SIGHUP clears the cache of routes, so that OSRM's new map is priced without a restart",
  ignore: osrmIsMissing(MONACO),
  async fn() {
    await using folder = await tempFolder();
    await using osrm = await startOsrm(MONACO);
    await using service = await startServiceProcess({
      env: { ...await inMonaco(folder.path), OSRM_URL: osrm.url },
    });
    assertEquals((await quote(service, HOTEL)).costo, 38);
    await osrm.kill();
    assertEquals((await quote(service, HOTEL)).costo, 38);
    Deno.kill(service.pid, "SIGHUP");
    await eventually(async () => !(await quote(service, HOTEL)).cotizado);
  },
});

/** The sample restaurant moved to Monaco: $16 up to 0.5 km, $20 for each further kilometre. */
async function inMonaco(folder: string): Promise<Record<string, string>> {
  const path = join(folder, "restaurante.json");
  await Deno.writeTextFile(
    path,
    editedSample(
      ["ubicacion", RESTAURANT],
      ["envio", { base_km: 0.5, base_costo: 16, costo_km_extra: 20, radio_maximo_km: 10 }],
    ),
  );
  return { RESTAURANT_FILE: path, BASE_URL: "https://mesa.example" };
}

interface Point {
  readonly lat: number;
  readonly lng: number;
}

/** A quote without the kitchen's hours, which depend on when the test runs. */
async function quote({ url }: ServiceProcess, { lat, lng }: Point): Promise<Quote> {
  const response = await fetch(`${url}/api/envio?lat=${lat}&lng=${lng}`);
  assertEquals(response.status, 200);
  const { cocina_abierta: _, cocina_abre: __, ...quote } = await response.json();
  return quote;
}

type Quote = Readonly<Record<string, unknown>>;

async function draft({ url }: ServiceProcess, { lat, lng }: Point) {
  const response = await fetch(`${url}/api/pedido/borrador`, {
    method: "POST",
    body: JSON.stringify({
      lineas: [{ id: "horchata-j", cantidad: 1 }],
      entrega: { modo: "domicilio", direccion: "Avenue 1", lat, lng },
    }),
  });
  return { status: response.status, body: await response.json() };
}

function assertPriceless(quote: Quote): void {
  const { moneda: _, iva_incluido: __, whatsapp, sugerencia, ...rest } = quote;
  assertEquals(rest, WITHOUT_PRICE);
  assertMatch(String(sugerencia), /ofrece recoger/);
  assertMatch(String(whatsapp), /^https:\/\/wa\.me\//);
}

/** Fails if the service has written coordinates. */
function assertLogsNothingPrivate({ lines, errorLines }: ServiceProcess): void {
  const written = [...lines, ...errorLines].join("\n");
  assert(!/43\.7\d{3}|7\.4\d{3}/.test(written), written);
}
