import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { endOf } from "../service/_end.ts";
import { freeSlot, NO_LIMITS, reserve, type Slot } from "../service/_guests.ts";
import { assertIntact } from "../service/_rows.ts";
import { runProgram, startServiceProcess } from "../support/service_process.ts";
import { tempFolder } from "../support/temp_folder.ts";
import { report, times, torture } from "./_torture.ts";

const PAGE_BYTES = 4_096;
const GUESTS = 500;
/** Distance between the pages that are damaged, each in its own copy of the file. */
const STRIDE = times(7, 1);
/** Reservations in the copy. */
const COPIED = 50;

torture(
  "on a corrupt database it holds no table and logs how to restore, and it serves a restored copy",
  async () => {
    await using folder = await tempFolder();
    const copy = join(folder.path, "copy.db");
    const { sound, slot, folios } = await reservedAndCopied(join(folder.path, "data"), copy);
    const env = { ...NO_LIMITS, DATA_DIR: join(folder.path, "damaged") };
    const damaged = [...damages(sound)];
    for (const [name, bytes] of damaged) await holdsNoTable(env, name, bytes);
    report(`${damaged.length} damaged files, no table held in any of them`);

    const restored = await runProgram({ args: ["restore", copy], env });
    assertEquals([restored.code, restored.stderr], [0, ""]);
    assertStringIncludes(restored.stdout, "la base de antes queda");
    await assertIntact(env.DATA_DIR);
    await using service = await startServiceProcess({ env });
    for (const [n, folio] of folios.entries()) {
      const { body } = await reserve(service.url, n, slot);
      assertEquals([body.folio, body.repetida], [folio, true]);
    }
    await endOf(service, "SIGTERM");
  },
);

interface Reserved {
  readonly sound: Uint8Array<ArrayBuffer>;
  readonly slot: Slot;
  /** Folios in the copy, by guest. */
  readonly folios: readonly string[];
}

async function reservedAndCopied(dataDir: string, copy: string): Promise<Reserved> {
  const env = { ...NO_LIMITS, DATA_DIR: dataDir };
  await using service = await startServiceProcess({ env });
  const slot = await freeSlot(service.url);
  const folios: string[] = [];
  for (let n = 0; n < COPIED; n++) folios.push((await reserve(service.url, n, slot)).body.folio);
  const { code, stderr } = await runProgram({ args: ["backup", copy], env });
  assertEquals([code, stderr], [0, ""]);
  for (let n = COPIED; n < GUESTS; n += 50) {
    await Promise.all(
      Array.from({ length: 50 }, (_, more) => reserve(service.url, n + more, slot)),
    );
  }
  await endOf(service, "SIGTERM");
  return { sound: await Deno.readFile(join(dataDir, "sobremesa.db")), slot, folios };
}

function* damages(sound: Uint8Array<ArrayBuffer>): Generator<[string, Uint8Array]> {
  const pages = Math.floor(sound.length / PAGE_BYTES);
  assert(pages > 50, `there are only ${pages} pages`);
  yield ["no header", overwritten(sound, 0, 100)];
  yield ["no schema", overwritten(sound, 100, PAGE_BYTES)];
  yield ["half of it", sound.slice(0, Math.floor(sound.length / 2))];
  yield ["the last page torn", sound.slice(0, sound.length - 1_000)];
  for (let page = 1; page < pages; page += STRIDE) {
    yield [`page ${page + 1}`, overwritten(sound, page * PAGE_BYTES, (page + 1) * PAGE_BYTES)];
  }
}

function overwritten(bytes: Uint8Array<ArrayBuffer>, from: number, to: number): Uint8Array {
  return bytes.slice().fill(7, from, to);
}

async function holdsNoTable(
  env: Readonly<Record<string, string>> & { readonly DATA_DIR: string },
  name: string,
  bytes: Uint8Array,
): Promise<void> {
  await Deno.remove(env.DATA_DIR, { recursive: true }).catch(() => {});
  await Deno.mkdir(env.DATA_DIR);
  await Deno.writeFile(join(env.DATA_DIR, "sobremesa.db"), bytes);
  await using service = await startServiceProcess({ env });
  const { status, body } = await reserve(service.url, 1, await freeSlot(service.url));
  assertEquals([status, body.motivo], [502, "base"], name);
  const remedy = service.lines.filter((line) => line.includes("sobremesa restore FILE")).join("\n");
  assertStringIncludes(remedy, "dañada", name);
  await service.logged(({ message }) => message.includes("check its prices"));
  assertEquals((await service.stop()).code, 0);
}
