import { type Config, ConfigError } from "../config/config.ts";
import { within } from "../in_progress.ts";
import { zoneDataIsCurrent } from "../domain/local_time.ts";
import { createLog, type Log } from "../log.ts";
import { type Service, startService } from "../service/service.ts";
import { databaseFilesOf, lockDatabase, lockDataDir } from "../storage/database/database_files.ts";
import type { Command, CommandContext } from "./command.ts";
import { unknownVariables } from "./restaurant_file.ts";

export const serve: Command = {
  name: "serve",
  usage: "",
  summary: "sirve hasta SIGTERM o SIGINT; con SIGHUP lee otra vez el mapa",
  /** Exits with 74 (EX_IOERR of sysexits.h) if the database file is not reliable, so that a supervisor restarts it. */
  async run(_, context) {
    const config = context.config();
    if (!zoneDataIsCurrent()) throw new ConfigError([STALE_ZONE_DATA]);
    const log = createLog({
      level: config.logLevel,
      terminal: Deno.stdout.isTerminal(),
      now: Date.now,
      async write(bytes) {
        for (let at = 0; at < bytes.length;) at += await Deno.stdout.write(bytes.subarray(at));
      },
    });
    try {
      return await serveUntilSignal(config, log, context);
    } finally {
      await within(FLUSH_MS, log.flush());
    }
  },
};

async function serveUntilSignal(
  config: Config,
  log: Log,
  { source, environment }: CommandContext,
): Promise<number> {
  if (source !== null) log.info("settings", { source });
  const unknown = unknownVariables(environment()).map(({ field }) => field);
  if (unknown.length > 0) {
    log.warn("unknown variables have no effect", { names: unknown.join(", ") });
  }
  using _folder = await lockDataDir(config.dataDir);
  const files = await databaseFilesOf(config.databaseUrl);
  using _database = files && await lockDatabase(files);
  // From the first request on, no signal may end the process at once.
  const signals = catchSignals();
  const service = await startService(config, log);
  signals.onReload(() => void service.reload());
  announce(service, log);
  const gone = await Promise.race([signals.stop, service.gone]);
  if (gone === undefined) log.info("stopping");
  const reason = gone ?? await service.stop();
  if (reason === undefined) {
    log.info("stopped");
    return 0;
  }
  log.error(GONE, reason);
  await service.abandon();
  return EXIT_DISK;
}

const EXIT_DISK = 74;
const GONE =
  "the database can no longer be trusted: the service ends without touching it, and checks it at the next start; " +
  "see whether the disk is sound and has room, and whether files in DATA_DIR were removed";

/** A stopped reader of the log must not delay the end. */
const FLUSH_MS = 500;

const STALE_ZONE_DATA =
  "los husos horarios son viejos (tienen horario de verano en Yucatán después de 2022): usa un Deno más nuevo";

function announce({ url, staffUrl, staffKeyFile, restaurant, damage }: Service, log: Log): void {
  log.info("serving", { url, restaurant: restaurant.name, pid: Deno.pid });
  if (restaurant.sample) log.warn(SAMPLE);
  const leftovers = restaurant.leftovers.join(", ");
  if (leftovers !== "") log.warn(UNFINISHED, { leftovers });
  if (damage !== null) log.error("no reservation can be made; the menu is served", damage.message);
  log.info("staff board", { url: staffUrl });
  if (staffKeyFile !== null) log.info("the staff's key is in a file", { path: staffKeyFile });
}

const SAMPLE =
  "MUESTRA: this is the sample restaurant with an invented map; set BASE_URL to serve your own";

const UNFINISHED =
  "SIN TERMINAR: the restaurant still holds invented data of the sample, and every page says so: replace it";

/** Further signals change nothing, because a terminal and its processes repeat SIGINT. An early SIGHUP is kept. */
function catchSignals() {
  let early = false;
  let reload = (): void => void (early = true);
  Deno.addSignalListener("SIGHUP", () => reload());
  const stop = new Promise<undefined>((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      Deno.addSignalListener(signal, () => resolve(undefined));
    }
  });
  return {
    stop,
    onReload(given: () => void) {
      reload = given;
      if (early) given();
    },
  };
}
