import { surviveKills } from "../service/_kills.ts";
import { report, times, torture } from "./_torture.ts";

torture(
  "killed under write load, it has every confirmed reservation, and no row without a request",
  async () => {
    const { rounds, held, retried } = await surviveKills(times(5, 50));
    report(`${rounds} kills, ${held} reservations confirmed and present, ${retried} by a retry`);
  },
);
