import { delivers } from "../domain/tariff.ts";
import type { Environment } from "../config/config.ts";
import { VARIABLES } from "../config/environment.ts";
import { timeOf, WEEKDAYS } from "../domain/local_time.ts";
import type { Reservation } from "../domain/reservation/reservation.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import { UNSWITCHED } from "../domain/schedule/services.ts";
import { nearest } from "../domain/text.ts";
import type { StoredRestaurant } from "../ports/restaurant.ts";
import { fileChanges } from "../restaurant/file_edit.ts";
import { readRestaurantFile } from "../restaurant/load.ts";
import { RestaurantFileError } from "../restaurant/problems.ts";
import { type Warning, warningsOf } from "../restaurant/warnings.ts";
import { missingImages } from "../service/images.ts";
import { readServed, readText } from "../service/restaurant.ts";
import { mapAt, mapStreets, OSRM_COVERS } from "../service/streets.ts";
import { partiesInWords } from "../staff/guest.ts";
import { leftOutside } from "../staff/house/closure_hits.ts";
import { reservationBook } from "../storage/book/reservation_book.ts";
import {
  imageStore,
  newestRestaurant,
  restaurantVersions,
} from "../storage/book/restaurant_versions.ts";
import type { Database } from "../storage/database/database.ts";
import { databaseFilesOf } from "../storage/database/database_files.ts";
import { CannotDo, type Command, counted } from "./command.ts";
import { withDatabase } from "./database.ts";

export const check: Command = {
  name: "check",
  usage: "[FILE]",
  summary: "revisa el archivo de un restaurante, FILE o lo que se sirve, y dice cómo lo entiende",
  async run({ words: [file] }, { io, config, environment }) {
    const read = file === undefined ? await readServed(config()) : await readRestaurantFile(file);
    const { restaurant, name } = read;
    io.out(`${name}: ${restaurant.leftovers.length === 0 ? "bien" : "sin terminar"}`);
    for (const line of summary(restaurant)) io.out(`  ${line}`);
    // A reload of the unit must fail with a map that cannot be used. Never on OSRM, which may be away.
    const { mapFile, osrmUrl } = config();
    const covers = osrmUrl !== null
      ? await mapAt(mapFile).then(() => OSRM_COVERS)
      : (await mapStreets(mapFile, restaurant))?.drives.reach(restaurant.tariff.maxRadiusKm).says;
    io.out(`  ${deliveryInWords(restaurant, covers)}`);
    const warnings = [...unknownVariables(environment()), ...warningsOf(restaurant, Date.now())];
    for (const { field, says, remedy } of warnings) {
      io.out(`aviso  ${field}: ${says}`);
      io.out(`       ${remedy}`);
    }
  },
};

export const importFile: Command = {
  name: "import",
  usage: "FILE [--yes]",
  summary: "muestra qué cambia este archivo en el restaurante que se sirve; con --yes lo importa",
  async run({ words: [file = ""], options: { yes } }, context) {
    const { io } = context;
    const { text, images, restaurant } = await readRestaurantFile(file);
    const { newest, missing, left } = await withDatabase(context, async (database) => {
      const newest = await newestRestaurant(database);
      const missing = await missingImages(restaurant, imageStore(database, Date.now));
      return { newest, missing, left: newest && await leftBy(newest, restaurant, database) };
    });
    const { databaseUrl } = context.config();
    io.out(`En ${(await databaseFilesOf(databaseUrl))?.path ?? new URL(databaseUrl).host}:`);
    const brought = missing.flatMap((name) => images.get(name) ?? []);
    const says = newest === null ? [FIRST] : changesFrom(newest, text, restaurant);
    for (const line of says) io.out(line);
    if (left && left.length > 0) {
      io.out(`Fuera del horario nuevo: ${partiesInWords(left)}. Siguen en pie: avísales.`);
      for (const { folio, day, time } of left) io.out(`  ${folio}: ${day}, ${time}`);
    }
    const photos = counted(brought.length, "foto");
    if (brought.length > 0) io.out(`Trae ${photos} de las que faltan.`);
    if (brought.length < missing.length) io.out(NO_IMAGE);
    if (says.length + brought.length === 0) {
      return io.out("Para los clientes no cambia nada: no se importó.");
    }
    if (yes === undefined) return io.out("Todavía no se importó: --yes lo importa.");
    const isChanged = says.length > 0;
    const version = await withDatabase(context, async (database) => {
      for (const image of brought) await imageStore(database, Date.now).add(image);
      const { add } = restaurantVersions(database, { now: Date.now, onAdded: async () => {} });
      const actor = "sobremesa import";
      return isChanged ? await add({ text, after: newest?.version ?? 0, actor }) : null;
    });
    if (!isChanged) {
      return io.out(`${brought.length === 1 ? "Se guardó" : "Se guardaron"} ${photos}.`);
    }
    if (version === null) throw new CannotDo(LATE);
    io.out(`Importado: es la versión ${version}, y se sirve en dos segundos.`);
    if (newest === null) io.out(CLOSED);
  },
};

