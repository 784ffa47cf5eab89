import { dirname, join } from "node:path";
import { soughtPhone } from "../domain/contact.ts";
import { storedImages } from "../domain/restaurant.ts";
import { staffServiceDay } from "../domain/schedule/situation.ts";
import { UNSWITCHED } from "../domain/schedule/services.ts";
import { marked, pack } from "../restaurant/archive.ts";
import { withSample } from "../service/images.ts";
import { readServed } from "../service/restaurant.ts";
import { newStaffKey, randomBytes, staffKeyFile } from "../service/staff_key.ts";
import { backUp, copyHour, refuseMissing, restoreDatabase } from "../storage/database/backup.ts";
import { type Database, explainDatabaseError } from "../storage/database/database.ts";
import {
  type DatabaseFiles,
  databaseFilesOf,
  lockDatabase,
  lockDataDir,
} from "../storage/database/database_files.ts";
import { imageStore, newestRestaurant } from "../storage/book/restaurant_versions.ts";
import { erasure, explainUnerased } from "../storage/book/erasure.ts";
import { openDatabase } from "../storage/database/open_database.ts";
import { staffKeySetting } from "../storage/book/staff_key.ts";
import { CannotDo, type Command, type CommandContext, counted, WrongUsage } from "./command.ts";

export const purge: Command = {
  name: "purge",
  usage: "--phone NUMBER [--upcoming]",
  summary: "borra los datos de una persona, y conserva los totales",
  options: {
    phone: "como lo escriben los clientes: diez dígitos, o + y la clave del país",
    upcoming: "borra también las reservaciones por venir o en curso, y libera sus mesas",
  },
  /** Prints nothing of the erased data. */
  async run({ options }, context) {
    const phone = soughtPhone(options.phone!);
    // The number is not repeated, because this output may end in a log.
    if (phone === null) {
      throw new WrongUsage("--phone: usa diez dígitos, o + y la clave del país");
    }
    const upcoming = options.upcoming !== undefined;
    const { restaurant } = await readServed(context.config());
    const { dataDir } = context.config();
    return await withDatabase(context, async (database) => {
      // A server's clock, as the service goes by it, decides what is over: this machine's may be days ahead.
      const [clock] = await database.read({ sql: "SELECT unixepoch('subsec') * 1000 AS now" });
      const now = Math.floor(Number(clock!.now));
      const today = staffServiceDay({ restaurant, state: UNSWITCHED, now });
      const { erase, count } = erasure({ database, dataDir, now: () => now });
      const asked = { today, upcoming, actor: "sobremesa purge" };
      const { erased, unerased } = await erase(phone, asked);
      context.io.out(counted(erased, "reservación borrada", "reservaciones borradas"));
      const { upcoming: left } = await count(phone, today);
      if (left > 0) {
        const [stays, them] = left === 1 ? ["queda", "la"] : ["quedan", "las"];
        const kept = counted(left, "reservación", "reservaciones");
        context.io.out(`${stays} ${kept} por venir o en curso; --upcoming ${them} borra también`);
      }
      for (const copy of unerased) context.io.err(explainUnerased(copy));
      return unerased.length === 0 ? 0 : 1;
    });
  },
};

export const exportServed: Command = {
  name: "export",
  usage: "[--images]",
  summary: "imprime el archivo del restaurante que se sirve; con --images, un .tar con sus fotos",
  /** Writes only the file to standard output, and its version to standard error. */
  async run({ options: { images: withImages } }, context) {
    if (withImages !== undefined && Deno.stdout.isTerminal()) {
      throw new CannotDo("mándalo a un archivo: sobremesa export --images > restaurante.tar");
    }
    // A wrong DATA_DIR must not print the sample.
    const newest = await withDatabase(context, newestRestaurant);
    const print = (text: string) => context.io.out(marked(text).trimEnd());
    const { text, restaurant, name } = await readServed(context.config()).catch((error) => {
      // Its owner corrects what this program refuses, and imports it.
      if (newest !== null && withImages === undefined) print(newest.text);
      throw error;
    });
    context.io.err(name);
    if (withImages === undefined) return print(text);
    await withDatabase(context, async (database) => {
      const { read } = withSample(imageStore(database, Date.now));
      const images = await storedImages(restaurant, read);
      const archive = pack({ text: marked(text), images }, Math.floor(Date.now() / 1_000));
      await new Response(archive).body!.pipeTo(Deno.stdout.writable, { preventClose: true });
    });
  },
};

