import type { Fault } from "./cursor.ts";

/** How a block counts degrees: `offset + granularity * value`, in units of 1e-9 degrees. */
export interface Scale {
  readonly granularity: number;
  readonly latOffset: number;
  readonly lngOffset: number;
}

/** Units of 1e-9 degrees in one of 1e-7. */
const NANO_A_UNIT = 100;
const NORTH_POLE = 900_000_000;
const DATE_LINE = 1_800_000_000;

/** The latitude that `value` stands for in a block, in units of 1e-7 degrees. */
export function latitude(scale: Scale, value: number, fault: Fault, at: number): number {
  const lat = toUnits(scale.latOffset + scale.granularity * value);
  if (lat >= -NORTH_POLE && lat <= NORTH_POLE) return lat;
  throw fault(`a latitude of ${lat / 1e7} degrees`, at);
}

/** The longitude that `value` stands for in a block, in units of 1e-7 degrees. */
export function longitude(scale: Scale, value: number, fault: Fault, at: number): number {
  const lng = toUnits(scale.lngOffset + scale.granularity * value);
  if (lng >= -DATE_LINE && lng <= DATE_LINE) return lng;
  throw fault(`a longitude of ${lng / 1e7} degrees`, at);
}

/** Adding zero turns -0 into 0. */
function toUnits(nano: number): number {
  return Math.round(nano / NANO_A_UNIT) + 0;
}
