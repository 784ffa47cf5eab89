import type { ClosedTime } from "../domain/schedule/closures.ts";
import type { LocalDateTime } from "../domain/local_time.ts";

/** `2026-03-14 20:30`. */
export function inWords(local: LocalDateTime): string {
  return local.replace("T", " ");
}

/** `2026-12-24, all day`, `2026-12-24 to 2026-12-31, all day` or `2026-12-24 17:00 to 2026-12-25 01:30`. */
export function closedInWords(closed: ClosedTime): string {
  if (closed.kind === "day") return `${closed.day}, all day`;
  const span = `${inWords(closed.from)} to ${inWords(closed.to)}`;
  return closed.kind === "days" ? `${span}, all day` : span;
}
