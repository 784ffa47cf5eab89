/**
 * The world of an evening: one virtual time for clock, timers and messages, and random numbers from a seed. Its events
 * run one after the other, each to its end, so that their order is the seed's on every machine. Web Crypto, which works
 * on threads of its own, is done at once and ends as an event too.
 */

import { createHmac, hash } from "node:crypto";
import { setImmediate } from "node:timers";

export interface Draw {
  /** A whole number from 0 to `below` - 1. */
  (below: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
}

/** The same numbers for the same seed (FNV-1a for the text, mulberry32 for the numbers). */
export function drawing(seed: string): Draw {
  let state = 0x811c9dc5;
  for (const char of seed) state = Math.imul(state ^ char.codePointAt(0)!, 0x01000193);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return Object.assign(below, {
    chance: (probability: number) => next() < probability,
    pick: <T>(items: readonly T[]): T => items[below(items.length)]!,
  });
}

interface Event {
  at: number;
  work(): void;
}

let events: Event[] = [];
let time = 0;
/** The clock when `time` was 0. It leaps from one hour to another without the timers. */
let epoch = 0;
/** While a rule looks, nothing else happens and the database answers at once. */
let looking = false;
let bytes = drawing("");

/** Begins a world whose clock shows `now` (epoch milliseconds). */
export function beginWorld(seed: string, now: number): void {
  [events, time, epoch, looking, bytes] = [[], 0, now, false, drawing(`${seed} bytes`)];
}

/** Milliseconds of timers since the world began. */
export const elapsed = (): number => time;
export const isLooking = (): boolean => looking;
export const leap = (ms: number): void => void (epoch += ms);

function insert(event: Event, ms: number): Event {
  event.at = time + Math.max(0, ms);
  let place = events.length;
  while (place > 0 && events[place - 1]!.at > event.at) place--;
  events.splice(place, 0, event);
  return event;
}

/** Runs `work` after `ms` milliseconds. */
export const after = (ms: number, work: () => void): Event => insert({ at: 0, work }, ms);
export const pause = (ms: number): Promise<void> => new Promise((resolve) => after(ms, resolve));

/**
 * Runs events until `isOver`, at most `limitMs` milliseconds of virtual time, with `look` after each.
 * @returns whether it is over
 */
export async function runUntil(
  isOver: () => boolean,
  limitMs: number,
  look: () => Promise<void>,
): Promise<boolean> {
  const end = time + limitMs;
  await turn();
  while (!isOver()) {
    const event = events[0];
    if (event === undefined || event.at > end) {
      time = Math.max(time, end);
      return false;
    }
    events.shift();
    time = Math.max(time, event.at);
    event.work();
    await turn();
    await look();
  }
  return true;
}

/** What `look` finds while nothing else happens. */
export async function atOnce<T>(look: () => Promise<T>): Promise<T> {
  looking = true;
  try {
    return await look();
  } finally {
    looking = false;
  }
}

/** Resolves once every promise that can go on has. A message would come sooner on Deno 2.9. */
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Gives the process this world's clock, timers, messages and random bytes. It is of no other use afterwards. */
export function takeOver(): void {
  type Work = (...args: unknown[]) => void;
  const put = (on: object, replaced: object) => {
    for (const [name, value] of Object.entries(replaced)) {
      Object.defineProperty(on, name, { value, configurable: true, writable: true });
    }
  };
  const clear = (event?: Event) => {
    const place = events.indexOf(event!);
    if (place >= 0) events.splice(place, 1);
  };
  put(globalThis, {
    setTimeout: (work: Work, ms = 0, ...args: unknown[]) => after(ms, () => work(...args)),
    setInterval(work: Work, ms = 0, ...args: unknown[]) {
      const beat = after(ms, () => {
        insert(beat, ms);
        work(...args);
      });
      return beat;
    },
    clearTimeout: clear,
    clearInterval: clear,
    MessageChannel: Messages,
  });
  put(Deno, { unrefTimer() {} });
  put(Date, { now: () => Math.floor(epoch + time) });
  put(Date.prototype, { toISOString: keptText });
  put(performance, { now: elapsed });
  put(crypto, { getRandomValues: (array: Uint8Array) => array.map(() => bytes(256)) });
  const hmac = (key: Uint8Array, text: Uint8Array) =>
    createHmac("sha256", key).update(text).digest();
  put(crypto.subtle, {
    digest: (_: string, text: Uint8Array) => ended(hash("sha256", text, "buffer")),
    importKey: (_: string, key: Uint8Array) => ended(key),
    sign: (_: string, key: Uint8Array, text: Uint8Array) => ended(hmac(key, text)),
    verify: (_: string, key: Uint8Array, mac: Uint8Array, text: Uint8Array) =>
      ended(hmac(key, text).equals(mac)),
  });
}

const textOf = Date.prototype.toISOString;
const texts = new Map<number, string>();

/** A date's text. Kept: making those of the same minutes again and again took a sixth of an evening. */
function keptText(this: Date): string {
  const known = texts.get(this.getTime());
  if (known !== undefined) return known;
  if (texts.size > 50_000) texts.clear();
  const text = textOf.call(this);
  texts.set(this.getTime(), text);
  return text;
}

/** The result of real work, as an event. */
const ended = <T>(result: T): Promise<T> =>
  looking ? Promise.resolve(result) : new Promise((resolve) => after(0.01, () => resolve(result)));

class Messages {
  readonly port1 = { onmessage: (): void => {}, close(): void {} };
  readonly port2 = { postMessage: () => void after(0, () => this.port1.onmessage()), close() {} };
}
