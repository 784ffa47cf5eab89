import { basename, dirname } from "node:path";
import { readConfig } from "../config/config.ts";
import { parseEnvFile, SYSTEM_FILE } from "../config/environment.ts";
import { readWhole } from "../domain/read.ts";
import { INSTALLED } from "../service/streets.ts";
import { exists } from "../storage/database/database_files.ts";
import { CannotDo, type Command, type CommandIo, type Given, WrongUsage } from "./command.ts";
import { filled } from "./documents.ts";
import installTemplate from "./install.sh" with { type: "text" };

/** Writes the script that installs or upgrades, and changes nothing else: only the script needs root. */
export const setup: Command = {
  name: "setup",
  usage: "[--public DOMAIN] [--staff DOMAIN] [--ports GUESTS,STAFF] [--rename]",
  summary:
    "pregunta los dos nombres del sitio, y escribe el script que lo pone en esta máquina o lo actualiza",
  options: {
    public: "el nombre para los comensales, como mesa.example",
    staff: "el nombre para el personal, como tablero.mesa.example",
    ports: "los dos puertos en esta máquina, si otro programa usa 8000 u 8001",
    rename: "cambia los nombres del restaurante que ya está aquí",
  },
  openToRoot: true,
  async run(given, { io, program }) {
    if (basename(program) === "deno") throw new CannotDo(NO_EXECUTABLE);
    const proxy = await installedProxy();
    const installed = await installedNames();
    const ports = readPorts(given.options.ports);
    if (installed === null) refuseUsed(ports);
    const names = askNames(given, io, installed);
    const script = installScript({ ...names, ports, program });
    await Deno.writeTextFile(SCRIPT, script).catch((error: Error) => {
      throw new CannotDo(`no se puede escribir ${SCRIPT} aquí: ${error.message}`);
    });
    for (const line of whatItDoes(proxy)) io.out(line);
    io.out(`\nLéelo si quieres, y sigue:\n  ${Deno.uid() === 0 ? "" : "sudo "}sh ${SCRIPT}`);
  },
};

const SCRIPT = "install-sobremesa.sh";

function whatItDoes(proxy: "caddy" | "nginx"): readonly string[] {
  return [
    `Queda escrito ${SCRIPT}. Como root, hace esto y nada más:`,
    `1. pone el programa en ${dirname(INSTALLED)}, y el comando sobremesa en /usr/local/bin;`,
    `2. hace el usuario del servicio, y sus variables en ${SYSTEM_FILE};`,
    proxy === "nginx"
      ? "3. imprime lo que tú pones en nginx;"
      : `3. hace ${SITE}, y agrega un renglón que lo lee al final del Caddyfile;`,
    "4. hace su unidad de systemd, y lo arranca;",
    "5. espera a que respondan las dos direcciones, y dice la del tablero y su clave.",
  ];
}

const NO_EXECUTABLE =
  "setup pone un ejecutable, y esto corre desde las fuentes: .ci/build lo hace, y ./dist/sobremesa setup sigue";

/** The names of guests' and staff's addresses. */
export interface Names {
  readonly guests: string;
  readonly staff: string;
}

/**
 * Asks what no option answers, and repeats a question after a wrong answer.
 * @param installed the names of the restaurant that is here, which Enter keeps; null for none
 * @throws {WrongUsage | CannotDo}
 */
export function askNames({ options }: Given, io: CommandIo, installed: Names | null): Names {
  const guests = answer(options.public, io, {
    asks: "Nombre del sitio para los comensales, como mesa.example",
    offered: installed?.guests,
    read: hostOf,
  });
  const isKept = guests === installed?.guests;
  const staff = answer(options.staff, io, {
    asks: "Nombre del tablero, para el personal",
    offered: isKept ? installed.staff : `tablero.${guests.replace(/^www\./, "")}`,
    read(text) {
      const name = hostOf(text);
      return name === guests ? { problem: "tiene que ser otro" } : name;
    },
  });
  if (installed === null || isKept || options.rename !== undefined) return { guests, staff };
  const typed = io.ask(
    `Aquí ya está ${installed.guests}. ¿Se va a llamar ${guests}? Otro restaurante necesita otra máquina. [s/N]`,
  );
  if (typed !== null && /^s[ií]?$/i.test(typed.trim())) return { guests, staff };
  throw new CannotDo(
    `no se escribió nada: aquí está ${installed.guests}; --rename le cambia los nombres`,
  );
}

interface Question {
  readonly asks: string;
  readonly offered: string | undefined;
  read(text: string): string | { readonly problem: string };
}

