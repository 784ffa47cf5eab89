/** Asks the owner about the restaurant, and writes the files that serve it. */
import { dirname, join, resolve } from "node:path";
import { readConfig } from "../config/config.ts";
import { parseEnvFile, SYSTEM_FILE } from "../config/environment.ts";
import { parseRestaurant } from "../restaurant/load.ts";
import { localAddress } from "../service/listeners.ts";
import { exists } from "../storage/database_files.ts";
import { CannotDo, type Command, type CommandIo, type Given } from "./command.ts";
import { caddyfile, unitText } from "./documents.ts";
import { type Answers, interview, LOCAL, stopped } from "./interview.ts";
import { weekInWords } from "./restaurant_file.ts";

export const setup: Command = {
  name: "setup",
  usage:
    "[--name TEXT] [--address TEXT] [--location PLACE] [--state NAME] [--zone NAME] [--phone NUMBER] " +
    "[--whatsapp NUMBER] [--hours DAYS] [--lead MINUTES] [--minutes RANGE] [--tariff NUMBERS] " +
    "[--radius KM] [--public DOMAIN] [--staff DOMAIN] [--dir DIR] [--yes] [--replace]",
  summary: "ask about your restaurant, and write its file, settings, unit and Caddyfile",
  options: {
    location: "a pair such as 20.967,-89.624, or a long link of a map",
    hours:
      'seven days from Monday, separated by ";": "cerrado; 13-23; 13-23; 13-17:30, 19-1:30; ..."',
    lead: "how long before the end of a service the kitchen closes",
    minutes: "how long an order takes, such as 25-40",
    tariff:
      'kilometres that the base price covers, that price, each further kilometre: "3, 40, 10"',
    dir: "write into this folder; without it into the current one, or as root into /etc",
    yes: "ask nothing: options that are not given have their defaults",
    replace: "replace files that exist already",
  },
  openToRoot: true,
  async run(given, { io, program }) {
    const { dir, yes, replace } = given.options;
    const places = dir === undefined && Deno.uid() === 0 ? SYSTEM : inFolder(dir ?? ".");
    for (const path of pathsOf(places)) await refuseUnwritable(path);
    const present = await existing(places);
    if (present.length > 0 && yes === undefined) {
      io.out(`Ya hay ${present.join(" y ")}. Nada se reemplaza sin preguntar.`);
    }
    const old = await readLines(places.settings);
    const answers = interview(given, io);
    const files = await Promise.all(filesOf(answers, { places, program, old }).map(compared));
    if (yes !== undefined && replace === undefined) refuseOthers(files);
    io.out("\nHorario:");
    const restaurant = parseRestaurant(JSON.stringify(answers.file));
    for (const line of weekInWords(restaurant)) io.out(`  ${line}`);
    const agreed = files.filter((file) => isWanted(file, given, io));
    for (const file of agreed) await write(file, io);
    const steps = nextSteps(answers, { places, program, present: await existing(places) });
    for (const line of steps) io.out(line);
  },
};

interface Places {
  readonly restaurant: string;
  readonly settings: string;
  readonly caddyfile: string;
  /** Null if systemd does not run the service. */
  readonly unit: string | null;
  readonly dataDir: string;
}

const SYSTEM: Places = {
  restaurant: "/etc/sobremesa/restaurante.json",
  settings: SYSTEM_FILE,
  caddyfile: "/etc/caddy/Caddyfile",
  unit: "/etc/systemd/system/sobremesa.service",
  dataDir: "/var/lib/sobremesa",
};

function inFolder(dir: string): Places {
  const inside = (name: string) => join(resolve(dir), name);
  return {
    restaurant: inside("restaurante.json"),
    settings: inside("sobremesa.env"),
    caddyfile: inside("Caddyfile"),
    unit: null,
    dataDir: inside("data"),
  };
}

function pathsOf({ restaurant, settings, caddyfile, unit }: Places): string[] {
  return [restaurant, settings, caddyfile, ...(unit === null ? [] : [unit])];
}

async function existing(places: Places): Promise<string[]> {
  const present: string[] = [];
  for (const path of pathsOf(places)) if (await exists(path)) present.push(path);
  return present;
}

