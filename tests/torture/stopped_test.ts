import { assert } from "@std/assert";
import { openBoard, signIn } from "../service/_board.ts";
import { endUnderLoad } from "../service/_end.ts";
import { NO_LIMITS } from "../service/_guests.ts";
import { startServiceProcess } from "../support/service_process.ts";
import { report, times, torture } from "./_torture.ts";

const BOARDS = 20;
const LANES = 32;

torture(
  "on SIGTERM under load, with boards open, it loses no confirmed reservation and exits with 0",
  async () => {
    let confirmed = 0;
    const rounds = times(3, 20);
    for (let round = 0; round < rounds; round++) {
      await using service = await startServiceProcess({ env: NO_LIMITS });
      const cookie = await signIn(service);
      assert(cookie !== null, "staff can sign in");
      const boards = Array.from({ length: BOARDS }, () => openBoard(service, cookie));
      confirmed += await endUnderLoad(service, "SIGTERM", LANES);
      await Promise.all(boards);
    }
    report(
      `${rounds} ends, ${BOARDS} boards open at each, ${confirmed} reservations confirmed and present`,
    );
  },
);
