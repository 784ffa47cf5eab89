import { describeApi } from "../app.ts";
import { type Environment, readConfig } from "../config/config.ts";
import type { CommandIo } from "./io.ts";
import { publicUrl } from "../service/listeners.ts";

/**
 * `sobremesa openapi`: prints the OpenAPI document, for those who build clients.
 *
 * @returns the exit code: 0, or 2 when there are arguments
 */
export function openapi(args: readonly string[], environment: Environment, io: CommandIo): number {
  if (args.length > 0) {
    io.err("usage: sobremesa openapi");
    return 2;
  }
  const config = readConfig(environment);
  io.out(JSON.stringify(describeApi(publicUrl(config, config.port)), null, 2));
  return 0;
}
