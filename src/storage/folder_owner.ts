import { dirname } from "node:path";

/**
 * Gives the file at `path` to the owner of its folder, where this process may: what root puts into a service's folder, the service must
 * be able to open.
 */
export async function giveToFolderOwner(path: string): Promise<void> {
  const [file, folder] = await Promise.all([Deno.stat(path), Deno.stat(dirname(path))]);
  if (file.uid === folder.uid) return;
  await Deno.chown(path, folder.uid, folder.gid).catch((error) => {
    if (!(error instanceof Deno.errors.PermissionDenied)) throw error;
  });
}
