import { idList } from "../number_list.ts";
import type { OsmBox, OsmFileInfo, OsmSource } from "../osm/elements.ts";
import { type CarObstacle, carObstacle, NODE_KEYS } from "./car_obstacle.ts";
import { insideOf } from "./clip.ts";
import { type NodeIds, nodeIds } from "./node_ids.ts";

/** The nodes of the streets, by their places in {@linkcode NodeIds}. */
export interface CollectedNodes {
  /** Units of 1e-7 degrees; {@linkcode MISSING} where the file lacks the node. */
  readonly lat: Int32Array;
  readonly lng: Int32Array;
  readonly obstacles: ReadonlyMap<number, CarObstacle>;
  readonly info: OsmFileInfo;
}

/** Latitude of a node that the file does not have. */
export const MISSING = 2 ** 31 - 1;

/** The ids of the nodes within a box. */
export async function nodesInside(
  source: OsmSource,
  box: OsmBox,
  onProgress?: (bytes: number) => void,
): Promise<NodeIds> {
  const ids = idList();
  const inside = insideOf(box);
  await source.read({
    keys: { node: [] },
    node(id, lat, lng) {
      if (inside(lat, lng)) ids.push(id);
    },
  }, onProgress);
  return nodeIds(ids.values());
}

/** Where the nodes of `ids` lie, and what on them stops or delays a car. */
export async function collectNodes(
  source: OsmSource,
  ids: NodeIds,
  onProgress?: (bytes: number) => void,
): Promise<CollectedNodes> {
  const lat = new Int32Array(ids.length).fill(MISSING);
  const lng = new Int32Array(ids.length);
  const obstacles = new Map<number, CarObstacle>();
  const info = await source.read({
    keys: { node: NODE_KEYS },
    node(id, lat1e7, lng1e7, tags) {
      const index = ids.indexOf(id);
      if (index < 0) return;
      lat[index] = lat1e7;
      lng[index] = lng1e7;
      const obstacle = tags === null ? null : carObstacle(tags);
      if (obstacle !== null) obstacles.set(index, obstacle);
    },
  }, onProgress);
  return { lat, lng, obstacles, info };
}
