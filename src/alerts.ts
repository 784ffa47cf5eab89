/** Calls staff if a reservation is not seen within three minutes, or if no board is connected to show it. */
import type { Day } from "./domain/local_time.ts";
import type { Alerts } from "./ports/staff.ts";

export interface AlertWatchOptions {
  /** The address to call. It may hold a secret, so no message contains it. */
  readonly url: string;
  /** For connection, request and answer together, in milliseconds; 5,000 by default. */
  readonly timeLimitMs?: number | undefined;
  /** The instance that claims a call makes it. */
  readonly alerts: Alerts;
  /** The current service day; reservations of earlier ones cause no call. */
  serviceDay(): Day;
  /** Epoch milliseconds. */
  now(): number;
  /** Calls `work` after `ms` milliseconds unless the returned function is called first; a timer by default. */
  after?(ms: number, work: () => unknown): () => void;
  /** Called at the third failure in a row. */
  log(message: string, cause: unknown): void;
}

const OVERDUE_MS = 3 * 60_000;
/** The interval of checks, each one read of the database, which also finds reservations of other instances. */
const LOOK_MS = 2_000;
/** The time for boards to reconnect after a restart. */
const SETTLE_MS = 10_000;
const APART_MS = 30_000;
/** The waits after failures in a row; the last one repeats. */
const RETRY_MS = [1_000, 5_000, 30_000, 60_000, 2 * 60_000, 5 * 60_000];
/** A brief failure is not worth a log line. */
const LOGGED_FAILURE = 3;

/** `close` aborts the current call, which another instance then makes. */
export function alertWatch(options: AlertWatchOptions): { close(): Promise<void> } {
  const { after = afterTimer, log } = options;
  const stopping = new AbortController();
  let failures = 0;
  let running: Promise<void> | undefined;
  let cancel: () => void;

  const run = async (): Promise<void> => {
    try {
      plan(await look(options, stopping.signal));
      failures = 0;
    } catch (error) {
      failures++;
      if (failures === LOGGED_FAILURE) log("staff cannot be called", error);
      plan(RETRY_MS[failures - 1] ?? RETRY_MS.at(-1)!);
    }
  };

  const plan = (ms: number): void => {
    // Deno 2.6 fires a cleared timer that is due.
    cancel = after(ms, () => stopping.signal.aborted || (running = run()));
  };

  plan(SETTLE_MS);
  return {
    async close() {
      stopping.abort();
      await running;
      cancel();
    },
  };
}

/** Calls staff if that is due. @returns the milliseconds to the next check */
async function look(options: AlertWatchOptions, stopping: AbortSignal): Promise<number> {
  const { alerts, serviceDay, now } = options;
  const call = await alerts.claim({ from: serviceDay(), overdue: now() - OVERDUE_MS });
  if (call === null) return LOOK_MS;
  try {
    const { count, since } = call;
    const desde = Temporal.Instant.fromEpochMilliseconds(since).toString({
      smallestUnit: "second",
    });
    await alertCall(options, { sin_ver: count, desde }, stopping);
  } catch (error) {
    await call.failed();
    throw error;
  }
  await call.made();
  return APART_MS;
}

function afterTimer(ms: number, work: () => unknown): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}

const TIME_LIMIT_MS = 5_000;

/** Sends one POST without personal data: `{"sin_ver": 2, "desde": "…"}`. @throws {Error} without a secret */
export async function alertCall(
  { url, timeLimitMs = TIME_LIMIT_MS }: Pick<AlertWatchOptions, "url" | "timeLimitMs">,
  body: Readonly<Record<string, string | number>>,
  stopping?: AbortSignal,
): Promise<void> {
  const late = AbortSignal.timeout(timeLimitMs);
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    // A redirect would turn the call into a GET of another address.
    redirect: "manual",
    signal: AbortSignal.any([late, ...stopping === undefined ? [] : [stopping]]),
    // The runtime's message contains the address.
  }).catch(() => null);
  await response?.body?.cancel().catch(() => {});
  if (response?.ok) return;
  if (response) throw new Error(`ALERT_URL answered ${response.status}`);
  if (late.aborted) throw new Error(`ALERT_URL gave no answer in ${timeLimitMs} ms`);
  throw new Error("ALERT_URL cannot be reached");
}
