/** A priority queue of edges by cost that allocates nothing after it was made. */
export interface EdgeHeap {
  /** Puts `edge` where its cost belongs, new or lowered since it was put in. */
  raise(edge: number): void;
  /** Takes out the edge of the lowest cost; -1 when there is none. */
  pop(): number;
}

const ABSENT = -1;
/** Four children a node: half the levels of a binary heap, and the four lie side by side in memory. */
const CHILDREN = 4;

/** A heap of edges ordered by `costs[edge]`, which the caller lowers before it calls `raise`. */
export function edgeHeap(costs: Float64Array): EdgeHeap {
  const heap = new Int32Array(costs.length);
  const slotOf = new Int32Array(costs.length).fill(ABSENT);
  let size = 0;

  function put(slot: number, edge: number): void {
    heap[slot] = edge;
    slotOf[edge] = slot;
  }

  function moveUp(from: number, edge: number): void {
    const cost = costs[edge]!;
    let slot = from;
    while (slot > 0) {
      const parent = (slot - 1) >> 2;
      const above = heap[parent]!;
      if (costs[above]! <= cost) break;
      put(slot, above);
      slot = parent;
    }
    put(slot, edge);
  }

  function cheapestChild(slot: number): number {
    const first = slot * CHILDREN + 1;
    const end = Math.min(first + CHILDREN, size);
    let best = first;
    for (let child = first + 1; child < end; child++) {
      if (costs[heap[child]!]! < costs[heap[best]!]!) best = child;
    }
    return best;
  }

  function moveDown(edge: number): void {
    const cost = costs[edge]!;
    let slot = 0;
    while (slot * CHILDREN + 1 < size) {
      const child = cheapestChild(slot);
      const below = heap[child]!;
      if (costs[below]! >= cost) break;
      put(slot, below);
      slot = child;
    }
    put(slot, edge);
  }

  return {
    raise(edge) {
      const slot = slotOf[edge]!;
      moveUp(slot === ABSENT ? size++ : slot, edge);
    },
    pop() {
      if (size === 0) return -1;
      const edge = heap[0]!;
      slotOf[edge] = ABSENT;
      size--;
      if (size > 0) moveDown(heap[size]!);
      return edge;
    },
  };
}
