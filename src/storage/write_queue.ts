/** Work that waits while a commit runs and then shares the next one. */

export interface WriteQueueOptions<Item> {
  /** How many items share a commit at most. */
  readonly limit: number;
  /** Items of the same scope never share a commit: the later one sees what the earlier one wrote. */
  scope(item: Item): string;
  /** Commits `batch`. Must not throw. */
  commit(batch: readonly Item[]): Promise<void>;
}

export interface WriteQueue<Item> {
  push(item: Item): void;
  /** Resolves once nothing waits and nothing is being committed. */
  idle(): Promise<void>;
  /** Lets go of what still waits, and gives it back. */
  close(): Item[];
}

/**
 * A queue that commits one batch at a time. A batch starts by a message to itself, not at once: whatever arrived meanwhile
 * is read first and shares it, and a message comes sooner than a timer.
 */
export function writeQueue<Item>(options: WriteQueueOptions<Item>): WriteQueue<Item> {
  const channel = new MessageChannel();
  let waiting: Item[] = [];
  let running = false;
  let listeners: (() => void)[] = [];

  const wake = (): void => {
    if (running) return;
    if (waiting.length === 0) {
      listeners.forEach((resolve) => resolve());
      listeners = [];
      return;
    }
    running = true;
    channel.port2.postMessage(null);
  };
  channel.port1.onmessage = async () => {
    const taken = takeBatch(waiting, options);
    waiting = taken.rest;
    await options.commit(taken.batch);
    running = false;
    wake();
  };
  return {
    push(item) {
      waiting.push(item);
      wake();
    },
    idle() {
      return new Promise((resolve) => {
        listeners.push(resolve);
        wake();
      });
    },
    close() {
      channel.port1.close();
      channel.port2.close();
      return waiting.splice(0);
    },
  };
}

function takeBatch<Item>(
  waiting: readonly Item[],
  { limit, scope }: Pick<WriteQueueOptions<Item>, "limit" | "scope">,
): { batch: Item[]; rest: Item[] } {
  const scopes = new Set<string>();
  const batch: Item[] = [];
  const rest: Item[] = [];
  for (const item of waiting) {
    const own = scope(item);
    const fits = batch.length < limit && !scopes.has(own);
    (fits ? batch : rest).push(item);
    scopes.add(own);
  }
  return { batch, rest };
}