const FIRST = "Todavía no hay restaurante: empieza con este archivo.";
const CLOSED = "Mientras el tablero diga que no se toman reservaciones, ahí se abren.";
const NO_IMAGE = "Falta una imagen que el archivo nombra: súbela en el tablero, en Ajustes.";
const LATE = "Entretanto se guardó otra versión, y no se importó nada: repite el comando.";

/** The changes of the file, one a line. A last line warns of a file that removes most dishes. */
function changesFrom(
  { version, text: before }: StoredRestaurant,
  text: string,
  restaurant: Restaurant,
): readonly string[] {
  const served = readText(before);
  if (served instanceof RestaurantFileError) {
    return [`La versión ${version}, la última, no sirve con este programa: la reemplaza.`];
  }
  const dishesOf = ({ menu }: Restaurant) => menu.sections.flatMap(({ dishes }) => dishes);
  const kept = new Set(dishesOf(restaurant).map(({ id }) => id));
  const [all, gone] = [dishesOf(served), dishesOf(served).filter(({ id }) => !kept.has(id))];
  const most = `Se quitan ${gone.length} de ${all.length} platillos.`;
  return [...changeLines(before, text), ...gone.length > all.length / 2 ? [most] : []];
}

/** The reservations that the file leaves outside its hours, as the board tells them; null if these stay. */
async function leftBy(
  { text }: StoredRestaurant,
  after: Restaurant,
  database: Database,
): Promise<readonly Reservation[] | null> {
  const before = readText(text);
  if (before instanceof RestaurantFileError) return null;
  const book = reservationBook({ database, now: Date.now });
  const sources = { restaurant: () => before, state: () => UNSWITCHED, now: Date.now };
  return await leftOutside({ ...sources, book }, before, after);
}

/** The differences between the texts of two valid files, as the board shows them. */
function changeLines(before: string, after: string): readonly string[] {
  return fileChanges(before, after).map(({ label, before, after }) =>
    `  ${label}: ${before === null ? `nuevo: ${after}` : `${before} → ${after ?? "se quita"}`}`
  );
}

/** Warns of variables that neither the program nor its runtime reads. */
export function unknownVariables(environment: Environment): readonly Warning[] {
  return Object.keys(environment)
    .filter((name) => !VARIABLES.includes(name) && !RUNTIME_VARIABLES.test(name))
    .map((name) => {
      const near = nearest(name, VARIABLES);
      return {
        field: name,
        says: "no hay ninguna variable con ese nombre, y no hace nada",
        remedy: near === null ? "quítala" : `¿quisiste decir ${near}?`,
      };
    });
}

/** The variables that Deno, its TLS and the libraries of the system read. */
const RUNTIME_VARIABLES = /^(DENO_\w+|TZ|TMPDIR|NO_COLOR|SSL_CERT_\w+|\w+_PROXY|MALLOC_\w+)$/;

function summary(restaurant: Restaurant): string[] {
  const { sections, additions } = restaurant.menu;
  const dishes = sections.flatMap((section) => section.dishes);
  const hidden = sections.filter(({ visible }) => visible === "hidden").length;
  const soldOut = dishes.filter((dish) => dish.soldOut).length;
  return [
    `${restaurant.name}, ${restaurant.phone ?? "sin teléfono"}, ${restaurant.timeZone}`,
    `${dishes.length} platillos en ${sections.length} secciones (agotados: ${soldOut}, secciones ocultas: ${hidden}), ${additions.length} adiciones`,
    ...weekInWords(restaurant),
  ];
}

function deliveryInWords({ tariff }: Restaurant, covers: string | undefined): string {
  if (!delivers({ tariff })) return "sin envío a domicilio";
  if (tariff.unpriced) return "cada envío se cotiza por WhatsApp";
  return covers ?? "sin mapa: ningún envío tiene precio";
}

function weekInWords({ hours }: Restaurant): string[] {
  return hours.map(({ services, kitchenLeadMinutes }, i) => {
    const spans = services.map(({ opens, closes }) =>
      `${timeOf(opens)}-${timeOf(closes)} (cocina hasta ${timeOf(closes - kitchenLeadMinutes)})`
    );
    return `${WEEKDAYS[i]}: ${spans.join(", ") || "cerrado"}`;
  });
}
