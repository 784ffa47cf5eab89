import { startRelayedServer, surviveServerRestarts } from "../service/_on_server.ts";
import { report, times, torture } from "./_torture.ts";

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
