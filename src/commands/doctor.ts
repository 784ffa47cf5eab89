import { type Config, ConfigError, type Environment, readConfig } from "../config/config.ts";
import { checkBackups, examineDatabase } from "./doctor/database.ts";
import { fail, type Finding } from "./doctor/finding.ts";
import { checkClock, checkDisk, checkZoneData } from "./doctor/machine.ts";
import { checkMap, checkRestaurant } from "./doctor/restaurant.ts";
import { checkPorts, checkProxy, checkStaffKey } from "./doctor/service.ts";
import type { CommandIo } from "./io.ts";
import { rootRefusal } from "./root_refusal.ts";

/**
 * `sobremesa doctor`: looks at all that the service needs, a line for each thing, and says what to do where something is wrong.
 * Changes nothing. Of root, where the service's folder belongs to another user, it wants to be run as that user.
 *
 * @returns the exit code: 0 where it can serve, 1 where something must be mended first, 2 when there are arguments
 */
export async function doctor(
  args: readonly string[],
  environment: Environment,
  io: CommandIo,
): Promise<number> {
  if (args.length > 0) {
    io.err("usage: sobremesa doctor");
    return 2;
  }
  const findings = await examine(environment, Date.now());
  for (const finding of findings) {
    io.out(`${finding.mark.padEnd(4)}  ${finding.about}: ${finding.says}`);
    if (finding.mark !== "ok") io.out(`      ${finding.remedy}`);
  }
  return findings.some(({ mark }) => mark === "fail") ? 1 : 0;
}

async function examine(environment: Environment, now: number): Promise<Finding[]> {
  try {
    const config = readConfig(environment);
    const refusal = await rootRefusal(config, "doctor");
    if (refusal !== null) {
      return [
        fail("user", refusal.says, refusal.remedy),
        await checkClock(now, null),
        ...await examineMachine(config),
      ];
    }
    const { restaurant, finding } = await checkRestaurant(config);
    const database = await examineDatabase(config);
    return [
      { mark: "ok", about: "configuration", says: "every variable can be read" },
      finding,
      ...(restaurant ? [await checkMap(config, restaurant, now)] : []),
      database.finding,
      await checkBackups(config, now),
      await checkDisk(config),
      await checkClock(now, database.newest),
      ...await examineMachine(config),
    ];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map((problem) =>
      fail("configuration", problem, "the README's table of variables says what each takes")
    );
  }
}

/** What can be seen without a look into any folder of the service. */
async function examineMachine(config: Config): Promise<Finding[]> {
  return [
    checkZoneData(),
    ...await checkPorts(config),
    ...checkProxy(config),
    checkStaffKey(config),
  ];
}
