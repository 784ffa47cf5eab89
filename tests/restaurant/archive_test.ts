/** The restaurant's file with its images in a tar archive. */
import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { join } from "node:path";
import { type Image, imageName, readImage } from "../../src/domain/image.ts";
import type { RestaurantArchive } from "../../src/ports/restaurant.ts";
import { marked, pack, unpack } from "../../src/restaurant/archive.ts";
import { SAMPLE_FILE_TEXT } from "../../src/restaurant/load.ts";
import { RestaurantFileError } from "../../src/restaurant/problems.ts";
import { SAMPLE_IMAGES } from "../../src/restaurant/sample_images.ts";

const SECONDS = 1_773_000_000;
const SAMPLE = { text: SAMPLE_FILE_TEXT, images: SAMPLE_IMAGES };
const [[HASH, IMAGE] = []] = SAMPLE_IMAGES;
const NAMED = `imagenes/${HASH}.webp`;

type Files = Readonly<Record<string, Uint8Array | string>>;

/** Runs GNU tar in a folder that holds `files`. */
async function inFolder<T>(files: Files, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.mkdir(join(folder, "imagenes"));
    for (const [name, content] of Object.entries(files)) {
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
      await Deno.writeFile(join(folder, name), bytes);
    }
    return await use(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function tar(cwd: string, ...args: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  const { success, stdout, stderr } = await new Deno.Command("tar", { args: [...args], cwd })
    .output();
  const complaint = new TextDecoder().decode(stderr);
  assert(success && complaint === "", complaint);
  return new Uint8Array(stdout);
}

function packed(files: Files, ...args: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  const names = args.length > 0 ? args : ["."];
  return inFolder(files, (folder) => tar(folder, "cf", "-", ...names));
}

function problemOf(bytes: Uint8Array<ArrayBuffer>): string {
  return assertThrows(() => unpack(bytes), RestaurantFileError).message;
}

Deno.test("GNU tar unpacks what is packed, and what it packs in each of its formats is unpacked", async () => {
  const bytes = pack(SAMPLE, SECONDS);
  assertEquals(unpack(bytes), SAMPLE);
  await inFolder({ "a.tar": bytes }, async (folder) => {
    const listed = new TextDecoder().decode(await tar(folder, "tvf", "a.tar"));
    assertEquals(listed.trim().split("\n").length, 1 + SAMPLE_IMAGES.size);
    await tar(folder, "xf", "a.tar");
    assertEquals(await Deno.readTextFile(join(folder, "restaurante.json")), SAMPLE_FILE_TEXT);
    assertEquals(new Uint8Array(await Deno.readFile(join(folder, NAMED))), IMAGE!.bytes);
    for (const format of ["gnu", "ustar", "pax"]) {
      for (const names of [["."], ["restaurante.json", "imagenes"]]) {
        const args = ["cf", "-", `--format=${format}`, "--exclude=a.tar", ...names];
        const { text, images } = unpack(await tar(folder, ...args));
        assertEquals(text, SAMPLE_FILE_TEXT);
        assertEquals(new Map([...images].sort()), new Map([...SAMPLE_IMAGES].sort()));
      }
    }
  });
});

Deno.test("any text and images are unpacked as they were packed, and an archive cut anywhere is refused", () => {
  const image = fc.constantFrom(...SAMPLE_IMAGES.values());
  const drawn = fc.record({
    text: fc.string({ unit: "binary", minLength: 1, maxLength: 2_000 }),
    kept: fc.array(image, { maxLength: 2 }),
  });
  fc.assert(
    fc.property(drawn, fc.nat(), ({ text, kept }, at) => {
      const archive: RestaurantArchive = {
        text: `{${text}`,
        images: new Map(kept.map((image) => [imageName(image), image])),
      };
      const bytes = pack(archive, SECONDS);
      assertEquals(unpack(bytes), archive);
      // From the first whole block, without which it is no tar, to the end of the last file.
      const end = bytes.length - 1_024;
      assert(/dañado o incompleto/.test(problemOf(bytes.slice(0, 512 + at % (end - 512)))));
    }),
    { numRuns: 30, seed: 7 },
  );
});

Deno.test("the mark of a text that was given out is taken out, wherever an editor has put it", () => {
  const { version, ...file } = JSON.parse(marked(SAMPLE_FILE_TEXT));
  const read = (text: string) => unpack(new TextEncoder().encode(text));
  assertEquals(read(marked(SAMPLE_FILE_TEXT)).text, SAMPLE_FILE_TEXT);
  for (const moved of [{ ...file, version }, { nombre: file.nombre, version, ...file }]) {
    const { text, mark } = read(JSON.stringify(moved, null, 2));
    assertEquals([JSON.parse(text), mark], [file, version]);
  }
});

/** A PNG of 160 kB. */
function heavy(fill: number): Uint8Array<ArrayBuffer> {
  const head = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAJxAElEQVQ=";
  const end = Uint8Array.fromBase64("AAAAAElFTkSuQmCC");
  const image = new Uint8Array(41 + 160_000 + 4 + end.length).fill(fill);
  image.set(Uint8Array.fromBase64(head));
  image.set(end, image.length - end.length);
  return image;
}

Deno.test("an archive that is compressed, changed or holds what its names do not say is refused in words", async () => {
  const bytes = pack(SAMPLE, SECONDS);
  const json = { "restaurante.json": SAMPLE_FILE_TEXT };
  const zip = new Response(bytes).body!.pipeThrough(new CompressionStream("gzip"));
  assert(/comprimido/.test(problemOf(await new Response(zip).bytes())));
  const changed = bytes.slice();
  changed[3]! ^= 1;
  assert(/dañado/.test(problemOf(changed)));
  const cases: readonly (readonly [Files, string])[] = [
    [{ ...json, "carta.pdf": "%PDF" }, '"carta.pdf", y solo lleva'],
    [{ ...json, "imagenes/casa.webp": IMAGE!.bytes }, '"imagenes/casa.webp", y solo lleva'],
    [
      { ...json, [NAMED]: [...SAMPLE_IMAGES.values()][1]!.bytes },
      "no es la imagen que su nombre dice",
    ],
    [{ ...json, [NAMED]: "<svg/>" }, "no es la imagen que su nombre dice"],
    [{ [NAMED]: IMAGE!.bytes }, "le falta restaurante.json"],
    [{ "restaurante.json": Uint8Array.of(0xff, 0xfe) }, "no es texto UTF-8"],
  ];
  for (const [files, says] of cases) {
    const problem = problemOf(await packed(files));
    assert(problem.includes(says), `${problem} does not say ${says}`);
  }
  const large = [1, 2, 3].map((n) => {
    const image = readImage(heavy(n)) as Image;
    return [imageName(image), image] as const;
  });
  assertEquals(unpack(pack({ text: "{}", images: new Map(large.slice(1)) }, 0)).images.size, 2);
  const problem = problemOf(pack({ text: "{}", images: new Map(large) }, 0));
  assert(problem.includes("más de dos imágenes"));
  const twice = await packed(json, "restaurante.json", "./restaurante.json", "--hard-dereference");
  assert(problemOf(twice).includes('"restaurante.json", y solo lleva un'));
  const link = await inFolder({}, async (folder) => {
    await Deno.symlink("/etc/passwd", join(folder, "restaurante.json"));
    return await tar(folder, "cf", "-", "restaurante.json");
  });
  assert(problemOf(link).includes("un enlace"));
  const added = { "._restaurante.json": "macOS", "imagenes/.DS_Store": "macOS" };
  assertEquals(unpack(await packed({ ...json, ...added })).text, SAMPLE_FILE_TEXT);
});