/** Runs before the first question, so that no answer is lost. @throws {CannotDo} */
async function refuseUnwritable(path: string): Promise<void> {
  try {
    let dir = dirname(path);
    while (!(await exists(dir))) dir = dirname(dir);
    await Deno.remove(await Deno.makeTempFile({ dir, prefix: "setup-" }));
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

function cannotWrite(path: string, error: unknown): CannotDo {
  return new CannotDo(`${path} cannot be written: ${(error as Error).message}`);
}

/** The lines of the settings that assign a variable or are a comment; none if there is no such file. */
async function readLines(path: string): Promise<string[]> {
  if (!(await exists(path))) return [];
  const text = await Deno.readTextFile(path);
  return text.split("\n").filter((line) => /^\s*([#;]|[A-Za-z_]\w*\s*=)/.test(line));
}

interface NewFile {
  readonly path: string;
  readonly text: string;
  readonly mode: number;
}

/** A new file, and what is in its place: nothing, the same text, or another file. */
interface Compared extends NewFile {
  readonly present: "nothing" | "same" | "other";
}

async function compared(file: NewFile): Promise<Compared> {
  if (!(await exists(file.path))) return { ...file, present: "nothing" };
  const text = await Deno.readTextFile(file.path).catch(() => null);
  return { ...file, present: text === file.text ? "same" : "other" };
}

/** @param old the lines of the settings that exist; those that assign other variables are kept */
function filesOf(
  { file, publicHost, staffHost }: Answers,
  { places, program, old }: { places: Places; program: string; old: readonly string[] },
): NewFile[] {
  const text = JSON.stringify(file, null, 2) + "\n";
  const { HOST, PORT, STAFF_HOST, STAFF_PORT } = parseEnvFile(old.join("\n"), places.settings);
  const config = readConfig({ HOST, PORT, STAFF_HOST, STAFF_PORT });
  const [guestListener, staffListener] = [localAddress(config), localAddress(config.staff)];
  const [guests, staff] = publicHost === LOCAL
    ? [`http://${guestListener}`, `http://${staffListener}`]
    : [`https://${publicHost}`, `https://${staffHost}`];
  const settings = [
    `BASE_URL=${guests}`,
    `STAFF_BASE_URL=${staff}`,
    `RESTAURANT_FILE=${quoted(places.restaurant)}`,
    `DATA_DIR=${quoted(places.dataDir)}`,
    "TRUSTED_PROXIES=127.0.0.1,::1",
  ];
  const names = settings.map((line) => line.split("=")[0]);
  const others = old.filter((line) => !names.includes(line.split("=")[0]!.trim()));
  const proxied = caddyfile({ guests, guestListener, staff, staffListener }) + "\n";
  const files: NewFile[] = [
    { path: places.restaurant, text, mode: 0o644 },
    // The owner may add a key.
    { path: places.settings, text: [...settings, ...others, ""].join("\n"), mode: 0o640 },
    ...(publicHost === LOCAL ? [] : [{ path: places.caddyfile, text: proxied, mode: 0o644 }]),
  ];
  if (places.unit === null) return files;
  return [...files, {
    path: places.unit,
    text: unitText(program) + "\n",
    mode: 0o644,
  }];
}

/** A path in a file of variables. */
function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `"${path.replace(/["\\$`]/g, "\\$&")}"`;
}

/** Runs before anything is written, so that a refusal leaves nothing behind. */
function refuseOthers(files: readonly Compared[]): void {
  const other = files.find(({ present }) => present === "other");
  if (other === undefined) return;
  throw new CannotDo(`${other.path} exists already and stays as it is; --replace replaces it`);
}

/** Shows a file that is not there yet, and returns whether it is to be written. */
function isWanted({ path, text, present }: Compared, given: Given, io: CommandIo): boolean {
  if (present === "same") {
    io.out(`${path}: ya está así`);
    return false;
  }
  io.out(`\n== ${path}\n${text}`);
  const agreed = isAgreed(present === "other", given, io);
  if (!agreed) io.out(`${path}: no se escribe`);
  return agreed;
}

function isAgreed(replaces: boolean, { options }: Given, { ask }: CommandIo): boolean {
  if (options.yes !== undefined) return true;
  const asksToReplace = replaces && options.replace === undefined;
  const typed = ask(asksToReplace ? "Ya existe otro. ¿Reemplazarlo? [n]:" : "¿Escribirlo? [s]:");
  if (typed === null) throw stopped();
  return asksToReplace ? /^s/i.test(typed) : /^(s|$)/i.test(typed);
}

async function write({ path, text, mode }: NewFile, { out }: CommandIo): Promise<void> {
  try {
    await Deno.mkdir(dirname(path), { recursive: true });
    // Renaming is atomic, and replaces a link instead of following it.
    const staged = `${path}.new`;
    await Deno.writeTextFile(staged, text, { mode, createNew: true });
    await Deno.rename(staged, path);
    out(`${path}: escrito`);
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

/** @param present the files that exist now */
function nextSteps(
  { publicHost, staffHost }: Answers,
  { places, program, present }: { places: Places; program: string; present: readonly string[] },
): string[] {
  const { restaurant, settings, unit, dataDir } = places;
  const missing = [restaurant, settings, unit ?? []].flat().filter((one) => !present.includes(one));
  if (missing.length > 0) return ["", `Para seguir falta ${missing.join(" y ")}.`];
  if (unit === null) {
    const call = callOf(program);
    return [
      "",
      "Sigue:",
      `  ${call} check --env ${quoted(settings)}`,
      `  ${call} serve --env ${quoted(settings)}`,
      `La llave del personal queda en ${dataDir}/staff_key: no elijas otra con STAFF_KEY.`,
      "Los platillos se agregan en el tablero.",
    ];
  }
  return [
    "",
    `Sigue, como root. ${publicHost} y ${staffHost} tienen que apuntar a esta máquina.`,
    "  getent passwd sobremesa ||",
    `  useradd --system --user-group --home-dir ${dataDir} --no-create-home --shell /usr/sbin/nologin sobremesa`,
    `  chown root:sobremesa ${settings}`,
    "  systemctl daemon-reload",
    "  systemctl enable --now sobremesa",
    ...(present.includes(places.caddyfile) ? ["  systemctl reload caddy"] : []),
    "  sudo -u sobremesa sobremesa doctor",
    `  cat ${dataDir}/staff_key`,
    `Con esa llave (no elijas otra con STAFF_KEY) se entra en https://${staffHost}, y ahí se agregan los platillos.`,
    'Para cobrar envíos falta un mapa: "sobremesa map import --help", y luego MAP_FILE en los ajustes.',
  ];
}

/** How `sobremesa` is typed here. From sources, npm's Deno is not on the PATH. */
function callOf(program: string): string {
  if (Deno.build.standalone) return "sobremesa";
  const deno = program.includes("/node_modules/") ? `npx -y deno@${Deno.version.deno}` : "deno";
  return `${deno} task sobremesa`;
}
