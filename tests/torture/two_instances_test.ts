import { assertEquals } from "@std/assert";
import type { ServiceProcess } from "../support/service_process.ts";
import {
  type Answers,
  type Crowd,
  freeSlot,
  noAnswers,
  reserve,
  startCrowd,
} from "../service/_guests.ts";
import { startRelayedServer } from "../service/_on_server.ts";
import { compare, rowsAt } from "../service/_rows.ts";
import { settled } from "../service/_server_restarts.ts";
import { report, times, torture } from "./_torture.ts";

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
    for (const [n, folio] of unconfirmed) {
      const { status, body } = await reserve(services[n % 2]!.url, n, slot);
      assertEquals([status, body.folio, body.repetida], [200, folio, true]);
    }
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
    await crowds[killed]!.until(more(answers));
    const end = services[killed].kill();
    await crowds[killed]!.stop();
    await end;
    await crowds[other]!.until(more(answers));
    services[killed] = await start(killed);
    crowds[killed] = crowdAt(services[killed]);
  }
  for (const crowd of crowds) {
    await crowd.until(more(answers));
    await crowd.stop();
  }
  for (const service of services) await settled(service);
  return services;
}

/** Whether 40 more are held than now. */
function more({ held }: Answers): () => boolean {
  const wanted = held.size + 40;
  return () => held.size >= wanted;
}
