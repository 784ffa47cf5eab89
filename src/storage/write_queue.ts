/** Work that waits while a commit runs and then shares the next one. */

export interface WriteQueueOptions<Item> {
  /** How many items share a commit at most. */
  readonly limit: number;
  /** Commits what `take` gives; asks for it when its turn has come, or at the end. Must not throw. */
  commit(take: () => Item[]): Promise<void>;
}

export interface WriteQueue<Item> {
  push(item: Item): void;
  /** How many items wait. */
  readonly length: number;
  /** Lets go of what still waits, and gives it back. */
  close(): Item[];
}

/** So many are not kept waiting for more to come. */
const ENOUGH = 16;
/** One is written, and one waits for its turn. */
const MOST_RUNNING = 2;

/**
 * A queue whose next commit begins while one runs, and takes what waits when its turn has come: the moment that one ends. The first
 * one begins by a message to itself, not at once: whatever arrived meanwhile is read first and shares it, and a message comes sooner
 * than a timer.
 */
export function writeQueue<Item>(options: WriteQueueOptions<Item>): WriteQueue<Item> {
  const channel = new MessageChannel();
  const waiting: Item[] = [];
  let running = 0;
  /** Whether one of them has not taken anything yet. */
  let coming = false;
  /** Whether a message is under way. */
  let posted = false;

  const begin = async (): Promise<void> => {
    coming = true;
    running++;
    await options.commit(take);
    running--;
    beginNext();
  };
  const take = (): Item[] => {
    coming = false;
    return waiting.splice(0, options.limit);
  };
  const beginNext = (): void => {
    if (waiting.length > 0 && !coming && running < MOST_RUNNING) void begin();
  };
  channel.port1.onmessage = () => {
    posted = false;
    beginNext();
  };
  return {
    push(item) {
      waiting.push(item);
      if (running > 0 || waiting.length >= ENOUGH) return beginNext();
      if (!posted) channel.port2.postMessage(null);
      posted = true;
    },
    get length() {
      return waiting.length;
    },
    close() {
      channel.port1.close();
      channel.port2.close();
      return waiting.splice(0);
    },
  };
}
