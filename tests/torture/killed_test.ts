import { assert, assertEquals } from "@std/assert";
import { type ServiceProcess, startServiceProcess } from "../support/service_process.ts";
import { tempFolder } from "../support/temp_folder.ts";
import {
  type Answers,
  type Crowd,
  freeSlot,
  NO_LIMITS,
  noAnswers,
  reserve,
  type Slot,
  startCrowd,
} from "../service/_guests.ts";
import { assertTrue, more, settled, startRelayedServer } from "../service/_on_server.ts";
import { assertIntact, compare, type Rows, rowsAt, rowsInFile } from "../service/_rows.ts";
import { report, times, torture } from "./_torture.ts";

/** The greatest number of rounds if no kill came between a commit and its answers. */
const MAX_ROUNDS = 60;
/** Answers of a round before the service is killed; those of the requests open then are never read. */
const ANSWERS = 60;

torture(
  "killed under write load, it has every confirmed reservation, and no row without a request",
  async () => {
    const minRounds = times(20, 50);
    await using folder = await tempFolder();
    const dataDir = folder.path;
    const answers = noAnswers();
    let slot: Slot | undefined;
    let unconfirmed: Rows = new Map();
    let retried = 0;
    let round = 0;
    // Until a kill has come between a commit and its answers.
    for (; round < minRounds || (retried === 0 && round < MAX_ROUNDS); round++) {
      await using service = await startServiceProcess({ env: { ...NO_LIMITS, DATA_DIR: dataDir } });
      slot ??= await freeSlot(service.url);
      await retry(service, slot, unconfirmed, answers);
      retried += unconfirmed.size;
      await killUnderLoad(service, slot, answers, round);
      unconfirmed = compare(await rowsInFile(dataDir), answers);
    }
    await assertIntact(dataDir);
    const { held, refused } = answers;
    assertEquals(refused.size, 0, "a service that is killed refuses no guest");
    assert(held.size >= ANSWERS * round, `only ${held.size} were confirmed`);
    assert(retried > 0, "every row was confirmed: no kill came between a commit and its answers");
    report(
      `${round} kills, ${held.size} reservations confirmed and present, ${retried} by a retry`,
    );
  },
);

torture(
  "with its database server killed and restarted under load, a guest with a 502 has no row, and one with a folio has its row",
  async () => {
    const rounds = times(5, 40);
    await using relayed = await startRelayedServer();
    const { sqld, start } = relayed;
    await using service = await start("one");
    const slot = await freeSlot(service.url);
    const answers = noAnswers();
    const crowd = startCrowd({ url: service.url, slot, answers, first: 0 });
    for (let round = 0; round < rounds; round++) {
      await more(answers, "held", crowd.until);
      await sqld.kill();
      await more(answers, "refused", crowd.until);
      await sqld.restart();
    }
    await more(answers, "held", crowd.until);
    await crowd.stop();
    await settled(service);
    await assertTrue(sqld.url, answers);
    const { held, refused } = answers;
    report(
      `${rounds} restarts, ${held.size} reservations confirmed and present, ${refused.size} refused and absent`,
    );
  },
);

torture(
  "with two instances on one database server killed in turn under load, the other goes on, and every folio has its row",
  async () => {
    const rounds = times(4, 40);
    await using relayed = await startRelayedServer();
    await using started = new AsyncDisposableStack();
    const start = async (n: number) => started.use(await relayed.start(String(n)));
    const answers = noAnswers();
    const services = await surviveKillsInTurn(start, answers, rounds);
    const unconfirmed = compare(await rowsAt(relayed.sqld.url), answers);
    assertEquals(answers.refused.size, 0, "the end of one is no reason for a refusal");
    const slot = await freeSlot(services[0].url);
    await retry(services[0], slot, unconfirmed, answers);
    report(
      `${rounds} kills, ${answers.held.size} reservations confirmed and present, ${unconfirmed.size} by a retry`,
    );
  },
);

/** @returns both services, neither of which has a reservation in doubt */
async function surviveKillsInTurn(
  start: (n: number) => Promise<ServiceProcess>,
  answers: Answers,
  rounds: number,
): Promise<[ServiceProcess, ServiceProcess]> {
  const services: [ServiceProcess, ServiceProcess] = [await start(0), await start(1)];
  const slot = await freeSlot(services[0].url);
  let first = 0;
  const crowdAt = ({ url }: ServiceProcess): Crowd =>
    startCrowd({ url, slot, answers, first: first += 100_000, lanes: 8 });
  const crowds = services.map(crowdAt);
  for (let round = 0; round < rounds; round++) {
    const [killed, other] = round % 2 === 0 ? [0, 1] as const : [1, 0] as const;
    await more(answers, "held", crowds[killed]!.until);
    const end = services[killed].kill();
    await crowds[killed]!.stop();
    await end;
    await more(answers, "held", crowds[other]!.until);
    services[killed] = await start(killed);
    crowds[killed] = crowdAt(services[killed]);
  }
  for (const crowd of crowds) {
    await more(answers, "held", crowd.until);
    await crowd.stop();
  }
  for (const service of services) await settled(service);
  return services;
}

/** Fails unless each guest of `unconfirmed` gets the folio of its row by a retry, which `answers` then holds. */
async function retry(
  { url }: ServiceProcess,
  slot: Slot,
  unconfirmed: Rows,
  answers: Answers,
): Promise<void> {
  for (const [n, folio] of unconfirmed) {
    const { status, body } = await reserve(url, n, slot);
    assertEquals([status, body.folio, body.repetida], [200, folio, true]);
    answers.held.set(n, folio);
    answers.unanswered.delete(n);
  }
}

async function killUnderLoad(
  service: ServiceProcess,
  slot: Slot,
  answers: Answers,
  round: number,
): Promise<void> {
  const before = answers.held.size;
  const crowd = startCrowd({ url: service.url, slot, answers, first: round * 100_000, lanes: 32 });
  await crowd.until(({ held }) => held.size >= before + ANSWERS);
  // Answers come right after a commit: without this delay all kills would hit the same stage of the next commit.
  await new Promise((resolve) => setTimeout(resolve, round % 5));
  const killed = service.kill();
  await crowd.stop();
  await killed;
}
