/** JPEG, PNG and WebP images: their type and size, and removal of metadata. */
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";

export const IMAGE_TYPES = ["image/jpeg", "image/png", "image/webp"] as const;

export interface Image {
  readonly type: typeof IMAGE_TYPES[number];
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export const MAX_IMAGE_BYTES = 1_000_000;
/** A browser draws the photo of a dish anew in at most 60 kB; one that is uploaded without script may have more. */
export const MAX_DISH_PHOTO_BYTES = 150_000;
/** A small file can be a picture that fills a phone's memory. */
const MAX_PIXELS = 25_000_000;

export type ImageProblem = "too_large" | "unknown" | "damaged" | "pixels" | "turned";

/** A file of a format is a head followed by parts. Reading beyond its end throws a RangeError. */
interface Format {
  readonly type: Image["type"];
  readonly magic: RegExp;
  readonly head: number;
  /** `kind` is the name of the part at `at`, with the first letters of its data in a JPEG. */
  part(view: DataView, at: number): { readonly kind: string; readonly end: number };
  isLast(kind: string, end: number, view: DataView): boolean;
  size(kind: string, at: number, view: DataView): readonly [number, number] | null;
  readonly pixels: RegExp;
  /** The parts that are kept: pixels, transparency, colours, density. */
  readonly kept: RegExp;
}

const JPEG: Format = {
  type: "image/jpeg",
  magic: /^\xff\xd8\xff/,
  head: 2,
  part(view, at) {
    if (view.getUint8(at) !== 0xff) throw new RangeError("there is no marker");
    const kind = letters(view, at + 1, 15);
    if (kind.startsWith("\xff")) {
      let end = at + 1;
      while (view.getUint8(end + 1) === 0xff) end++;
      return { kind, end };
    }
    if (kind.startsWith("\xd9")) return { kind, end: at + 2 };
    const end = at + 2 + view.getUint16(at + 2);
    return { kind, end: JPEG.pixels.test(kind) ? scanEnd(view, end) : end };
  },
  isLast: (kind) => kind.startsWith("\xd9"),
  size: (kind, at, view) =>
    /^[\xc0-\xc3\xc5-\xc7\xc9-\xcb\xcd-\xcf]/.test(kind)
      ? [view.getUint16(at + 7), view.getUint16(at + 5)]
      : null,
  pixels: /^\xda/,
  kept: /^(?:[^\xe0-\xef\xfe\xff]|\xe0..JFIF\0|\xe2..ICC_PROFILE\0|\xee..Adobe)/s,
};

/** The coded data of a scan ends at a marker other than a stuffed byte, a fill byte or a restart. */
function scanEnd(view: DataView, from: number): number {
  let at = from;
  while (view.getUint8(at) !== 0xff || /[\0\xff\xd0-\xd7]/.test(letters(view, at + 1, 1))) at++;
  return at;
}

const PNG: Format = {
  type: "image/png",
  magic: /^\x89PNG\r\n/,
  head: 8,
  part: (view, at) => ({ kind: letters(view, at + 4, 4), end: at + 12 + view.getUint32(at) }),
  isLast: (kind) => kind === "IEND",
  size: (kind, at, view) =>
    kind === "IHDR" ? [view.getUint32(at + 8), view.getUint32(at + 12)] : null,
  pixels: /^IDAT/,
  kept: /^(IHDR|PLTE|IDAT|IEND|tRNS|gAMA|cHRM|sRGB|iCCP|sBIT|pHYs)$/,
};

const WEBP: Format = {
  type: "image/webp",
  magic: /^RIFF[^]{4}WEBP/,
  head: 12,
  part(view, at) {
    const length = view.getUint32(at + 4, true);
    return { kind: letters(view, at, 4), end: at + 8 + length + length % 2 };
  },
  isLast: (_, end, view) => end >= 8 + view.getUint32(4, true),
  size(kind, at, view) {
    if (kind === "VP8X") return [triple(view, at + 12) + 1, triple(view, at + 15) + 1];
    if (kind === "VP8 ") {
      return [view.getUint16(at + 14, true) & 0x3fff, view.getUint16(at + 16, true) & 0x3fff];
    }
    if (kind !== "VP8L") return null;
    const bits = view.getUint32(at + 9, true);
    return [(bits & 0x3fff) + 1, (bits >>> 14 & 0x3fff) + 1];
  },
  pixels: /^VP8[ L]/,
  // Not animations: their frames are chunks of another kind.
  kept: /^(VP8X|ICCP|ALPH|VP8 |VP8L)$/,
};

function triple(view: DataView, at: number): number {
  return view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
}

/** The image without EXIF, comments, other metadata and trailing data, or why it is refused. */
export function readImage(bytes: Uint8Array<ArrayBuffer>): Image | ImageProblem {
  if (bytes.length > MAX_IMAGE_BYTES) return "too_large";
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const format = formatOf(view);
  if (format === undefined) return "unknown";
  try {
    return readParts(bytes, view, format);
  } catch (error) {
    if (error instanceof RangeError) return "damaged";
    throw error;
  }
}

/** The width and height of an image that {@linkcode readImage} returned. */
export function imageSize({ bytes }: Image): readonly [width: number, height: number] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const { head, part, size } = formatOf(view)!;
  for (let at = head;;) {
    const { kind, end } = part(view, at);
    const found = size(kind, at, view);
    if (found !== null) return found;
    at = end;
  }
}

