/** Work that waits while a commit runs and then shares the next one. */

export interface WriteQueueOptions<Item> {
  /** How many items share a commit at most. */
  readonly limit: number;
  /** Commits `batch`. Must not throw. */
  commit(batch: readonly Item[]): Promise<void>;
}

export interface WriteQueue<Item> {
  push(item: Item): void;
  /** How many items wait. */
  readonly length: number;
  /** Lets go of what still waits, and gives it back. */
  close(): Item[];
}

/**
 * A queue that commits one batch at a time. The first one starts by a message to itself, not at once: whatever arrived meanwhile
 * is read first and shares it, and a message comes sooner than a timer.
 */
export function writeQueue<Item>(options: WriteQueueOptions<Item>): WriteQueue<Item> {
  const channel = new MessageChannel();
  const waiting: Item[] = [];
  let running = false;

  channel.port1.onmessage = async () => {
    // Who came during a commit has waited long enough to be many.
    while (waiting.length > 0) await options.commit(waiting.splice(0, options.limit));
    running = false;
  };
  return {
    push(item) {
      waiting.push(item);
      if (running) return;
      running = true;
      channel.port2.postMessage(null);
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
