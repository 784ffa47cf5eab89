/** Candidates under the folios drawn for them, and the two transactions that decide about them. */
import type { ReservationCandidate, ReserveOutcome } from "../deps.ts";
import type { Database, Row, Statement } from "./database.ts";
import { replayOutcome, replayScope } from "./replay.ts";
import {
  CLAIM,
  CONFIRM,
  DROP_DEAD_CLAIMS,
  HOLD,
  MARK_REPLAYED,
  READ_BACK,
  RECORD,
  STANDING,
  VOID_ABSENT,
} from "./reserve_sql.ts";

/** A candidate under the folio drawn for it. */
export interface Draw {
  readonly folio: string;
  /** Epoch milliseconds: the reservation's `created_at`, by which its row is told from a stranger's under the same folio. */
  readonly at: number;
  readonly candidate: ReservationCandidate;
}

/** What a transaction did about a draw. */
export type DrawOutcome =
  | ReserveOutcome
  /** Its folio belongs to another reservation. */
  | { readonly kind: "taken" }
  /** Its folio must never be used. */
  | { readonly kind: "void" };

/**
 * Holds tables for `draws` as far as they may be. No two of them may have the same replay scope.
 *
 * @param now epoch milliseconds
 * @throws {Error} where the transaction failed; `sqlErrorKind` says whether it may have been written
 */
export async function hold(
  database: Database,
  draws: readonly Draw[],
  now: number,
): Promise<DrawOutcome[]> {
  const steps = [DROP_DEAD_CLAIMS, CLAIM, HOLD, RECORD, MARK_REPLAYED, READ_BACK];
  return readBack(draws, await database.write(statements(steps, draws, now)), "won");
}

/**
 * Settles draws whose {@linkcode hold} had an unknown outcome: those that were held are marked as confirmed, so that no void
 * ever touches them; the others are made void, so that they can never be held any more. A void one whose request is a retry is
 * answered as such.
 *
 * @param now epoch milliseconds
 * @throws {Error} where the transaction failed; it does no harm to run it again
 */
export async function confirmOrVoid(
  database: Database,
  draws: readonly Draw[],
  now: number,
): Promise<DrawOutcome[]> {
  const steps = [CONFIRM, VOID_ABSENT, DROP_DEAD_CLAIMS, MARK_REPLAYED, READ_BACK];
  return readBack(draws, await database.write(statements(steps, draws, now)), "stands");
}

/** The folios among `draws` whose reservations can be read. */
export async function standingFolios(
  database: Database,
  draws: readonly Draw[],
): Promise<Set<string>> {
  const args = [JSON.stringify(draws.map(({ folio, at }) => ({ folio, at })))];
  const rows = await database.read({ sql: STANDING, args });
  return new Set(rows.map(({ folio }) => String(folio)));
}

function statements(steps: readonly string[], draws: readonly Draw[], now: number): Statement[] {
  const list = JSON.stringify(draws.map(wireDraw));
  // A server refuses parameters that a statement does not use.
  return steps.map((sql) => ({ sql, args: sql.includes("?2") ? [list, now] : [list] }));
}

function wireDraw({ folio, at, candidate }: Draw): Record<string, unknown> {
  const { idempotencyKey: _, ...reservation } = candidate;
  const { kind, key, lifetimeMs } = replayScope(candidate);
  return { ...reservation, folio, at, kind, key, expiresAt: at + lifetimeMs };
}

function readBack(
  draws: readonly Draw[],
  results: readonly Row[][],
  sign: "won" | "stands",
): DrawOutcome[] {
  const rows = new Map(results.at(-1)?.map((row) => [Number(row.place), row]));
  return draws.map(({ folio }, place) => {
    const row = rows.get(place);
    if (row === undefined) throw new Error("the database did not say what became of a reservation");
    if (row[sign] === 1) return { kind: "held", folio };
    const replay = replayOutcome(row);
    if (replay !== null) return replay;
    if (row.void === 1) return { kind: "void" };
    if (row.paused === 1) return { kind: "paused" };
    return { kind: row.closed === 1 ? "closed" : "taken" };
  });
}
