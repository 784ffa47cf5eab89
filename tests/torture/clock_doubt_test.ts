import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { signedIn, signIn } from "../service/_board.ts";
import { eventually } from "../support/eventually.ts";
import { freeSlot, reserve } from "../service/_guests.ts";
import { rowsAt, rowsInFile } from "../service/_rows.ts";
import {
  runProgram,
  type ServiceProcess,
  startServiceProcess,
} from "../support/service_process.ts";
import { type ClockSetup, fakeClockAtNoon } from "./faults/fake_clock.ts";
import { LONG, torture } from "./_torture.ts";

const DAY = 24 * 60;
/** A service erases at the start and each minute. */
const WATCHED_MS = LONG ? 70_000 : 4_000;

for (
  const { off, minutes } of [
    { off: "two years ahead", minutes: 2 * 365 * DAY },
    { off: "a year behind", minutes: -365 * DAY },
  ]
) {
  for (const at of ["at a start", "while running"]) {
    torture(
      `with a clock that is ${off} ${at} nothing is erased before it is accepted, log, doctor and board warn, and guests reserve`,
      async () => {
        // It keeps reservations for less time than the clock jumps.
        await using setup = await fakeClockAtNoon({ RETENTION_DAYS: "1" });
        const { clock, env, dataDir } = setup;
        const kept = new Set<string>();
        let service = await startServiceProcess({ env });
        try {
          const slot = await freeSlot(service.url);
          for (let n = 0; n < 5; n++) kept.add((await reserve(service.url, n, slot)).body.folio);
          if (at === "at a start") {
            await service.stop();
            await clock.jumpTo(minutes);
            service = await startServiceProcess({ env });
          } else {
            await clock.jumpTo(minutes);
          }
          const answer = await reserve(service.url, 9, await freeSlot(service.url));
          assertEquals(answer.status, 200, JSON.stringify(answer.body));
          kept.add(answer.body.folio);
          await new Promise((resolve) => setTimeout(resolve, WATCHED_MS));
          assertEquals(await foliosIn(dataDir), [...kept].toSorted());
          assertEquals(await doubted(service), 1);
          await assertWarned(service, setup);

          const [, dia = ""] = /name="dia" value="([-\d]+)"/.exec(await board(service))!;
          await (await signedIn(service)).send("/reloj", { dia });
          await eventually(async () => await doubted(service) === 0);
          if (minutes < 0) return assertEquals(await foliosIn(dataDir), [...kept].toSorted());
          await eventually(
            async () => (await foliosIn(dataDir)).join() === answer.body.folio,
            90_000,
          );
          const [copy] = await Array.fromAsync(Deno.readDir(join(dataDir, "backups")));
          const copied = await rowsAt(`file:${join(dataDir, "backups", copy!.name)}`);
          assertEquals([...copied.values()].toSorted(), [...kept].toSorted());
        } finally {
          await service.kill();
        }
      },
    );
  }
}

/** The gauge of the metrics. */
async function doubted({ staffUrl }: ServiceProcess): Promise<number> {
  const text = await (await fetch(`${staffUrl}/metrics`)).text();
  return Number(/^sobremesa_clock_doubted (\d)$/m.exec(text)?.[1]);
}

/** Fails unless log, doctor and board warn of the clock. */
async function assertWarned(service: ServiceProcess, { env }: ClockSetup): Promise<void> {
  const line = await service.logged(({ message }) => message === "the clock is in doubt");
  assertEquals(line.level, "error");
  assertStringIncludes(String(line.error), "en el tablero");
  const { stdout } = await runProgram({ args: ["doctor"], env });
  assert(stdout.split("\n").some((line) => line.startsWith("aviso reloj: ")), stdout);
  assertStringIncludes(await board(service), "El reloj de la máquina dice");
}

async function board(service: ServiceProcess): Promise<string> {
  const cookie = await signIn(service);
  return await (await fetch(service.staffUrl, { headers: { cookie: cookie! } })).text();
}

async function foliosIn(dataDir: string): Promise<string[]> {
  return [...(await rowsInFile(dataDir)).values()].toSorted();
}
