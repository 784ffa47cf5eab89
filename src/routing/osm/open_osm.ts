import { OsmFileError, type OsmSource } from "./elements.ts";
import { type FileBytes, fileBytes } from "./file_bytes.ts";
import { formatOf, START_BYTES } from "./format.ts";
import { pbfSource } from "./pbf/pbf_source.ts";

/**
 * Opens the map file at `path`, whose format is told by its content: PBF.
 * Nothing but its start is read before {@linkcode OsmSource.read}, and no file stays open.
 * @throws {OsmFileError} where there is no file, or one of another kind
 */
export async function openOsm(path: string): Promise<OsmSource> {
  const file = await fileBytes(path);
  const format = formatOf(await startOf(file));
  if (format === "pbf") return pbfSource(file);
  const problem = typeof format === "object" ? format.problem : `the format ${format} is not read`;
  throw new OsmFileError(path, 0, problem);
}

async function startOf(file: FileBytes): Promise<Uint8Array> {
  using bytes = await file.open();
  const start = new Uint8Array(Math.min(START_BYTES, file.size));
  await bytes.read(0, start);
  return start;
}
