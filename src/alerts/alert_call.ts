/** One call to ALERT_URL. Its address may hold a secret, so that no message says it. */

/** What is told: nothing of who reserved. */
export interface Alert {
  /** How many reservations nobody has seen. */
  readonly count: number;
  /** When the first of them was made, in epoch milliseconds. */
  readonly since: number;
}

export interface AlertTarget {
  readonly url: string;
  /** For connection, call and answer together, in milliseconds. 5,000 where absent. */
  readonly timeLimitMs?: number | undefined;
}

const TIME_LIMIT_MS = 5_000;

/**
 * Calls once, as JSON: `{"sin_ver": 2, "desde": "2026-03-10T02:31:00Z"}`.
 * @throws {Error} where it was not answered with success; the message is fit for the log
 */
export async function callOut(
  { url, timeLimitMs = TIME_LIMIT_MS }: AlertTarget,
  { count, since }: Alert,
  stopping: AbortSignal,
): Promise<void> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeLimitMs);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ sin_ver: count, desde: instantOf(since) }),
      // A redirect would turn the call into a GET of a page that somebody else names.
      redirect: "manual",
      signal: AbortSignal.any([late.signal, stopping]),
    });
    await response.body?.cancel();
    if (!response.ok) throw new AlertError(`ALERT_URL answered ${response.status}`);
  } catch (error) {
    if (error instanceof AlertError) throw error;
    if (late.signal.aborted) throw new AlertError(`ALERT_URL gave no answer in ${timeLimitMs} ms`);
    // What the runtime says of it names the address.
    throw new AlertError("ALERT_URL cannot be reached");
  } finally {
    clearTimeout(timer);
  }
}

class AlertError extends Error {
  override readonly name = "AlertError";
}

function instantOf(ms: number): string {
  return Temporal.Instant.fromEpochMilliseconds(ms).toString({ smallestUnit: "second" });
}
