/**
 * Reservations whose commit had an unknown outcome. A caller is told "held" only once the row is there to stay, and "not held" only
 * once the row can never appear or its removal is on record in the journal, which outlives the process.
 */
import { join } from "node:path";
import { repeating, within } from "../domain/in_progress.ts";
import type { Unavailable } from "../ports/reservations.ts";
import type { Context, Database } from "./database.ts";
import { type Draw, type DrawOutcome, settle } from "./draws.ts";

export interface Doubts {
  /**
   * What became of `draws`; `unavailable` where the reservation does not exist. Retries while neither the database nor the journal can be
   * written, and never resolves where the process ends first: no answer is the only true one then.
   */
  settle(draws: readonly Draw[]): Promise<DrawOutcome[]>;
  /** Stops working on the doubts; those in the journal are taken up by the next start. */
  close(): Promise<void>;
}

/** A reservation that may have been written although its caller was told that it was not. */
export type Doubt = Pick<Draw, "folio" | "at">;

const UNAVAILABLE: Unavailable = { kind: "unavailable" };
const RETRY_MS = 500;
const BATCH = 256;

/** Voids in the background what the journal holds and what is added to it, and clears the journal when nothing is left. */
export function openDoubts(
  { database, now, log }: Context,
  journal: DoubtJournal,
): Doubts {
  const { promise: closing, resolve: endPauses } = Promise.withResolvers<void>();
  const open: Doubt[] = [...journal.found];
  let [cleared, failing, closed] = [false, false, false];

  const voidAll = async (): Promise<void> => {
    while (open.length > 0) {
      const batch = open.slice(0, BATCH);
      await voidDoubts(database, batch, now());
      open.splice(0, batch.length);
    }
    journal.clear();
  };
  const voiding = repeating(async () => {
    // At a start without doubts it clears what a failing disk has left of the journal.
    if (cleared && open.length === 0) return;
    cleared = false;
    try {
      await voidAll();
      [cleared, failing] = [true, false];
    } catch (error) {
      if (!failing) log("reservations in doubt wait for the database and the journal", error);
      failing = true;
    }
  }, { everyMs: RETRY_MS });
  voiding.soon();

  const settleOrJournal = async (draws: readonly Draw[]): Promise<DrawOutcome[]> => {
    try {
      const outcomes = await settle(database, draws, now());
      return outcomes.map((outcome) => outcome.kind === "void" ? UNAVAILABLE : outcome);
    } catch (error) {
      addToJournal(draws);
      log("the outcome of reservations is in doubt, and is on record", error);
      return draws.map(() => UNAVAILABLE);
    }
  };
  const addToJournal = (draws: readonly Draw[]): void => {
    const doubts = draws.map(({ folio, at }) => ({ folio, at }));
    try {
      journal.append(doubts);
    } catch (error) {
      // It may hold them: then they are voided at the next start, and neither answer would be true for certain.
      if (error instanceof JournalUnsure) open.push(...doubts);
      throw error;
    }
    open.push(...doubts);
  };
  return {
    async settle(draws) {
      for (let attempt = 1; !closed; attempt++) {
        try {
          return await settleOrJournal(draws);
        } catch (error) {
          if (attempt === 1) log("reservations in doubt can be put on record nowhere", error);
          if (error instanceof JournalUnsure) break;
        }
        await within(RETRY_MS, closing);
      }
      return await new Promise(() => {});
    },
    async close() {
      closed = true;
      endPauses();
      await voiding.close();
    },
  };
}

/** Excludes folios that belong to another reservation. */
const VOID_FOLIOS = `INSERT INTO voids (folio, at)
  SELECT d.value ->> 'folio', ?2 FROM json_each(?1) AS d
  WHERE NOT EXISTS (SELECT 1 FROM reservations AS r
    WHERE r.folio = d.value ->> 'folio' AND r.created_at <> d.value ->> 'at')
  ON CONFLICT DO NOTHING`;

