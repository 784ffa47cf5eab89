import { startFarServer } from "../service/_on_server.ts";
import { surviveServerRestarts } from "../service/_server_restarts.ts";
import { tell, times, torture } from "./_torture.ts";

torture(
  "with its database server stopped and started under load, a guest told 502 has no row, and one told a folio has it",
  async () => {
    const rounds = times(5, 40);
    await using far = await startFarServer();
    const { held, refused } = await surviveServerRestarts(far, rounds);
    tell(
      `${rounds} restarts, ${held.size} folios told and there, ${refused.size} refused and not there`,
    );
  },
);
