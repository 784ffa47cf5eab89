/**
 * The source of the served restaurant: a file once, then the board and what is imported, on every instance and across
 * restarts.
 */
import { assertEquals, assertMatch } from "@std/assert";
import { join } from "node:path";
import { type Image, imageName, readImage } from "../../src/domain/image.ts";
import { pack } from "../../src/restaurant/archive.ts";
import { editedSample } from "../support/edited_sample.ts";
import { testOnServer } from "../support/databases.ts";
import {
  runProgram,
  type ServiceProcess,
  startServiceProcess,
} from "../support/service_process.ts";
import { eventually } from "../support/eventually.ts";
import { pricesOn } from "../support/restaurant_fixture.ts";
import { tempFolder } from "../support/temp_folder.ts";
import { signIn } from "./_board.ts";
import { NO_LIMITS, statusOf } from "./_guests.ts";

const SERVED = { ...NO_LIMITS, BASE_URL: "https://mesa.example" };
const PRICE = "secciones[0].platillos[0].presentaciones[0].precio";

/** A restaurant whose seven sections are empty. */
const EMPTY = editedSample(
  ...[...Array(7).keys()].map((n) => [`secciones[${n}].platillos`, []] as const),
);

async function prices({ url }: ServiceProcess): Promise<Readonly<Record<string, number>>> {
  return pricesOn(await (await fetch(`${url}/api/menu`)).json());
}

async function isPriced({ url }: ServiceProcess): Promise<boolean> {
  return (await (await fetch(`${url}/api/envio?lat=20.9712&lng=-89.6291`)).json()).cotizado;
}

/** Sends a form to the board, signed in on that instance. */
async function send(
  service: ServiceProcess,
  path: string,
  form: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly location: string; readonly text: string }> {
  const cookie = await signIn(service) ?? "";
  const response = await fetch(`${service.staffUrl}${path}`, {
    method: "POST",
    body: new URLSearchParams(form),
    headers: { cookie, origin: service.staffUrl },
    redirect: "manual",
  });
  const location = response.headers.get("location") ?? "";
  return { status: response.status, location, text: await response.text() };
}

async function read(service: ServiceProcess, path: string): Promise<string> {
  const cookie = await signIn(service) ?? "";
  return await (await fetch(`${service.staffUrl}${path}`, { headers: { cookie } })).text();
}

const saved = (version: number) => `/carta/0?hecho=${version}`;

/** The first dish of the first section, with a price, as its page sends it. */
const dish = (version: number, price: string) => {
  const values = {
    nombre: "Papadzules",
    "descripcion.es": "Con pepita.",
    "descripcion.en": "With pumpkin seed.",
    "presentaciones.0.etiqueta": "",
    "presentaciones.0.precio": price,
  };
  const named = Object.entries(values)
    .map(([name, value]) => [`secciones.0.platillos.0.${name}`, value]);
  return { version: String(version), ...Object.fromEntries(named) };
};

