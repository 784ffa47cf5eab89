/** What a page tells of the act that led to it. */
import { type Html, html } from "../html/html.ts";
import type { StaffDeps } from "../ports/staff.ts";

/** For this time a page tells what led to it, and offers to undo it: it may be opened again the next day. */
const TOLD_MS = 60_000;

/** Whether a page still tells what was done at `at`. Both are in epoch milliseconds. */
export function isJustDone(at: number | null | undefined, now: number): boolean {
  return (at ?? -Infinity) > now - TOLD_MS;
}

/** Says that the restaurant's file was saved, on a page that this led to, while it is news. */
export async function savedNotice(
  { restaurantBook, now }: Pick<StaffDeps, "restaurantBook" | "now">,
  query: URLSearchParams,
  words = "Listo: se guardó.",
): Promise<Html | null> {
  const [newest] = query.has("hecho") ? await restaurantBook.all() : [];
  if (!isJustDone(newest?.at, now())) return null;
  return html`<p class="done" role="status">${words}</p>`;
}
