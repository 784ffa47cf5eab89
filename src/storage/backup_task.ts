/** What is asked of the thread that copies and checks database files, and what it answers. */

export type BackupTask =
  /** Copy the database at `path` to `to`, which must not exist, and check the copy. */
  | { readonly kind: "copy"; readonly path: string; readonly to: string }
  | { readonly kind: "check"; readonly path: string };

export type BackupAnswer =
  /** The last schema step in the file that was checked. */
  | { readonly ok: true; readonly step: number }
  | { readonly ok: false; readonly code: string; readonly reason: string };

/**
 * Has `task` done on a thread of its own.
 * @returns the last schema step in the file that was checked
 * @throws {Error} with the database's own `code`, where the copy failed or the file is not sound
 */
export async function onThread(task: BackupTask): Promise<number> {
  const worker = new Worker(new URL("./backup_worker.ts", import.meta.url), { type: "module" });
  try {
    const answer = await new Promise<BackupAnswer>((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = (event) => {
        event.preventDefault();
        reject(new Error(event.message));
      };
      worker.postMessage(task);
    });
    if (answer.ok) return answer.step;
    throw Object.assign(new Error(answer.reason), { code: answer.code });
  } finally {
    worker.terminate();
  }
}
