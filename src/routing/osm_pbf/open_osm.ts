import { OsmFileError, type OsmSource } from "./elements.ts";
import { type FileBytes, fileBytes } from "./file_bytes.ts";
import { pbfSource } from "./pbf_source.ts";

/** Bytes from the start of a file that tell what it is. */
const START_BYTES = 512;

const CONVERT = "convert it with: osmium cat FILE -o NEW.osm.pbf";
const CONVERT_XZ = "convert it with: xz -dc FILE | osmium cat -F osm - -o NEW.osm.pbf";
const UNPACK = "unpack it first and give what was inside";

/** Files that are mistaken for .osm.pbf files, by how they start. */
const FOREIGN: readonly { readonly start: RegExp; readonly what: string }[] = [
  { start: /^$/, what: "an empty file; download it again" },
  { start: /^[^ -~]\x8b/, what: `packed by gzip; ${CONVERT}` },
  { start: /^BZh[1-9]/, what: `packed by bzip2; ${CONVERT}` },
  { start: /^\xfd7zXZ/, what: `packed by xz; ${CONVERT_XZ}` },
  { start: /^PK[^ -~]{2}/, what: `a ZIP archive; ${UNPACK}` },
  { start: /^7z\xbc\xaf/, what: `a 7-Zip archive; ${UNPACK}` },
  { start: /^\x28\xb5\x2f\xfd/, what: `packed by Zstandard; ${UNPACK}` },
  { start: /^\xff\xe0.{1,2}o5[mc]/s, what: `in the o5m format; ${CONVERT}` },
  { start: /^[nwr]-?\d+ v\d/, what: `in the OPL format; ${CONVERT}` },
  { start: /^\s*(<!doctype\s+html|<html)/i, what: "a web page: the download went wrong" },
  { start: /<osmChange\b/, what: "a file of changes; give the map itself" },
  { start: /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*</, what: `in OpenStreetMap's XML; ${CONVERT}` },
  { start: /^\s*[{[]/, what: "JSON; ask Overpass for [out:xml] and convert that with osmium cat" },
  { start: /^[^ -~]{2}'\n/, what: "a shapefile, which lacks what routes need" },
  { start: /^SQLite format 3/, what: "a database" },
];

/**
 * Opens the .osm.pbf file at `path`. Nothing but its start is read before {@linkcode OsmSource.read}, and no file stays open.
 * @throws {OsmFileError} where there is no file, or one in another format, with how to convert it
 */
export async function openOsm(path: string): Promise<OsmSource> {
  return await osmSource(await fileBytes(path));
}

/**
 * The same for bytes that lie anywhere.
 * @throws {OsmFileError} for bytes in another format
 */
export async function osmSource(file: FileBytes): Promise<OsmSource> {
  const start = await startOf(file);
  // One character a byte, so that patterns can name bytes.
  const text = Array.from(start, (byte) => String.fromCharCode(byte)).join("");
  const foreign = FOREIGN.find((format) => format.start.test(text));
  if (foreign === undefined && /^.{4}.{0,64}OSMHeader/s.test(text)) return pbfSource(file);
  throw new OsmFileError(
    file.path,
    0,
    `only .osm.pbf files are read: ${foreignWords(start, foreign)}`,
  );
}

function foreignWords(start: Uint8Array, foreign: { readonly what: string } | undefined): string {
  if (foreign !== undefined) return `this one is ${foreign.what}`;
  const bytes = [...start.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, "0"));
  return `this one starts with the bytes ${bytes.join(" ")}`;
}

async function startOf(file: FileBytes): Promise<Uint8Array> {
  using bytes = await file.open();
  const start = new Uint8Array(Math.min(START_BYTES, file.size));
  await bytes.read(0, start);
  return start;
}
