import { startRelayedServer } from "../service/_on_server.ts";
import { surviveServerRestarts } from "../service/_server_restarts.ts";
import { report, times, torture } from "./_torture.ts";

torture(
  "with its database server stopped and started under load, a guest told 502 has no row, and one told a folio has it",
  async () => {
    const rounds = times(5, 40);
    await using relayed = await startRelayedServer();
    const { held, refused } = await surviveServerRestarts(relayed, rounds);
    report(
      `${rounds} restarts, ${held.size} folios told and there, ${refused.size} refused and not there`,
    );
  },
);
