/** Something done again and again, from `start` until `stop`. */
export interface Clockwork {
  start(): void;
  stop(): void;
}

export function clockwork(everyMs: number, work: () => void): Clockwork {
  let timer: ReturnType<typeof setInterval> | undefined;
  return {
    start: () => void (timer ??= setInterval(work, everyMs)),
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}
