import type { RoadKind } from "../crossings/road_kind.ts";
import { idList } from "../number_list.ts";
import type { OsmSource } from "../osm/elements.ts";
import {
  type CarStreet,
  carStreet,
  isPrivate,
  type PrivateStreets,
  WAY_KEYS,
} from "./car_profile.ts";
import type { NodeIds } from "./node_ids.ts";
import { KIND_KEYS, roadKinds } from "./road_kinds.ts";
import { RELATION_KEYS, type TurnRestriction, turnRestriction } from "./turn_restriction.ts";

/** The streets of a file, still by the ids of their nodes. */
export interface CollectedWays {
  /** Pieces of ways, each with the way's id; a way that leaves the clip and comes back has several. */
  readonly runs: readonly StreetRun[];
  /** The node ids of all runs, one after the other. */
  readonly refs: Float64Array;
  readonly restrictions: readonly TurnRestriction[];
  /** How many ways with `highway` the file has, how many of them were kept, and how many of these are private. */
  readonly waysRead: number;
  readonly waysKept: number;
  readonly waysPrivate: number;
}

export interface StreetRun {
  readonly way: number;
  readonly street: CarStreet;
  readonly kind: RoadKind;
  /** Its node ids are `refs[first]` to `refs[end - 1]`. */
  readonly first: number;
  readonly end: number;
}

/**
 * Reads the ways that cars drive, and turn restrictions.
 * @param inside the nodes within the clip, of whose ways the pieces that touch it are kept; null keeps all
 */
export async function collectWays(
  source: OsmSource,
  inside: NodeIds | null,
  privateStreets: PrivateStreets,
  onProgress?: (bytes: number) => void,
): Promise<CollectedWays> {
  const runs: StreetRun[] = [];
  const refs = idList();
  const restrictions: TurnRestriction[] = [];
  const kindOf = roadKinds();
  let waysRead = 0;
  let waysKept = 0;
  let waysPrivate = 0;

  function addRun(
    way: number,
    street: CarStreet,
    kind: RoadKind,
    nodes: readonly number[],
  ): void {
    const first = refs.length;
    let before = NaN;
    for (const node of nodes) {
      if (node !== before) refs.push(node);
      before = node;
    }
    runs.push({ way, street, kind, first, end: refs.length });
  }

  await source.read({
    keys: { way: [...new Set([...WAY_KEYS, ...KIND_KEYS])], relation: RELATION_KEYS },
    required: {
      way: ["highway"],
      relation: RELATION_KEYS.filter((key) => /^restriction/.test(key)),
    },
    way(id, nodes, tags) {
      waysRead++;
      const pieces = inside === null ? [nodes] : piecesInside(nodes, inside);
      if (pieces.length === 0) return;
      const street = carStreet(tags, privateStreets);
      if (street === null) return;
      waysKept++;
      if (isPrivate(street)) waysPrivate++;
      const kind = kindOf(tags, street);
      for (const piece of pieces) addRun(id, street, kind, piece);
    },
    relation(_id, members, tags) {
      const restriction = turnRestriction(members, tags);
      if (restriction !== null) restrictions.push(restriction);
    },
  }, onProgress);
  return { runs, refs: refs.values(), restrictions, waysRead, waysKept, waysPrivate };
}

/** The stretches of a way whose nodes lie inside, each with the node before and after it. */
function piecesInside(nodes: readonly number[], inside: NodeIds): number[][] {
  const within = nodes.map((node) => inside.indexOf(node) >= 0);
  const pieces: number[][] = [];
  for (let i = 0; i < nodes.length; i++) {
    if (!within[i] && !within[i - 1] && !within[i + 1]) continue;
    // Two nodes outside with none between them are two pieces.
    const goesOn = i > 0 && (within[i] || within[i - 1]) && pieces.length > 0;
    if (goesOn) pieces.at(-1)!.push(nodes[i]!);
    if (!goesOn) pieces.push([nodes[i]!]);
    else if (!within[i] && within[i + 1]) pieces.push([nodes[i]!]);
  }
  return pieces.filter((piece) => piece.length > 1);
}
