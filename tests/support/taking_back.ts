import type { ClosureBook } from "../../src/ports/staff.ts";

/** Before all that a test closes ends. */
const EARLY = { minute: "2000-01-01T00:00", serviceDay: "2000-01-01" };

export function removeClosure(
  book: ClosureBook,
  ...ids: readonly number[]
): Promise<string | null> {
  return book.remove(ids.map((id) => `closure ${id}`), EARLY);
}

/** Ends a pause for every day. */
export function resume(book: ClosureBook): Promise<string | null> {
  return book.remove(['{"until":null}'], EARLY);
}
