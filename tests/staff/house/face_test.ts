/** The house as it presents itself: what its owner types and uploads on the board, and what guests then see. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { guestImages } from "../../../src/service/images.ts";
import { SAMPLE_IMAGES } from "../../../src/restaurant/sample_images.ts";
import { outdated } from "../../../src/storage/book/tidying.ts";
import { openStore } from "../../../src/storage/store.ts";
import { quietSource, type TestBoard, testBoard } from "../../support/test_board.ts";
import { wordsOf } from "../_board_pages.ts";
import { holdPages, testInBrowser } from "../_browser.ts";

const NAMES = [
  ...["frase.es", "frase.en", "tipo_cocina.es", "tipo_cocina.en", "nivel_precios", "color"],
  ...["enlaces.0.nombre", "enlaces.0.direccion", "foto", "logo"],
];

/** The form with these values of the fields above, and none of the others. */
function face(version: string, ...values: readonly string[]): Record<string, string> {
  const fields = NAMES.map((name, n) => [`presentacion.${name}`, values[n] ?? ""]);
  return { version, ...Object.fromEntries(fields) };
}

const LINK = "https://instagram.example/casa?a=1&b=2";
const TEXTS = ["Mesa <larga> en la Mejorada.", "", "Mariscos", "Seafood"];
const FACE = face("0", ...TEXTS, "3", "#FFD800", "Instagram", LINK);
const FOTO = "presentacion.foto";

/** A picture of one pixel, with a comment that names its maker. */
const PNG = Uint8Array.fromBase64(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAB3RFWHRhAEd1YWRhVb3toQAAAA1JREFUeJxjmGUv+x8ABGMB9vry+JAAAAAASUVORK5CYII=",
);

const YELLOW = /--accent: var\(--day, #[678][0-9a-f]{5}\) var\(--night, #ffd800\)/;

/** Sends the form as a browser does, with files. */
async function send(
  board: TestBoard,
  fields: Readonly<Record<string, string>>,
  files: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {},
) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  for (const [name, bytes] of Object.entries(files)) body.append(name, new Blob([bytes]), "a.png");
  const headers = { cookie: board.cookie, origin: board.url };
  return await board.ask("/presentacion", { method: "POST", body, headers });
}

/** The name of the image that the form keeps in `field`. */
function kept(text: string, field: string): string {
  return new RegExp(`name="presentacion.${field}" value="([0-9a-f]{64})"`).exec(text)![1]!;
}

Deno.test("what the owner types and uploads is shown before it is saved, then guests see it", async () => {
  await using board = await testBoard({ source: quietSource() });
  const { app } = board;
  const shown = await send(board, { ...FACE, accion: "revisar" }, { [`${FOTO}_nueva`]: PNG });
  assertEquals(shown.status, 200);
  const words = wordsOf(shown.text);
  assertStringIncludes(words, "Presentación, Tipo de cocina en inglés: Yucatecan → Seafood");
  assertStringIncludes(
    words,
    "Presentación, Enlaces, Instagram: nuevo: Instagram, https://instagram.example",
  );
  const photo = kept(shown.text, "foto");
  assert(!words.includes(photo), "it is shown, not named");
  assertStringIncludes(shown.text, `<b><img class="kept" src="/presentacion/${photo}"`);
  const path = `/imagen/${photo}`;
  assertEquals((await app.get(path)).status, 404, "it is not saved yet");
  const saved = await send(board, {
    ...FACE,
    [FOTO]: photo,
    "presentacion.logo": photo,
    accion: "guardar",
  });
  assertEquals([saved.status, saved.text], [303, ""]);

  const { text } = await app.get("/?lang=en");
  assertStringIncludes(text, "Mesa &lt;larga&gt; en la Mejorada.");
  assertStringIncludes(text, `href="${LINK.replace("&", "&amp;")}"`);
  assertStringIncludes(text, `<meta property="og:image" content="${app.url}${path}">`);
  assertEquals(text.split(`src="${path}"`).length, 3, "photo and logo");
  const [, json = ""] = /ld\+json">(.*?)<\/script>/s.exec(text)!;
  const { image, logo, priceRange, servesCuisine, sameAs } = JSON.parse(json);
  assertEquals(
    [image, logo, priceRange, servesCuisine, sameAs],
    [`${app.url}${path}`, `${app.url}${path}`, "$$$", "Mariscos", [LINK]],
  );
  // Yellow that people can read on paper, and the policy lets it through.
  assertMatch(text, YELLOW);

  const answer = await app.fetch(path);
  assertEquals(answer.headers.get("content-type"), "image/png");
  assertEquals(answer.headers.get("cache-control"), "public, max-age=31536000, immutable");
  assertEquals(answer.headers.get("x-content-type-options"), "nosniff");
  const bytes = await answer.bytes();
  assertEquals(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex(), photo);
  assert(!new TextDecoder("latin1").decode(bytes).includes("Guada"), "its maker is not named");
  assertEquals((await app.get(path, { method: "HEAD" })).status, 200);

  // Everything can be taken away again.
  const { text: form } = await board.get("/presentacion");
  assertEquals(kept(form, "foto"), photo);
  assertStringIncludes(form, `src="/presentacion/${photo}"`);
  const preview = await send(board, {
    ...face("2"),
    accion: "revisar",
    [FOTO]: photo,
    [`quitar_${FOTO}`]: "sí",
  });
  assertStringIncludes(preview.text, '<input type="hidden" name="presentacion.foto" value="">');
  assertEquals((await send(board, { ...face("2"), accion: "guardar" })).status, 303);
  const plain = (await app.get("/")).text;
  assert(!/<img|og:image/.test(plain) && !YELLOW.test(plain), "nothing is left of it");
});

