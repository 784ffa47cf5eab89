import { COMMIT, VERSION } from "../service/service.ts";
import type { CommandIo } from "./io.ts";

/**
 * `sobremesa --version`: the program's version, the commit it was built from and the Deno it runs on.
 *
 * @returns the exit code, always 0
 */
export function version(io: CommandIo): number {
  io.out(`sobremesa ${VERSION} (${COMMIT ?? "from its sources"}), Deno ${Deno.version.deno}`);
  return 0;
}
