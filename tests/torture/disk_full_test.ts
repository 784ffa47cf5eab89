import { surviveFullDisk } from "../service/_full_disk.ts";
import { smallDisk } from "./_small_disk.ts";
import { report, times, torture } from "./_torture.ts";

torture(
  "on a full disk its refusals are true, reads work, and reservations work again once there is space",
  async () => {
    const rounds = times(2, 10);
    const total = { held: 0, refused: 0 };
    for (let round = 0; round < rounds; round++) {
      await using disk = await smallDisk();
      const { held, refused } = await surviveFullDisk(disk);
      total.held += held;
      total.refused += refused;
    }
    report(
      `${rounds} full disks, ${total.held} reservations confirmed and present, ${total.refused} refused and absent`,
    );
  },
);
