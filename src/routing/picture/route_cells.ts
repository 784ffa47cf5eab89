import { type Dot, PICTURE_HEIGHT, PICTURE_WIDTH } from "./frame.ts";

/** Dots along each side of a cell. */
const CELL = 20;
const COLUMNS = PICTURE_WIDTH / CELL;
const ROWS = PICTURE_HEIGHT / CELL;

/** For each cell of the picture, how many cells lie between it and the route. */
export function cellsFromRoute(route: readonly Dot[]): Uint8Array {
  const far = new Uint8Array(COLUMNS * ROWS).fill(255);
  const queue: number[] = [];
  const reach = (cell: number, distance: number) => {
    if (far[cell]! <= distance) return;
    far[cell] = distance;
    queue.push(cell);
  };
  route.forEach((dot, i) => {
    const from = route[Math.max(0, i - 1)]!;
    const steps = Math.ceil(Math.hypot(dot.x - from.x, dot.y - from.y) / CELL);
    for (let step = 0; step <= steps; step++) {
      const share = steps > 0 ? step / steps : 0;
      reach(cellOf(from.x + share * (dot.x - from.x), from.y + share * (dot.y - from.y)), 0);
    }
  });
  for (let next = 0; next < queue.length; next++) {
    const cell = queue[next]!;
    const distance = far[cell]! + 1;
    const column = cell % COLUMNS;
    if (column > 0) reach(cell - 1, distance);
    if (column < COLUMNS - 1) reach(cell + 1, distance);
    if (cell >= COLUMNS) reach(cell - COLUMNS, distance);
    if (cell < COLUMNS * (ROWS - 1)) reach(cell + COLUMNS, distance);
  }
  return far;
}

/** The cell in which a dot lies; the nearest one for dots outside. */
export function cellOf(x: number, y: number): number {
  const column = Math.min(COLUMNS - 1, Math.max(0, Math.floor(x / CELL)));
  const row = Math.min(ROWS - 1, Math.max(0, Math.floor(y / CELL)));
  return row * COLUMNS + column;
}
