import { ConfigError } from "../../config/config.ts";
import { type Command, type CommandContext, refuseRoot } from "../command.ts";
import { SYSTEM_FILE } from "../../config/environment.ts";
import { awaitVisits, checkVisits } from "./visits.ts";
import { unknownVariables } from "../restaurant_file.ts";
import { checkCopies, checkMap, checkRestaurant, checkStaffKey, examineDatabase } from "./data.ts";
import {
  checkAlerts,
  checkBoard,
  checkClock,
  checkDisk,
  corrected,
  fail,
  type Finding,
  ok,
  RESTART,
  warn,
} from "./machine.ts";

/** Changes nothing. */
export const doctor: Command = {
  name: "doctor",
  usage: "[--wait]",
  summary: "revisa todo lo que el servicio necesita, y dice qué hacer",
  options: { wait: "antes espera hasta dos minutos a que respondan el servicio y sus direcciones" },
  openToRoot: true,
  async run({ options: { wait } }, context) {
    if (wait !== undefined) {
      await awaitVisits(context.config(), (says) => context.io.out(`Espera: ${says}`));
    }
    const findings = await examine(context, Date.now());
    for (const { mark, about, says, remedy } of findings) {
      // SQLite's reasons may have several lines.
      context.io.out(`${mark.padEnd(5)} ${about}: ${says.replaceAll("\n", " ")}`);
      if (remedy !== "") context.io.out(`      ${remedy}`);
    }
    return findings.some(({ mark }) => mark === "falla") ? 1 : 0;
  },
};

async function examine(
  { config: readConfig, environment }: CommandContext,
  now: number,
): Promise<Finding[]> {
  try {
    const config = readConfig();
    await refuseRoot(config);
    const { restaurant, findings } = await checkRestaurant(config, now);
    const database = await examineDatabase(config);
    const visits = await checkVisits(config);
    const isSound = ![database.finding, ...visits].some(({ mark }) => mark === "falla");
    return [
      ok("configuración", "se leen todas las variables"),
      ...unknownVariables(environment())
        .map(({ field, says, remedy }) => warn(`configuración, ${field}`, says, remedy)),
      ...findings,
      ...(restaurant ? [await checkMap(config, restaurant, now)] : []),
      database.finding,
      ...await checkCopies(config, now),
      await checkDisk(config),
      ...checkBoard(config),
      ...await checkAlerts(config),
      checkClock(now, database.newest),
      ...visits,
      ...isSound ? [await checkStaffKey(config)] : [],
    ];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const isClosed = error.cause instanceof Deno.errors.PermissionDenied;
    return error.problems.map((problem) =>
      fail("configuración", problem, isClosed ? CLOSED : WRONG_SETTING)
    );
  }
}

const WRONG_SETTING = corrected("corrígelo");
const CLOSED =
  `\`sudo chown root:sobremesa ${SYSTEM_FILE}\`, \`sudo chmod 640 ${SYSTEM_FILE}\`, y ${RESTART}`;
