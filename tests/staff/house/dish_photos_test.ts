/** Photos of dishes, from the dish's row on the board to the guests' menu and order form. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { type Image, imageSize, readImage } from "../../../src/domain/image.ts";
import { SAMPLE_IMAGES } from "../../../src/restaurant/sample_images.ts";
import { quietSource, type TestBoard, testBoard } from "../../support/test_board.ts";
import { editedSample } from "../../support/edited_sample.ts";
import { testApp } from "../../support/test_app.ts";
import { sampleRestaurant } from "../../../src/restaurant/load.ts";
import { unescaped, wordsOf } from "../_board_pages.ts";
import { DESKTOP, holdPages, PHONE, testInBrowser, WITHOUT_SCRIPT } from "../_browser.ts";

/** The second dish of the sample's first section, which has no photo. */
const FOTO = "secciones.0.platillos.1.foto";
const NEXT_FOTO = "secciones.0.platillos.2.foto";
const [, [, photo] = []] = SAMPLE_IMAGES;
const BYTES = photo!.bytes;

function dishes({ deps }: TestBoard) {
  return JSON.parse(deps.restaurantBook.served().text).secciones[0].platillos;
}

const IMAGE =
  /<img class="dish" src="\/imagen\/([0-9a-f]{64})" alt="([^"]+)" width="(\d+)" height="(\d+)" loading="lazy">/g;

Deno.test("a photo that the database does not give is left out, and the menu is shown all the same", async () => {
  const [, [, gone] = []] = [...SAMPLE_IMAGES.keys()].entries();
  const image = (name: string) =>
    name === gone
      ? Promise.reject(new Error("away"))
      : Promise.resolve(SAMPLE_IMAGES.get(name) ?? null);
  await using app = await testApp({ restaurant: sampleRestaurant(), deps: () => ({ image }) });
  for (const path of ["/carta", "/pedir"]) {
    const { text } = await app.get(path);
    const shown = [...text.matchAll(IMAGE)].map(([, name, alt, ...size]) => [name, alt, ...size]);
    assertEquals(shown.length, 5, path);
    for (const [name = "", alt, ...size] of shown) {
      const dish = sampleRestaurant().menu.sections.flatMap(({ dishes }) => dishes)
        .find((dish) => dish.photo === name);
      assertEquals(alt, dish!.name);
      assertEquals(size.map(Number), [...imageSize(SAMPLE_IMAGES.get(name)!)]);
      assert(SAMPLE_IMAGES.get(name)!.bytes.length <= 15_000, "a sample photo is small");
    }
    assertEquals(text.includes(gone!), false);
  }
});

testInBrowser(
  "without script a dish's photo of at most 150 kB is uploaded in its row, seen by guests and in JSON-LD, and taken away",
  async ({ board, open }) => {
    const page = await open("/carta/0", WITHOUT_SCRIPT);
    const choose = async (buffer: Uint8Array) => {
      await page.locator("details", { hasText: "Salbutes" }).locator("summary").click();
      const files = [{ name: "a.webp", mimeType: "image/webp", buffer: Buffer.from(buffer) }];
      await page.locator(`[name="${FOTO}_nueva"]`).setInputFiles(files);
      await page.getByRole("button", { name: "Guardar", exact: true }).click();
    };
    await choose(new Uint8Array(150_001));
    assertStringIncludes(wordsOf(await page.content()), "foto: pasa de 150 kB");
    await page.goto(`${board.url}/carta/0`);
    await choose(BYTES);
    await page.getByText("Guardado", { exact: true }).waitFor();
    const { foto, nombre } = dishes(board)[1];
    assertEquals(nombre, "Salbutes");
    const { text } = await board.app.get("/carta");
    const shown = [...text.matchAll(IMAGE)].find(([, , alt]) => alt === "Salbutes");
    assertEquals(shown?.[1], foto);
    const [, json = ""] = /ld\+json">(.*?)<\/script>/s.exec(text)!;
    const items = JSON.parse(json).hasMenuSection[0].hasMenuItem;
    assertEquals(items[1].image, `${board.app.url}/imagen/${foto}`);
    assertEquals(
      (await board.app.get(`/imagen/${foto}`)).headers.get("content-type"),
      "image/webp",
    );
    await page.goto(`${board.url}/carta/0`);
    await page.locator("details", { hasText: "Salbutes" }).locator("summary").click();
    await page.locator(`[name="quitar_${FOTO}"]`).check();
    await page.getByRole("button", { name: "Guardar", exact: true }).click();
    await page.getByText("Guardado", { exact: true }).waitFor();
    assertEquals(dishes(board)[1].foto, undefined);
  },
  { source: quietSource() },
);