const TAKE_BACK = `DELETE FROM confirmations WHERE retry IN
  (SELECT v.folio FROM json_each(?1) AS d JOIN voids AS v ON v.folio = d.value ->> 'folio')`;

/** All of them, not only those at hand: the confirmation just taken back may have been the last of another. */
const UNCONFIRMED = `(SELECT v.folio FROM voids AS v
  WHERE NOT EXISTS (SELECT 1 FROM confirmations AS q WHERE q.folio = v.folio))`;

/** The history is deleted with its reservation. */
const REMOVALS = ["idempotency_keys", "reservations"]
  .map((table) => `DELETE FROM ${table} WHERE folio IN ${UNCONFIRMED}`);

/**
 * Makes the answer "not held" true: deletes the reservations and forbids their folios, except those that a retry was told of. A voided
 * retry confirms nothing. May run again.
 *
 * @param now epoch milliseconds
 * @throws {Error} where the transaction failed
 */
export async function voidDoubts(
  database: Database,
  doubts: readonly Doubt[],
  now: number,
): Promise<void> {
  const list = JSON.stringify(doubts.map(({ folio, at }) => ({ folio, at })));
  await database.write([
    { sql: VOID_FOLIOS, args: [list, now] },
    { sql: TAKE_BACK, args: [list] },
    ...REMOVALS.map((sql) => ({ sql })),
  ]);
}

/** A file with one line per doubt: its folio and the instant of its draw. */
export interface DoubtJournal {
  /** The doubts that an earlier process left. */
  readonly found: readonly Doubt[];
  /**
   * Adds `doubts`; they are on disk when this returns.
   * @throws {JournalUnsure} where the disk may hold some of them
   * @throws {Error} where it holds none
   */
  append(doubts: readonly Doubt[]): void;
  /** Forgets every doubt. */
  clear(): void;
}

/** The disk failed in such a way that the contents of the journal are unknown. */
class JournalUnsure extends Error {
  override readonly name = "JournalUnsure";
}

const LINE = /^(R-[0-9A-HJKMNP-TV-Z]{8}) ([0-9]{1,15})$/;

/**
 * The journal in `folder`. Its calls are synchronous: they are rare, and the order of a doubt's events must not depend on other work.
 * @throws {Error} where a journal exists but cannot be read
 */
export function openDoubtJournal(folder: string): DoubtJournal {
  const path = join(folder, "doubts.log");
  return {
    found: readDoubts(path),
    append(doubts) {
      // The leading newline ends a line that a crash cut short.
      const text = `\n${doubts.map(({ folio, at }) => `${folio} ${at}`).join("\n")}\n`;
      using file = openForAppending(path);
      try {
        writeWhole(file, new TextEncoder().encode(text));
        file.syncSync();
        // The name of a new file is on disk only with its folder.
        using entries = Deno.openSync(folder);
        entries.syncSync();
      } catch (cause) {
        throw new JournalUnsure("the journal of doubts may hold some of them", { cause });
      }
    },
    clear() {
      try {
        Deno.removeSync(path);
      } catch (error) {
        if (!(error instanceof Deno.errors.NotFound)) throw error;
      }
    },
  };
}

function readDoubts(path: string): Doubt[] {
  try {
    return Deno.readTextFileSync(path).split("\n").flatMap((line) => {
      const [, folio, at] = LINE.exec(line) ?? [];
      return folio === undefined ? [] : [{ folio, at: Number(at) }];
    });
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/**
 * Not by O_NOFOLLOW: without every permission, Deno follows the link before it opens what that leads to.
 * @throws {Error} where there is a link, which would lead the doubts to another file
 */
function openForAppending(path: string): Deno.FsFile {
  try {
    return Deno.openSync(path, { append: true, createNew: true, mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    if (Deno.lstatSync(path).isSymlink) throw new Error(`${path} is a link`, { cause: error });
    return Deno.openSync(path, { append: true });
  }
}

function writeWhole(file: Deno.FsFile, bytes: Uint8Array): void {
  for (let from = 0; from < bytes.length;) from += file.writeSync(bytes.subarray(from));
}
