/** The restaurant's file as it is exchanged: its text alone, or a tar archive (POSIX ustar) with its images. */
import { type Image, imageName, MAX_DISH_PHOTO_BYTES, readImage } from "../domain/image.ts";
import { linkCode } from "../domain/menu.ts";
import type { RestaurantArchive } from "../ports/restaurant.ts";
import { RestaurantFileError } from "./problems.ts";

const BLOCK = 512;
const TEXT = "restaurante.json";
const IMAGE = /^imagenes\/([0-9a-f]{64})\.(?:jpeg|png|webp)$/;
const MARK = /"version"\s*:\s*"([0-9a-z]{1,7})"(,?)/;

/** The text with a mark by which its upload is merged from this version, on the first line. */
export function marked(text: string): string {
  return text.replace("{", `{"version": "${markOf(text)}",`);
}

export function markOf(text: string): string {
  return linkCode(text).toString(36);
}

function unmarked(text: string): Pick<RestaurantArchive, "text" | "mark"> {
  const found = MARK.exec(text);
  if (found === null) return { text };
  const [{ length }, mark, comma] = found;
  const before = text.slice(0, found.index);
  // An editor may have put it last.
  const kept = comma === "" ? before.replace(/,\s*$/, "") : before;
  return { text: kept + text.slice(found.index + length), mark: mark! };
}

/** What macOS adds to files and folders. */
const IGNORED = /(?:^|\/)(?:\._[^/]*|\.DS_Store)$/;

/** @param seconds the time of its files, since the epoch */
export function pack(
  { text, images }: RestaurantArchive,
  seconds: number,
): Uint8Array<ArrayBuffer> {
  const files: readonly (readonly [name: string, content: Uint8Array])[] = [
    [TEXT, new TextEncoder().encode(text)],
    ...[...images].map(([name, { type, bytes }]) =>
      [`imagenes/${name}.${type.slice("image/".length)}`, bytes] as const
    ),
  ];
  const length = files.reduce((sum, [, { length }]) => sum + BLOCK + padded(length), 2 * BLOCK);
  const archive = new Uint8Array(length);
  let at = 0;
  for (const [name, content] of files) {
    archive.set(headOf(name, content.length, seconds), at);
    archive.set(content, at + BLOCK);
    at += BLOCK + padded(content.length);
  }
  return archive;
}

function padded(length: number): number {
  return Math.ceil(length / BLOCK) * BLOCK;
}

function headOf(name: string, size: number, seconds: number): Uint8Array {
  const head = new Uint8Array(BLOCK);
  const put = (at: number, text: string) => head.set(new TextEncoder().encode(text), at);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, "0");
  put(0, name);
  [[100, 0o644], [108, 0], [116, 0]].forEach(([at, value]) => put(at!, octal(value!, 7)));
  put(124, octal(size, 11));
  put(136, octal(seconds, 11));
  put(156, "0");
  put(257, "ustar\0" + "00");
  put(148, octal(checksumOf(head), 6) + "\0 ");
  return head;
}

/** The sum of the bytes, with blanks in the place of the sum itself. */
function checksumOf(head: Uint8Array): number {
  return head.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0);
}

/**
 * Reads either form.
 * @param file its path, for the error
 * @throws {RestaurantFileError} if it is neither, is cut, or holds what its names do not say
 */
export function unpack(
  bytes: Uint8Array<ArrayBuffer>,
  file: string | null = null,
): RestaurantArchive {
  const refuse = (says: string): never => {
    throw new RestaurantFileError([{ text: says }], file);
  };
  if (bytes[0] === 0x1f && bytes[1] === 0x8b || bytes[0] === 0x50 && bytes[1] === 0x4b) {
    return refuse("el archivo está comprimido: hay que descomprimirlo y dar el .tar o el .json");
  }
  if (letters(bytes, 257, 5) !== "ustar") {
    return { ...unmarked(textOf(bytes, refuse)), images: new Map() };
  }
  const images = new Map<string, Image>();
  let text: string | undefined;
  for (const [name, content] of filesIn(bytes, refuse)) {
    const [, hash] = IMAGE.exec(name) ?? [];
    if (name === TEXT && text === undefined) text = textOf(content, refuse);
    else if (hash !== undefined) images.set(hash, imageOf(name, hash, content, refuse));
    else refuse(`el .tar trae ${JSON.stringify(name)}, y solo lleva un ${TEXT} e imagenes/`);
  }
  const heavy = [...images.values()].filter(({ bytes }) => bytes.length > MAX_DISH_PHOTO_BYTES);
  if (heavy.length > 2) refuse("el .tar trae más de dos imágenes de más de 150 kB: foto y logo");
  return { ...unmarked(text ?? refuse(`al .tar le falta ${TEXT}`)), images };
}

type Refuse = (says: string) => never;

function textOf(bytes: Uint8Array<ArrayBuffer>, refuse: Refuse): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return refuse("el archivo no es texto UTF-8: hay que guardarlo con la codificación UTF-8");
  }
}

function imageOf(
  name: string,
  hash: string,
  content: Uint8Array<ArrayBuffer>,
  refuse: Refuse,
): Image {
  const image = readImage(content);
  if (typeof image !== "string" && imageName(image) === hash) return image;
  return refuse(`${name} no es la imagen que su nombre dice: las nuevas se suben en el tablero`);
}

/** The files of a tar archive, without its folders and the attributes that pax adds. */
function* filesIn(
  bytes: Uint8Array<ArrayBuffer>,
  refuse: Refuse,
): Generator<[name: string, content: Uint8Array<ArrayBuffer>]> {
  for (let at = 0; at + BLOCK <= bytes.length;) {
    const head = bytes.subarray(at, at + BLOCK);
    if (head.every((byte) => byte === 0)) return;
    const [sum, size] = [[148, 8], [124, 12]].map(([at, length]) =>
      parseInt(letters(head, at!, length!).trim(), 8)
    );
    if (sum !== checksumOf(head) || !(size! >= 0)) refuse(DAMAGED);
    const end = at + BLOCK + size!;
    if (end > bytes.length) refuse(DAMAGED);
    const name = letters(head, 0, 100).replace(/^(?:\.\/)+/, "");
    const kind = letters(head, 156, 1);
    const isFile = kind === "" || kind === "0";
    if (!isFile && !"5xg".includes(kind)) refuse(`el .tar trae un enlace u otra cosa: ${name}`);
    if (isFile && !IGNORED.test(name)) yield [name, bytes.slice(at + BLOCK, end)];
    at += BLOCK + padded(size!);
  }
  refuse(DAMAGED);
}

const DAMAGED = "el .tar está dañado o incompleto: hay que descargarlo o copiarlo otra vez";

const LATIN_1 = new TextDecoder("latin1");

/** The text up to its first NUL. */
function letters(bytes: Uint8Array, from: number, length: number): string {
  return LATIN_1.decode(bytes.subarray(from, from + length)).split("\0", 1)[0]!;
}
