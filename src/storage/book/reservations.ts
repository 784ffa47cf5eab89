/** Holds tables for guests: requests that wait together share a commit, and each is answered after its own. */
import { activeSet, within } from "../../in_progress.ts";
import type { GuestValues } from "../../domain/reservation/fields.ts";
import {
  folio,
  FOLIO_BYTES,
  isExpected,
  isSamePerson,
  KEY_LIFETIME_MS,
  nameWords,
  type ReservationValues,
} from "../../domain/reservation/reservation.ts";
import type { RequestedBy, ReservationStore } from "../../ports/reservations.ts";
import type { Context } from "./context.ts";
import {
  codeOf,
  type Database,
  explainDatabaseError,
  readJson,
  sqlErrorKind,
  surelyWritten,
} from "../database/database.ts";
import {
  type Attempt,
  type AttemptOutcome,
  decide,
  hold,
  isKnown,
  madeUnder,
  UNAVAILABLE,
} from "./attempts.ts";
import type { Doubts } from "./doubts.ts";
import { history } from "./reservation_book.ts";

type ReservationsOptions =
  & Pick<Context, "database" | "url" | "now" | "randomBytes" | "batchLimit" | "log">
  & {
    readonly doubts: Doubts;
    /** Awaited before a caller learns that a switch or a closure refuses it. */
    onRefused?(): Promise<void>;
  };

export interface Reservations extends ReservationStore {
  waiting(): number;
  /** Takes no more requests and waits until all are answered, at most `withinMs` milliseconds. */
  close(withinMs: number): Promise<void>;
}

/** An attempt whose caller waits. */
interface Waiting extends Attempt {
  answer(outcome: AttemptOutcome): void;
  fail(error: Error): void;
}

type Batch = readonly Waiting[];
/** The outcomes of a batch, in order; null if the transaction did not decide. */
type Outcomes = Promise<readonly (AttemptOutcome | null)[]>;

const DEFAULT_BATCH_LIMIT = 256;
const REFUSED = "the database refuses a reservation that its caller should have refused";

/** Its functions share the queue and the open requests. */
export function openReservations(options: ReservationsOptions): Reservations {
  const { database, now, randomBytes, batchLimit = DEFAULT_BATCH_LIMIT } = options;
  const open = activeSet<{ readonly phone: string; readonly outcome: Promise<unknown> }>();
  const draw = () => ({ folio: folio(randomBytes(FOLIO_BYTES)), at: now() });
  const queue = writeQueue(batchLimit, batchWriter(options, draw));
  let closed = false;

  const attempt = (request: Attempt["request"]): Promise<AttemptOutcome> => {
    if (closed) return Promise.resolve(UNAVAILABLE);
    const outcome = new Promise<AttemptOutcome>((answer, fail) => {
      queue.push({ ...draw(), request, answer, fail });
    });
    const remove = open.add({ phone: request.phone, outcome });
    outcome.then(remove, remove);
    return outcome;
  };
  /** Resolves once the requests of `phone`, or all, that are open now have been answered. */
  const answered = async (phone?: string): Promise<void> => {
    const some = open.items().filter((one) => phone === undefined || one.phone === phone);
    await Promise.allSettled(some.map(({ outcome }) => outcome));
  };
  const findReplay: ReservationStore["findReplay"] = async (key) => {
    // A retry waits for the request that it repeats.
    await answered(key.phone);
    const known = await isKnown(database, key, now()).catch(() => UNAVAILABLE);
    if (typeof known === "object") return known;
    if (!known) return null;
    const { phone, idempotencyKey, alike, words } = key;
    const outcome = await attempt({ phone, idempotencyKey, alike, words });
    switch (outcome.kind) {
      case "replayed":
      case "key_reused":
      case "alike":
      case "unavailable":
        return outcome;
      default:
        return null;
    }
  };
  return {
    waiting: queue.length,
    async reserve(request) {
      const outcome = await attempt(request);
      if (outcome.kind === "none") return UNAVAILABLE;
      if (outcome.kind === "paused" || outcome.kind === "closed") await options.onRefused?.();
      return outcome;
    },
    findReplay,
    async findMade(key) {
      const made = await madeUnder(database, key, now()).catch(() => UNAVAILABLE);
      if (made === null || "kind" in made) return made;
      const replay = await findReplay(made);
      if (replay?.kind === "unavailable") return replay;
      const isThere = replay?.kind === "replayed" || replay?.kind === "key_reused";
      return isThere ? { ...made, stands: replay.kind === "replayed" } : null;
    },
    findOwn: (request) => confirmOwn(database, request, draw()).catch(() => UNAVAILABLE),
    findAsked: (folio) => readAsked(database, folio).catch(() => UNAVAILABLE),
    async close(withinMs) {
      closed = true;
      await within(withinMs, answered());
      for (const { answer } of queue.close()) answer(UNAVAILABLE);
    },
  };
}

