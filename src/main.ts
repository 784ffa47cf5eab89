// deno-lint-ignore-file no-console -- a command line speaks through the console
/** The command line: the only place that reads arguments, environment and standard streams. */
import { backup } from "./commands/backup.ts";
import { caddy } from "./commands/caddy.ts";
import { check } from "./commands/check.ts";
<<<<<<< HEAD
import { doctor } from "./commands/doctor.ts";
=======
import { close } from "./commands/close.ts";
>>>>>>> staff
import { init } from "./commands/init.ts";
import type { CommandIo } from "./commands/io.ts";
import { kitchen } from "./commands/kitchen.ts";
import { map } from "./commands/map.ts";
import { openapi } from "./commands/openapi.ts";
import { pause } from "./commands/pause.ts";
<<<<<<< HEAD
import { restore } from "./commands/restore.ts";
import { resume } from "./commands/resume.ts";
import { serve } from "./commands/serve.ts";
import { unit } from "./commands/unit.ts";
import { version } from "./commands/version.ts";
import { ConfigError, type Environment } from "./config/config.ts";
import { VARIABLES } from "./config/variables.ts";

const HELP = `sobremesa: a restaurant on line, for guests and their assistants

  sobremesa serve                  serve the API and its pages; SIGHUP loads the restaurant file again
  sobremesa init [--dir DIR]       write a restaurant file to start from, and its schema for editors
  sobremesa check [FILE]           say whether a restaurant file is good
  sobremesa pause [--until HH:MM]  switch reservations off
=======
import { purge } from "./commands/purge.ts";
import { listClosures, reopen } from "./commands/reopen.ts";
import { resume } from "./commands/resume.ts";
import { serve } from "./commands/serve.ts";
import { staff } from "./commands/staff.ts";
import { available, soldOut } from "./commands/sold_out.ts";
import { valet } from "./commands/valet.ts";
import { ConfigError, type Environment } from "./config/config.ts";
import { withEnvFile } from "./config/environment.ts";

const HELP = `sobremesa: a restaurant on line, for guests and their assistants

  sobremesa serve                  serve until SIGTERM or SIGINT; SIGHUP loads the restaurant file again
  sobremesa init [--dir DIR]       write a restaurant file to start from; overwrites nothing
  sobremesa check FILE             say whether a restaurant file is good
  sobremesa pause [--until HH:MM]  switch reservations off, until that time or until resume
>>>>>>> staff
  sobremesa resume                 switch reservations on
  sobremesa close AAAA-MM-DD [--from HH:MM] [--to HH:MM] [--reason TEXT] [--guests]
                                   close a day or a part of it, and tell which reservations that hits
  sobremesa reopen ID|AAAA-MM-DD   take back a closure, or all that begin on a day
  sobremesa closures               list the closures that are not over
  sobremesa soldout ID [--hold]    take a dish off the menu, until the service day is over or until available
  sobremesa available ID           put a dish back on the menu
  sobremesa kitchen close [--at HH:MM]
                                   close the kitchen early today, now or at that time
  sobremesa kitchen default        give the kitchen back its hours
  sobremesa valet on|off|default   say that there is valet parking or none, or what the restaurant file says
  sobremesa purge --phone NUMBER [--upcoming]
                                   erase one person's data, and leave counts
  sobremesa map import FILE --out mapa.bin [--around LAT,LNG,KM]
                                   make a map for delivery quotes of OpenStreetMap data
  sobremesa map show mapa.bin --to LAT,LNG > route.svg
                                   draw the drive from the restaurant to a point
  sobremesa map check mapa.bin     say how much of the delivery radius a map covers
  sobremesa staff rotate-key       make a new key for the staff's board, and end all its sessions
  sobremesa openapi                print the OpenAPI document
  sobremesa backup FILE            copy the database, while the service goes on
  sobremesa restore FILE           put a copy back; the service must not run
  sobremesa unit [--user NAME]     print a hardened systemd unit
  sobremesa caddy                  print a Caddyfile for guests and staff
  sobremesa doctor                 look at all that the service needs, and say what to do
  sobremesa --version              tell version, commit and Deno
  sobremesa help                   print this

Every command takes --env FILE: a file of variables, in the format of systemd's EnvironmentFile, whose values win over
those of the environment. Configuration is read from both: see the README.`;

const io: CommandIo = {
  out: console.log,
  err: console.error,
  ...(Deno.stderr.isTerminal() ? { status: showStatus } : {}),
};

/** Goes back to the beginning of the line and clears it before it writes. */
function showStatus(text: string): void {
  Deno.stderr.writeSync(new TextEncoder().encode(`\r\x1b[K${text}`));
}

function readEnvironment(): Environment {
  return Object.fromEntries(VARIABLES.map((name) => [name, Deno.env.get(name)]));
}

async function run(
  [command, ...args]: readonly string[],
  environment: Environment,
): Promise<number> {
  switch (command) {
    case "serve":
      return await serve(args, environment, io);
    case "init":
      return await init(args, io);
    case "check":
      return await check(args, environment, io);
    case "pause":
      return await pause(args, environment, io);
    case "resume":
      return await resume(args, environment, io);
    case "close":
      return await close(args, environment, io);
    case "reopen":
      return await reopen(args, environment, io);
    case "closures":
      return await listClosures(args, environment, io);
    case "soldout":
      return await soldOut(args, environment, io);
    case "available":
      return await available(args, environment, io);
    case "kitchen":
      return await kitchen(args, environment, io);
    case "valet":
      return await valet(args, environment, io);
    case "purge":
      return await purge(args, environment, io);
    case "staff":
      return await staff(args, environment, io);
    case "map":
      return await map(args, io, environment);
    case "openapi":
      return openapi(args, environment, io);
    case "backup":
      return await backup(args, environment, io);
    case "restore":
      return await restore(args, environment, io);
    case "unit":
      return unit(args, io, Deno.execPath());
    case "caddy":
      return caddy(args, environment, io);
    case "doctor":
      return await doctor(args, environment, io);
    case "--version":
    case "version":
      return version(io);
    case "help":
    case "--help":
      io.out(HELP);
      return 0;
    default:
      io.err(
        command === undefined ? HELP : `sobremesa: there is no command "${command}"\n\n${HELP}`,
      );
      return 2;
  }
}

try {
<<<<<<< HEAD
  Deno.exit(await run(Deno.args, readEnvironment()));
=======
  const { args, environment } = await withEnvFile(Deno.args, Deno.env.toObject());
  Deno.exit(await run(args, environment));
>>>>>>> staff
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  io.err(`sobremesa: the configuration is wrong:\n${error.message}`);
  Deno.exit(1);
}
