/** Candidates under the folios drawn for them, and the transactions that decide about them. */
import type { ReplayKey, ReservationCandidate, ReserveOutcome } from "../ports.ts";
import type { Database, Row, Statement } from "./database.ts";
import { replayOutcome, replayScope } from "./replay.ts";
import {
  CONFIRM,
  DROP_DEAD_CLAIMS,
  HELD_COLUMNS,
  holdTables,
  LATEST,
  READ_BACK,
  STANDING,
  VOID_ABSENT,
} from "./reserve_sql.ts";

/** A request under the folio drawn for it. */
export interface Draw {
  readonly folio: string;
  /** Epoch milliseconds: the reservation's `created_at`, by which its row is told from a stranger's under the same folio. */
  readonly at: number;
  readonly request: DrawRequest;
}

/** A table that is asked for, or only whether it was before. */
export type DrawRequest = ReservationCandidate | ReplayKey & { readonly replayOnly: true };

/** What a transaction did about a draw. */
export type DrawOutcome =
  | ReserveOutcome
  /** Its folio belongs to another reservation. */
  | { readonly kind: "taken" }
  /** Its folio must never be used. */
  | { readonly kind: "void" };

/**
 * Holds the tables against which nothing speaks: nearly all of them, at a third of the cost of {@linkcode decide}. Null for those
 * that are not held, for whatever reason.
 *
 * @param draw gives the draws, all of one instant, when their turn has come
 * @throws {Error} where the statement failed; `sqlErrorKind` says whether it may have been written
 */
export async function hold(
  database: Database,
  draw: () => readonly Draw[],
): Promise<(DrawOutcome | null)[]> {
  let draws: readonly Draw[] = [];
  const row = await database.writeOne(() => {
    draws = draw();
    const [first] = draws;
    if (first === undefined) return null;
    return { change: holding(draws, first.at), outcome: { sql: LATEST, args: [draws.length] } };
  });
  const held: Record<string, string> = JSON.parse(String(row?.latest ?? "{}"));
  return draws.map(({ folio, at, request: { phone } }) =>
    // A folio can be a stranger's.
    held[folio] === `${at}${phone}` ? { kind: "held", folio } : null
  );
}

/**
 * Holds tables for `draws` as far as they may be, and answers those that are retries, be it of one another.
 *
 * @param now epoch milliseconds
 * @throws {Error} where the transaction failed; `sqlErrorKind` says whether it may have been written
 */
export async function decide(
  database: Database,
  draws: readonly Draw[],
  now: number,
): Promise<DrawOutcome[]> {
  const [drop, ...others] = statements([DROP_DEAD_CLAIMS, CONFIRM, READ_BACK], draws, now);
  const results = await database.write([drop!, holding(draws, now), ...others]);
  return readBack(draws, results, "won");
}

/**
 * Settles draws whose transaction had an unknown outcome: what stands is told, the rest is made void, so that it can
 * never be held any more. Who was made void is still answered where the request turns out to be a retry.
 *
 * @param now epoch milliseconds
 * @throws {Error} where the transaction failed; it does no harm to run it again
 */
export async function settle(
  database: Database,
  draws: readonly Draw[],
  now: number,
): Promise<DrawOutcome[]> {
  const steps = [DROP_DEAD_CLAIMS, CONFIRM, VOID_ABSENT, READ_BACK];
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

const SQL_BY_SIZE = new Map<number, string>();

/** Holds those of `draws` that ask for a table. Some sizes do for all, since each is another statement to the database. */
function holding(draws: readonly Draw[], now: number): Statement {
  const size = 2 ** Math.ceil(Math.log2(draws.length));
  const sql = SQL_BY_SIZE.get(size) ?? holdTables(size);
  SQL_BY_SIZE.set(size, sql);
  const tables = Array.from({ length: size }, (_, nth) => asTable(draws[nth]));
  return { sql, args: [now, ...tables] };
}

/** What is kept of the table that `draw` asks for, in the order of the columns; null where it asks for none. */
function asTable(draw: Draw | undefined): string | null {
  if (draw === undefined || "replayOnly" in draw.request) return null;
  const { folio, at, request } = draw;
  const { kind, key, lifetimeMs } = replayScope(request);
  const values: Record<typeof HELD_COLUMNS[number], string | number | null> = {
    folio,
    day: request.day,
    time: request.time,
    service_day: request.serviceDay,
    party_size: request.partySize,
    name: request.name,
    phone: request.phone,
    occasion: request.occasion,
    comments: request.comments,
    source: request.source,
    created_at: at,
    kind,
    key,
    body_hash: request.bodyHash,
    expires_at: at + lifetimeMs,
  };
  return JSON.stringify(HELD_COLUMNS.map((column) => values[column]));
}

function statements(steps: readonly string[], draws: readonly Draw[], now: number): Statement[] {
  const list = JSON.stringify(draws.map(wireDraw));
  // A server refuses parameters that a statement does not use.
  return steps.map((sql) => ({ sql, args: sql.includes("?2") ? [list, now] : [list] }));
}

/** What decides about a draw. What is held of it is in {@linkcode asTable}. */
function wireDraw({ folio, at, request }: Draw): Record<string, unknown> {
  const { phone, bodyHash } = request;
  const { kind, key } = replayScope(request);
  const wire = { folio, at, phone, bodyHash, kind, key };
  if ("replayOnly" in request) return wire;
  const { serviceDay, day, time } = request;
  return { ...wire, serviceDay, moment: `${day}T${time}` };
}

function readBack(
  draws: readonly Draw[],
  results: readonly Row[][],
  sign: "won" | "stands",
): DrawOutcome[] {
  const report: Row[] = JSON.parse(String(results.at(-1)?.[0]?.report));
  const rows = new Map(report.map((row) => [row.place, row]));
  return draws.map(({ folio }, place) => {
    const row = rows.get(place);
    if (row === undefined) throw new Error("the database did not say what became of a reservation");
    if (row[sign] === 1) return { kind: "held", folio };
    const replay = replayOutcome(row);
    // Without the confirmation, a void might take what was told.
    if (replay?.kind === "key_reused" || (replay !== null && row.confirmed === 1)) return replay;
    if (row.void === 1) return { kind: "void" };
    if (row.paused === 1) return { kind: "paused" };
    return { kind: row.closed === 1 ? "closed" : "taken" };
  });
}
