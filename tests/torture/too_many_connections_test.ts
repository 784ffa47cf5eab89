import { surviveTooManyConnections } from "../service/_too_many_connections.ts";
import { report, times, torture } from "./_torture.ts";

torture(
  "with more connections than open files, it serves again by itself within 5 seconds",
  async () => {
    const rounds = times(2, 10);
    let slowest = 0;
    for (let round = 0; round < rounds; round++) {
      slowest = Math.max(slowest, await surviveTooManyConnections());
    }
    report(`${rounds} floods, served again after at most ${slowest} ms (limit 5000 ms)`);
  },
);
