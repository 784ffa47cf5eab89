import { OsmFileError, type OsmSource } from "./elements.ts";
import { type FileBytes, fileBytes } from "./file_bytes.ts";
import { formatOf, type MapFormat, START_BYTES } from "./format.ts";
import { pbfSource } from "./pbf/pbf_source.ts";
import { bunzipped, gunzipped, plain } from "./xml/unpacking.ts";
import { xmlSource } from "./xml/xml_source.ts";

const SOURCES: Readonly<Record<MapFormat, (file: FileBytes) => OsmSource>> = {
  pbf: pbfSource,
  xml: (file) => xmlSource(file, plain),
  gzip: (file) => xmlSource(file, gunzipped),
  bzip2: (file) => xmlSource(file, bunzipped),
};

/**
 * Opens the map file at `path`, whose format is told by its content: PBF, or XML, plain or packed by gzip or bzip2.
 * Nothing but its start is read before {@linkcode OsmSource.read}, and no file stays open.
 * @throws {OsmFileError} where there is no file, or one of another kind
 */
export async function openOsm(path: string): Promise<OsmSource> {
  return await osmSource(await fileBytes(path));
}

/**
 * The same for bytes that lie anywhere.
 * @throws {OsmFileError} for bytes of another kind
 */
export async function osmSource(file: FileBytes): Promise<OsmSource> {
  const format = formatOf(await startOf(file));
  if (typeof format === "object") throw new OsmFileError(file.path, 0, format.problem);
  return SOURCES[format](file);
}

async function startOf(file: FileBytes): Promise<Uint8Array> {
  using bytes = await file.open();
  const start = new Uint8Array(Math.min(START_BYTES, file.size));
  await bytes.read(0, start);
  return start;
}
