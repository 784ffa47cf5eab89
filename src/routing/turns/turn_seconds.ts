/**
 * What turns cost in time: figures of the car profile of OSRM 26, a sigmoid over the angle that grows to 7.5 s, steeper to
 * the left, where traffic keeps to the right, and the other way round where it keeps to the left; and up to 2 s more for a turn
 * across the traffic that comes towards one.
 */
const FULL_TURN_SECONDS = 7.5;
const BIAS = 1.075;
const ONCOMING_SECONDS = 2;
const U_TURN_SECONDS = 20;

/** Where a turn takes place. */
export interface TurnPlace {
  /** Whether there is traffic to cross: not within a roundabout. */
  readonly hasOncoming: boolean;
  readonly keepsLeft: boolean;
}

/**
 * Seconds for a turn at a real junction.
 * @param degrees how far the car turns: 0 is straight on, 90 right, -90 left
 */
export function turnSeconds(degrees: number, { hasOncoming, keepsLeft }: TurnPlace): number {
  const half = (keepsLeft ? -degrees : degrees) / 180;
  if (half >= 0) return FULL_TURN_SECONDS * sigmoid(13 / BIAS * half - 6.5 * BIAS);
  const turning = FULL_TURN_SECONDS * sigmoid(-13 * BIAS * half - 6.5 / BIAS);
  return hasOncoming ? turning + ONCOMING_SECONDS * sigmoid(-13 * half - 3.25) : turning;
}

/** Seconds for turning round where a street ends. */
export function uTurnSeconds(keepsLeft: boolean): number {
  return turnSeconds(180, { hasOncoming: false, keepsLeft }) + U_TURN_SECONDS;
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
