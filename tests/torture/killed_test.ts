import { assertEquals } from "@std/assert";
import type { ServiceProcess } from "../support/service_process.ts";
import { type Answers, type Crowd, freeSlot, noAnswers, startCrowd } from "../service/_guests.ts";
import { retry, surviveKills } from "../service/_kills.ts";
import { more, settled, startRelayedServer, surviveServerRestarts } from "../service/_on_server.ts";
import { compare, rowsAt } from "../service/_rows.ts";
import { report, times, torture } from "./_torture.ts";

torture(
  "killed under write load, it has every confirmed reservation, and no row without a request",
  async () => {
    const { rounds, held, retried } = await surviveKills(times(5, 50));
    report(`${rounds} kills, ${held} reservations confirmed and present, ${retried} by a retry`);
  },
);

torture(
  "with its database server killed and restarted under load, a guest with a 502 has no row, and one with a folio has its row",
  async () => {
    const rounds = times(5, 40);
    await using relayed = await startRelayedServer();
    const { held, refused } = await surviveServerRestarts(relayed, rounds);
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
