import { NO_PLACE } from "../osm_pbf/elements.ts";
import { addSegment, type StreetColumns, streetColumns } from "../street_columns.ts";
import type { CollectedNodes, StreetRun } from "./collect_streets.ts";

export interface CutStreets {
  readonly columns: StreetColumns;
  readonly segmentRun: readonly StreetRun[];
  /** The node of each junction. A node closed to cars has a junction for each street that ends there. */
  readonly junctionNode: readonly number[];
  /** The junction of each node; -1 if it has none or several. */
  readonly junctionOf: Int32Array;
}

/** Cuts runs into segments from junction to junction. */
export function cutSegments(
  runs: readonly StreetRun[],
  refs: Uint32Array,
  nodes: CollectedNodes,
): CutStreets {
  const columns = streetColumns();
  const segmentRun: StreetRun[] = [];
  const junctionNode: number[] = [];
  const junctionOf = new Int32Array(nodes.lat.length).fill(-1);
  const ends = junctionNodes(runs, refs, nodes);

  function junctionAt(node: number): number {
    if (junctionOf[node]! >= 0) return junctionOf[node]!;
    const junction = junctionNode.push(node) - 1;
    if (!nodes.obstacles.get(node)?.closed) junctionOf[node] = junction;
    return junction;
  }

  function addPart(run: StreetRun, first: number, end: number): void {
    const placeOf = (node: number) => [nodes.lat[node]!, nodes.lng[node]!] as const;
    const points = Array.from(refs.subarray(first, end), placeOf);
    const ends = [junctionAt(refs[first]!), junctionAt(refs[end - 1]!)] as const;
    addSegment(columns, ends, run.street, points);
    segmentRun.push(run);
  }

  for (const run of runs) {
    forEachPiece(run, refs, nodes, (first, end) => {
      let start = first;
      for (let i = first + 1; i < end; i++) {
        if (ends[refs[i]!] === 0) continue;
        addPart(run, start, i + 1);
        start = i;
      }
    });
  }
  return { columns, segmentRun, junctionNode, junctionOf };
}

/** Marks the nodes at which segments end: 1, else 0. */
function junctionNodes(
  runs: readonly StreetRun[],
  refs: Uint32Array,
  nodes: CollectedNodes,
): Uint8Array {
  const seen = new Uint8Array(nodes.lat.length);
  const ends = new Uint8Array(nodes.lat.length);
  for (const run of runs) {
    forEachPiece(run, refs, nodes, (first, end) => {
      ends[refs[first]!] = ends[refs[end - 1]!] = 1;
      for (let i = first; i < end; i++) {
        if (seen[refs[i]!] === 1) ends[refs[i]!] = 1;
        seen[refs[i]!] = 1;
      }
    });
  }
  for (const node of nodes.obstacles.keys()) ends[node] = 1;
  return ends;
}

/** Visits the parts of a run, of two nodes or more, whose nodes the file has. */
function forEachPiece(
  { first, end }: StreetRun,
  refs: Uint32Array,
  { lat }: CollectedNodes,
  visit: (first: number, end: number) => void,
): void {
  let start = first;
  for (let i = first; i <= end; i++) {
    if (i < end && lat[refs[i]!] !== NO_PLACE) continue;
    if (i - start > 1) visit(start, i);
    start = i + 1;
  }
}
