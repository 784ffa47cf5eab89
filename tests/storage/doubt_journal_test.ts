import { join } from "node:path";
import { assert, assertEquals, assertThrows } from "@std/assert";
import { openDoubtJournal } from "../../src/storage/doubts.ts";
import { isSync, readTrace, tracing } from "../torture/_trace.ts";

const ONE = { folio: "R-0000000A", at: 1 };
const TWO = { folio: "R-0000000B", at: 1_773_165_600_000 };

Deno.test("doubts are found again by the next who opens the journal", async () => {
  await using folder = await tempFolder();
  const journal = openDoubtJournal(folder.path);
  assertEquals(journal.found, []);
  journal.append([ONE]);
  journal.append([TWO]);
  assertEquals(openDoubtJournal(folder.path).found, [ONE, TWO]);
});

Deno.test("a cleared journal holds nothing, and clearing it again does no harm", async () => {
  await using folder = await tempFolder();
  const journal = openDoubtJournal(folder.path);
  journal.append([ONE]);
  journal.clear();
  journal.clear();
  assertEquals(openDoubtJournal(folder.path).found, []);
});

Deno.test("a line that a crash cut short is passed over and spoils no other", async () => {
  await using folder = await tempFolder();
  openDoubtJournal(folder.path).append([ONE]);
  await Deno.writeTextFile(join(folder.path, "doubts.log"), "\nR-00000", { append: true });
  openDoubtJournal(folder.path).append([TWO]);
  assertEquals(openDoubtJournal(folder.path).found, [ONE, TWO]);
});

Deno.test("a doubt that the disk does not take is an error", async () => {
  await using folder = await tempFolder();
  const journal = openDoubtJournal(join(folder.path, "missing"));
  assertThrows(() => journal.append([ONE]), Deno.errors.NotFound);
});

Deno.test("a doubt is not written through a link", async () => {
  await using folder = await tempFolder();
  const victim = join(folder.path, "victim");
  await Deno.writeTextFile(victim, "precious");
  await Deno.symlink(victim, join(folder.path, "doubts.log"));
  assertThrows(() => openDoubtJournal(folder.path).append([ONE]), Error, "is a link");
  assertEquals(await Deno.readTextFile(victim), "precious");
});

Deno.test("the journal is its owner's only", async () => {
  await using folder = await tempFolder();
  openDoubtJournal(folder.path).append([ONE]);
  const { mode } = await Deno.stat(join(folder.path, "doubts.log"));
  assertEquals((mode ?? 0) & 0o777, 0o600);
});

Deno.test("a doubt is on disk together with the name of a new journal", async () => {
  await using folder = await tempFolder();
  const [data, trace] = [join(folder.path, "data"), join(folder.path, "trace")];
  await Deno.mkdir(data);
  const module = new URL("../../src/storage/doubts.ts", import.meta.url);
  const program = `import { openDoubtJournal } from "${module}";
    openDoubtJournal("${data}").append([${JSON.stringify(ONE)}]);`;
  const [strace, ...args] = [...tracing(trace), Deno.execPath(), "eval", "--no-check", program];
  const { success, stderr } = await new Deno.Command(strace!, { args }).output();
  assert(success, new TextDecoder().decode(stderr));
  const calls = await readTrace(trace, (target) => target.startsWith(data));
  const journal = join(data, "doubts.log");
  const written = calls.findIndex(({ name, target }) => name === "write" && target === journal);
  const synced = calls.slice(written).filter(isSync).map(({ target }) => target);
  assertEquals(synced, [journal, data]);
});

async function tempFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await Deno.makeTempDir();
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}
