/** Asks the owner about the restaurant, and writes the files that serve it. */
import { dirname, join, resolve } from "node:path";
import { SYSTEM_FILE } from "../config/environment.ts";
import { exists } from "../storage/backup.ts";
import { CannotDo, type Command, type CommandIo } from "./command.ts";
import { caddyfile, unitText } from "./documents.ts";
import { type Answers, interview, LOCAL } from "./interview.ts";

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
    const answers = interview(given, io);
    const files = filesOf(answers, places, program);
    if (yes !== undefined && replace === undefined) await refuseExisting(files);
    const agrees = (isThere: boolean): boolean => {
      if (yes !== undefined) return true;
      return isThere && replace === undefined
        ? /^s/i.test(io.ask("Ya existe otro. ¿Reemplazarlo? [n]:") ?? "")
        : /^(s|$)/i.test(io.ask("¿Escribirlo? [s]:") ?? "no");
    };
    for (const file of files) await write(file, io, agrees);
    for (const line of nextSteps(answers, places)) io.out(line);
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

interface NewFile {
  readonly path: string;
  readonly text: string;
  readonly mode: number;
}

function filesOf({ file, publicHost, staffHost }: Answers, places: Places, program: string) {
  const text = JSON.stringify(file, null, 2) + "\n";
  const [guestListener, staffListener] = ["127.0.0.1:8000", "127.0.0.1:8001"];
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
  const proxied = caddyfile({ guests, guestListener, staff, staffListener }) + "\n";
  const files: NewFile[] = [
    { path: places.restaurant, text, mode: 0o644 },
    // The owner may add a key.
    { path: places.settings, text: settings.join("\n") + "\n", mode: 0o640 },
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
async function refuseExisting(files: readonly NewFile[]): Promise<void> {
  for (const { path, text } of files) {
    if (await exists(path) && await Deno.readTextFile(path).catch(() => null) !== text) {
      throw new CannotDo(`${path} exists already and stays as it is; --replace replaces it`);
    }
  }
}

/** Shows the file, and writes it if `agrees`, given whether another file exists there. */
async function write(
  { path, text, mode }: NewFile,
  { out }: CommandIo,
  agrees: (isThere: boolean) => boolean,
): Promise<void> {
  try {
    const isThere = await exists(path);
    if (isThere && await Deno.readTextFile(path).catch(() => null) === text) {
      return out(`${path}: ya está así`);
    }
    out(`\n== ${path}\n${text}`);
    if (!agrees(isThere)) return out(`${path}: no se escribió`);
    await Deno.mkdir(dirname(path), { recursive: true });
    // Renaming is atomic, and replaces a link instead of following it.
    const staged = `${path}.new`;
    await Deno.writeTextFile(staged, text, { mode, createNew: true });
    await Deno.rename(staged, path);
    out(`${path}: escrito`);
  } catch (error) {
    throw new CannotDo(`${path} cannot be written: ${(error as Error).message}`);
  }
}

function nextSteps({ publicHost, staffHost }: Answers, places: Places): string[] {
  const { settings, dataDir } = places;
  if (places.unit === null) {
    return [
      "",
      "Sigue:",
      `  sobremesa check --env ${quoted(settings)}`,
      `  sobremesa serve --env ${quoted(settings)}`,
      `La llave del personal queda en ${dataDir}/staff_key. Los platillos se agregan en el tablero.`,
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
    "  systemctl reload caddy",
    "  sudo -u sobremesa sobremesa doctor",
    `  cat ${dataDir}/staff_key`,
    `Con esa llave se entra en https://${staffHost}, y ahí se agregan los platillos.`,
    'Para cobrar envíos falta un mapa: "sobremesa map import --help", y luego MAP_FILE en los ajustes.',
  ];
}
