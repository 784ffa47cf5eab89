/** What the suite is run against, and how far it may go there. */

export interface Target {
  /** Stands behind every test's name. */
  readonly label: string;
  /** Whether reservations may be made. */
  readonly write: boolean;
  /** Whether rules are tried with every variant, though the limits of a deployment make that slow. */
  readonly all: boolean;
  /** A point that the restaurant delivers to. */
  readonly point: Point;
  /** Whether the restaurant has a map, without which nothing is priced. */
  readonly delivers: boolean;
  /** Makes it answer: its base address without a trailing slash, and how to end it. */
  start(): Promise<{ readonly url: string; stop(): Promise<void> }>;
}

export interface Point {
  readonly lat: number;
  readonly lng: number;
}

/** Beside the door of the sample restaurant. */
export const SAMPLE_POINT: Point = { lat: 20.969, lng: -89.621 };
