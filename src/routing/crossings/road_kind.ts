/** What the angles and costs of turns need to know of a street beyond its geometry. */
export interface RoadKind {
  /** `junction=roundabout`. */
  readonly roundabout: boolean;
  /** `junction=circular`: round as well, but without a roundabout's right of way. */
  readonly circular: boolean;
  /** Service ways, tracks and the like, whose first metres say little about where they lead. */
  readonly minor: boolean;
  /** Lanes of both directions together; 0 where nobody counted them. */
  readonly lanes: number;
  /** How much wider than its lanes say a road of this class is taken to be: above 1 for main roads. */
  readonly breadth: number;
  /** Equal for roads of one class. */
  readonly rank: string;
  readonly name: StreetName;
  /** Whether cars keep to the left there; null where only the country tells. */
  readonly keepsLeft: boolean | null;
  /** In each direction: equal where two pieces of street that meet end to end are one road. */
  readonly forward: string;
  readonly backward: string;
}

/** By what a street is called, empty where it is not. */
export interface StreetName {
  readonly name: string;
  readonly ref: string;
  /** Number of the motorway exit. */
  readonly exit: string;
  /** All that names it, as one text; empty where nothing does. */
  readonly id: string;
}
