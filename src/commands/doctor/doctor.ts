import { ConfigError } from "../../config/config.ts";
import { type Command, type CommandContext, WrongUsage } from "../command.ts";
import { checkVisits } from "./visits.ts";
import { unknownVariables } from "../restaurant_file.ts";
import { rootRefusal } from "../root_refusal.ts";
import { inEnglish, inSpanish } from "../spanish.ts";
import { checkCopies, checkMap, checkRestaurant, examineDatabase } from "./data.ts";
import { checkClock, checkDisk, fail, type Finding, ok, warn } from "./machine.ts";

/** Changes nothing. If DATA_DIR belongs to another user, root is only told to run it as that user. */
export const doctor: Command = {
  name: "doctor",
  isOwners: true,
  usage: "[--lang LANG]",
  summary: "check everything that the service needs, and say what to do",
  openToRoot: true,
  options: { lang: "es, the default, or en" },
  async run({ options: { lang = "es" } }, context) {
    if (lang !== "es" && lang !== "en") throw new WrongUsage(`--lang ${lang}: expected es or en`);
    const said = lang === "en" ? inEnglish : inSpanish;
    const findings = await examine(context, Date.now());
    for (const { mark, about, says, remedy } of findings) {
      context.io.out(`${said(mark).padEnd(5)} ${said(about)}: ${said(says)}`);
      if (remedy !== "") context.io.out(`      ${said(remedy)}`);
    }
    return findings.some(({ mark }) => mark === "fail") ? 1 : 0;
  },
};

async function examine(
  { config: readConfig, environment }: CommandContext,
  now: number,
): Promise<Finding[]> {
  try {
    const config = readConfig();
    const refusal = await rootRefusal(config, "doctor");
    if (refusal !== null) return [fail("user", refusal.says, refusal.remedy)];
    const { restaurant, findings } = await checkRestaurant(config, now);
    const database = await examineDatabase(config);
    return [
      ok("configuration", "every variable can be read"),
      ...unknownVariables(environment())
        .map(({ field, says, remedy }) => warn(`configuration, ${field}`, says, remedy)),
      ...findings,
      ...(restaurant ? [await checkMap(config, restaurant, now)] : []),
      database.finding,
      ...await checkCopies(config, now),
      await checkDisk(config),
      checkClock(now, database.newest),
      ...await checkVisits(config),
    ];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map((problem) =>
      fail("configuration", problem, "the README's table of variables says what each takes")
    );
  }
}
