/**
 * The grid on which pins are set and streets are near them: the web's maps show the Earth as a globe unrolled (Mercator's
 * projection), and give places to a millionth of a degree. What is nearest is judged there, as OSRM judges it: elsewhere, one pin in
 * a hundred would lie on another of the streets at a corner.
 */
import { UNITS_A_DEGREE } from "./coordinates.ts";

const STEPS_A_DEGREE = 1e6;
/** Units in a step of the grid, eastwards. */
export const UNITS_A_STEP = UNITS_A_DEGREE / STEPS_A_DEGREE;
const RADIANS_A_STEP = Math.PI / 180 / STEPS_A_DEGREE;
/** Where the web's maps end, in steps: towards the poles they would never. */
const LAST_ROW = 85.051129 * STEPS_A_DEGREE;

/** Units as whole steps, halves away from the equator and from Greenwich. */
export function toSteps(units: number): number {
  const steps = units / UNITS_A_DEGREE * STEPS_A_DEGREE;
  return steps < 0 ? -Math.round(-steps) : Math.round(steps);
}

/** Says how far north on the map a latitude is, both in steps: for latitudes within a degree of one, much finer than a step. */
export function rowsAround(middle: number): (lat: number) => number {
  const from = Math.max(-LAST_ROW, Math.min(LAST_ROW, middle));
  const tangent = Math.tan(from * RADIANS_A_STEP);
  const stretch = Math.hypot(1, tangent);
  const start = Math.asinh(tangent) / RADIANS_A_STEP;
  const second = stretch * tangent / 2 * RADIANS_A_STEP;
  const third = stretch * (stretch * stretch + tangent * tangent) / 6 * RADIANS_A_STEP ** 2;
  return (lat) => {
    const north = lat - from;
    return start + north * (stretch + north * (second + north * third));
  };
}
