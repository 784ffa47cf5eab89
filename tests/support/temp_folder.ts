/** Calls `use` with the path of a new folder, which is removed once it has ended. */
export async function inTempFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await use(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Registers `run` as a test with a folder of its own. */
export function testInFolder(name: string, run: (folder: string) => Promise<void>): void {
  Deno.test(name, () => inTempFolder(run));
}
