import { localAddress } from "../service/listeners.ts";
import { BUILD } from "../service/service.ts";
import { dirname, resolve } from "node:path";
import { listUnsent } from "../service/copies.ts";
import { backupFolder, copyHour, refuseMissing } from "../storage/database/backup.ts";
import { databaseFilesOf } from "../storage/database/database_files.ts";
import caddyTemplate from "./Caddyfile" with { type: "text" };
import { CannotDo, type Command, WrongUsage } from "./command.ts";
import copiesTemplate from "./sobremesa-copies.sh" with { type: "text" };
import unitTemplate from "./sobremesa.service" with { type: "text" };

/** The unit has a permanent user, so that commands can run as the owner of the service's folder. */
export const unit: Command = {
  name: "unit",
  usage: "[--copies REMOTE]",
  summary: "imprime una unidad de systemd, o lo que manda copias a un remoto de rclone cada hora",
  options: {
    copies: "el remoto, como copias:sobremesa: imprime comandos para un shell de root",
  },
  openToRoot: true,
  async run({ options: { copies: remote } }, { io, program, config }) {
    if (remote === undefined) return io.out(unitText(program));
    if (!REMOTE.test(remote)) throw new WrongUsage(`--copies ${remote}: ${REMOTE_FORM}`);
    const { databaseUrl, dataDir } = config();
    const files = await databaseFilesOf(databaseUrl);
    if (files === null) throw new CannotDo("la base está en un servidor: las copias son suyas");
    const folder = backupFolder(files.path);
    const odd = [dataDir, folder].find((path) => !/^[\w./-]+$/.test(path));
    if (odd !== undefined) {
      throw new CannotDo(
        `${odd}: una unidad no puede nombrar esa ruta; usa solo letras, cifras y . _ - /`,
      );
    }
    const folders = { dataDir: resolve(dataDir), home: dirname(files.path), folder };
    io.out(filled(copiesTemplate, { program, ...folders, remote }));
  },
};

const REMOTE = /^[\w.-]+:[\w./-]*$/;
const REMOTE_FORM = "usa un remoto de rclone y una carpeta, como copias:sobremesa";

/** Runs before each run of the unit that sends the copies. */
export const copiesReady: Command = {
  name: "copies ready",
  usage: "",
  summary:
    "hace la copia de la hora y lista lo que manda la unidad de --copies; falla si no está sana",
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

export function unitText(program: string): string {
  return filled(unitTemplate, { program });
}

/** It has the time-outs that keep slow clients from the service. */
export const caddy: Command = {
  name: "caddy",
  usage: "",
  summary: "imprime un Caddyfile para comensales y personal",
  openToRoot: true,
  run(_, context) {
    const config = context.config();
    const { baseUrl, staff } = config;
    if (baseUrl === null || staff.baseUrl === null) throw new CannotDo(MISSING_ADDRESSES);
    context.io.out(caddyfile({
      guests: new URL(baseUrl).origin,
      guestListener: localAddress(config),
      staff: new URL(staff.baseUrl).origin,
      staffListener: localAddress(staff),
    }));
  },
};

/** @param addresses the public addresses of both sides, and those of their listeners */
export function caddyfile(
  addresses: Readonly<Record<"guests" | "guestListener" | "staff" | "staffListener", string>>,
): string {
  return filled(caddyTemplate, addresses);
}

const MISSING_ADDRESSES =
  "pon en BASE_URL y STAFF_BASE_URL las direcciones en que los comensales y el personal abren el servicio, " +
  "como https://mesa.example y https://tablero.mesa.example";

export const version: Command = {
  name: "--version",
  usage: "",
  summary: "imprime la versión, el commit y Deno",
  openToRoot: true,
  run(_, { io }) {
    io.out(`sobremesa ${BUILD}, Deno ${Deno.version.deno}`);
  },
};

function filled(template: string, values: Readonly<Record<string, string>>): string {
  return template.trimEnd().replace(/\{\{(\w+)\}\}/g, (_, name) => values[name]!);
}
