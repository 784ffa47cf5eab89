import type { Config } from "../config/config.ts";
import { dirname, resolve } from "node:path";
import { localAddress } from "../service/listeners.ts";
import { listUnsent } from "../service/copies.ts";
import { backupFolder, copyHour, refuseMissing } from "../storage/database/backup.ts";
import { databaseFilesOf } from "../storage/database/database_files.ts";
import caddyTemplate from "./sobremesa.caddy" with { type: "text" };
import { CannotDo, type Command, WrongUsage } from "./command.ts";
import copiesTemplate from "./sobremesa-copies.sh" with { type: "text" };
import nginxTemplate from "./sobremesa.nginx" with { type: "text" };
import unitTemplate from "./sobremesa.service" with { type: "text" };
import wrapperTemplate from "./wrapper.sh" with { type: "text" };

/** The files of an installation, which `setup`'s script and its owner put in their places. */
export const print: Command = {
  name: "print",
  usage: "WHAT [--remote REMOTE]",
  summary: "imprime algo de la instalación: unit, wrapper, caddy, nginx o copies",
  options: {
    remote: "para copies: el remoto de rclone al que van cada hora, como copias:sobremesa",
  },
  openToRoot: true,
  async run({ words: [what = ""], options: { remote } }, { io, program, config }) {
    if (what === "wrapper") return io.out(filled(wrapperTemplate, { program }));
    if (what === "unit") {
      const { dataDir, home } = await foldersOf(config());
      return io.out(filled(unitTemplate, { program, dataDir, home }));
    }
    const proxy = PROXIES.get(what);
    if (proxy !== undefined) return io.out(filled(proxy, addressesOf(config())));
    if (what !== "copies") throw new WrongUsage(`no hay nada que se llame ${what}`);
    if (remote === undefined || !REMOTE.test(remote)) throw new WrongUsage(REMOTE_FORM);
    const { dataDir, home, folder } = await foldersOf(config());
    if (folder === null) throw new CannotDo("la base está en un servidor: las copias son suyas");
    io.out(filled(copiesTemplate, { program, remote, dataDir, home, folder }));
  },
};

const PROXIES = new Map([["caddy", caddyTemplate], ["nginx", nginxTemplate]]);

const REMOTE = /^[\w.-]+:[\w./-]*$/;
const REMOTE_FORM = "--remote: usa un remoto de rclone y una carpeta, como copias:sobremesa";

/** The folders that units name: of the data, of the database and of its copies, which are null on a server. */
async function foldersOf({ databaseUrl, dataDir }: Config) {
  const files = await databaseFilesOf(databaseUrl);
  const data = resolve(dataDir);
  const home = files === null ? data : dirname(files.path);
  const odd = [data, home].find((path) => !/^[\w./-]+$/.test(path));
  if (odd === undefined) return { dataDir: data, home, folder: files && backupFolder(files.path) };
  throw new CannotDo(
    `${odd}: una unidad no puede nombrar esa ruta; usa solo letras, cifras y . _ - /`,
  );
}

/** Runs before each run of the unit that sends the copies. */
export const copiesReady: Command = {
  name: "copies ready",
  usage: "",
  summary:
    "hace la copia de la hora y lista lo que manda la unidad de print copies; falla si no está sana",
  async run(_, { config, io }) {
    const { databaseUrl, dataDir } = config();
    const files = await databaseFilesOf(databaseUrl);
    if (files !== null) await refuseMissing(files);
    // What there is already is sent without it.
    const failed = files && await copyHour(files.path, Date.now())
      .then(() => null, ({ message }: Error) => message);
    const { newest = null, unsound = [] } = files === null
      ? {}
      : await listUnsent(files.path, dataDir);
    if (newest === null) throw new CannotDo(failed ?? "todavía no hay copias: no se manda nada");
    const says = unsound.map(({ path, reason }) => `${path} no es una copia sana: ${reason}`);
    if (unsound.some(({ path }) => path === newest)) {
      throw new CannotDo(`${says.join("; ")}; no se manda nada. ${failed ?? ""}`);
    }
    if (failed !== null) io.err(`${failed} Se manda lo que ya había.`);
    for (const each of says) io.err(`${each}; no se manda, y la de allá se queda`);
  },
};

/** The public addresses of both sides, and those of their listeners. */
type Addresses = Readonly<Record<"guests" | "guestListener" | "staff" | "staffListener", string>>;

function addressesOf(config: Config): Addresses {
  const { baseUrl, staff } = config;
  if (baseUrl === null || staff.baseUrl === null) throw new CannotDo(MISSING_ADDRESSES);
  return {
    guests: new URL(baseUrl).origin,
    guestListener: localAddress(config),
    staff: new URL(staff.baseUrl).origin,
    staffListener: localAddress(staff),
  };
}

const MISSING_ADDRESSES =
  "pon en BASE_URL y STAFF_BASE_URL las direcciones en que los comensales y el personal abren el servicio, " +
  "como https://mesa.example y https://tablero.mesa.example";

/** `template` with each `{{name}}` replaced by its value. */
export function filled(template: string, values: Readonly<Record<string, string>>): string {
  return template.trimEnd().replace(/\{\{(\w+)\}\}/g, (_, name) => values[name]!);
}
