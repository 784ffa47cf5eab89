/** JPEG, PNG and WebP by their bytes: their size in pixels, and the same picture without what cameras and editors add to it. */

export const IMAGE_TYPES = ["image/jpeg", "image/png", "image/webp"] as const;

export interface Image {
  readonly type: typeof IMAGE_TYPES[number];
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export const MAX_IMAGE_BYTES = 1_000_000;
/** A small file can be a picture that fills a phone's memory. */
const MAX_PIXELS = 25_000_000;

/** `more`: something follows the picture, which another program may take for a file of its own. */
export type ImageProblem = "too_large" | "unknown" | "damaged" | "pixels" | "turned" | "more";

interface Picture {
  readonly width: number;
  readonly height: number;
  /** What is kept of the file, in its order. */
  readonly parts: readonly Uint8Array[];
  /** How EXIF says to turn it; 1 if upright. Without EXIF it would lie on its side. */
  readonly orientation: number;
  /** Where it ends in the file. */
  readonly end: number;
}

/** Reads a file that begins with `magic`; null if it is damaged, as is one that a RangeError shows to be cut. */
type Reader = (bytes: Uint8Array<ArrayBuffer>, view: DataView) => Picture | null;

const FORMATS: readonly [type: Image["type"], magic: RegExp, read: Reader][] = [
  ["image/jpeg", /^\xff\xd8\xff/, readJpeg],
  ["image/png", /^\x89PNG\r\n/, readPng],
  ["image/webp", /^RIFF[^]{4}WEBP/, readWebp],
];

/** The image without EXIF, comments and other data of its file, or why it is refused. */
export function readImage(bytes: Uint8Array<ArrayBuffer>): Image | ImageProblem {
  if (bytes.length > MAX_IMAGE_BYTES) return "too_large";
  const format = FORMATS.find(([, magic]) => magic.test(letters(bytes, 0, 12)));
  if (format === undefined) return "unknown";
  const [type, , read] = format;
  const picture = unlessCut(() => read(bytes, new DataView(bytes.buffer, bytes.byteOffset)));
  if (picture === null) return "damaged";
  const pixels = picture.width * picture.height;
  if (pixels === 0) return "damaged";
  if (pixels > MAX_PIXELS) return "pixels";
  if (picture.end !== bytes.length) return "more";
  if (picture.orientation !== 1) return "turned";
  return { type, bytes: joined(picture.parts) };
}

function unlessCut<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function letters(bytes: Uint8Array, from: number, count: number): string {
  return String.fromCharCode(...bytes.subarray(from, from + count));
}

const JPEG = { frame: /^[\xc0-\xc3\xc5-\xc7\xc9-\xcb\xcd-\xcf]/, end: 0xd9, scan: 0xda };
/** Of a JPEG's application data: its density, its colours, and how they are coded. */
const KEPT_DATA = /^(?:[^\xe0-\xef\xfe]|\xe0..JFIF\0|\xe2..ICC_PROFILE\0|\xee..Adobe)/s;
/** Ends the coded data of a scan: a marker other than a stuffed byte and a restart. */
const MARKERS = { stuffed: 0, fill: 0xff, firstRestart: 0xd0, lastRestart: 0xd7 };

function readJpeg(bytes: Uint8Array<ArrayBuffer>, view: DataView): Picture | null {
  const parts = [bytes.subarray(0, 2)];
  let [width, height, orientation] = [0, 0, 1];
  let hasScan = false;
  for (let at = 2;;) {
    if (view.getUint8(at) !== MARKERS.fill) return null;
    const marker = view.getUint8(at + 1);
    if (marker === MARKERS.fill) {
      at++;
      continue;
    }
    if (marker === JPEG.end) {
      const end = at + 2;
      parts.push(bytes.subarray(at, end));
      return hasScan ? { width, height, parts, orientation, end } : null;
    }
    const head = letters(bytes, at + 1, 15);
    let end = at + 2 + view.getUint16(at + 2);
    if (JPEG.frame.test(head)) {
      if (width > 0) return null;
      [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)];
    }
    if (head.startsWith("\xe1")) orientation = orientationIn(bytes.subarray(at + 4, end));
    if (marker === JPEG.scan) {
      hasScan = true;
      end = scanEnd(view, end);
    }
    if (KEPT_DATA.test(head)) parts.push(bytes.subarray(at, end));
    at = end;
  }
}

