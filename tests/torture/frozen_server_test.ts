import { randomNumbers } from "../streets/_town.ts";
import { startRelayedServer, surviveFreezes } from "../service/_on_server.ts";
import { report, times, torture } from "./_torture.ts";

/** A call to the server may take 5 seconds. */
const [MIN_MS, MAX_MS] = [100, 12_000];

torture(
  "after a frozen database server wakes up, every table that is asked for is held",
  async () => {
    const draw = randomNumbers(43);
    const freezes = Array.from(
      { length: times(3, 20) },
      () => MIN_MS + draw() * (MAX_MS - MIN_MS),
    );
    await using server = await startRelayedServer();
    await surviveFreezes(server, freezes);
    report(`${freezes.length} freezes, every reservation after them held`);
  },
);
