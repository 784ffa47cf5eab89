/** The boards that are open: each polls its day, and all that show a day share one rendering of it. */
import type { Answer } from "../http/answer.ts";
import { memo } from "../http/memo.ts";
import type { Boards, StaffDeps } from "../ports/staff.ts";

export interface LiveBoards {
  /** The answer of `read` for a board, kept under `key` until something changes or may have. */
  shared(key: string, read: () => Promise<Answer>): Promise<Answer>;
  /** Drops the kept answers. */
  forget(): void;
  /** Drops the kept answers and reports that no board is open. */
  close(): void;
}

type LiveDeps = Pick<
  StaffDeps,
  "lastEvent" | "isRecent" | "restaurant" | "state" | "now" | "clockDoubt"
>;

/** If no board has polled for this time, all are closed: the alarm of an open one says by then that it is lost. */
const CLOSED_MS = 5_000;

export function openLiveBoards(deps: LiveDeps, boards: Boards): LiveBoards {
  let renderings = memo<Promise<Answer>>();
  let closing: ReturnType<typeof setTimeout> | undefined;
  const forget = () => void (renderings = memo());
  const close = () => {
    clearTimeout(closing);
    if (closing !== undefined) boards.setConnected(false);
    closing = undefined;
    forget();
  };
  return {
    shared(key, read) {
      if (closing === undefined) boards.setConnected(true);
      clearTimeout(closing);
      closing = setTimeout(close, CLOSED_MS);
      Deno.unrefTimer(closing);
      // The minute changes which parties are late.
      const { restaurant, state, now, clockDoubt, lastEvent, isRecent } = deps;
      const time = [clockDoubt() === null, Math.floor(now() / 60_000)];
      const seen = [restaurant(), state(), lastEvent(), isRecent(), ...time];
      const rendering = renderings.of(key, seen, read);
      // Without recent news one reading is shared by those who wait for it, and kept for nobody else.
      rendering.then(() => isRecent() || forget(), forget);
      return rendering;
    },
    forget,
    close,
  };
}