function scanEnd(view: DataView, from: number): number {
  const { stuffed, fill, firstRestart, lastRestart } = MARKERS;
  for (let at = from;; at++) {
    if (view.getUint8(at) !== fill) continue;
    const next = view.getUint8(at + 1);
    const isCoded = next === stuffed || next === fill ||
      next >= firstRestart && next <= lastRestart;
    if (!isCoded) return at;
  }
}

/** The pixels, their transparency, colours and density. */
const KEPT_CHUNKS = /^(IHDR|PLTE|IDAT|IEND|tRNS|gAMA|cHRM|sRGB|iCCP|sBIT|pHYs)$/;

function readPng(bytes: Uint8Array<ArrayBuffer>, view: DataView): Picture | null {
  const parts = [bytes.subarray(0, 8)];
  let orientation = 1;
  let hasPixels = false;
  for (let at = 8;;) {
    const kind = letters(bytes, at + 4, 4);
    const end = at + 12 + view.getUint32(at);
    if (end > bytes.length || (kind === "IHDR") !== (at === 8)) return null;
    if (kind === "eXIf") orientation = orientationIn(bytes.subarray(at + 8, end));
    if (kind === "IDAT") hasPixels = true;
    if (KEPT_CHUNKS.test(kind)) parts.push(bytes.subarray(at, end));
    if (kind === "IEND") {
      const [width, height] = [view.getUint32(16), view.getUint32(20)];
      return hasPixels ? { width, height, parts, orientation, end } : null;
    }
    at = end;
  }
}

/** Animations are not: their frames are a chunk of their own. */
const KEPT_OF_WEBP = /^(VP8X|ICCP|ALPH|VP8 |VP8L)$/;
/** The flags of VP8X that announce EXIF and XMP. */
const DROPPED_FLAGS = 0b1100;

function readWebp(bytes: Uint8Array<ArrayBuffer>, view: DataView): Picture | null {
  const head = bytes.slice(0, 12);
  const parts: Uint8Array[] = [head];
  const end = 8 + view.getUint32(4, true);
  const sizes: (readonly [width: number, height: number])[] = [];
  let orientation = 1;
  let hasPixels = false;
  for (let at = 12; at < end;) {
    const kind = letters(bytes, at, 4);
    const length = view.getUint32(at + 4, true);
    const next = at + 8 + length + length % 2;
    if (next > bytes.length) return null;
    const part = bytes.slice(at, next);
    if (kind === "VP8X") {
      part[8]! &= ~DROPPED_FLAGS;
      sizes.push([triple(view, at + 12) + 1, triple(view, at + 15) + 1]);
    }
    if (kind === "VP8 " || kind === "VP8L") {
      if (hasPixels) return null;
      hasPixels = true;
      sizes.push(kind === "VP8L" ? losslessSize(view, at + 9) : lossySize(view, at + 14));
    }
    if (kind === "EXIF") orientation = orientationIn(part.subarray(8));
    if (KEPT_OF_WEBP.test(kind)) parts.push(part);
    at = next;
  }
  const [[width, height] = [0, 0], canvas] = sizes.toReversed();
  if (!hasPixels || canvas && (canvas[0] !== width || canvas[1] !== height)) return null;
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  new DataView(head.buffer).setUint32(4, length - 8, true);
  return { width, height, parts, orientation, end };
}

function triple(view: DataView, at: number): number {
  return view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
}

function lossySize(view: DataView, at: number): readonly [number, number] {
  return [view.getUint16(at, true) & 0x3fff, view.getUint16(at + 2, true) & 0x3fff];
}

function losslessSize(view: DataView, at: number): readonly [number, number] {
  const bits = view.getUint32(at, true);
  return [(bits & 0x3fff) + 1, (bits >>> 14 & 0x3fff) + 1];
}

const ORIENTATION_TAG = 0x0112;

/** How EXIF `data`, after its name if it has one, turns the picture; 1 without a readable orientation. */
function orientationIn(data: Uint8Array): number {
  const tiff = data.subarray(letters(data, 0, 6) === "Exif\0\0" ? 6 : 0);
  const order = letters(tiff, 0, 2);
  if (order !== "II" && order !== "MM") return 1;
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.length);
  const isLittle = order === "II";
  return unlessCut(() => {
    const first = view.getUint32(4, isLittle);
    const count = view.getUint16(first, isLittle);
    for (let at = first + 2; at < first + 2 + 12 * count; at += 12) {
      if (view.getUint16(at, isLittle) === ORIENTATION_TAG) return view.getUint16(at + 8, isLittle);
    }
    return 1;
  }) ?? 1;
}
