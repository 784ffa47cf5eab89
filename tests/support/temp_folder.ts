/** A folder that is removed with the test. */
export async function tempFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await Deno.makeTempDir();
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}

/** Calls `use` with the path of a new folder, which is removed once it has ended. */
export async function inTempFolder(use: (folder: string) => Promise<void>): Promise<void> {
  await using folder = await tempFolder();
  await use(folder.path);
}

/** Registers `run` as a test with a folder of its own. */
export function testInFolder(name: string, run: (folder: string) => Promise<void>): void {
  Deno.test(name, () => inTempFolder(run));
}
