import project from "../../deno.json" with { type: "json" };
import { COMMIT } from "./build_info.ts";
import type { CommandIo } from "./io.ts";

/** The program's version. The API's contract has one of its own. */
export const VERSION: string = project.version;

/**
 * `sobremesa --version`: the program's version, the commit it was built from and the Deno it runs on.
 *
 * @returns the exit code, always 0
 */
export function version(io: CommandIo): number {
  io.out(`sobremesa ${VERSION} (${COMMIT ?? "from its sources"}), Deno ${Deno.version.deno}`);
  return 0;
}
