/** The kinds of numbers that a list holds: ids of OpenStreetMap are above 2^32, so that each takes a double. */
type Numbers = Float64Array | Float32Array | Uint32Array | Int32Array;

/** Numbers in the order in which they came, in as little room as they need. */
export interface NumberList<Kind extends Numbers = Float64Array> {
  readonly length: number;
  push(value: number): void;
  /** What was pushed. */
  values(): Kind;
}

/**
 * An empty list.
 * @param room makes an array of that length, of the kind that the numbers are to be kept in
 */
export function numberList<Kind extends Numbers>(room: (length: number) => Kind): NumberList<Kind> {
  let numbers = room(1024);
  let length = 0;
  return {
    get length() {
      return length;
    },
    push(value) {
      if (length === numbers.length) {
        const larger = room(Math.ceil(length * 1.5));
        larger.set(numbers);
        numbers = larger;
      }
      numbers[length++] = value;
    },
    values: () => numbers.subarray(0, length) as Kind,
  };
}

/** An empty list of ids. */
export function idList(): NumberList {
  return numberList((length) => new Float64Array(length));
}
