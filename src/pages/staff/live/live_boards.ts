/** The boards that are open on this instance, and what they are told while they are. */
import type { Answer } from "../../../http/answer.ts";
import type { Day } from "../../../domain/local_time.ts";

/** A board that wants to be told. */
export interface BoardCall {
  /** The service day it shows. */
  readonly day: Day;
  /** Whether it is to go on to the next service day by itself. */
  readonly followsToday: boolean;
  /** The last event it knows; null where it knows none. */
  readonly since: number | null;
}

export interface LiveBoards {
  /** Server-sent events for as long as the board reads them. */
  open(call: BoardCall): Answer;
  /** Ends all streams and lets go of everything: before the server that carries them is shut down. */
  close(): Promise<void>;
}
