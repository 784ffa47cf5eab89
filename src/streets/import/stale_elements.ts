/** Elements that come twice in a file, such as two extracts in one: the newest counts. */
import type { ElementType, OsmSource } from "../osm_pbf/elements.ts";

/** One reading of the elements of a kind. */
export interface Pass {
  /** Whether to leave the next element out. */
  isStale(id: number): boolean;
  /** Whether the ids rose, as in nearly every file, so that none came twice. */
  idsRise(): boolean;
}

/** @param stale the places of elements in the file, from 0 among their kind */
export function passOver(stale: ReadonlySet<number>): Pass {
  let [place, last, rise] = [0, -Infinity, true];
  return {
    isStale(id) {
      rise &&= id > last;
      last = id;
      return stale.has(place++);
    },
    idsRise: () => rise,
  };
}

const NEVER_SEEN = -(2 ** 31);

/**
 * The places of those elements of `kept` of which the file has a newer version, or the same version before. Elements
 * without a version are of version 0.
 */
export async function staleElements(
  source: OsmSource,
  kind: ElementType,
  kept: { readonly length: number; indexOf(id: number): number },
): Promise<ReadonlySet<number>> {
  const versions = new Int32Array(kept.length).fill(NEVER_SEEN);
  const places = new Uint32Array(kept.length);
  const stale = new Set<number>();
  let place = 0;
  function see(id: number, ...rest: readonly unknown[]): void {
    const [here, index, version] = [place++, kept.indexOf(id), rest.at(-1) as number];
    if (index < 0) return;
    const isNewer = version > versions[index]!;
    if (versions[index] !== NEVER_SEEN) stale.add(isNewer ? places[index]! : here);
    if (!isNewer) return;
    versions[index] = version;
    places[index] = here;
  }
  await source.read({ keys: { [kind]: [] }, versions: true, [kind]: see });
  return stale;
}
