import type { OsmSource } from "../elements.ts";
import type { FileBytes } from "../file_bytes.ts";
import { mapDocument } from "./document.ts";
import type { Unpacking } from "./unpacking.ts";

/**
 * A file in OpenStreetMap's XML (https://wiki.openstreetmap.org/wiki/OSM_XML), packed or not.
 * @param unpack begins a pass over its unpacked bytes
 */
export function xmlSource(file: FileBytes, unpack: (file: FileBytes) => Unpacking): OsmSource {
  return {
    bytes: file.size,
    async read(handlers, onProgress) {
      const { pieces, behind, fault } = unpack(file);
      const document = mapDocument(handlers, fault);
      for await (const piece of pieces) {
        document.write(piece);
        onProgress?.(behind());
      }
      document.end();
      return document.info();
    },
  };
}
