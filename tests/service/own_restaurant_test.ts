/** A service with its own restaurant file, which tests change. */
import { assert, assertEquals, assertNotEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { type Edit, editedSample } from "../support/edited_sample.ts";
import { rawRequest } from "../support/raw_http.ts";
import { type ServiceProcess, startServiceProcess } from "../support/service_process.ts";
import { run } from "../commands/_run.ts";
import { eventually } from "../support/eventually.ts";
import { freeSlot, NO_LIMITS, noAnswers, post, startCrowd, statusOf } from "./_guests.ts";

/** Its public address, with a path that links must keep. */
const BASE_URL = "https://mesa.example/casa";

interface OwnRestaurant extends AsyncDisposable {
  readonly service: ServiceProcess;
  readonly dataDir: string;
  /** Writes the sample's file, edited, in place of the restaurant's. */
  edit(...edits: readonly Edit[]): Promise<void>;
  /** Imports the restaurant's file as it is now. */
  import(): Promise<void>;
  /** Another process with the same settings; the one before has ended. */
  restart(): Promise<ServiceProcess>;
}

/** Starts a service whose file is the sample's, edited. */
async function startOwnRestaurant(...edits: readonly Edit[]): Promise<OwnRestaurant> {
  const folder = await Deno.makeTempDir();
  const [dataDir, RESTAURANT_FILE] = [join(folder, "data"), join(folder, "restaurante.json")];
  const edit = (...edits: readonly Edit[]) =>
    Deno.writeTextFile(RESTAURANT_FILE, editedSample(...edits));
  await edit(...edits);
  const env = { ...NO_LIMITS, RESTAURANT_FILE, BASE_URL, DATA_DIR: dataDir };
  const service = await startServiceProcess({ env });
  return {
    service,
    dataDir,
    edit,
    import: async () => void await run(["import", RESTAURANT_FILE, "--yes"], env),
    restart: () => startServiceProcess({ env }),
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** Two streets from the sample restaurant, on the sample map. */
const NEAR = { lat: 20.9671, lng: -89.6237 };

Deno.test("a restaurant without a map gets no price and no address of the sample's", async () => {
  await using own = await startOwnRestaurant(["nombre", "La Casa"]);
  const { url, lines } = own.service;
  const quote = await (await fetch(`${url}/api/envio?lat=${NEAR.lat}&lng=${NEAR.lng}`)).json();
  assertEquals([quote.cotizado, quote.cubierto, quote.costo], [false, true, null]);
  const address = await (await fetch(`${url}/api/ubicacion?texto=58+x+59`)).json();
  assertEquals(address.candidatos, []);
  assertStringIncludes(address.detalle, "se cotiza por WhatsApp");
  const home = { modo: "domicilio", direccion: "Calle 60 núm. 420", ...NEAR };
  const { status, body } = await post(`${url}/api/pedido/borrador`, draft(home));
  assertEquals([status, body.motivo], [503, "sin_ruta"]);
  assert(!lines.join("\n").includes("MUESTRA"), "the log takes it for the sample");
});

Deno.test("a file that still holds data of the sample is served with a bar, and a warning that lists it", async () => {
  await using own = await startOwnRestaurant(["nombre", "La Casa"], ["calificacion", undefined]);
  const { leftovers, level } = await own.service.logged(({ message }) =>
    message.startsWith("SIN TERMINAR: ")
  );
  assertEquals([level, leftovers], ["warn", "el teléfono, la foto, 62 platillos"]);
  const [home, board, info] = await Promise.all(
    [`${own.service.url}/`, `${own.service.staffUrl}/entrar`, `${own.service.url}/api/info`]
      .map(async (url) => (await fetch(url)).text()),
  );
  assertStringIncludes(home!, "SIN TERMINAR");
  assertStringIncludes(
    board!,
    "SIN TERMINAR</strong> Aún trae de la muestra el teléfono, la foto, 62 plat",
  );
  const { calificacion, muestra } = JSON.parse(info!);
  assertEquals(calificacion, { puntaje: 0, total: 0, fuente: "" });
  assertEquals(muestra, undefined);
  assert(!/opiniones/.test(home!), "a page shows a rating, but there is none");
});

Deno.test("links begin with BASE_URL, whatever the request's Host header", async () => {
  await using own = await startOwnRestaurant();
  const port = Number(new URL(own.service.url).port);
  const body = draft({ modo: "recoger" });
  const length = new TextEncoder().encode(body).length;
  const posted = await rawRequest(
    `POST /api/pedido/borrador HTTP/1.1\r\nHost: evil.example\r\nContent-Length: ${length}\r\n` +
      `X-Forwarded-Host: evil.example\r\nForwarded: host=evil.example\r\n\r\n${body}`,
    { port },
  );
  const link: string = JSON.parse(posted.text).confirmar_en;
  assertEquals(link.slice(0, link.lastIndexOf("/")), `${BASE_URL}/pedido`);
  const described = await rawRequest(
    "GET /openapi.json HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    { port },
  );
  assertEquals(JSON.parse(described.text).servers, [{ url: BASE_URL }]);
  assert(!`${posted.text}${described.text}`.includes("evil"));
  const page = await fetch(link.replace(BASE_URL, own.service.url));
  assertEquals(page.status, 200);
  const html = await page.text();
  assertStringIncludes(html, encodeURIComponent(link));
  assert(!html.includes("MUESTRA"), "the page takes it for the sample");
});

function draft(entrega: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ lineas: [{ id: "panuchos-3", cantidad: 1 }], entrega });
}

const PRICE = "secciones[0].platillos[0].presentaciones[0].precio";

interface Menu {
  readonly price: number;
  readonly etag: string;
}

Deno.test("a file is imported once, with a warning of an image that is not there; then neither SIGHUP nor a start reads it", async () => {
  const foto = "f".repeat(64);
  await using own = await startOwnRestaurant([PRICE, 101], ["presentacion.foto", foto]);
  const { level, image } = await own.service.logged(({ message }) =>
    message.startsWith("the restaurant file names an image that is not in the database")
  );
  assertEquals([level, image], ["warn", foto]);
  assertEquals(await statusOf(`${own.service.url}/imagen/${foto}`), 404);
  const before = await menu(own.service);
  await own.edit([PRICE, 102]);
  Deno.kill(own.service.pid, "SIGHUP");
  await own.service.logged(({ message }) => message === "loaded again");
  assertEquals(await menu(own.service), before);
  await own.service.stop();
  await using again = await own.restart();
  assertEquals((await menu(again)).price, 101);
});

Deno.test("an imported file is served soon, under another entity tag", async () => {
  await using own = await startOwnRestaurant([PRICE, 101]);
  const before = await menu(own.service);
  assertEquals(await statusIfKnown(own.service, before), 304);
  await own.edit([PRICE, 102], ["nombre", "La Otra"]);
  await own.import();
  await eventually(async () => (await menu(own.service)).price === 102);
  assertNotEquals((await menu(own.service)).etag, before.etag);
  assertEquals(await statusIfKnown(own.service, before), 200);
});

Deno.test("no request is dropped while files are imported", async () => {
  await using own = await startOwnRestaurant([PRICE, 1]);
  const { service } = own;
  const answers = noAnswers();
  const slot = await freeSlot(service.url);
  const crowd = startCrowd({ url: service.url, slot, answers, first: 0 });
  for (let price = 2; price < 8; price++) {
    await own.edit([PRICE, price]);
    await own.import();
    await eventually(async () => (await menu(service)).price === price);
    await crowd.until(({ held }) => held.size > price * 20);
  }
  await crowd.stop();
  assertEquals([answers.refused.size, answers.unanswered.size], [0, 0]);
});

async function menu({ url }: Pick<ServiceProcess, "url">): Promise<Menu> {
  const response = await fetch(`${url}/api/menu`);
  const { secciones } = await response.json();
  return {
    price: secciones[0].platillos[0].presentaciones[0].precio,
    etag: response.headers.get("etag")!,
  };
}

async function statusIfKnown({ url }: ServiceProcess, { etag }: Menu): Promise<number> {
  return await statusOf(`${url}/api/menu`, { headers: { "if-none-match": etag } });
}