/** Puts a photo of 2000 by 2000 whose every point is another colour into the field: nothing is harder to make small. */
const noiseIn = (foto: string) =>
  `(async () => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 2000, height: 2000 });
  const pen = canvas.getContext("2d");
  const noise = pen.createImageData(1000, 1000);
  const points = new Uint32Array(noise.data.buffer);
  for (let n = 0, state = 7; n < points.length; n++) {
    state = Math.imul(state, 1664525) + 1013904223 >>> 0;
    points[n] = state | 0xff000000;
  }
  for (let n = 0; n < 4; n++) pen.putImageData(noise, n % 2 * 1000, (n >> 1) * 1000);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 1));
  const list = new DataTransfer();
  list.items.add(new File([blob], "IMG_0001.jpg", { type: "image/jpeg" }));
  const field = document.querySelector("[name='${foto}_nueva']");
  field.files = list.files;
  field.dispatchEvent(new Event("change", { bubbles: true }));
})()`;

/** As a browser that writes no WebP. */
const NO_WEBP = `const toBlob = HTMLCanvasElement.prototype.toBlob;
HTMLCanvasElement.prototype.toBlob = function (done, type, quality) {
  toBlob.call(this, done, type === "image/webp" ? "image/png" : type, quality);
};`;

testInBrowser(
  "the browser draws a dish's photo anew in at most 60 kB, as JPEG where it writes no WebP, and nothing moves when it arrives",
  async ({ board, browser, open }) => {
    const add = async (page: Page, type: string) => {
      await page.evaluate(noiseIn(FOTO));
      await page.locator("form.settings button.main:enabled").click();
      await page.getByText("Guardado", { exact: true }).waitFor();
      const { images } = board.storage;
      const { bytes } = (await images.read(dishes(board)[1].foto))!;
      const image = readImage(bytes);
      assertEquals(typeof image === "string" ? image : image.type, type);
      assert(bytes.length <= 60_000, `${bytes.length} bytes`);
    };
    await add(await open("/carta/0"), "image/webp");
    const old = await open("/");
    await old.addInitScript(NO_WEBP);
    await old.goto(`${board.url}/carta/0`);
    await add(old, "image/jpeg");
    for (const viewport of [PHONE, DESKTOP]) {
      const page = await browser.newPage({ viewport });
      await page.goto(`${board.app.url}/carta`);
      const [loaded, moved] = await page.evaluate<[number, number]>(`(async () => {
        const shifts = [];
        new PerformanceObserver((list) => shifts.push(...list.getEntries()))
          .observe({ type: "layout-shift", buffered: true });
        const photos = [...document.querySelectorAll(".dish")];
        for (const photo of photos) {
          photo.scrollIntoView();
          await photo.decode();
        }
        await new Promise((done) => setTimeout(done, 50));
        const value = shifts.reduce((sum, { value }) => sum + value, 0);
        return [photos.filter(({ naturalWidth }) => naturalWidth > 0).length, value];
      })()`);
      assertEquals([loaded, moved], [7, 0]);
    }
    await holdPages(board, browser, { seccion: "/carta/0" });
  },
  { source: quietSource() },
);

/** A picture of one pixel, which the sample lacks. */
const PIXEL = Uint8Array.fromBase64(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGOYZS/7HwAEYwH2+vL4kAAAAABJRU5ErkJggg==",
);

