/** A service with its own restaurant file, which tests change. */
import { join } from "node:path";
import { type Edit, editedSample } from "../restaurant/edited_sample.ts";
import { type ServiceProcess, startServiceProcess } from "../support/service_process.ts";
import { NO_LIMITS } from "./_guests.ts";

/** Its public address, with a path that links must keep. */
export const BASE_URL = "https://mesa.example/casa";

export interface OwnRestaurant extends AsyncDisposable {
  readonly service: ServiceProcess;
  /** Writes the sample's file, edited, in place of the restaurant's. */
  edit(...edits: readonly Edit[]): Promise<void>;
  /** Writes `text` in place of the restaurant's file. */
  write(text: string): Promise<void>;
}

/** Starts a service whose file is the sample's, edited. */
export async function startOwnRestaurant(...edits: readonly Edit[]): Promise<OwnRestaurant> {
  const folder = await Deno.makeTempDir();
  const RESTAURANT_FILE = join(folder, "restaurante.json");
  const write = (text: string) => Deno.writeTextFile(RESTAURANT_FILE, text);
  await write(editedSample(...edits));
  const env = { ...NO_LIMITS, RESTAURANT_FILE, BASE_URL, DATA_DIR: join(folder, "data") };
  const service = await startServiceProcess({ env });
  return {
    service,
    edit: (...edits) => write(editedSample(...edits)),
    write,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await Deno.remove(folder, { recursive: true });
    },
  };
}
