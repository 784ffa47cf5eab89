/** Cells along each side of the square that {@linkcode hilbertIndex} walks through. */
export const HILBERT_SIDE = 1 << 13;

/**
 * Place of the cell (x, y) on a Hilbert curve through the square, 0 to 2^26 - 1. Cells near each other on the curve are near
 * each other on the ground. `x` and `y` are whole numbers from 0 to `HILBERT_SIDE - 1`.
 */
export function hilbertIndex(x: number, y: number): number {
  let index = 0;
  for (let half = HILBERT_SIDE >> 1; half > 0; half >>= 1) {
    const right = (x & half) === 0 ? 0 : 1;
    const upper = (y & half) === 0 ? 0 : 1;
    index = index * 4 + ((3 * right) ^ upper);
    // Each quarter is the whole curve again, the two lower ones mirrored along a diagonal.
    if (upper === 1) continue;
    if (right === 1) {
      x = HILBERT_SIDE - 1 - x;
      y = HILBERT_SIDE - 1 - y;
    }
    [x, y] = [y, x];
  }
  return index;
}
