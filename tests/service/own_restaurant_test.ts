/** A service with its own restaurant file, which tests change. */
import {
  assert,
  assertEquals,
  assertMatch,
  assertNotEquals,
  assertStringIncludes,
} from "@std/assert";
import { join } from "node:path";
import { type Edit, editedSample } from "../support/edited_sample.ts";
import { rawRequest } from "../support/raw_http.ts";
import { type ServiceProcess, startServiceProcess } from "../support/service_process.ts";
import { freeSlot, NO_LIMITS, noAnswers, post, startCrowd, statusOf } from "./_guests.ts";

/** Its public address, with a path that links must keep. */
const BASE_URL = "https://mesa.example/casa";

interface OwnRestaurant extends AsyncDisposable {
  readonly service: ServiceProcess;
  /** Writes the sample's file, edited, in place of the restaurant's. */
  edit(...edits: readonly Edit[]): Promise<void>;
  /** Writes `text` in place of the restaurant's file. */
  write(text: string): Promise<void>;
}

/** Starts a service whose file is the sample's, edited. */
async function startOwnRestaurant(...edits: readonly Edit[]): Promise<OwnRestaurant> {
  const folder = await Deno.makeTempDir();
  const RESTAURANT_FILE = join(folder, "restaurante.json");
  const write = (text: string) => Deno.writeTextFile(RESTAURANT_FILE, text);
  await write(editedSample(...edits));
  const env = { ...NO_LIMITS, RESTAURANT_FILE, BASE_URL, DATA_DIR: join(folder, "data") };
  const service = await startServiceProcess({ env });
  return {
    service,
    edit: (...edits) => write(editedSample(...edits)),
    write,
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
  assertStringIncludes(address.detalle, "no tiene un mapa de calles");
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

Deno.test("after SIGHUP a new file is imported and served, under another entity tag, with a warning of an image that is not there", async () => {
  await using own = await startOwnRestaurant([PRICE, 101]);
  const before = await menu(own.service);
  assertEquals(before.price, 101);
  assertEquals(await statusIfKnown(own.service, before), 304);
  const foto = "f".repeat(64);
  await own.edit([PRICE, 102], ["nombre", "La Otra"], ["presentacion.foto", foto]);
  assertEquals(await menu(own.service), before, "the file is read when the signal says so");
  const line = await reload(own.service);
  assertEquals([line.message, line.restaurant], ["restaurant served", "La Otra"]);
  const { level, image } = await own.service.logged(({ message }) =>
    message.startsWith("the restaurant file names an image that is not in the database")
  );
  assertEquals([level, image], ["warn", foto]);
  assertEquals(await statusOf(`${own.service.url}/imagen/${foto}`), 404);
  const after = await menu(own.service);
  assertEquals(after.price, 102);
  assertNotEquals(after.etag, before.etag);
  assertEquals(await statusIfKnown(own.service, before), 200);
});

Deno.test("a bad file is refused, the log names the command that explains it, and the old restaurant stays", async () => {
  await using own = await startOwnRestaurant([PRICE, 101]);
  const before = await menu(own.service);
  const bad = [
    ["{", / 1 problem: línea 1, /],
    ['{"nombre":"A"}', / \d+ problems, the first: /],
  ] as const;
  for (const [text, problems] of bad) {
    await own.write(text);
    const { level, message, error } = await reload(own.service);
    assertEquals(level, "error");
    assertMatch(String(error), problems);
    assertStringIncludes(message, "the version before stays: sobremesa check FILE says why");
    assertEquals(await menu(own.service), before);
  }
  await own.edit([PRICE, 103]);
  assertEquals((await reload(own.service)).message, "restaurant served");
  assertEquals((await menu(own.service)).price, 103);
  await own.service.logged(({ message }) => message === "loaded again");
  const loaded = own.service.lines.filter((line) => line.includes('"loaded again"'));
  assertEquals(loaded.length, 1, "a refused file is not loaded");
});

Deno.test("no request is dropped while files are loaded", async () => {
  await using own = await startOwnRestaurant([PRICE, 1]);
  const { service } = own;
  const answers = noAnswers();
  const slot = await freeSlot(service.url);
  const crowd = startCrowd({ url: service.url, slot, answers, first: 0 });
  for (let price = 2; price < 12; price++) {
    await own.edit([PRICE, price]);
    await reload(service);
    assertEquals((await menu(service)).price, price);
    await crowd.until(({ held }) => held.size > price * 20);
  }
  await crowd.stop();
  assertEquals([answers.refused.size, answers.unanswered.size], [0, 0]);
});

Deno.test("guests are answered while a file of 0.9 MB of mistakes is refused", async () => {
  await using own = await startOwnRestaurant([PRICE, 101]);
  const dishes = Array(300_000).fill("{}").join(",");
  await own.write(`{"secciones":[{"nombre":"a","platillos":[${dishes}]}]}`);
  await menu(own.service);
  let slowest = 0;
  let refused = false;
  const reloaded = reload(own.service).finally(() => refused = true);
  while (!refused) {
    const begun = performance.now();
    assertEquals((await menu(own.service)).price, 101);
    slowest = Math.max(slowest, performance.now() - begun);
  }
  assertStringIncludes((await reloaded).message, "restaurant file refused");
  assert(slowest < 1_500, `a guest waited ${Math.round(slowest)} ms`);
});

Deno.test("SIGHUP does not end a service that serves the sample", async () => {
  await using service = await startServiceProcess();
  Deno.kill(service.pid, "SIGHUP");
  await service.logged(({ message }) => message === "loaded again");
  assert((await menu(service)).price > 0);
});

/** Sends SIGHUP and returns the log line with the result. */
function reload(service: ServiceProcess): ReturnType<ServiceProcess["logged"]> {
  const known = service.lines.length;
  Deno.kill(service.pid, "SIGHUP");
  return service.logged(({ message, time }) =>
    message.startsWith("restaurant ") &&
    service.lines.findIndex((line) => line.includes(time) && line.includes(message)) >= known
  );
}

async function menu({ url }: ServiceProcess): Promise<Menu> {
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
