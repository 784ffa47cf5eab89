// deno-lint-ignore-file no-console -- a command line speaks through the console
/** The command line: the only place that reads arguments, environment and standard streams. */
import { backup } from "./commands/backup.ts";
import { caddy } from "./commands/caddy.ts";
import { check } from "./commands/check.ts";
import { clock } from "./commands/clock.ts";
import { close } from "./commands/close.ts";
import { doctor } from "./commands/doctor.ts";
import { init } from "./commands/init.ts";
import type { CommandIo } from "./commands/io.ts";
import { kitchen } from "./commands/kitchen.ts";
import { map } from "./commands/map.ts";
import { openapi } from "./commands/openapi.ts";
import { pause } from "./commands/pause.ts";
import { purge } from "./commands/purge.ts";
import { listClosures, reopen } from "./commands/reopen.ts";
import { restore } from "./commands/restore.ts";
import { resume } from "./commands/resume.ts";
import { rootRefusal } from "./commands/root_refusal.ts";
import { serve } from "./commands/serve.ts";
import { staff } from "./commands/staff.ts";
import { available, soldOut } from "./commands/sold_out.ts";
import { unit } from "./commands/unit.ts";
import { valet } from "./commands/valet.ts";
import { version } from "./commands/version.ts";
import { ConfigError, type Environment, readConfig } from "./config/config.ts";
import { withEnvFile } from "./config/environment.ts";
import { VARIABLES } from "./config/environment.ts";

const HELP = `sobremesa: a restaurant on line, for guests and their assistants

  sobremesa serve                  serve until SIGTERM or SIGINT; SIGHUP loads the restaurant file again
  sobremesa init [--dir DIR]       write a restaurant file to start from; overwrites nothing
  sobremesa check [FILE]           say whether a restaurant file is good: FILE, or the one that is served
  sobremesa pause [--until HH:MM]  switch reservations off, until that time or until resume
  sobremesa resume                 switch reservations on
  sobremesa close AAAA-MM-DD [--until AAAA-MM-DD] [--from HH:MM] [--to HH:MM] [--reason TEXT] [--guests]
                                   close a day, several, or a part of one, and tell which reservations that hits
  sobremesa reopen ID|AAAA-MM-DD [--until AAAA-MM-DD]
                                   take back a closure, or all that begin on a day or on one of several
  sobremesa closures               list the closures that are not over
  sobremesa soldout ID [--hold]    take a dish off the menu, until the service day is over or until available
  sobremesa available ID           put a dish back on the menu
  sobremesa kitchen close [--at HH:MM] [--guests]
                                   close the kitchen early today, and tell which reservations come too late for it
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
  sobremesa backup FILE            copy the database, while the service goes on
  sobremesa restore FILE           check a copy and put it back; the service must not run
  sobremesa clock [accept]         say whether the machine's clock is believed; accept has it believed as it is
  sobremesa doctor                 look at all that the service needs, and say what to do
  sobremesa unit [--user NAME]     print a hardened systemd unit
  sobremesa caddy                  print a Caddyfile for guests and staff
  sobremesa --version              tell version, commit and Deno
  sobremesa openapi                print the OpenAPI document
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

/** @returns the exit code */
type Command = (
  args: readonly string[],
  environment: Environment,
  io: CommandIo,
) => number | Promise<number>;

const COMMANDS: Readonly<Record<string, Command>> = {
  serve,
  init: (args, _, io) => init(args, io),
  check,
  pause,
  resume,
  close,
  reopen,
  closures: listClosures,
  soldout: soldOut,
  available,
  kitchen,
  valet,
  purge,
  map: (args, environment, io) => map(args, io, environment),
  staff,
  backup,
  restore,
  clock,
  doctor,
  unit: (args, _, io) => unit(args, io, Deno.execPath()),
  caddy,
  openapi,
  "--version": (_args, _environment, io) => version(io),
  help,
  "--help": help,
};

/** These open no database, or, as the doctor does, look to it themselves that root stays out of another user's folder. */
const OPEN_TO_ROOT = new Set([
  "init",
  "check",
  "map",
  "doctor",
  "unit",
  "caddy",
  "openapi",
  "--version",
  "help",
  "--help",
]);

function help(): number {
  io.out(HELP);
  return 0;
}

async function run(
  [name, ...args]: readonly string[],
  environment: Environment,
): Promise<number> {
  if (name !== undefined && Object.hasOwn(COMMANDS, name)) {
    if (!OPEN_TO_ROOT.has(name)) {
      const refusal = await rootRefusal(readConfig(environment), name);
      if (refusal !== null) {
        io.err(`sobremesa: ${refusal.says}\n${refusal.remedy}`);
        return 1;
      }
    }
    return await COMMANDS[name]!(args, environment, io);
  }
  io.err(name === undefined ? HELP : `sobremesa: there is no command "${name}"\n\n${HELP}`);
  return 2;
}

/** The executable may read no other variables. */
function readEnvironment(): Environment {
  return Object.fromEntries(VARIABLES.map((name) => [name, Deno.env.get(name)]));
}

try {
  const { args, environment } = await withEnvFile(Deno.args, readEnvironment());
  Deno.exit(await run(args, environment));
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  io.err(`sobremesa: the configuration is wrong:\n${error.message}`);
  Deno.exit(1);
}