export const rotateKey: Command = {
  name: "staff rotate-key",
  usage: "",
  summary:
    "hace otra clave del dueño para el tablero, quita la del turno, y cierra todas las sesiones",
  async run(_, context) {
    const { dataDir } = context.config();
    await withDatabase(context, async (database) => {
      const staffKey = staffKeySetting({ database, randomBytes, now: Date.now });
      const file = staffKeyFile(dataDir);
      const key = newStaffKey();
      await file.write(key, () => staffKey.replace(key).then(() => true));
      context.io.out(`todas las sesiones quedan cerradas; la clave del dueño está en ${file.path}`);
      context.io.out(
        "la del turno ya no abre: el dueño hace otra en el tablero, en Ajustes, Claves",
      );
    });
  },
};

export const backup: Command = {
  name: "backup",
  usage: "[FILE]",
  summary:
    "copia la base mientras el servicio sigue; sin FILE, la copia que se manda a otra máquina; con -, a la salida estándar",
  async run({ words: [file] }, context) {
    const files = await databaseFile(context);
    if (file === "-") return await printCopy(files);
    if (file === undefined) {
      await refuseMissing(files);
      const copy = await copyHour(files.path, Date.now(), true);
      return context.io.out(`se copió ${files.path} a ${copy}, y se revisó la copia`);
    }
    await backUp(files, file);
    context.io.out(`se copió ${files.path} a ${file}, y se revisó la copia`);
  },
};

/** Writes no byte before the copy is made and checked. */
async function printCopy(files: DatabaseFiles): Promise<void> {
  if (Deno.stdout.isTerminal()) {
    throw new CannotDo("mándala a un archivo: sobremesa backup - > copia.db");
  }
  await refuseMissing(files);
  const dir = dirname(files.path);
  const folder = await Deno.makeTempDir({ dir, prefix: "printing.", suffix: ".part" });
  try {
    await backUp(files, join(folder, "copy.db"));
    using copy = await Deno.open(join(folder, "copy.db"));
    await copy.readable.pipeTo(Deno.stdout.writable, { preventClose: true });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

export const restore: Command = {
  name: "restore",
  usage: "FILE",
  summary:
    "revisa una copia, o la entrada estándar si FILE es -, y la repone; el servicio no debe correr",
  async run({ words: [file = ""] }, context) {
    const { io } = context;
    const files = await databaseFile(context);
    using _folder = await lockDataDir(context.config().dataDir);
    using _database = await lockDatabase(files);
    const from = file === "-" ? Deno.stdin.readable : file;
    const aside = await restoreDatabase(from, files, Date.now());
    io.out(`se repuso ${files.path} desde ${file}`);
    if (aside !== null) {
      io.out(`la base de antes queda como ${aside}`);
      io.out("lo que se borre se borra también ahí, y se va con las copias de esas noches");
    }
    io.out("las claves del personal son las de la copia; sobremesa staff rotate-key hace otra");
    io.out(
      "en otra máquina los aparatos entran de nuevo con la clave: lo que sella las sesiones no está en ninguna copia",
    );
  },
};

/** Never creates a database, which would not be the service's. @throws {DatabaseUnusable} */
export async function withDatabase<T>(
  { config }: CommandContext,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const { databaseUrl: url, databaseAuthToken: authToken } = config();
  const database = await openDatabase({ url, authToken, now: Date.now, mustBeServed: true });
  try {
    return await work(database);
  } catch (error) {
    throw explainDatabaseError(error, url);
  } finally {
    await database.close();
  }
}

async function databaseFile({ config }: CommandContext): Promise<DatabaseFiles> {
  const files = await databaseFilesOf(config().databaseUrl);
  if (files !== null) return files;
  throw new CannotDo(
    "la base está en un servidor: cópiala y repónla con las herramientas de ese servidor",
  );
}
