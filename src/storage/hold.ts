/** Holding tables: candidates wait together, share a commit, and are answered each after its own. */
import { activeSet, within } from "../domain/in_progress.ts";
import { folio, FOLIO_BYTES } from "../domain/reservation/reservation.ts";
import { type ReservationCandidate, type ReservationStore, StorageUnavailable } from "../ports.ts";
import { type Database, sqlErrorKind } from "./database.ts";
import type { Doubts } from "./doubts.ts";
import {
  decide,
  type Draw,
  type DrawOutcome,
  type DrawRequest,
  findReplay,
  hold,
  scopeText,
} from "./draws.ts";
import { writeQueue } from "./write_queue.ts";

export interface ReservationsOptions {
  readonly database: Database;
  readonly doubts: Doubts;
  /** Epoch milliseconds. */
  now(): number;
  /** Cryptographically strong random bytes. */
  randomBytes(length: number): Uint8Array<ArrayBuffer>;
  /** Awaited before a candidate learns that a switch or a closure refuses it. */
  onRefused?(): Promise<void>;
  /** How many candidates share a commit at most. 256 where absent. */
  readonly batchLimit?: number | undefined;
}

/** A {@linkcode ReservationStore} that can be closed. */
export interface Reservations extends ReservationStore {
  /** How many candidates wait for a commit. */
  waiting(): number;
  /** Takes no more candidates and waits until all are answered, at most `withinMs` milliseconds. */
  close(withinMs: number): Promise<void>;
}

/** A request and who waits for its answer. */
interface Waiting {
  readonly request: DrawRequest;
  readonly since: number;
  draws: number;
  answer(outcome: DrawOutcome): void;
  fail(error: Error): void;
}

/** And the folio drawn for it this time. */
interface Drawn {
  readonly waiting: Waiting;
  readonly draw: Draw;
}

const DEFAULT_BATCH_LIMIT = 256;
/** With a million reservations, one folio in a million is taken. */
const MOST_DRAWS = 5;
/** Who has waited this long without being sent is told so: the database is too slow, and nothing was written. */
const LONGEST_WAIT_MS = 10_000;

export function openReservations(options: ReservationsOptions): Reservations {
  const { database, doubts, now, randomBytes } = options;
  const open = openRequests();
  let closed = false;

  const commit = async (take: () => readonly Waiting[]): Promise<void> => {
    let drawn: readonly Drawn[] | undefined;
    const drawAll = (): readonly Drawn[] => drawn ??= drawFolios(take());
    const left = await attempt(drawAll, () => hold(database, () => drawAll().map(drawOf)));
    // Retries, and those that something speaks against: what does, is read along.
    if (left.length > 0) await attempt(() => left, () => decide(database, left.map(drawOf), now()));
  };
  const drawFolios = (batch: readonly Waiting[]): Drawn[] => {
    const at = now();
    const inTime = batch.filter((waiting) => !isLate(waiting, at));
    const random = randomBytes(FOLIO_BYTES * inTime.length);
    return inTime.map((waiting, place) => {
      const bytes = random.subarray(FOLIO_BYTES * place, FOLIO_BYTES * (place + 1));
      return { waiting, draw: { folio: folio(bytes), at, request: waiting.request } };
    });
  };
  /** Answers those that `transaction` has an outcome for, and gives the others. */
  const attempt = async (
    drawn: () => readonly Drawn[],
    transaction: () => Promise<readonly (DrawOutcome | null)[]>,
  ): Promise<readonly Drawn[]> => {
    try {
      const outcomes = await transaction();
      return drawn().filter(({ waiting }, place) => {
        const outcome = outcomes[place] ?? null;
        if (outcome !== null) answer(waiting, outcome);
        return outcome === null;
      });
    } catch (error) {
      await recover(drawn(), error);
      return [];
    }
  };
  const recover = async (drawn: readonly Drawn[], error: unknown): Promise<void> => {
    if (drawn.length === 0) return;
    const kind = sqlErrorKind(error);
    if (kind === "refused") {
      if (drawn.length === 1) return drawn[0]!.waiting.fail(refused(error));
      // One row of them is wrong. Alone, it fails alone.
      for (const { waiting } of drawn) await commit(() => [waiting]);
      return;
    }
    // A server may have got the request twice, and have been busy or full only the second time.
    const unwritten = kind === "untouched" || (kind !== "unknown" && database.kind === "file");
    if (unwritten) return drawn.forEach(({ waiting }) => waiting.fail(unavailable(error)));
    void settle(drawn, error);
  };
  const settle = async (drawn: readonly Drawn[], error: unknown): Promise<void> => {
    const outcomes = await doubts.settle(drawn.map(drawOf));
    drawn.forEach(({ waiting }, place) => {
      const outcome = outcomes[place]!;
      if (outcome.kind === "void") waiting.fail(unavailable(error));
      else answer(waiting, outcome);
    });
  };
  const answer = (waiting: Waiting, outcome: DrawOutcome): void => {
    if (!isUnlucky(waiting, outcome)) return waiting.answer(outcome);
    waiting.draws++;
    if (waiting.draws < MOST_DRAWS) queue.push(waiting);
    else waiting.fail(unavailable(new Error(`${MOST_DRAWS} folios in a row were taken`)));
  };
  const queue = writeQueue<Waiting>({
    limit: options.batchLimit ?? DEFAULT_BATCH_LIMIT,
    commit,
  });
  const ask = (request: DrawRequest): Promise<DrawOutcome> => {
    if (closed) return Promise.reject(unavailable(new Error("the service is stopping")));
    const outcome = new Promise<DrawOutcome>((answer, fail) => {
      queue.push({ request, since: now(), draws: 0, answer, fail });
    });
    open.add(scopeText(request), outcome);
    return outcome;
  };

  return {
    waiting: () => queue.length,
    async reserve(candidate) {
      const outcome = await ask(storable(candidate));
      if (outcome.kind === "taken" || outcome.kind === "void") throw unavailable(outcome.kind);
      if (outcome.kind === "paused" || outcome.kind === "closed") await options.onRefused?.();
      return outcome;
    },
    async findReplay(key) {
      await open.answered(scopeText(key));
      const found = await findReplay(database, key, now()).catch((error) => {
        throw unavailable(error);
      });
      if (found?.kind !== "replayed") return found;
      const { phone, idempotencyKey, bodyHash } = key;
      const outcome = await ask({ phone, idempotencyKey, bodyHash, replayOnly: true });
      return outcome.kind === "replayed" || outcome.kind === "key_reused" ? outcome : null;
    },
    async close(withinMs) {
      closed = true;
      await within(withinMs, open.allAnswered());
      for (const { fail } of queue.close()) fail(unavailable(new Error("the service is stopping")));
    },
  };
}

