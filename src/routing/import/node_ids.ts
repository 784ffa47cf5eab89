/** A set of ids, each with its place in their order. */
export interface NodeIds {
  readonly length: number;
  /** The place of an id, from 0; -1 where it is not in the set. */
  indexOf(id: number): number;
}

/** The set of `ids`, which may repeat and come in any order. */
export function nodeIds(ids: Float64Array): NodeIds {
  const sorted = sortedOnce(ids);
  const { length } = sorted;
  const least = sorted[0] ?? 0;
  const span = (sorted[length - 1] ?? 0) - least + 1;
  // Ids spread over their range evenly enough that a directory of it leaves few steps to search.
  const directory = new Uint32Array(length + 2);
  const cellOf = (id: number) => Math.floor((id - least) / span * length);
  for (const id of sorted) directory[cellOf(id) + 1]!++;
  for (let cell = 0; cell <= length; cell++) directory[cell + 1]! += directory[cell]!;

  return {
    length,
    indexOf(id) {
      const cell = cellOf(id);
      if (!(cell >= 0 && cell < length)) return -1;
      let low = directory[cell]!;
      let high = directory[cell + 1]!;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (sorted[middle]! < id) low = middle + 1;
        else high = middle;
      }
      return sorted[low] === id ? low : -1;
    },
  };
}

function sortedOnce(ids: Float64Array): Float64Array {
  const sorted = isSorted(ids) ? ids.slice() : ids.toSorted();
  let length = 0;
  for (const id of sorted) {
    if (length === 0 || sorted[length - 1] !== id) sorted[length++] = id;
  }
  return length === sorted.length ? sorted : sorted.slice(0, length);
}

function isSorted(ids: Float64Array): boolean {
  for (let i = 1; i < ids.length; i++) if (ids[i - 1]! > ids[i]!) return false;
  return true;
}
