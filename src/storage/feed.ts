/** The news of reservations: listeners are called at once for what happens on this instance, and after the next poll for the rest. */
import type { ReservationFeed } from "../ports.ts";

export interface Feed extends ReservationFeed {
  /** Looks for events: this instance may just have committed some. */
  wake(): void;
  /** Takes the number of the last event as it was read, and calls the listeners where it is another one. */
  notice(last: number): void;
  close(): Promise<void>;
}

export interface FeedOptions {
  log(message: string, cause?: unknown): void;
  /** Reads the number of the last event, and has it {@linkcode Feed.notice noticed}. Does not reject. */
  look(): Promise<void>;
}

/** What {@linkcode Feed.wake} asks for is read at most this often. */
const PAUSE_MS = 100;
export function openFeed({ log, look }: FeedOptions): Feed {
  const listeners = new Set<() => void>();
  let last = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let looking: Promise<void> = Promise.resolve();
  let [busy, again, closed] = [false, false, false];

  const lookOnce = async (): Promise<void> => {
    again = false;
    await look();
    if (closed) return;
    timer = setTimeout(() => {
      busy = false;
      if (again) wake();
    }, PAUSE_MS);
  };
  const wake = (): void => {
    again = true;
    if (busy || closed) return;
    busy = true;
    // The caller whose commit this follows is answered first. Not cleared at the end: Deno 2.6 still fires a timer that is due.
    looking = new Promise((resolve) =>
      setTimeout(() => resolve(closed ? undefined : lookOnce()), 0)
    );
  };
  return {
    subscribe(listener) {
      // Wrapped, so that one that subscribes twice is called twice and leaves once.
      const own = () => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    wake,
    notice(found) {
      if (found === last) return;
      last = found;
      for (const listener of [...listeners]) callLogged(listener, log);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await looking;
    },
  };
}

function callLogged(listener: () => void, log: FeedOptions["log"]): void {
  try {
    listener();
  } catch (error) {
    log("a listener to the reservations fails", error);
  }
}
