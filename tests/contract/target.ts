/** The service under test, and what the suite may do there. */

export interface Target {
  /** Added to every test's name. */
  readonly label: string;
  /** Whether reservations may be made. */
  readonly write: boolean;
  /** A point that the restaurant delivers to. */
  readonly point: Point;
  /** Whether the restaurant has a map, without which no delivery has a price. */
  readonly delivers: boolean;
  /** Starts the service. @returns its base address without a trailing slash, and a function that ends it */
  start(): Promise<{ readonly url: string; stop(): Promise<void> }>;
}

export interface Point {
  readonly lat: number;
  readonly lng: number;
}

/** Beside the door of the sample restaurant. */
export const SAMPLE_POINT: Point = { lat: 20.969, lng: -89.621 };
