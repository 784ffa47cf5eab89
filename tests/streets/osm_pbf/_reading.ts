import type { OsmHandlers, OsmSource } from "../../../src/streets/osm_pbf/elements.ts";
import { openOsm } from "../../../src/streets/osm_pbf/open_osm.ts";
import type { OsmElement } from "../../support/osm_files.ts";

const folder = Deno.makeTempDirSync();
globalThis.addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));

/** The path of the file that {@linkcode opened} writes. */
export const PATH = `${folder}/a.osm.pbf`;

/** A source of these bytes, written to {@linkcode PATH}. */
export async function opened(bytes: Uint8Array): Promise<OsmSource> {
  await Deno.writeFile(PATH, bytes);
  return await openOsm(PATH);
}

/** All elements of a file in order; those without tags have no `tags`. */
export async function elementsOf(
  bytes: Uint8Array,
  limits: Pick<OsmHandlers, "keys"> = {},
): Promise<OsmElement[]> {
  const elements: OsmElement[] = [];
  await (await opened(bytes)).read({ ...gather(elements), ...limits });
  return elements;
}

/** Handlers that push elements to `elements`. */
export function gather(elements: OsmElement[]): OsmHandlers {
  return {
    node: (id, lat, lng, tags) => elements.push({ type: "node", id, lat, lng, ...some(tags) }),
    way: (id, refs, tags) => elements.push({ type: "way", id, refs: refs(), ...some(tags) }),
    relation: (id, members, tags) =>
      elements.push({ type: "relation", id, members: members(), ...some(tags) }),
  };
}

function some(tags: Readonly<Record<string, string>> | null) {
  if (tags === null || Object.keys(tags).length === 0) return {};
  return { tags: { ...tags } };
}
