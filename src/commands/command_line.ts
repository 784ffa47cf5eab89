import { ConfigError, readConfig } from "../config/config.ts";
import { readSettings, type SettingsOptions } from "../config/environment.ts";
import { RestaurantFileError } from "../restaurant/problems.ts";
import { StreetsError } from "../streets/mod.ts";
import { CannotListen } from "../service/listeners.ts";
import { BUILD } from "../service/service.ts";
import { DatabaseUnusable } from "../storage/database/database.ts";
import {
  asTyped,
  CannotDo,
  type Command,
  type CommandContext,
  type CommandIo,
  readGiven,
  refuseRoot,
  usageOf,
  WrongUsage,
} from "./command.ts";
import { backup, exportServed, purge, restore, rotateKey } from "./database.ts";
import { copiesReady, print } from "./documents.ts";
import { doctor } from "./doctor/doctor.ts";
import { mapImport } from "./map.ts";
import { check, importFile } from "./restaurant_file.ts";
import { serve } from "./serve.ts";
import { setup } from "./setup.ts";

export const COMMANDS: readonly Command[] = [
  serve,
  setup,
  check,
  exportServed,
  importFile,
  purge,
  mapImport,
  rotateKey,
  backup,
  restore,
  copiesReady,
  doctor,
  print,
];

const COLUMN = 33;

export const COMMAND_LIST: string = COMMANDS.map((command) => {
  const call = asTyped(command);
  const fits = call.length + 2 <= COLUMN;
  return `${fits ? call.padEnd(COLUMN) : `${call}\n${" ".repeat(COLUMN)}`}${command.summary}`;
}).join("\n");

const HELP = `sobremesa: un restaurante en línea, para comensales y sus asistentes

${COMMAND_LIST}

COMANDO --help explica uno; --version imprime la versión, el commit y Deno. Todos aceptan --env FILE: un archivo de variables, una por renglón como en EnvironmentFile de systemd, cuyos valores
ganan a los del entorno. Sin ella, el ejecutable lee /etc/sobremesa.env si existe, y entonces gana el entorno.`;

/** What is printed without a command. */
const TOLD: ReadonlyMap<string, string> = new Map([
  ["help", HELP],
  ["--help", HELP],
  ["--version", `sobremesa ${BUILD}, Deno ${Deno.version.deno}`],
]);

export interface CommandLine extends SettingsOptions {
  readonly io: CommandIo;
  readonly program: string;
}

/** @returns the exit code: 0 for success, 1 for a failure, 2 for wrong arguments */
export async function runCommandLine(line: CommandLine): Promise<number> {
  const { program, io } = line;
  let command: Command | undefined;
  try {
    const { args, environment, source } = readSettings(line);
    const told = TOLD.get(args.join(" "));
    if (told !== undefined) {
      io.out(told);
      return 0;
    }
    command = COMMANDS.find(({ name }) => `${args.join(" ")} `.startsWith(`${name} `));
    if (command === undefined) return unknownCommand(args, io);
    const rest = args.slice(command.name.split(" ").length);
    if (rest.includes("--help")) {
      io.out(explained(command));
      return 0;
    }
    const given = readGiven(command, rest);
    const config = () => readConfig(environment());
    const context: CommandContext = { io, program, source, environment, config };
    if (!command.openToRoot) await refuseRoot(config());
    return await command.run(given, context) ?? 0;
  } catch (error) {
    return explain(error, command, io);
  }
}

function explained(command: Command): string {
  return [usageOf(command), "", command.summary, ...command.more ? [command.more] : []].join("\n");
}

function unknownCommand(words: readonly string[], io: CommandIo): number {
  const [written] = words;
  const begun = COMMANDS.filter(({ name }) => name.startsWith(`${written} `));
  if (begun.length > 0) {
    const isAsked = words.includes("--help");
    (isAsked ? io.out : io.err)(begun.map(explained).join("\n\n"));
    return isAsked ? 0 : 2;
  }
  io.err(written === undefined ? HELP : `sobremesa: no hay comando "${written}"\n\n${HELP}`);
  return 2;
}

/** Errors whose message is complete without a stack. */
const FORESEEN = [CannotDo, RestaurantFileError, DatabaseUnusable, StreetsError, CannotListen];

/** Prints the error, with its stack if it was not foreseen. @returns the exit code */
function explain(error: unknown, command: Command | undefined, io: CommandIo): number {
  if (error instanceof WrongUsage && command !== undefined) {
    io.err(`sobremesa ${command.name}: ${error.message}\n${usageOf(command)}`);
    return 2;
  }
  if (error instanceof ConfigError) {
    io.err(`sobremesa: la configuración está mal:\n${error.message}`);
  } else if (FORESEEN.some((kind) => error instanceof kind) || isOfSystem(error)) {
    io.err(`sobremesa: ${(error as Error).message}`);
  } else {
    const text = error instanceof Error ? error.stack ?? error.message : String(error);
    io.err(`sobremesa: error inesperado\n${text}`);
  }
  return 1;
}

/** Errors of files, addresses and permissions, which the owner can mend: the message of the system names them. */
function isOfSystem(error: unknown): boolean {
  return Object.values(Deno.errors).some((kind) => error instanceof kind) ||
    error instanceof Error && "code" in error && /^E[A-Z]+$/.test(String(error.code));
}
