/**
 * How fast keys may be tried. Nobody is ever shut out: who has tried too often waits for a turn, and the right key opens whenever its
 * turn comes. A device on which somebody once signed in waits for no stranger.
 */
import { type Tries, tries } from "./tries.ts";

/** Who tries a key. */
export interface Source {
  /** The client address as rate limits count it, or the number of a known device. */
  readonly name: string;
  /** Whether it is a device on which somebody once signed in. */
  readonly known: boolean;
}

export type Turn =
  /** The key may be looked at. Where it is `slowed`, this source has tried more often than people mistype. */
  | { readonly kind: "now"; readonly slowed: boolean }
  /** Too many wait already; nothing was looked at. */
  | { readonly kind: "full" };

export interface SignInPace {
  /** Waits for a turn. */
  turn(source: Source): Promise<Turn>;
  /** Sends everybody away who waits. */
  close(): void;
}

export interface PaceOptions {
  /** Epoch milliseconds. */
  now(): number;
  /** Calls `work` after `ms` milliseconds, unless the result is called before. A timer of the runtime's where absent. */
  after?(ms: number, work: () => void): () => void;
}

/** What each source may do: more than people mistype, then a try a second. */
const OF_ONE = { burst: 5, burstMs: 60_000, slowedMs: 1_000 };
/** What all addresses together may do, known devices aside: two tries a second in the long run. */
const OF_ALL = { burst: 20, burstMs: 10_000 };
/** How many may wait: of one source, and of all addresses together. */
const MOST_OF_ONE = 8;
const MOST_OF_ALL = 64;
/** Sources remembered before those are forgotten that have all their tries again. */
const MANY = 256;

export function signInPace({ now, after = afterTimer }: PaceOptions): SignInPace {
  const sources = new Map<string, Tries>();
  const all = tries(OF_ALL);
  let waiting: Waiting[] = [];
  let cancel = () => {};
  let closed = false;

  /** A source that is not remembered has tried nothing lately. */
  const triesOf = ({ name }: Source) => sources.get(name) ?? tries(OF_ONE);

  const grant = (one: Waiting, at: number): void => {
    waiting = waiting.filter((other) => other !== one);
    const own = triesOf(one.source);
    if (sources.size >= MANY) forgetRested(sources, at);
    sources.set(one.source.name, own);
    if (!one.source.known) all.take(at);
    one.resolve({ kind: "now", slowed: !own.take(at) });
  };

  const serve = (): void => {
    cancel();
    const at = now();
    const may = ({ source }: Waiting) => source.known || all.left(at) >= 1;
    for (;;) {
      const next = best(
        waiting.filter((one) => may(one) && triesOf(one.source).wait(at) === 0),
        at,
      );
      if (!next) break;
      grant(next, at);
    }
    if (waiting.length === 0) return;
    const waits = waiting.map((one) =>
      Math.max(may(one) ? 0 : all.wait(at), triesOf(one.source).wait(at))
    );
    cancel = after(Math.max(1, Math.min(...waits)), serve);
  };

  /** Of those who may, known devices come first, then who has tried least, then who came first. */
  const best = (able: readonly Waiting[], at: number): Waiting | undefined => {
    const rank = ({ source }: Waiting) => source.known ? Infinity : triesOf(source).left(at);
    return able.reduce<Waiting | undefined>(
      (first, one) => first && rank(first) >= rank(one) ? first : one,
      undefined,
    );
  };

  /** Whether there is room for one more of `source`: it may take the place of a stranger that has tried more. */
  const makesRoom = (source: Source, at: number): boolean => {
    if (waiting.filter((one) => one.source.name === source.name).length >= MOST_OF_ONE) {
      return false;
    }
    if (source.known) return true;
    const strangers = waiting.filter((one) => !one.source.known);
    if (strangers.length < MOST_OF_ALL) return true;
    const worst = strangers.reduce((a, b) =>
      triesOf(b.source).left(at) < triesOf(a.source).left(at) ? b : a
    );
    if (triesOf(worst.source).left(at) >= triesOf(source).left(at)) return false;
    waiting = waiting.filter((one) => one !== worst);
    worst.resolve({ kind: "full" });
    return true;
  };

  return {
    turn(source) {
      if (closed || !makesRoom(source, now())) return Promise.resolve({ kind: "full" });
      const { promise, resolve } = Promise.withResolvers<Turn>();
      waiting.push({ source, resolve });
      serve();
      return promise;
    },
    close() {
      closed = true;
      cancel();
      for (const { resolve } of waiting) resolve({ kind: "full" });
      waiting = [];
    },
  };
}

interface Waiting {
  readonly source: Source;
  resolve(turn: Turn): void;
}

/** Those that have all their tries again are as if they had never tried. */
function forgetRested(sources: Map<string, Tries>, at: number): void {
  for (const [name, own] of sources) if (own.left(at) >= OF_ONE.burst) sources.delete(name);
}

function afterTimer(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}
