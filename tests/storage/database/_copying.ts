/**
 * A process that copies a database while it reserves, one table after the other. Argument: an empty folder. Prints how
 * many tables were held while the copy was being written and checked.
 */
import { backUp } from "../../../src/storage/database/backup.ts";
import { filesAt } from "../../../src/storage/database/database_files.ts";
import { held, openTestStorage, request } from "../_fixture.ts";

/** So many that a copy takes much longer than a reservation. */
const STORED = 60_000;

const [folder = ""] = Deno.args;
const path = `${folder}/sobremesa.db`;
await using storage = await openTestStorage({ url: `file:${path}`, dataDir: folder });
await Promise.all(Array.from({ length: STORED }, (_, n) => held(storage, request(n))));

let copying = true;
const copied = backUp(filesAt(path), `${folder}/copy.db`).finally(() => copying = false);
let meanwhile = 0;
for (let n = STORED; copying; n++) {
  await held(storage, request(n));
  if (copying && isBeingWritten()) meanwhile++;
}
await copied;
Deno.stdout.writeSync(new TextEncoder().encode(String(meanwhile)));

/** The copy has another name until it is whole. */
function isBeingWritten(): boolean {
  const [part] = [...Deno.readDirSync(folder)].filter(({ name }) => name.startsWith("copy.db."));
  try {
    return part !== undefined && Deno.statSync(`${folder}/${part.name}`).size > 0;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
