/** Calls staff where a reservation was not seen within three minutes, or no board is connected that could show it. */
import type { Day } from "./domain/local_time.ts";
import type { AlertCall, Alerts, ReservationFeed } from "./ports.ts";

export interface AlertWatchOptions {
  /** What is called. It may hold a secret, so that no message says it. */
  readonly url: string;
  /** For connection, call and answer together, in milliseconds. 5,000 where absent. */
  readonly timeLimitMs?: number | undefined;
  /** Of all instances, the one that claims a call makes it. */
  readonly alerts: Alerts;
  readonly feed: Pick<ReservationFeed, "subscribe">;
  /** The current service day: a past one causes no call. */
  serviceDay(): Day;
  /** Epoch milliseconds. */
  now(): number;
  /** Calls `work` after `ms` milliseconds, unless the result is called before. A timer of the runtime's where absent. */
  after?(ms: number, work: () => void): () => void;
  /** Told of the third of several failures in a row. */
  log(message: string, cause: unknown): void;
}

export interface AlertWatch {
  /** Gives up the call under way, which another instance then makes. */
  close(): Promise<void>;
}

/** How long a reservation may wait to be seen. */
const OVERDUE_MS = 3 * 60_000;
/** How often to look at most, while something may become due, and else. */
const PACE_MS = 1_000;
const ATTENTIVE_MS = 5_000;
const IDLE_MS = 60_000;
/** How long boards that were connected before a restart are given to come back. */
const SETTLE_MS = 10_000;
/** How long after news something may become due, the lapse of another instance's claim included. */
const ATTENTION_MS = OVERDUE_MS + 2 * 60_000;
/** Between two calls. */
const APART_MS = 30_000;
/** After each of several failures in a row; then always after the last of these. */
const RETRY_MS = [1_000, 5_000, 30_000, 60_000, 2 * 60_000, 5 * 60_000];
/** A passing failure is not worth a line in the log. */
const LOGGED_FAILURE = 3;

export function alertWatch(options: AlertWatchOptions): AlertWatch {
  const { alerts, serviceDay, now, after = afterTimer, log } = options;
  const stopping = new AbortController();
  let attentiveUntil = now() + ATTENTION_MS;
  let notBefore = now() + SETTLE_MS;
  let failures = 0;
  let plannedAt = Infinity;
  let cancel = () => {};
  let running: Promise<void> | null = null;

  const look = async (): Promise<void> => {
    const call = await alerts.claim({ from: serviceDay(), overdue: now() - OVERDUE_MS });
    if (call === null) return;
    try {
      await callOut(options, call, stopping.signal);
    } catch (error) {
      await call.failed();
      throw error;
    }
    notBefore = now() + APART_MS;
    await call.made();
  };

  const run = async (): Promise<void> => {
    plannedAt = Infinity;
    let pause = now() < attentiveUntil ? ATTENTIVE_MS : IDLE_MS;
    try {
      await look();
      failures = 0;
    } catch (error) {
      failures++;
      if (failures === LOGGED_FAILURE) log("staff cannot be called", error);
      pause = RETRY_MS[failures - 1] ?? RETRY_MS.at(-1)!;
      notBefore = now() + pause;
    }
    running = null;
    plan(pause);
  };

  /** Looks in `ms` milliseconds, unless that is planned sooner. */
  const plan = (ms: number): void => {
    const at = Math.max(now() + ms, notBefore);
    if (stopping.signal.aborted || at >= plannedAt) return;
    plannedAt = at;
    cancel();
    cancel = after(at - now(), () => running ??= run());
  };

  const unsubscribe = options.feed.subscribe(() => {
    attentiveUntil = now() + ATTENTION_MS;
    if (!running) plan(PACE_MS);
  });
  plan(0);
  return {
    async close() {
      unsubscribe();
      stopping.abort();
      cancel();
      await running;
    },
  };
}

function afterTimer(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}

const TIME_LIMIT_MS = 5_000;

/**
 * Calls once, and says nothing of who reserved. As JSON: `{"sin_ver": 2, "desde": "2026-03-10T02:31:00Z"}`.
 * @throws {Error} where it was not answered with success; the message is fit for the log
 */
async function callOut(
  { url, timeLimitMs = TIME_LIMIT_MS }: Pick<AlertWatchOptions, "url" | "timeLimitMs">,
  { count, since }: Pick<AlertCall, "count" | "since">,
  stopping: AbortSignal,
): Promise<void> {
  const late = AbortSignal.timeout(timeLimitMs);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ sin_ver: count, desde: instantOf(since) }),
      // A redirect would turn the call into a GET of another address.
      redirect: "manual",
      signal: AbortSignal.any([late, stopping]),
    });
    await response.body?.cancel();
    if (!response.ok) throw new AlertError(`ALERT_URL answered ${response.status}`);
  } catch (error) {
    if (error instanceof AlertError) throw error;
    if (late.aborted) throw new AlertError(`ALERT_URL gave no answer in ${timeLimitMs} ms`);
    // What the runtime says of it names the address.
    throw new AlertError("ALERT_URL cannot be reached");
  }
}

class AlertError extends Error {
  override readonly name = "AlertError";
}

function instantOf(ms: number): string {
  return Temporal.Instant.fromEpochMilliseconds(ms).toString({ smallestUnit: "second" });
}
