/** Numbers in the order in which they came, in as little room as they need. */
export interface NumberList {
  readonly length: number;
  push(value: number): void;
  /** What was pushed. */
  values(): Float64Array;
}

/** An empty list; ids of OpenStreetMap are above 2^32, so that each takes a double. */
export function numberList(): NumberList {
  let room = new Float64Array(1024);
  let length = 0;
  return {
    get length() {
      return length;
    },
    push(value) {
      if (length === room.length) {
        const larger = new Float64Array(Math.ceil(length * 1.5));
        larger.set(room);
        room = larger;
      }
      room[length++] = value;
    },
    values: () => room.subarray(0, length),
  };
}
