/** Formats of map files that are read. */
export type MapFormat = "pbf" | "xml" | "gzip" | "bzip2";

/** Bytes from the start of a file that {@linkcode formatOf} looks at. */
export const START_BYTES = 512;

const CONVERT = "make a map file of it with: osmium cat FILE -o NEW.osm.pbf";
const UNPACK = "unpack it first and give what was inside";

/** Files that people mistake for map files, by how they start. */
const FOREIGN: readonly { readonly start: RegExp; readonly problem: string }[] = [
  { start: /^$/, problem: "the file is empty; download it again" },
  { start: /^PK[^ -~]{2}/, problem: `a ZIP archive; ${UNPACK}` },
  { start: /^7z\xbc\xaf/, problem: `a 7-Zip archive; ${UNPACK}` },
  { start: /^\xfd7zXZ/, problem: `packed by xz; ${UNPACK}` },
  { start: /^\x28\xb5\x2f\xfd/, problem: `packed by Zstandard; ${UNPACK}` },
  { start: /^\xff\xe0.{1,2}o5[mc]/s, problem: `a file in the o5m format; ${CONVERT}` },
  { start: /^[nwr]-?\d+ v\d/, problem: `a file in the OPL format; ${CONVERT}` },
  { start: /^(\xff\xfe|\xfe\xff)/, problem: "text in UTF-16; save it as UTF-8" },
  { start: /^\s*(<!doctype\s+html|<html)/i, problem: "a web page: the download went wrong" },
  { start: /<osmChange\b/, problem: "a file of changes, not a map; give the map itself" },
  {
    start: /^\s*[{[]/,
    problem: "JSON; ask Overpass for [out:xml], or give an .osm.pbf file",
  },
  {
    start: /^[^ -~]{2}'\n/,
    problem: "a shapefile, which lacks what routes need; give an .osm.pbf file",
  },
  { start: /^SQLite format 3/, problem: "a database; give an .osm.pbf file" },
];

/**
 * The format of the file that starts with `bytes`, by its content: names lie.
 * @returns the format, or what is known of a file that is no map
 */
export function formatOf(bytes: Uint8Array): MapFormat | { readonly problem: string } {
  // One character a byte, so that patterns can name bytes.
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  for (const { start, problem } of FOREIGN) {
    if (start.test(text)) return { problem: `this is not a map file but ${problem}` };
  }
  if (/^.{4}.{0,64}OSMHeader/s.test(text)) return "pbf";
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return "gzip";
  if (/^BZh[1-9]/.test(text)) return "bzip2";
  if (/^(\xef\xbb\xbf)?\s*<(\?xml\b|!--|!DOCTYPE|osm\b)/.test(text)) return "xml";
  return { problem: `this is not a map file; it starts with ${printed(bytes)}` };
}

const PRINTED_BYTES = 16;

function printed(bytes: Uint8Array): string {
  const start = [...bytes.subarray(0, PRINTED_BYTES)];
  const hex = start.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
  return `the bytes ${hex}; give an .osm.pbf, .osm, .osm.gz or .osm.bz2 file`;
}
