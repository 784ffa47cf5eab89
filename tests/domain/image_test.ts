/** Images by their bytes: small ones that Chromium wrote, and what can be wrong with them. */
import { assert, assertEquals } from "@std/assert";
import { type Image, MAX_IMAGE_BYTES, readImage } from "../../src/domain/image.ts";
import { SAMPLE_IMAGES } from "../../src/restaurant/sample_images.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const latin = (text: string): Bytes => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const joined = (...parts: Uint8Array[]): Bytes =>
  new Uint8Array(parts.flatMap((part) => [...part]));
/** `bytes` with others from `at` on. */
const patched = (bytes: Bytes, at: number, ...others: number[]): Bytes => {
  const copy = bytes.slice();
  copy.set(others, at);
  return copy;
};
const number = (value: number, isLittle = false): Bytes => {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, isLittle);
  return bytes;
};

// Three pixels by two.
const JPEG = Uint8Array.fromBase64(
  "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/wAARCAACAAMDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAABP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AIwBjn//2Q==",
);
const PNG = Uint8Array.fromBase64(
  "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAEklEQVR4AWKaZS/7H4aZGJAAAAAA//+gwVXRAAAABklEQVQDAHFRBeTSjzo0AAAAAElFTkSuQmCC",
);
const LOSSY = Uint8Array.fromBase64(
  "VlA4ICYAAACQAQCdASoDAAIABABoJaACdLoAA5gA/ujXHXeLSjX1EgkjHQAAAA==",
);
const LOSSLESS = Uint8Array.fromBase64("VlA4TBEAAAAvAkAAAAfQn2q2o/+BiOh/AAA=");

const chunk = (kind: string, data: Bytes): Bytes =>
  joined(latin(kind), number(data.length, true), data, new Uint8Array(data.length % 2));
const webp = (...chunks: Bytes[]): Bytes => {
  const content = joined(latin("WEBP"), ...chunks);
  return joined(latin("RIFF"), number(content.length, true), content);
};
/** The header of a WebP with more than pixels. */
const canvas = (flags: number, width = 3, height = 2): Bytes =>
  chunk("VP8X", new Uint8Array([flags, 0, 0, 0, width - 1, 0, 0, height - 1, 0, 0]));

/** EXIF with a width, an orientation and a place, where one reads the home of the photographer. */
const exif = (orientation: number): Bytes =>
  joined(
    latin("II*\0\x08\0\0\0\x03\0\0\x01\x03\0\x01\0\0\0\x03\0\0\0\x12\x01\x03\0\x01\0\0\0"),
    number(orientation, true),
    latin("\x25\x88\x04\0\x01\0\0\0GPS!\0\0\0\0"),
  );
const segment = (marker: number, data: Bytes): Bytes =>
  joined(new Uint8Array([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255]), data);
const pngChunk = (kind: string, data: Bytes): Bytes =>
  joined(number(data.length), latin(kind), data, number(0));

const [JPEG_HEAD, JPEG_REST] = [JPEG.slice(0, 2), JPEG.slice(2)];
const [PNG_HEAD, PNG_REST] = [PNG.slice(0, 33), PNG.slice(33)];
const jpegExif = (orientation: number) =>
  joined(JPEG_HEAD, segment(0xe1, joined(latin("Exif\0\0"), exif(orientation))), JPEG_REST);
const pngExif = (orientation: number) =>
  joined(PNG_HEAD, pngChunk("eXIf", exif(orientation)), PNG_REST);
const webpExif = (orientation: number) =>
  webp(canvas(0x08), LOSSY, chunk("EXIF", exif(orientation)));