/** @param given the answer of an option, which is not asked for again if it is wrong */
function answer(
  given: string | undefined,
  io: CommandIo,
  { asks, offered, read }: Question,
): string {
  for (;;) {
    const question = offered === undefined ? `${asks}:` : `${asks} [${offered}]:`;
    const typed = given ?? io.ask(question);
    if (typed === null) throw new CannotDo(INTERRUPTED);
    const value = read(typed.trim() || (offered ?? ""));
    if (typeof value === "string") return value;
    if (given !== undefined) throw new WrongUsage(`${given}: ${value.problem}`);
    io.out(`  No: ${value.problem}`);
  }
}

const INTERRUPTED =
  "interrumpido: no se escribió nada; sin una terminal, --public y --staff dan los nombres";

function hostOf(text: string): string | { readonly problem: string } {
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  const isName = url !== null && /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]+$/.test(url.hostname);
  if (isName && url.pathname === "/" && !url.port && !url.username) return url.hostname;
  return { problem: "es un nombre como mesa.example, sin ruta ni puerto" };
}

export interface Installation extends Names {
  readonly ports: readonly [guests: number, staff: number] | null;
  /** The path of the executable to install. */
  readonly program: string;
}

/** A shell script, which replaces the variables that are given here and leaves the others of an owner. */
export function installScript({ guests, staff, ports, program }: Installation): string {
  const settings: Readonly<Record<string, string | number>> = {
    BASE_URL: `https://${guests}`,
    STAFF_BASE_URL: `https://${staff}`,
    ...(ports && { PORT: ports[0], STAFF_PORT: ports[1] }),
  };
  return filled(installTemplate, {
    staff,
    installed: INSTALLED,
    file: SYSTEM_FILE,
    site: SITE,
    program: program.replaceAll("'", `'\\''`),
    settings: Object.entries(settings).map(([name, value]) => `echo ${name}=${value}`).join("\n  "),
    names: Object.keys(settings).join("\\|"),
  }) + "\n";
}

/** @throws {CannotDo} without one */
async function installedProxy(): Promise<"caddy" | "nginx"> {
  for (const name of ["caddy", "nginx"] as const) {
    const paths = ["/usr/bin", "/usr/sbin", "/usr/local/bin"].map((folder) => `${folder}/${name}`);
    if ((await Promise.all(paths.map(exists))).includes(true)) return name;
  }
  throw new CannotDo(
    "falta quien lleve los certificados y pase las visitas: sudo apt-get update && sudo apt-get install -y caddy, y otra vez setup",
  );
}

/**
 * The names of the restaurant that is here: of its settings, or of Caddy's file where this user may not read them.
 * @throws {CannotDo} if this user can read neither
 */
async function installedNames(): Promise<Names | null> {
  const settings = await Deno.readTextFile(SYSTEM_FILE).catch((error: Error) => error);
  const site = await Deno.readTextFile(SITE).catch(() => "");
  const [guests, staff] = [...site.matchAll(/^(https:\/\/\S+) \{$/gm)].map(([, url]) => url);
  const { BASE_URL = guests, STAFF_BASE_URL = staff } = typeof settings === "string"
    ? parseEnvFile(settings, SYSTEM_FILE)
    : {};
  const [first, second] = [BASE_URL, STAFF_BASE_URL].map((url) => URL.parse(url ?? "")?.hostname);
  if (first && second) return { guests: first, staff: second };
  if (settings instanceof Deno.errors.PermissionDenied) throw new CannotDo(CLOSED);
  return null;
}

const CLOSED = "aquí ya hay un restaurante, y solo root lee sus nombres: sudo ./sobremesa setup";

const SITE = "/etc/caddy/sobremesa.caddy";

function readPorts(text: string | undefined): Installation["ports"] {
  if (text === undefined) return null;
  const [guests, staff, ...more] = text.split(",").map((part) => readWhole(part, PORTS));
  if (guests && staff && guests !== staff && more.length === 0) return [guests, staff];
  throw new WrongUsage(`--ports ${text}: usa dos puertos distintos, como 8100,8101`);
}

const PORTS = { min: 1, max: 65_535 };

/** @throws {CannotDo} if another program listens on a port */
function refuseUsed(ports: Installation["ports"]): void {
  const { port, staff } = readConfig({});
  for (const each of ports ?? [port, staff.port]) {
    try {
      Deno.listen({ hostname: "127.0.0.1", port: each }).close();
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
      throw new CannotDo(
        `el puerto ${each} lo usa otro programa: da otros dos, como --ports 8100,8101; otro restaurante necesita otra máquina`,
      );
    }
  }
}