function drawOf({ draw }: Drawn): Draw {
  return draw;
}

/** Whether another folio may bring what this one did not. */
function isUnlucky({ request }: Waiting, { kind }: DrawOutcome): boolean {
  return kind === "void" || (kind === "taken" && !("replayOnly" in request));
}

function isLate({ since, fail }: Waiting, at: number): boolean {
  if (at - since <= LONGEST_WAIT_MS) return false;
  fail(unavailable(new Error(`not sent within ${LONGEST_WAIT_MS} milliseconds`)));
  return true;
}

/** Half a surrogate pair would become text that no reader of the database survives. */
function storable(candidate: ReservationCandidate): ReservationCandidate {
  for (const [field, value] of Object.entries(candidate)) {
    if (typeof value === "string" && !value.isWellFormed()) {
      throw new TypeError(`${field} of a reservation holds half a surrogate pair`);
    }
  }
  return candidate;
}

function unavailable(cause: unknown): StorageUnavailable {
  return new StorageUnavailable("the reservation was not written", { cause });
}

function refused(cause: unknown): Error {
  return new Error("the database refuses a reservation that its caller should have refused", {
    cause,
  });
}

/** Requests that have no answer yet: a retry waits for the one that it repeats. */

export interface OpenRequests {
  /** Counts a request as open until `outcome` is settled. */
  add(scope: string, outcome: Promise<unknown>): void;
  /** Resolves when every request of `scope` that is open now has its answer, whatever that is. */
  answered(scope: string): Promise<void>;
  /** Resolves when every request that is open now has its answer. */
  allAnswered(): Promise<void>;
}

/** None at first. A scope is the same text for requests that could be the same. */
export function openRequests(): OpenRequests {
  const open = activeSet<{ readonly scope: string; readonly outcome: Promise<unknown> }>();
  const settled = async (among: (scope: string) => boolean): Promise<void> => {
    const outcomes = open.items().filter(({ scope }) => among(scope)).map(({ outcome }) => outcome);
    await Promise.allSettled(outcomes);
  };
  return {
    add(scope, outcome) {
      const remove = open.add({ scope, outcome });
      outcome.then(remove, remove);
    },
    answered: (asked) => settled((scope) => scope === asked),
    allAnswered: () => settled(() => true),
  };
}