/** The SHA-256 of its bytes in hexadecimal. */
export function imageName({ bytes }: Image): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function formatOf(view: DataView): Format | undefined {
  const start = letters(view, 0, 12);
  return [JPEG, PNG, WEBP].find(({ magic }) => magic.test(start));
}

function readParts(
  bytes: Uint8Array<ArrayBuffer>,
  view: DataView,
  { type, head, part, isLast, size, pixels, kept }: Format,
): Image | ImageProblem {
  const parts = [bytes.subarray(0, head)];
  const sizes: (readonly [number, number])[] = [];
  let [hasPixels, isTurned] = [false, false];
  for (let [at, ends] = [head, false]; !ends;) {
    const { kind, end } = part(view, at);
    if (end > bytes.length) return "damaged";
    sizes.push(...[size(kind, at, view)].filter((found) => found !== null));
    if (pixels.test(kind)) hasPixels = true;
    const data = at + (type === "image/jpeg" ? 4 : 8);
    if (EXIF.test(kind)) isTurned ||= turns(bytes.subarray(data, end));
    if (kept.test(kind)) parts.push(bytes.subarray(at, end));
    ends = isLast(kind, end, view);
    at = end;
  }
  const [[width, height] = [0, 0]] = sizes;
  // A frame or a canvas may claim another size than the one displayed.
  if (!hasPixels || sizes.some((each) => each[0] !== width || each[1] !== height)) return "damaged";
  if (width * height === 0) return "damaged";
  if (width * height > MAX_PIXELS) return "pixels";
  if (isTurned) return "turned";
  const image = new Uint8Array(Buffer.concat(parts));
  if (type === "image/webp") announce(image);
  return { type, bytes: image };
}

/** Corrects the length in the head of a WebP, and clears the EXIF and XMP flags of its first chunk. */
function announce(image: Uint8Array<ArrayBuffer>): void {
  const view = new DataView(image.buffer);
  view.setUint32(4, image.length - 8, true);
  if (letters(view, 12, 4) === "VP8X") image[20]! &= ~0b1100;
}

const EXIF = /^(?:\xe1|eXIf$|EXIF$)/;
const ORIENTATION_TAG = 0x0112;

/** Whether EXIF `data`, with or without its name, turns the picture. False if it cannot be read. */
function turns(data: Uint8Array<ArrayBuffer>): boolean {
  const named = new DataView(data.buffer, data.byteOffset, data.length);
  const skipped = letters(named, 0, 6) === "Exif\0\0" ? 6 : 0;
  const view = new DataView(data.buffer, data.byteOffset + skipped, data.length - skipped);
  const order = letters(view, 0, 2);
  if (order !== "II" && order !== "MM") return false;
  const isLittle = order === "II";
  try {
    const first = view.getUint32(4, isLittle);
    const count = view.getUint16(first, isLittle);
    for (let at = first + 2; at < first + 2 + 12 * count; at += 12) {
      if (view.getUint16(at, isLittle) !== ORIENTATION_TAG) continue;
      // 1 is upright; 0 and those beyond 8 say nothing.
      const orientation = view.getUint16(at + 8, isLittle);
      return orientation >= 2 && orientation <= 8;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return false;
}

function letters(
  { buffer, byteOffset, byteLength }: DataView,
  from: number,
  count: number,
): string {
  const there = Math.max(0, Math.min(count, byteLength - from));
  return String.fromCharCode(...new Uint8Array(buffer, byteOffset + from, there));
}
