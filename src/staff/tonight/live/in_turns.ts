/** Many small things, a few at a time: whoever else waits comes in between. */
export interface InTurns {
  /** Has it done after what was added before. */
  add(work: () => void): void;
  /** Does now what is left. */
  finish(): void;
}

/** Enough to be done in a fraction of a millisecond. */
const AT_ONCE = 8;

export function inTurns(): InTurns {
  let waiting: (() => void)[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const turn = (): void => {
    for (const work of waiting.splice(0, AT_ONCE)) work();
    timer = waiting.length > 0 ? setTimeout(turn, 0) : undefined;
  };
  return {
    add(work) {
      waiting.push(work);
      timer ??= setTimeout(turn, 0);
    },
    finish() {
      clearTimeout(timer);
      timer = undefined;
      const left = waiting;
      waiting = [];
      for (const work of left) work();
    },
  };
}