Deno.test("a picture is kept as it is, without what is written beside it", () => {
  const kept: readonly (readonly [sent: Bytes, type: Image["type"], bytes: Bytes])[] = [
    [JPEG, "image/jpeg", JPEG],
    [PNG, "image/png", PNG],
    [webp(LOSSY), "image/webp", webp(LOSSY)],
    [webp(LOSSLESS), "image/webp", webp(LOSSLESS)],
    [jpegExif(1), "image/jpeg", JPEG],
    // EXIF that ends before it says which way is up.
    [
      joined(JPEG_HEAD, segment(0xe1, joined(latin("Exif\0\0"), exif(6).slice(0, 14))), JPEG_REST),
      "image/jpeg",
      JPEG,
    ],
    [joined(JPEG_HEAD, segment(0xfe, latin("autor")), JPEG_REST), "image/jpeg", JPEG],
    [joined(JPEG_HEAD, segment(0xed, latin("Photoshop 3.0\0")), JPEG_REST), "image/jpeg", JPEG],
    [joined(JPEG_HEAD, new Uint8Array([0xff, 0xff]), JPEG_REST), "image/jpeg", JPEG],
    [pngExif(1), "image/png", PNG],
    [joined(PNG_HEAD, pngChunk("tEXt", latin("Author\0yo")), PNG_REST), "image/png", PNG],
    [webpExif(1), "image/webp", webp(canvas(0), LOSSY)],
    [
      webp(canvas(4), LOSSLESS, chunk("XMP ", latin("yo"))),
      "image/webp",
      webp(canvas(0), LOSSLESS),
    ],
    // Other files at the end: a phone's film, or what another program takes for a file of its own.
    ...([[JPEG, "image/jpeg"], [PNG, "image/png"], [webp(LOSSY), "image/webp"]] as const).map(
      ([image, type]) => [joined(image, latin("PK\x03\x04<script>")), type, image] as const,
    ),
    ...SAMPLE_IMAGES.values().map(({ bytes }) => [bytes, "image/webp", bytes] as const),
  ];
  for (const [nth, [sent, type, bytes]] of kept.entries()) {
    assertEquals(readImage(sent), { type, bytes }, `image ${nth}`);
  }
  // Colours stay.
  const coloured = joined(JPEG_HEAD, segment(0xe2, latin("ICC_PROFILE\0..")), JPEG_REST);
  assertEquals(readImage(coloured), { type: "image/jpeg", bytes: coloured });
});

Deno.test("an orientation that says nothing turns no picture", () => {
  for (const way of [0, 1, 9]) assertEquals(readImage(jpegExif(way)), readImage(jpegExif(1)));
  assertEquals(typeof readImage(jpegExif(0)), "object");
});

Deno.test("what is no whole upright picture of a fair size is refused, with the reason", () => {
  const frame = JPEG.findIndex((byte, at) => byte === 0xff && JPEG[at + 1] === 0xc0);
  const scan = JPEG.findIndex((byte, at) => byte === 0xff && JPEG[at + 1] === 0xda);
  const wide = new Uint8Array([...number(5_001), ...number(5_000)]);
  const refused: readonly (readonly [sent: Bytes, problem: string])[] = [
    [joined(JPEG, new Uint8Array(MAX_IMAGE_BYTES)), "too_large"],
    [latin('<svg xmlns="http://www.w3.org/2000/svg"/>'), "unknown"],
    [latin("GIF89a"), "unknown"],
    [latin("PK\x03\x04"), "unknown"],
    [new Uint8Array(), "unknown"],
    ...[3, 6, 8].map((way) => [jpegExif(way), "turned"] as const),
    [pngExif(6), "turned"],
    [webpExif(6), "turned"],
    // Bombs.
    [patched(JPEG, frame + 5, 0xff, 0xff, 0xff, 0xff), "pixels"],
    [patched(PNG, 16, ...wide), "pixels"],
    [patched(webp(LOSSLESS), 21, 0xff, 0xff, 0xff, 0x0f), "pixels"],
    // A small frame before a large one, and a canvas that is not its picture's.
    [joined(JPEG.slice(0, scan), patched(JPEG.slice(frame), 5, 0xff, 0xff, 0xff, 0xff)), "damaged"],
    [webp(canvas(0, 3, 3), LOSSY), "damaged"],
    ...[16, 20].map((side) => [patched(PNG, side, 0, 0, 0, 0), "damaged"] as const),
    // An animation.
    [webp(canvas(2), chunk("ANIM", latin("......")), chunk("ANMF", LOSSY)), "damaged"],
    [joined(PNG_HEAD, pngChunk("IEND", new Uint8Array())), "damaged"],
    [joined(JPEG_HEAD, new Uint8Array([0xff, 0xd9])), "damaged"],
  ];
  for (const [nth, [sent, problem]] of refused.entries()) {
    assertEquals(readImage(sent), problem as never, `image ${nth}`);
  }
});

Deno.test("an image that was cut anywhere is refused", () => {
  for (const image of [JPEG, PNG, webp(canvas(8), LOSSY, chunk("EXIF", exif(1)))]) {
    for (let length = 12; length < image.length; length++) {
      const problem = readImage(image.slice(0, length));
      assert(problem === "damaged" || problem === "turned", `${length} of ${image.length} bytes`);
    }
  }
});
