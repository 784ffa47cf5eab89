import { surviveFullDisk } from "../service/_full_disk.ts";
import { smallDisk } from "./_small_disk.ts";
import { report, times, torture } from "./_torture.ts";

torture(
  "on a full disk it refuses truly, goes on reading, and reserves again with room again",
  async () => {
    const rounds = times(2, 10);
    const told = { held: 0, refused: 0 };
    for (let round = 0; round < rounds; round++) {
      await using disk = await smallDisk();
      const { held, refused } = await surviveFullDisk(disk);
      told.held += held;
      told.refused += refused;
    }
    report(
      `${rounds} full disks, ${told.held} folios told and there, ${told.refused} refused and not there`,
    );
  },
);