testOnServer(
  "every instance and restart serves the file's restaurant, then a dish and a price that the board saved",
  async ({ url: DATABASE_URL, dataDir }) => {
    const RESTAURANT_FILE = join(dataDir, "restaurante.json");
    await Deno.writeTextFile(RESTAURANT_FILE, EMPTY);
    const env = { ...SERVED, DATABASE_URL, RESTAURANT_FILE };
    const start = (name: string, more: Readonly<Record<string, string>> = {}) =>
      startServiceProcess({ env: { ...env, DATA_DIR: join(dataDir, name), ...more } });
    {
      await using one = await start("one");
      await using other = await start("other");
      // Both take the key that the first has made.
      await Deno.copyFile(join(one.dataDir, "staff_key"), join(other.dataDir, "staff_key"));
      assertEquals(await prices(one), {});
      const added = await send(one, "/carta/0", { ...dish(1, "95"), accion: "guardar" });
      assertEquals([added.status, added.location], [303, saved(2)]);
      assertEquals(await prices(one), { "papadzules-2": 95 });
      await eventually(async () => (await prices(other))["papadzules-2"] === 95);

      // Both start from version 2: the second is asked which price stays, and saves nothing.
      const cheap = await send(other, "/carta/0", { ...dish(2, "90"), accion: "guardar" });
      assertEquals(cheap.location, saved(3));
      const late = await send(one, "/carta/0", { ...dish(2, "99,50"), accion: "guardar" });
      assertEquals(late.status, 409);
      assertMatch(late.text, /Lo tuyo: <b>\$99\.50<\/b>[\s\S]*guardó: <b>\$90\.00<\/b>/);
      assertEquals(await prices(one), { "papadzules-2": 90 });
      const last = await send(one, "/carta/0", { ...dish(3, "99,50"), accion: "guardar" });
      assertEquals(last.location, saved(4));
      await eventually(async () => (await prices(other))["papadzules-2"] === 99.5);
      await one.kill();
    }
    {
      await using again = await start("one");
      assertEquals(await prices(again), { "papadzules-2": 99.5 });
      const exported = await runProgram({ args: ["export"], env: { ...env, DATA_DIR: dataDir } });
      assertMatch(exported.stderr, /versión 4 \(Wendy, /);
      const [section] = JSON.parse(exported.stdout).secciones;
      assertEquals(section.platillos[0].presentaciones[0].precio, 99.5);
      const checked = await runProgram({ args: ["check"], env: { ...env, DATA_DIR: dataDir } });
      assertMatch(checked.stdout, /^lo que se sirve, versión 4 \(Wendy, /);
    }
    await Deno.writeTextFile(RESTAURANT_FILE, editedSample([PRICE, 41]));
    {
      await using one = await start("one");
      await using other = await start("other");
      assertEquals(await prices(one), { "papadzules-2": 99.5 }, "the file is not read again");
      const imported = await runProgram({
        args: ["import", RESTAURANT_FILE, "--yes"],
        env: { ...env, DATA_DIR: dataDir },
      });
      assertEquals(imported.code, 0, imported.stderr);
      const isServed = async (service: ServiceProcess) =>
        (await prices(service))["panuchos-p"] === 41;
      await eventually(async () => await isServed(one) && await isServed(other));
      const page = await read(one, "/versiones");
      assertMatch(page, /Versión 5: <bdi>sobremesa import</);
      assertMatch(page, /Versión 1: <bdi>RESTAURANT_FILE</);
    }
    await using last = await start("one", { RESTAURANT_FILE: "" });
    assertEquals((await prices(last))["panuchos-p"], 41, "without a file the newest serves");
  },
);

Deno.test("RESTAURANT_FILE may be an archive, whose images guests see", async () => {
  await using folder = await tempFolder();
  const RESTAURANT_FILE = join(folder.path, "casa.tar");
  // The sample's own images are served without being stored.
  const image = readImage(Uint8Array.fromBase64(PIXEL)) as Image;
  const hash = imageName(image);
  const text = editedSample(["presentacion.foto", hash]);
  await Deno.writeFile(RESTAURANT_FILE, pack({ text, images: new Map([[hash, image]]) }, 0));
  await using service = await startServiceProcess({ env: { ...SERVED, RESTAURANT_FILE } });
  const seen = await fetch(`${service.url}/imagen/${hash}`);
  assertEquals([seen.status, await seen.bytes()], [200, image.bytes]);
});

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGOYZS/7HwAEYwH2+vL4kAAAAABJRU5ErkJggg==";

Deno.test("a crash between checking and saving a file changes nothing", async () => {
  await using folder = await tempFolder();
  const env = { ...NO_LIMITS, DATA_DIR: folder.path };
  const texto = editedSample([PRICE, 41]);
  {
    await using service = await startServiceProcess({ env });
    const shown = await send(service, "/archivo", { version: "0", accion: "revisar", texto });
    assertMatch(shown.text, /<s>\$38\.00<\/s> → <b>\$41\.00<\/b>/);
    await service.kill();
  }
  await using service = await startServiceProcess({ env });
  assertEquals((await prices(service))["panuchos-p"], 38);
  assertEquals(await isPriced(service), true);
  const menu = await fetch(`${service.url}/api/menu`);
  await menu.body?.cancel();
  const etag = menu.headers.get("etag");
  const seen = { version: "0", visto: "0", accion: "guardar", texto };
  assertEquals((await send(service, "/archivo", seen)).status, 303);
  const again = await send(service, "/archivo", seen);
  assertEquals([again.status, again.location], [303, "/versiones?hecho=2"], "sent twice");
  assertEquals((await prices(service))["panuchos-p"], 41);
  const known = { headers: { "if-none-match": etag! } };
  assertEquals(await statusOf(`${service.url}/api/menu`, known), 200);
  // Only the sample is priced by the invented map, and it is no longer served.
  await eventually(async () => !await isPriced(service));
});

Deno.test("where the database is damaged or gone, what its newest copy has from the board is served, or else the file", async () => {
  await using folder = await tempFolder();
  const path = (name: string) => join(folder.path, name);
  const [database, RESTAURANT_FILE] = [path("sobremesa.db"), path("restaurante.json")];
  const [older, newer] = [1, 2].map((day) => path(`backups/sobremesa-2026-12-0${day}.db`));
  const env = { ...SERVED, DATA_DIR: folder.path, RESTAURANT_FILE };
  const copyTo = async (copy: string) => {
    const { code, stderr } = await runProgram({ args: ["backup", copy], env });
    assertEquals(code, 0, stderr);
  };
  await Deno.mkdir(path("backups"));
  await Deno.writeTextFile(RESTAURANT_FILE, editedSample());
  {
    await using service = await startServiceProcess({ env });
    await copyTo(older!);
    const texto = editedSample([PRICE, 41]);
    const seen = { version: "1", visto: "1", accion: "guardar", texto };
    const saved = await send(service, "/archivo", seen);
    assertEquals(saved.status, 303);
    await copyTo(newer!);
    await service.stop();
  }
  const priceNow = async () => {
    await using service = await startServiceProcess({ env });
    return (await prices(service))["panuchos-p"];
  };
  await Deno.writeTextFile(database, "this is no database ".repeat(500));
  assertEquals(await priceNow(), 41);
  const checked = await runProgram({ args: ["check"], env });
  assertMatch(checked.stdout, /^lo que se sirve, versión 2 \(Wendy, /);
  await Deno.writeTextFile(RESTAURANT_FILE, editedSample([PRICE, 45]));
  await Deno.remove(database);
  assertEquals(await priceNow(), 41, "a stored version comes before the file");
  await Deno.writeTextFile(newer!, "this is no database ".repeat(500));
  assertEquals(await priceNow(), 38, "that of the older copy");
  await Deno.writeTextFile(older!, "this is no database ".repeat(500));
  assertEquals(await priceNow(), 45, "no copy can be read");
});
