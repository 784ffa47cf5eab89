/** Services of a restaurant where it is noon, with all their variables in a file, as in a systemd unit. */
import { join } from "node:path";
import { type Edit, noonRestaurant } from "../support/edited_sample.ts";
import { runProgram } from "../support/service_process.ts";
import { NO_LIMITS } from "./_guests.ts";

export interface NoonSetup {
  /** The restaurant's service day. */
  readonly today: string;
  /** The file of variables. */
  readonly envFile: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Writes the restaurant's file and the file of variables into `folder`. */
export async function noonSetup(
  folder: string,
  variables: Readonly<Record<string, string>>,
  ...edits: readonly Edit[]
): Promise<NoonSetup> {
  const { text, today } = noonRestaurant(...edits);
  const RESTAURANT_FILE = join(folder, "restaurante.json");
  const envFile = join(folder, "sobremesa.env");
  await Deno.writeTextFile(RESTAURANT_FILE, text);
  const env = { ...NO_LIMITS, RESTAURANT_FILE, BASE_URL: "https://mesa.example", ...variables };
  const lines = Object.entries(env).map(([name, value]) => `${name}="${value}"\n`);
  await Deno.writeTextFile(envFile, `# variables of the service\n${lines.join("")}`);
  return { today, envFile, env };
}

/** Runs a command with the file of variables only. @returns its output */
export async function command({ envFile }: NoonSetup, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runProgram({ args: [...args, "--env", envFile] });
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}: ${stderr}`);
  return stdout;
}
