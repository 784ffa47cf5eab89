/** How a retry is recognised, and what it is answered. */
import type { ReplayKey, ReplayOutcome } from "../ports.ts";
import type { Database, Row } from "./database.ts";

/** Where, and for how long, an equal request counts as the same one. */
export interface ReplayScope {
  /** `header` for the caller's own key, `body` for a request without one. They never meet. */
  readonly kind: "header" | "body";
  readonly key: string;
  /** Counted from the first request. */
  readonly lifetimeMs: number;
}

const HEADER_LIFETIME_MS = 24 * 60 * 60_000;
const BODY_LIFETIME_MS = 10 * 60_000;

const FIND = `SELECT k.kind, k.folio, k.body_hash = ?4 AS same_body, r.status
  FROM idempotency_keys AS k JOIN reservations AS r ON r.folio = k.folio
  WHERE k.phone = ?1 AND k.kind = ?2 AND k.key = ?3 AND k.expires_at > ?5`;

export function replayScope({ idempotencyKey, bodyHash }: ReplayKey): ReplayScope {
  return idempotencyKey === null
    ? { kind: "body", key: bodyHash, lifetimeMs: BODY_LIFETIME_MS }
    : { kind: "header", key: idempotencyKey, lifetimeMs: HEADER_LIFETIME_MS };
}

/** The same text for requests that could be the same, and for no others. */
export function scopeText(key: ReplayKey): string {
  const scope = replayScope(key);
  return `${key.phone} ${scope.kind} ${scope.key}`;
}

/**
 * What `key` would be answered because of an earlier request; null where there is none. What it finds may yet be voided:
 * before anybody is told, it must be confirmed.
 *
 * @param now epoch milliseconds
 * @throws {Error} where the database fails
 */
export async function findReplay(
  database: Database,
  key: ReplayKey,
  now: number,
): Promise<ReplayOutcome | null> {
  const { kind, key: text } = replayScope(key);
  const args = [key.phone, kind, text, key.bodyHash, now];
  const [found] = await database.read({ sql: FIND, args });
  return replayOutcome(found);
}

/** What a row of a claim and its reservation means for the request that it was found for; null where it means nothing. */
export function replayOutcome(row: Row | undefined): ReplayOutcome | null {
  if (row === undefined || row.folio === null) return null;
  if (row.same_body === 1 && row.status !== "cancelled") {
    return { kind: "replayed", folio: String(row.folio) };
  }
  return row.kind === "header" ? { kind: "key_reused" } : null;
}
