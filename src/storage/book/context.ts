/** The options that parts of the store share. */
import type { StoredRestaurant } from "../../ports/restaurant.ts";
import type { Instance } from "../database/database.ts";
import type { DatabaseOptions } from "../database/open_database.ts";

export interface StoreOptions
  extends Omit<DatabaseOptions, "mustBeServed" | "mustBeSound" | "schema">, Pick<Instance, "log"> {
  /** The folder of the journal of doubts, which must exist. */
  readonly dataDir: string;
  /** Whether people are counted, because the restaurant limits them. Not if absent. */
  countsPeople?(): boolean;
  /** How many days after its service day a reservation is erased to counts. */
  readonly retentionDays: number;
  /** The copies of a file. None are made if absent, nor of a server: its operator makes them. */
  readonly copies?: CopyOptions | undefined;
  /** How many reservations share a commit at most. 256 if absent. */
  readonly batchLimit?: number | undefined;
  /** Whether a server's clock, which instances share, replaces `now`. Not if absent. */
  readonly followsServer?: boolean;
  randomBytes(length: number): Uint8Array<ArrayBuffer>;
  /** Logs routine work in the background, without personal data. */
  info?(message: string): void;
  /** Called with the newest version of the restaurant's file, at the start and after each new version. */
  onRestaurant?(newest: StoredRestaurant): void;
}

export interface CopyOptions {
  /** IANA name of the zone whose night it is. */
  timeZone(): string;
  /** Called with each copy that was made or failed; not where nothing has changed. */
  onCopy?(isMade: boolean): void;
  /** How often to check whether it is time, in milliseconds. A minute if absent. */
  readonly pollMs?: number;
}

export type Context = StoreOptions & Instance;
