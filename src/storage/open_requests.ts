/** Requests that have no answer yet: a retry waits for the one that it repeats. */

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
  const byScope = new Map<string, Promise<unknown>>();
  return {
    add(scope, outcome) {
      const before = byScope.get(scope);
      const answered = before === undefined ? outcome : Promise.allSettled([before, outcome]);
      const forget = () => {
        if (byScope.get(scope) === answered) byScope.delete(scope);
      };
      byScope.set(scope, answered);
      answered.then(forget, forget);
    },
    answered: async (scope) => void await byScope.get(scope)?.catch(() => {}),
    allAnswered: async () => void await Promise.allSettled(byScope.values()),
  };
}