testInBrowser(
  "of two photos chosen for a dish the later is saved, and saving waits until those of every dish are drawn anew",
  async ({ board, open }) => {
    const page = await open("/carta/0");
    for (const foto of [FOTO, NEXT_FOTO]) await page.evaluate(noiseIn(foto));
    const pixel = { name: "a.png", mimeType: "image/png", buffer: Buffer.from(PIXEL) };
    await page.locator(`[name="${FOTO}_nueva"]`).setInputFiles(pixel);
    await page.locator("form.settings button.main:enabled").click();
    await page.getByText("Guardado", { exact: true }).waitFor();
    const { bytes } = (await board.storage.images.read(dishes(board)[1].foto))!;
    assertEquals(imageSize(readImage(bytes) as Image), [1, 1]);
  },
  { source: quietSource() },
);

/** Uploads a file, and saves what the page before saving then holds. */
async function upload(board: TestBoard, bytes: Uint8Array<ArrayBuffer>) {
  const body = new FormData();
  const seen = String(board.deps.restaurantBook.served().version);
  body.append("version", seen);
  body.append("texto", new Blob([bytes]), "casa.tar");
  const headers = { cookie: board.cookie, origin: board.url };
  const shown = await board.ask("/archivo", { method: "POST", body, headers });
  const [texto = "", version = ""] = ["texto", "version"].map((name) =>
    unescaped(
      new RegExp(`name="${name}" value="([^"]*)"`).exec(shown.text.split("<main")[1]!)?.[1] ?? "",
    )
  );
  const saved = () => board.post("/archivo", { version, visto: seen, texto, accion: "guardar" });
  return { shown, saved };
}

Deno.test("the file with its photos is downloaded from one board, shown by another before it is saved, and seen by its guests", async () => {
  await using one = await testBoard({ source: quietSource() });
  const foto = await one.storage.images.add(readImage(PIXEL) as Image);
  const edited = editedSample(["secciones[0].platillos[1].foto", foto]);
  await one.post("/archivo", { version: "0", visto: "0", texto: edited, accion: "guardar" });
  const { text } = await one.get("/versiones");
  assertStringIncludes(text, 'href="/archivo?con=fotos"');
  const answer = await one.fetch("/archivo?con=fotos", { headers: { cookie: one.cookie } });
  assertEquals(
    answer.headers.get("content-disposition"),
    'attachment; filename="restaurante-2.tar"',
  );
  const bytes = await answer.bytes();

  await using other = await testBoard({ source: quietSource() });
  const cut = await upload(other, bytes.slice(0, -2_000));
  assertEquals(cut.shown.status, 422);
  assertStringIncludes(wordsOf(cut.shown.text), "el .tar está dañado o incompleto");
  const { shown, saved } = await upload(other, bytes);
  assertStringIncludes(wordsOf(shown.text), "Salbutes, foto: nuevo:");
  assertStringIncludes(shown.text, `src="/presentacion/${foto}"`);
  assertEquals((await other.app.get(`/imagen/${foto}`)).status, 404, "it is not saved yet");
  assertEquals((await saved()).status, 303);
  const seen = await other.app.fetch(`/imagen/${foto}`);
  assertEquals(await seen.bytes(), PIXEL);
});

Deno.test("a downloaded file that comes back after others have saved changes only what was changed in it", async () => {
  for (const path of ["/archivo", "/archivo?con=fotos", null]) {
    await using board = await testBoard({ source: quietSource() });
    const given = path && await board.fetch(path, { headers: { cookie: board.cookie } });
    const text = Buffer.from(
      given ? await given.bytes() : new TextEncoder().encode(editedSample()),
    );
    const edited = text.toString("latin1").replace(/("nombre":\s*)"Salbutes"/, '$1"Salbute!"');
    await board.post("/ajustes/contacto", { version: "0", valet: "no", accion: "guardar" });
    const { shown, saved } = await upload(board, new Uint8Array(Buffer.from(edited, "latin1")));
    assertStringIncludes(wordsOf(shown.text), "nombre: Salbutes → Salbute!");
    const isAsked = wordsOf(shown.text).includes("no dice de qué versión salió");
    assertEquals((await saved()).status, 303);
    assertEquals(board.deps.restaurant().valet, path === null);
    assertEquals([dishes(board)[1].nombre, isAsked], ["Salbute!", path === null]);
  }
});
