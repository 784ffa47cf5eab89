/** What a lane is taken to be wide, in metres. */
export const LANE_METERS = 3.25;
/** How near the beginning of a road lies, and how far one looks along it. */
export const NEAR_METERS = 10;
export const FAR_METERS = 40;
