import { dirname, join, resolve } from "node:path";
import { SYSTEM_FILE } from "../config/environment.ts";
import { isDegrees, parseDecimal } from "../domain/location.ts";
import { loadRestaurant } from "../restaurant/load.ts";
import { type Box, boxAround, type ImportedMap, importMap, openOsm } from "../streets/mod.ts";
import {
  type Command,
  type CommandContext,
  type CommandIo,
  type Given,
  WrongUsage,
} from "./command.ts";
import { putFile, settingLines, withVariables } from "./settings_file.ts";

/** An existing map stays as it is until the new one is complete. */
export const mapImport: Command = {
  name: "map import",
  usage: "FILE [--out MAP] [--restaurant FILE | --around LAT,LNG,KM]",
  summary: "hace el mapa para cobrar envíos, con datos de OpenStreetMap (.osm.pbf)",
  options: {
    out:
      "escribe el mapa ahí; sin ella, junto al archivo del restaurante, donde el servicio lo lee",
    restaurant:
      "guarda las calles alrededor del restaurante de este archivo; sin ella, del de RESTAURANT_FILE",
    around: "guarda las calles hasta tantos kilómetros de un punto",
  },
  openToRoot: true,
  async run(given, context) {
    const { out = mapBeside(context), around } = given.options;
    const clip = around === undefined
      ? await aroundRestaurant(given, context)
      : readAround(around, given);
    await importTo(given.words[0]!, out, clip, context);
    await use(resolve(out), given, context);
  },
};

/** The path of a map without `--out`. @throws {WrongUsage} if no file of settings names the restaurant's file */
function mapBeside({ settings, environment }: CommandContext): string {
  const file = environment()["RESTAURANT_FILE"];
  if (settings === null || !file) throw new WrongUsage("falta --out MAP");
  return join(dirname(file), "mapa.bin");
}

/** Writes MAP_FILE into the settings if root runs it, or if `--out` chose no other place for the map. */
async function use(
  map: string,
  { options }: Given,
  { io, settings }: CommandContext,
): Promise<void> {
  const isOurs = settings !== null && (options.out === undefined || Deno.uid() === 0);
  if (!isOurs) {
    return io.out(`Para usarlo, pon el renglón MAP_FILE=${map} en el archivo de variables`);
  }
  if (settings === SYSTEM_FILE && CLOSED_TO_SERVICE.test(map)) {
    return io.out(`El servicio no puede leer ${map}: repítelo sin --out`);
  }
  const lines = withVariables(await settingLines(settings), { MAP_FILE: map });
  await putFile({ path: settings, text: [...lines, ""].join("\n"), mode: 0o640 });
  const restart = settings === SYSTEM_FILE
    ? "systemctl restart sobremesa"
    : "arranca otra vez el servicio";
  io.out(`${settings} ya dice MAP_FILE=${map}; para usarlo: ${restart}`);
}

/** Folders that the unit hides from the service. */
const CLOSED_TO_SERVICE = /^\/(root|home|run\/user|tmp|var\/tmp)\//;

/** A larger file holds more than a town, and its owner has probably forgotten the area to keep. */
const MAX_WHOLE_BYTES = 200e6;

async function importTo(
  file: string,
  out: string,
  clip: Box | null,
  { io }: CommandContext,
): Promise<void> {
  const source = await openOsm(file);
  if (clip === null && source.bytes > MAX_WHOLE_BYTES) {
    const size = megabytes(source.bytes);
    throw new WrongUsage(
      `${file} pesa ${size}, más que una ciudad: di qué guardar, con --around LAT,LNG,KM ` +
        "o con --restaurant FILE (o RESTAURANT_FILE)",
    );
  }
  const onProgress = progress(io, `leyendo ${file}`, source.bytes, () => performance.now());
  const imported = await importMap(source, out, { clip, onProgress });
  // The service has another user, whatever the umask of root.
  if (Deno.uid() === 0) await Deno.chmod(out, 0o644);
  for (const line of summary(imported)) io.out(line);
  io.out(`Se escribió ${out}, ${megabytes(imported.bytes)}`);
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

/** The box around the restaurant of `--restaurant` or else of RESTAURANT_FILE; null without either. */
async function aroundRestaurant(
  { options: { restaurant } }: Given,
  { environment, io }: CommandContext,
): Promise<Box | null> {
  const file = restaurant ?? environment()["RESTAURANT_FILE"] ?? "";
  if (file === "") return null;
  const { name, location: { lat, lng }, tariff } = await loadRestaurant(file);
  const km = Math.max(MIN_KM, RADII * tariff.maxRadiusKm);
  io.out(`Se guardan las calles hasta ${km} km de ${name} (${lat}, ${lng}), el del archivo`);
  return boxAround({ lat, lng }, km);
}

function summary({ info, segments, restrictions, counts }: ImportedMap): string[] {
  const n = (count: number) => count.toLocaleString("es-MX");
  const { south, west, north, east } = info.bbox;
  const [read, restricted] = [n(counts.waysRead), n(counts.restrictionsRead)];
  return [
    `Datos de ${info.timestamp ?? "fecha desconocida"}: ${info.attribution}`,
    `Se leyeron ${read} vías con la etiqueta highway y ${restricted} restricciones de vuelta para autos`,
    `Quedan ${n(counts.waysKept)} vías para autos, con ${n(segments)} tramos entre ` +
    `cruces y ${n(restrictions)} vueltas prohibidas`,
    `Están en ${south},${west},${north},${east} (sur, oeste, norte, este)`,
  ];
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function readAround(text: string, { options }: Given): Box {
  if (options.restaurant !== undefined) {
    throw new WrongUsage("usa --restaurant o --around, no las dos");
  }
  const numbers = text.split(",").map((part) => parseDecimal(part.trim()) ?? NaN);
  const [lat = NaN, lng = NaN, km = NaN] = numbers;
  const isPoint = isDegrees("lat", lat) && isDegrees("lng", lng);
  if (numbers.length === 3 && isPoint && km > 0 && km <= 1000) return boxAround({ lat, lng }, km);
  throw new WrongUsage(
    `--around ${text}: usa latitud,longitud,kilómetros (hasta 1000), por ejemplo 20.967,-89.624,12`,
  );
}
