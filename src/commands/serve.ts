import { type Config, ConfigError, type Environment, readConfig } from "../config.ts";
import { createLog, type Log } from "../log.ts";
import { RestaurantFileError } from "../restaurant/error.ts";
import { DatabaseUnusable } from "../storage/database_error.ts";
import { zoneDataIsCurrent } from "../zone_data.ts";
import type { CommandIo } from "./io.ts";
import { type Service, startService } from "./service.ts";

/**
 * `sobremesa serve`: serves until SIGTERM or SIGINT. SIGHUP loads the restaurant file again.
 *
 * @returns the exit code: 0 after an orderly end, 1 where it could not start
 */
export async function serve(environment: Environment, io: CommandIo): Promise<number> {
  let log: Log | undefined;
  try {
    const config = readConfig(environment);
    if (!zoneDataIsCurrent()) throw new ConfigError([STALE_ZONE_DATA]);
    log = openLog(config);
    const service = await startService(config, log);
    announce(service, log);
    await untilSignalled(service, log);
    await service.stop();
    log.info("stopped");
    return 0;
  } catch (error) {
    for (const line of explain(error, environment)) io.err(line);
    return 1;
  } finally {
    await log?.flush();
  }
}

const STALE_ZONE_DATA =
  "the time zone data is out of date (it has daylight saving in Yucatan after 2022): use a newer Deno";

function openLog({ logLevel }: Config): Log {
  return createLog({
    level: logLevel,
    terminal: Deno.stdout.isTerminal(),
    now: Date.now,
    async write(bytes) {
      for (let at = 0; at < bytes.length;) at += await Deno.stdout.write(bytes.subarray(at));
    },
  });
}

function announce({ url, restaurant }: Service, log: Log): void {
  const { name, sample } = restaurant.current();
  log.info("serving", { url, restaurant: name });
  if (!sample) return;
  log.warn(
    "MUESTRA: this is the sample restaurant with an invented map; set RESTAURANT_FILE to serve your own",
  );
}

function untilSignalled({ restaurant }: Service, log: Log): Promise<void> {
  return new Promise((resolve) => {
    const hangUp = async () => {
      const outcome = await restaurant.reload();
      if (outcome.ok) {
        log.info("restaurant loaded again", { restaurant: restaurant.current().name });
      } else log.error("restaurant file refused, the old one stays", outcome.problems.join("; "));
    };
    const stop = () => {
      Deno.removeSignalListener("SIGHUP", hangUp);
      for (const signal of STOP_SIGNALS) Deno.removeSignalListener(signal, stop);
      resolve();
    };
    Deno.addSignalListener("SIGHUP", hangUp);
    for (const signal of STOP_SIGNALS) Deno.addSignalListener(signal, stop);
  });
}

const STOP_SIGNALS = ["SIGTERM", "SIGINT"] as const;

/** What stopped the start, for who started it: a message that says what to do, and a stack only for what nobody foresaw. */
function explain(error: unknown, { HOST, PORT }: Environment): readonly string[] {
  if (error instanceof ConfigError) {
    return ["sobremesa: the configuration is wrong:", ...error.problems];
  }
  if (error instanceof RestaurantFileError || error instanceof DatabaseUnusable) {
    return [`sobremesa: ${error.message}`];
  }
  if (error instanceof Deno.errors.AddrInUse) {
    return [
      `sobremesa: port ${PORT ?? 8000} is taken: stop what listens there, or set PORT to another`,
    ];
  }
  if (error instanceof Deno.errors.AddrNotAvailable) {
    return [
      `sobremesa: this machine has no address ${HOST}: set HOST to one of its own, or to 0.0.0.0`,
    ];
  }
  if (error instanceof Deno.errors.PermissionDenied) return [`sobremesa: ${error.message}`];
  return [
    "sobremesa: it cannot start",
    error instanceof Error ? error.stack ?? error.message : String(error),
  ];
}