Deno.test("an image or a text that cannot be used is refused in words, and what was typed stays", async () => {
  await using board = await testBoard({ source: quietSource() });
  const svg = new TextEncoder().encode("<svg onload='alert(1)'/>");
  const cut = PNG.slice(0, 60);
  const wrong = {
    ...FACE,
    "presentacion.color": "rojo",
    "presentacion.enlaces.0.direccion": "javascript:alert(1)",
  };
  const { status, text } = await send(board, wrong, {
    [`${FOTO}_nueva`]: svg,
    "presentacion.logo_nueva": cut,
  });
  assertEquals(status, 422);
  assertStringIncludes(text, "foto: no es una imagen JPEG, PNG o WebP");
  assertStringIncludes(text, "logo: está dañada, incompleta o se mueve");
  assertStringIncludes(text, 'value="Mesa &lt;larga&gt; en la Mejorada."');
  assertStringIncludes(text, 'value="Instagram"');
  assertStringIncludes(text, "Color, como #9a3f1d: se esperaba");
  assertStringIncludes(text, "Dirección, con https://: se esperaba");
  const refused = await send(board, wrong, { [`${FOTO}_nueva`]: PNG });
  assertEquals(refused.status, 422);
  kept(refused.text, "foto");
});

Deno.test("an image of a version that another instance saved is served once that is, and no longer than a version names it", async () => {
  const other = quietSource();
  await using board = await testBoard({ source: quietSource() });
  const { database } = board.storage;
  await using storage = await openStore({
    url: `file:${database.path}`,
    dataDir: await Deno.makeTempDir(),
    retentionDays: 365,
    now: board.clock.now,
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    pollMs: 3_600_000,
    onRestaurant: other.follow,
    log: () => {},
  }).then((store) => ({ ...store, [Symbol.asyncDispose]: () => store.close() }));
  const { now } = board.clock;
  const image = guestImages({ restaurant: other.current, storage, now });
  assertEquals(await image("0".repeat(64)), null);
  const shown = { ...FACE, accion: "revisar" };
  const { text } = await send(board, shown, { [`${FOTO}_nueva`]: PNG });
  await send(board, { ...FACE, [FOTO]: kept(text, "foto"), accion: "guardar" });
  await storage.poll.refresh();
  assertEquals((await image(kept(text, "foto")))?.type, "image/png");
  const [house = ""] = SAMPLE_IMAGES.keys();
  assertEquals(await image(house), null, "the new version does not name it");
});

Deno.test("an image goes a day after its upload unless a version names it", async () => {
  await using board = await testBoard({ source: quietSource() });
  const { clock, storage: { images, database } } = board;
  const photo = await images.add({ type: "image/png", bytes: PNG });
  const bytes = PNG.slice(0, 60);
  const logo = await images.add({ type: "image/png", bytes });
  await send(board, { ...FACE, [FOTO]: photo, accion: "guardar" });
  await send(board, { ...face("2"), accion: "guardar" });
  await database.write(outdated(clock.now() + 1_000));
  assert(await images.read(logo), "its form may be open");
  await database.write(outdated(clock.now() + 24 * 3_600_000 + 1));
  assertEquals(await images.read(logo), null);
  assertEquals((await images.read(photo))?.bytes, PNG, "a version before names it");
});

/** A photo of 4000 by 3000, as a phone takes it. */
const DRAWN = `(async () => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 4000, height: 3000 });
  const pen = canvas.getContext("2d");
  for (let n = 0; n < 3000; n++) {
    pen.fillStyle = "hsl(" + n * 37 % 360 + " 80% 50%)";
    pen.fillRect(n * 997 % 4000, n * 613 % 3000, 300, 200);
  }
  const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 1));
  const list = new DataTransfer();
  list.items.add(new File([blob], "IMG_0001.jpg", { type: "image/jpeg" }));
  const field = document.querySelector("[name='presentacion.foto_nueva']");
  field.files = list.files;
  field.dispatchEvent(new Event("change", { bubbles: true }));
  return blob.size;
})()`;

testInBrowser(
  "a phone's photo is made smaller before it is uploaded, and the page fits every screen",
  async ({ board, browser, open }) => {
    const page = await open("/casa");
    await page.getByRole("link", { name: "Foto, color y enlaces" }).click();
    const size = await page.evaluate<number>(DRAWN);
    assert(size > 1_000_000, `${size} bytes are too few to show anything`);
    await page.getByRole("button", { name: "Guardar", exact: true }).click();
    await page.getByText("Guardado", { exact: true }).waitFor();
    const sizes = await page.evaluate(`(async () => {
      const image = document.querySelector(".kept");
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    })()`);
    assertEquals(sizes, [1600, 1200]);
    await holdPages(board, browser, { presentacion: "/presentacion" });
  },
  { source: quietSource() },
);
