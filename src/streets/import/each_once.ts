/** Elements that come twice in a file, as in two extracts put together, count once: of each id the newest. */
import type { ElementType, OsmHandlers, OsmSource } from "../osm_pbf/elements.ts";
import { type NodeIds, nodeIds } from "./collect_streets.ts";

/** Elements that have a newer version in the file, by their place among the elements of their kind, from 0. */
type Stale = Readonly<Partial<Record<ElementType, ReadonlySet<number>>>>;

interface WatchedSource extends OsmSource {
  /** Whether the ids of each kind rose in every pass, as in nearly every file, so that none came twice. */
  idsRise(): boolean;
  relationIds(): NodeIds;
}

/** The source without the elements at the places in `stale`. */
export function eachOnce(source: OsmSource, stale: Stale = {}): WatchedSource {
  let rise = true;
  const relations: number[] = [];
  function watched(kind: ElementType, handlers: OsmHandlers): OsmHandlers {
    const handle = handlers[kind] as ((...element: unknown[]) => void) | undefined;
    if (handle === undefined) return {};
    const left = stale[kind];
    const isRelation = kind === "relation";
    let place = 0;
    let last = -Infinity;
    function watch(id: number, a: unknown, b: unknown, c: unknown, d: unknown): void {
      if (id <= last) rise = false;
      last = id;
      if (isRelation) relations.push(id);
      if (left === undefined || !left.has(place++)) handle!(id, a, b, c, d);
    }
    return { [kind]: watch };
  }
  return {
    ...source,
    idsRise: () => rise,
    relationIds: () => nodeIds(Float64Array.from(relations)),
    read(handlers, onProgress) {
      const kinds = (["node", "way", "relation"] as const).map((kind) => watched(kind, handlers));
      return source.read(Object.assign({}, handlers, ...kinds), onProgress);
    },
  };
}

const NEVER_SEEN = -(2 ** 31);

/**
 * Finds the elements of `kept` that come again with a higher version, or came before with the same one. An element
 * without a version has version 0.
 */
export async function staleElements(
  source: OsmSource,
  kept: Readonly<Record<ElementType, NodeIds>>,
): Promise<Readonly<Record<ElementType, ReadonlySet<number>>>> {
  const stale = { node: new Set<number>(), way: new Set<number>(), relation: new Set<number>() };
  function seeing(kind: ElementType): OsmHandlers {
    const { length, indexOf } = kept[kind];
    const versions = new Int32Array(length).fill(NEVER_SEEN);
    const places = new Uint32Array(length);
    let place = 0;
    function see(id: number, ...rest: readonly unknown[]): void {
      const [here, index, version] = [place++, indexOf(id), (rest.at(-1) as () => number)()];
      if (index < 0) return;
      const isNewer = version > versions[index]!;
      if (versions[index] !== NEVER_SEEN) stale[kind].add(isNewer ? places[index]! : here);
      if (!isNewer) return;
      versions[index] = version;
      places[index] = here;
    }
    return { [kind]: see };
  }
  const keys = { node: [], way: [], relation: [] };
  const kinds = (["node", "way", "relation"] as const).map(seeing);
  await source.read(Object.assign({ keys }, ...kinds));
  return stale;
}
