import type { LatLng } from "../../domain/location.ts";

/** Where an engine is, and where its routes begin. */
export interface EngineOptions {
  /** Base address without a trailing slash; it may have a path. */
  readonly url: string;
  /** The restaurant. */
  readonly origin: LatLng;
  /** How long one exchange may take, in milliseconds. 2,000 where absent. */
  readonly timeLimitMs?: number | undefined;
}
