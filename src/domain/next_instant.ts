import type { Time } from "./local_time.ts";

/**
 * Epoch milliseconds of the next time after `now` at which the clock of `timeZone` shows `time`: later today, or tomorrow where
 * that is past. A time that spring skips is that much later.
 */
export function nextInstantAt(time: Time, now: number, timeZone: string): number {
  const shown = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  const today = shown.withPlainTime(time);
  // What autumn shows twice has a second chance today.
  const candidates = [today, today.add({ hours: 1 }), shown.add({ days: 1 }).withPlainTime(time)];
  const next = candidates.find((candidate) =>
    candidate.epochMilliseconds > now && candidate.toPlainTime().equals(today.toPlainTime())
  );
  return (next ?? candidates.at(-1)!).epochMilliseconds;
}