/** Returns a commit, which answers its batch and resolves once the next may begin. */
function batchWriter(
  { database, url, doubts, now, log }: ReservationsOptions,
  draw: () => Pick<Attempt, "folio" | "at">,
): (batch: Batch) => Promise<void> {
  let isFull = false;

  const commit = (batch: Batch): Promise<void> => {
    const outcomes = hold(database, batch, now());
    void finish(batch, outcomes);
    return outcomes.then(() => {}, () => {});
  };
  const finish = async (batch: Batch, outcomes: Outcomes): Promise<void> => {
    const left = await answerBy(batch, outcomes);
    // They are retries, or refused by a condition.
    if (left.length > 0) await answerBy(left, decide(database, left, now()));
  };
  /** Answers those that have an outcome, and returns the others. */
  const answerBy = async (batch: Batch, transaction: Outcomes): Promise<Batch> => {
    try {
      const outcomes = await transaction;
      return batch.filter(({ answer }, nth) => {
        const outcome = outcomes[nth] ?? null;
        if (outcome !== null) answer(outcome);
        if (outcome?.kind === "held") isFull = false;
        return outcome === null;
      });
    } catch (error) {
      await recover(batch, error);
      return [];
    }
  };
  const recover = async (batch: Batch, error: unknown): Promise<void> => {
    const kind = sqlErrorKind(error);
    if (kind === "refused") {
      if (batch.length === 1) return batch[0]!.fail(new Error(REFUSED, { cause: error }));
      // A row is wrong, or two have the same folio. Written alone, it fails alone.
      for (const waiting of batch) await commit([{ ...waiting, ...draw() }]);
      return;
    }
    // A server may have received the request twice, and have been busy or full only the second time.
    if (kind !== "unknown" && database.path !== null) {
      reportFull(error);
      return batch.forEach(({ answer }) => answer(UNAVAILABLE));
    }
    void answerBy(batch, doubts.settle(batch));
  };
  /** Logs the first commit that finds no room, and again only after a success. */
  const reportFull = (error: unknown): void => {
    if (isFull || !codeOf(error).startsWith("SQLITE_FULL")) return;
    isFull = true;
    log("reservations are refused", explainDatabaseError(error, url).message);
  };
  return commit;
}

/** This many are written at once. */
const ENOUGH = 16;

/**
 * Commits waiting items together, the next commit after the last. The first begins by a message that the queue sends
 * itself: requests that have arrived are read before it, and it comes sooner than a timer.
 * @param commit resolves once the next may begin; must not reject
 */
function writeQueue<Item>(limit: number, commit: (items: readonly Item[]) => Promise<void>) {
  const channel = new MessageChannel();
  const waiting: Item[] = [];
  let [running, posted] = [false, false];

  const run = async (): Promise<void> => {
    posted = false;
    if (running) return;
    running = true;
    while (waiting.length > 0) await commit(waiting.splice(0, limit));
    running = false;
  };
  channel.port1.onmessage = run;
  return {
    push(item: Item): void {
      waiting.push(item);
      if (running) return;
      if (waiting.length >= ENOUGH) return void run();
      if (!posted) channel.port2.postMessage(null);
      posted = true;
    },
    length: () => waiting.length,
    close(): Item[] {
      channel.port1.close();
      channel.port2.close();
      return waiting.splice(0);
    },
  };
}

/** What was requested; null unless the table stands at that day and time, for that party. */
async function readAsked(database: Database, folio: string): Promise<GuestValues | null> {
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
async function confirmOwn(
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
