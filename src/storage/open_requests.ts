/** Requests that have no answer yet: a retry waits for the one that it repeats. */
import { activeSet } from "../domain/in_progress.ts";

export interface OpenRequests {
  /** Counts a request as open until `outcome` is settled. */
  add(scope: string, outcome: Promise<unknown>): void;
  /** Resolves when every request of `scope` that is open now has its answer, whatever that is. */
  answered(scope: string): Promise<void>;
  /** Resolves when every request that is open now has its answer. */
  allAnswered(): Promise<void>;
}

/** None at first. A scope is the same text for requests that could be the same. */
export function openRequests(): OpenRequests {
  const open = activeSet<{ readonly scope: string; readonly outcome: Promise<unknown> }>();
  const settled = async (among: (scope: string) => boolean): Promise<void> => {
    const outcomes = open.items().filter(({ scope }) => among(scope)).map(({ outcome }) => outcome);
    await Promise.allSettled(outcomes);
  };
  return {
    add(scope, outcome) {
      const remove = open.add({ scope, outcome });
      outcome.then(remove, remove);
    },
    answered: (asked) => settled((scope) => scope === asked),
    allAnswered: () => settled(() => true),
  };
}
