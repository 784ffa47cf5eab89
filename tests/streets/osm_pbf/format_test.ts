import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { StreetsError } from "../../../src/streets/streets_error.ts";
import { openOsm } from "../../../src/streets/osm_pbf/open_osm.ts";
import { pbfFile } from "../../support/osm_files.ts";
import { tempFolder } from "../../support/temp_folder.ts";
import { elementsOf } from "./_reading.ts";

/** Starts of files in other formats, and part of the error for each. */
const FOREIGN: readonly [what: string, start: string, says: string][] = [
  [".osm", '<?xml version="1.0"?><osm version="0.6">', "osmium cat FILE -o NEW.osm.pbf"],
  [
    ".osm without a declaration",
    "\xef\xbb\xbf <osm>",
    "XML de OpenStreetMap; conviértelo con: osmium cat FILE",
  ],
  [".osm.gz", "\x1f\x8b\x08", "gzip; conviértelo con: osmium cat FILE -o NEW.osm.pbf"],
  [".osm.bz2", "BZh91AY", "bzip2; conviértelo con: osmium cat FILE -o NEW.osm.pbf"],
  [".osm.xz", "\xfd7zXZ\x00", "xz -dc FILE | osmium cat -F osm - -o NEW.osm.pbf"],
  ["nothing", "", "vacío"],
  ["a ZIP archive", "PK\x03\x04\x14", "ZIP"],
  ["a web page", "<!DOCTYPE html><title>404</title>", "página web"],
  ["o5m", "\xff\xe0\x04o5m2\xff", "o5m; conviértelo con: osmium cat FILE"],
  ["a shapefile", "\0\0\x27\x0a\0", "00 00 27 0a 00; descarga el archivo .osm.pbf"],
  ["plain text", "Mérida", "4d e9 72"],
  ["random bytes", "\x9f\x01\xab", "9f 01 ab"],
];
for (const [what, start, says] of FOREIGN) {
  Deno.test(`${what} is refused with an error that names the format or the remedy`, async () => {
    const bytes = Uint8Array.from(start, (letter) => letter.charCodeAt(0));
    const error = await assertRejects(() => elementsOf(bytes), StreetsError);
    assertStringIncludes(error.message, "solo se leen archivos .osm.pbf, y este ");
    assertStringIncludes(error.message, says);
    assertStringIncludes(error.message, "(en el byte 0)");
  });
}

Deno.test("a missing file and a folder are refused, with the path", async () => {
  await using folder = await tempFolder();
  const absent = await assertRejects(() => openOsm(`${folder.path}/absent.pbf`), StreetsError);
  assertEquals(absent.message, `${folder.path}/absent.pbf: no existe ese archivo`);
  const notFile = await assertRejects(() => openOsm(folder.path), StreetsError);
  assertStringIncludes(notFile.message, "no es un archivo");
});

Deno.test("a map is recognised by its content, whatever its name", async () => {
  await using folder = await tempFolder();
  const path = `${folder.path}/map.txt`;
  await Deno.writeFile(path, pbfFile([{ type: "way", id: 1, refs: [1, 2] }]));
  const ids: number[] = [];
  await (await openOsm(path)).read({ way: (id) => ids.push(id) });
  assertEquals(ids, [1]);
});

Deno.test("a file that changed between two passes is an error", async () => {
  await using folder = await tempFolder();
  const path = `${folder.path}/map.osm.pbf`;
  const file = pbfFile([{ type: "way", id: 1, refs: [1, 2] }]);
  await Deno.writeFile(path, file);
  const source = await openOsm(path);
  await source.read({ way() {} });
  await Deno.utime(path, 0, 0);
  await assertRejects(() => source.read({ way() {} }), StreetsError, "cambió mientras se leía");
  await Deno.truncate(path, file.length - 10);
  await assertRejects(() => source.read({ way() {} }), StreetsError, "cambió mientras se leía");
});
