/** What guests asked for, whatever staff have changed since. */
import type { GuestValues } from "../../domain/reservation/fields.ts";
import {
  isExpected,
  isSamePerson,
  nameWords,
  type ReservationValues,
} from "../../domain/reservation/reservation.ts";
import type { RequestedBy } from "../../ports/reservations.ts";
import { type Database, readJson, surelyWritten } from "../database/database.ts";
import { type Attempt, KEY_LIFETIME_MS } from "./attempts.ts";
import { history } from "./reservation_book.ts";

/** What was requested; null unless the table stands at that day and time, for that party. */
export async function readAsked(database: Database, folio: string): Promise<GuestValues | null> {
  const entries = await history(database, folio);
  const asked = entries[0]?.after as GuestValues | undefined;
  const now: ReservationValues = Object.assign({}, ...entries.map(({ after }) => after));
  const isMoved = (["day", "time", "partySize"] as const).some((name) =>
    now[name] !== asked?.[name]
  );
  return asked === undefined || isMoved || !isExpected(now) ? null : asked;
}

/**
 * Whether a table stands at that time that was first requested with this phone and name, online and within 24 hours.
 * It is then confirmed, as for `retry`, so that no void deletes it.
 */
export async function confirmOwn(
  database: Database,
  { phone, words, day, time }: RequestedBy,
  retry: Pick<Attempt, "folio" | "at">,
): Promise<boolean> {
  const args = [day, time, phone, retry.at - KEY_LIFETIME_MS];
  for (const folio of await readJson<string[]>(database, OWN_SQL.findAt, args)) {
    const asked = (await history(database, folio))[0]?.after as ReservationValues | undefined;
    const isOwn = asked?.phone === phone && isSamePerson(nameWords(asked.name), words);
    if (!isOwn) continue;
    const confirming = { sql: OWN_SQL.confirm, args: [folio, retry.folio, retry.at] };
    const [confirmed = []] = await surelyWritten(database, [confirming]);
    if (confirmed.length > 0) return true;
  }
  return false;
}

/** Whole statements, as those of `HOLD_SQL`. Each may run twice. */
export const OWN_SQL = {
  /** Made online after the instant ?4, standing at the time ?2 of the day ?1, with the phone ?3 now or earlier. */
  findAt: `
    SELECT json_group_array(folio) FROM reservations AS r
    WHERE day = ?1 AND time = ?2 AND status IN ('confirmed', 'arrived') AND source IS NOT 'personal' AND created_at > ?4
      AND (phone = ?3 OR EXISTS (SELECT 1 FROM reservation_versions AS v
        WHERE v.reservation = r.id AND v.before ->> 'phone' = ?3))`,

  /** For the retry ?2, at the instant ?3. No row is returned if the reservation is gone. */
  confirm: `
    INSERT INTO confirmations (folio, retry, at)
    SELECT folio, ?2, max(?3, (SELECT at FROM newest_time)) FROM reservations WHERE folio = ?1
    ON CONFLICT DO UPDATE SET at = at RETURNING folio`,
} as const;
