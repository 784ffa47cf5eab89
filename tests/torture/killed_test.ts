import { surviveKills } from "../service/_kills.ts";
import { report, times, torture } from "./_torture.ts";

torture(
  "killed under write load, it has every folio that it told, and no row that was not under way",
  async () => {
    const { rounds, held, untold } = await surviveKills(times(5, 50));
    report(`${rounds} kills, ${held} folios told and there, ${untold} told only when asked again`);
  },
);
