import {
  edgeShare,
  openEdges,
  type StreetGraph,
  type StreetPosition,
  type Work,
} from "./street_graph.ts";

/** The weights of seconds and metres, whose sum is the cost of a route. */
export interface RoutePreference {
  /** The cost of a second of driving or turning. */
  readonly perSecond: number;
  readonly perMeter: number;
}

/**
 * `balanced` avoids a long detour to save a few seconds, so that moving a pin a little seldom changes the route. The
 * centimetre a second of `shortest` decides between ways of equal length, and never about a price.
 */
export const PREFERENCES = {
  balanced: { perSecond: 1, perMeter: 0.05 },
  fastest: { perSecond: 1, perMeter: 0 },
  shortest: { perSecond: 0.01, perMeter: 1 },
} as const satisfies Readonly<Record<string, RoutePreference>>;

/** The cost of entering a last-leg street, as in OSRM, so that no route passes through one. */
const INTO_LAST_LEG_SECONDS = 3276.7;
/** The metres that cost as much as one of those seconds, if metres have a cost. */
const METERS_A_SECOND = 10;

/**
 * The cheapest way from one origin to the beginning of every edge. Labels belong to edges, not to nodes, so that a turn
 * can have a cost, and the origin's own edge can be entered from behind. See {@linkcode TurnTable}.
 */
export interface ShortestPathTree {
  readonly preference: RoutePreference;
  /** From the origin to the beginning of each label's edge; Infinity if a car cannot reach it. */
  readonly entryCost: Float64Array;
  readonly entryMeters: Float64Array;
  readonly entrySeconds: Float64Array;
  /** The label before each label; `-1 - n` if the n-th of `starts` comes before it. */
  readonly previous: Int32Array;
  /** The edges on which drives start, several at a junction, and the share of each that lies behind the origin. */
  readonly starts: readonly { readonly edge: number; readonly from: number }[];
  /** The cheapest label of each edge. */
  readonly edgeLabel: Uint32Array;
}

/** Labels that are settled before work pauses: some milliseconds. */
const LABELS_A_STEP = 4096;

/** Dijkstra's algorithm over labels. The first of equal costs stays, so that one graph always gives one tree. */
export function* treeWork(
  graph: StreetGraph,
  origins: readonly StreetPosition[],
  preference: RoutePreference,
): Work<ShortestPathTree> {
  const { labelEdge, firstTurn, turnTo, turnSeconds } = graph;
  const { edgeAccess, edgeSegment, edgeSeconds, edgeEffort, segmentMeters } = graph;
  const { perSecond, perMeter } = preference;
  const intoLastLeg = INTO_LAST_LEG_SECONDS * (perSecond + perMeter * METERS_A_SECOND);
  const tree = unreached(graph, origins, preference);
  const { entryCost, entryMeters, entrySeconds, previous, starts } = tree;
  const heap = labelHeap(entryCost);
  yield;

  /** Drives `share` of the edge of `label` and relaxes every turn at its end. */
  function finish(
    label: number,
    share: number,
    [cost, meters, seconds]: readonly [cost: number, meters: number, seconds: number],
    last: number,
  ): void {
    const edge = labelEdge[label]!;
    const length = share * segmentMeters[edgeSegment[edge]!]!;
    const atEnd = cost + share * edgeEffort[edge]! * perSecond + length * perMeter;
    for (let turn = firstTurn[label]!; turn < firstTurn[label + 1]!; turn++) {
      const to = turnTo[turn]!;
      const entry = edgeAccess[labelEdge[to]!]! > edgeAccess[edge]! ? intoLastLeg : 0;
      const through = atEnd + turnSeconds[turn]! * perSecond + entry;
      if (entryCost[to]! <= through) continue;
      entryCost[to] = through;
      entryMeters[to] = meters + length;
      entrySeconds[to] = seconds + share * edgeSeconds[edge]! + turnSeconds[turn]!;
      previous[to] = last;
      heap.raise(to);
    }
  }

  starts.forEach(({ edge, from }, n) => finish(edge, 1 - from, [0, 0, 0], -1 - n));
  let settled = 0;
  for (let label = heap.pop(); label >= 0; label = heap.pop()) {
    if (++settled % LABELS_A_STEP === 0) yield;
    finish(label, 1, [entryCost[label]!, entryMeters[label]!, entrySeconds[label]!], label);
  }
  const { edgeLabel } = tree;
  for (let label = edgeLabel.length; label < labelEdge.length; label++) {
    const edge = labelEdge[label]!;
    if (entryCost[label]! < entryCost[edgeLabel[edge]!]!) edgeLabel[edge] = label;
  }
  return tree;
}

function unreached(
  graph: StreetGraph,
  origins: readonly StreetPosition[],
  preference: RoutePreference,
): ShortestPathTree {
  const labels = graph.labelEdge.length;
  const infinite = () => new Float64Array(labels).fill(Infinity);
  return {
    preference,
    entryCost: infinite(),
    entryMeters: infinite(),
    entrySeconds: infinite(),
    previous: new Int32Array(labels),
    starts: origins.flatMap(({ segment, fraction }) =>
      openEdges(graph, segment).map((edge) => ({ edge, from: edgeShare(graph, edge, fraction) }))
    ),
    edgeLabel: graph.edgeSegment.map((_, edge) => edge),
  };
}

const ABSENT = -1;

/** A binary heap of labels by `costs[label]`, which the caller lowers before it calls `raise`. */
function labelHeap(costs: Float64Array) {
  const heap = new Int32Array(costs.length);
  const slotOf = new Int32Array(costs.length).fill(ABSENT);
  let size = 0;

  function put(slot: number, label: number): void {
    heap[slot] = label;
    slotOf[label] = slot;
  }

  function moveUp(from: number, label: number): void {
    let slot = from;
    while (slot > 0) {
      const parent = (slot - 1) >> 1;
      const above = heap[parent]!;
      if (costs[above]! <= costs[label]!) break;
      put(slot, above);
      slot = parent;
    }
    put(slot, label);
  }

  function moveDown(label: number): void {
    let slot = 0;
    for (let child = 1; child < size; child = 2 * slot + 1) {
      if (child + 1 < size && costs[heap[child + 1]!]! < costs[heap[child]!]!) child++;
      const below = heap[child]!;
      if (costs[below]! >= costs[label]!) break;
      put(slot, below);
      slot = child;
    }
    put(slot, label);
  }

  return {
    /** Inserts a label, or moves it up after its cost was lowered. */
    raise(label: number): void {
      const slot = slotOf[label]!;
      moveUp(slot === ABSENT ? size++ : slot, label);
    },
    /** Removes and returns the label of the lowest cost; -1 when there is none. */
    pop(): number {
      if (size === 0) return -1;
      const label = heap[0]!;
      slotOf[label] = ABSENT;
      size--;
      if (size > 0) moveDown(heap[size]!);
      return label;
    },
  };
}
