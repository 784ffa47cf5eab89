import { statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { isDegrees, parseDecimal } from "../domain/location.ts";
import { readServed } from "../service/restaurant.ts";
import { mapLine, MEXICO_EXTRACT } from "../service/streets.ts";
import { ignoreMissing, locked, makeFolder } from "../storage/database/database_files.ts";
import {
  boxAround,
  type ImportedMap,
  importMap,
  type ImportOptions,
  openOsm,
} from "../streets/mod.ts";
import {
  CannotDo,
  type Command,
  type CommandContext,
  type CommandIo,
  WrongUsage,
} from "./command.ts";

/** An existing map stays as it is until the new one is complete. */
export const mapImport: Command = {
  name: "map import",
  usage: "FILE [--around LAT,LNG,KM] [--partial]",
  summary: "hace el mapa para cobrar envíos, con datos de OpenStreetMap (.osm.pbf)",
  options: {
    around:
      "guarda las calles hasta tantos kilómetros de un punto; sin ella, alrededor del restaurante",
    partial: "hace el mapa aunque al archivo le falten nodos de más del 2 % de las vías",
  },
  more:
    `Los datos son de OpenStreetMap. Geofabrik tiene los de México (unos 600 MB), y los de otros países:
  ${MEXICO_EXTRACT}
Con - en lugar de FILE llegan por la entrada estándar, como de curl -L, y se guardan junto al mapa mientras se leen.
El mapa es mapa.bin en DATA_DIR, de donde se lleva a otra máquina.`,
  async run({ words: [file = ""], options: { around, partial } }, context) {
    const area = around === undefined ? await aroundRestaurant(context) : readAround(around);
    await importFrom(file, { ...area, isPartial: partial !== undefined }, context);
    context.io.out("El servicio lo toma solo, en unos segundos");
  },
};

/** A larger file holds more than a town, and its owner has probably forgotten the area to keep. */
const MAX_WHOLE_BYTES = 200e6;
const CHOOSE_AREA = "di qué guardar, con --around LAT,LNG,KM";

async function importFrom(
  file: string,
  options: ImportOptions,
  context: CommandContext,
): Promise<void> {
  const { io } = context;
  const path = resolve(context.config().mapFile);
  // A file that cannot be used leaves no folder behind.
  const given = file === "-" ? null : await opened(file, options);
  if (given === null && Deno.stdin.isTerminal()) {
    throw new WrongUsage(`a la entrada le falta el extracto:\n  ${mapLine(context.config())}`);
  }
  await makeFolder(dirname(path));
  using lock = await locked(`${path}.lock`, IN_USE_MS);
  if (lock === null) throw new CannotDo(`otro map import hace ${path}: espéralo`);
  await using spool = given === null ? await spooled(path, io) : null;
  const source = given ?? await opened(spool!.path, options, "la entrada estándar");
  const onProgress = progress(io, `leyendo ${source.path}`, source.bytes, () => performance.now());
  const imported = await importMap(source, path, { ...options, onProgress });
  for (const line of summary(imported)) io.out(line);
  io.out(`Se escribió ${path}, ${megabytes(imported.bytes)}`);
}

async function opened(path: string, { clip }: ImportOptions, name = path) {
  const source = await openOsm(path, name);
  if (!clip && source.bytes > MAX_WHOLE_BYTES) {
    const size = megabytes(source.bytes);
    throw new WrongUsage(`${CHOOSE_AREA}: ${name} pesa ${size}, más que una ciudad`);
  }
  return source;
}

/** What a spooled extract leaves free for the service. */
const SPARE_BYTES = 200e6;
const BYTES_A_LOOK = 16e6;
const IN_USE_MS = 500;
const NO_ROOM = `quedarían menos de ${megabytes(SPARE_BYTES)} para el servicio\n` +
  "haz lugar, o pon el extracto en otro disco, donde el usuario del servicio pueda leerlo, y da su ruta";

/** Keeps standard input in a file, because an import reads it several times. A killed run leaves it to the next. */
async function spooled(map: string, io: CommandIo) {
  const [path, folder] = [`${map}.extract`, dirname(map)];
  const room = async () => {
    const { bavail, bsize } = await statfs(folder);
    return Math.max(0, bavail * bsize - SPARE_BYTES);
  };
  await using undo = new AsyncDisposableStack();
  undo.defer(() => Deno.remove(path).catch(ignoreMissing));
  await Deno.remove(path).catch(ignoreMissing);
  const needs = "hace falta lugar para todo el extracto (el de México, unos 600 MB)";
  io.out(`Lo que llega se guarda en ${folder}: ${needs}, y hay para ${megabytes(await room())}`);
  // Root follows no link of another user.
  using file = await Deno.open(path, { write: true, createNew: true, mode: 0o600 });
  const writer = file.writable.getWriter();
  let [bytes, looked] = [0, -Infinity];
  for await (const chunk of Deno.stdin.readable) {
    if (bytes - looked > BYTES_A_LOOK) {
      looked = bytes;
      if (await room() === 0) throw new CannotDo(`no cabe: en ${folder} ${NO_ROOM}`);
    }
    await writer.write(chunk);
    bytes += chunk.length;
  }
  await writer.close();
  return Object.assign(undo.move(), { path });
}

const LINE_MS = 5_000;

/** @returns a function that takes the share of `bytes` that is read, and writes a line every five seconds */
export function progress(
  io: CommandIo,
  what: string,
  bytes: number,
  now: () => number,
): (share: number) => void {
  const started = now();
  let shown = started;
  return (share) => {
    const time = now();
    if (time - shown < LINE_MS) return;
    shown = time;
    const speed = bytes / 1e6 * share / (time - started) * 1_000;
    io.err(`${what}: ${Math.floor(share * 100)} %, ${speed.toFixed(1)} MB/s`);
  };
}

/** The reach of a map in delivery radii, and its least reach in kilometres. */
const RADII = 3;
const MIN_KM = 5;

const NO_PLACE =
  "primero di en el tablero dónde está el restaurante: el mapa guarda lo que lo rodea";

/** The area around the served restaurant; none if that is the sample. */
async function aroundRestaurant({ config, io }: CommandContext): Promise<ImportOptions> {
  const settings = config();
  const { restaurant } = await readServed(settings);
  const { name, phone, location: { lat, lng }, tariff, sample } = restaurant;
  if (sample) return {};
  if (phone === null) throw new CannotDo(NO_PLACE);
  const km = Math.max(MIN_KM, RADII * tariff.maxRadiusKm);
  io.out(`Se guardan las calles hasta ${km} km de ${name} (${lat}, ${lng})`);
  const center = { lat, lng };
  const circle = { center, radiusKm: tariff.maxRadiusKm };
  return { clip: boxAround(center, km), circle, mayLackStreet: settings.osrmUrl !== null };
}

function summary({ info, segments, restrictions, counts, reach }: ImportedMap): string[] {
  const n = (count: number) => count.toLocaleString("es-MX");
  const { south, west, north, east } = info.bbox;
  const [read, restricted] = [n(counts.waysRead), n(counts.restrictionsRead)];
  return [
    `Datos de ${info.timestamp ?? "fecha desconocida"}: ${info.attribution}`,
    `Se leyeron ${read} vías con la etiqueta highway y ${restricted} restricciones de vuelta para autos`,
    `Quedan ${n(counts.waysKept)} vías para autos, con ${n(segments)} tramos entre ` +
    `cruces y ${n(restrictions)} vueltas prohibidas`,
    `Están en ${south},${west},${north},${east} (sur, oeste, norte, este)`,
    reach ?? "",
    counts.stale > 0 ? `Cuenta solo la versión más nueva de ${n(counts.stale)} elementos` : "",
    counts.missing > 0
      ? `Aviso: faltan ${n(counts.missing)} nodos (${
        n(counts.unplaced)
      } vienen sin lugar), que cortan ` +
        `${n(counts.waysCut)} vías y ${n(counts.restrictionsCut)} restricciones`
      : "",
  ].filter((line) => line !== "");
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function readAround(text: string): ImportOptions {
  const numbers = text.split(",").map((part) => parseDecimal(part.trim()) ?? NaN);
  const [lat = NaN, lng = NaN, km = NaN] = numbers;
  const isPoint = isDegrees("lat", lat) && isDegrees("lng", lng);
  if (numbers.length === 3 && isPoint && km > 0 && km <= 1000) {
    const center = { lat, lng };
    return { clip: boxAround(center, km), circle: { center, radiusKm: km }, mayLackStreet: true };
  }
  throw new WrongUsage(
    `--around ${text}: usa latitud,longitud,kilómetros (hasta 1000), por ejemplo 20.967,-89.624,12`,
  );
}
