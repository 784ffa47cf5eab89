/** Makes the files of `setup`, compares them with existing ones, and asks the owner before it writes. */
import { type Environment, readConfig } from "../config/config.ts";
import { withFile } from "../restaurant/file_edit.ts";
import { localAddress } from "../service/listeners.ts";
import { exists } from "../storage/database/database_files.ts";
import { CannotDo, type CommandIo, type Given } from "./command.ts";
import { caddyfile, unitText } from "./documents.ts";
import { type Answers, LOCAL, stopped } from "./interview.ts";
import { changeLines } from "./restaurant_file.ts";
import { type NewFile, putFile, withVariables } from "./settings_file.ts";

/** A new file and the one in its place: of the same text, of an earlier setup, of a package, or another. */
export interface Compared extends NewFile {
  readonly present: "nothing" | "same" | "own" | "package" | "other";
  /** The text in its place; empty if it cannot be read. */
  readonly before: string;
}

export interface Places {
  readonly restaurant: string;
  readonly settings: string;
  readonly caddyfile: string;
  /** Null if systemd does not run the service. */
  readonly unit: string | null;
  readonly dataDir: string;
}

/** The beginning of a second setup. */
export interface Start {
  /** The text of a restaurant's file. */
  readonly text: string;
  readonly answers: Answers;
  readonly says: readonly string[];
}

export interface Setup {
  readonly places: Places;
  readonly program: string;
  /** The lines of the existing settings, of which those of other variables are kept. */
  readonly old: readonly string[];
  readonly environment: Environment;
  /** Null for a first setup. */
  readonly start: Start | null;
  readonly hasMap: boolean;
}

export async function filesOf(answers: Answers, setup: Setup): Promise<Compared[]> {
  const { places, program, old, environment, start } = setup;
  const { HOST, PORT, STAFF_HOST, STAFF_PORT } = environment;
  const config = readConfig({ HOST, PORT, STAFF_HOST, STAFF_PORT });
  const [guestListener, staffListener] = [localAddress(config), localAddress(config.staff)];
  const [guests, staff] = addressesOf(answers, setup, [guestListener, staffListener]);
  const settings = withVariables(old, {
    BASE_URL: guests,
    STAFF_BASE_URL: staff,
    RESTAURANT_FILE: places.restaurant,
    DATA_DIR: places.dataDir,
    TRUSTED_PROXIES: environment["TRUSTED_PROXIES"] || "127.0.0.1,::1",
  });
  const restaurant = withFile(start?.text ?? "{}", answers.file);
  const proxied = caddyfile({ guests, guestListener, staff, staffListener }) + "\n";
  const isOwn = start !== null;
  return await Promise.all([
    compared({ path: places.restaurant, text: restaurant, mode: 0o644 }, isOwn),
    // The owner may add a secret.
    compared({ path: places.settings, text: [...settings, ""].join("\n"), mode: 0o640 }, isOwn),
    ...answers.publicHost === LOCAL
      ? []
      : [compared({ path: places.caddyfile, text: proxied, mode: 0o644 })],
    ...places.unit === null
      ? []
      : [compared({ path: places.unit, text: unitText(program) + "\n", mode: 0o644 })],
  ]);
}

async function compared(file: NewFile, isOwn = false): Promise<Compared> {
  if (!(await exists(file.path))) return { ...file, present: "nothing", before: "" };
  const before = await Deno.readTextFile(file.path).catch(() => "");
  const isPackages = PACKAGE_CADDYFILE.test(before.replace(/^\s*#.*$/gm, ""));
  const other = isPackages ? "package" : isOwn ? "own" : "other";
  return { ...file, present: before === file.text ? "same" : other, before };
}

/** The Caddyfile of Debian's and Caddy's own package, without comments: a page that says that Caddy runs. */
const PACKAGE_CADDYFILE = /^\s*:80 \{\s*root \* \S+\s*file_server\s*\}\s*$/;

/** The public addresses of guests and staff, those of the settings if the answers are the same. */
function addressesOf(
  { publicHost, staffHost }: Answers,
  { environment: { BASE_URL, STAFF_BASE_URL }, start }: Setup,
  listeners: readonly [guests: string, staff: string],
): [guests: string, staff: string] {
  const before = start?.answers;
  const isKept = publicHost === before?.publicHost && staffHost === before.staffHost;
  if (isKept && BASE_URL && STAFF_BASE_URL) return [BASE_URL, STAFF_BASE_URL];
  if (publicHost === LOCAL) return [`http://${listeners[0]}`, `http://${listeners[1]}`];
  return [`https://${publicHost}`, `https://${staffHost}`];
}

/** Runs before anything is written, so that a refusal leaves nothing behind. */
export function refuseOthers(files: readonly Compared[]): void {
  const other = files.find(({ present }) => present === "other");
  if (other === undefined) return;
  throw new CannotDo(`${other.path} ya existe y se queda como está; --replace lo reemplaza`);
}

/** Shows a file, and returns whether to write it. */
export function isWanted(file: Compared, given: Given, io: CommandIo): boolean {
  const { path, text, present, before } = file;
  if (present === "same") {
    io.out(`${path}: ya está así`);
    return false;
  }
  io.out(`\n== ${path}`);
  if (present === "own" && path.endsWith(".json")) {
    for (const line of changeLines(before, text)) io.out(line);
  } else io.out(text);
  const agreed = isAgreed(file, given, io);
  if (!agreed) io.out(`${path}: no se escribe`);
  return agreed;
}

function isAgreed({ path, present }: Compared, { options }: Given, io: CommandIo): boolean {
  if (options.yes !== undefined) return true;
  if (present === "package") {
    io.out(`El que trajo el paquete de Caddy queda en ${path}${KEPT}.`);
    return true;
  }
  const asksToReplace = present === "other" && options.replace === undefined;
  const question = asksToReplace ? "Ya existe otro. ¿Reemplazarlo? [n]:" : "¿Escribirlo? [s]:";
  // Another word must not lose all answers.
  for (;;) {
    const typed = io.ask(question)?.trim();
    if (typed === undefined) throw stopped();
    if (typed === "") return !asksToReplace;
    if (/^(s[ií]?|no?)$/i.test(typed)) return /^s/i.test(typed);
    io.out("  No: contesta s o n");
  }
}

/** Added to the name of a package's file when it is replaced. */
export const KEPT = ".antes";

export async function write(file: Compared, { out }: CommandIo): Promise<void> {
  const { path, present, before } = file;
  if (present === "package") await putFile({ path: path + KEPT, text: before, mode: 0o644 });
  await putFile(file);
  out(`${path}: escrito`);
}
