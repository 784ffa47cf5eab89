import { describeApi } from "../app.ts";
import { type Environment, readConfig } from "../config.ts";
import type { CommandIo } from "./io.ts";

/** `sobremesa openapi`: prints the OpenAPI document, for those who build clients. */
export function openapi(environment: Environment, io: CommandIo): number {
  const { baseUrl, host, port } = readConfig(environment);
  io.out(JSON.stringify(describeApi(baseUrl ?? `http://${host}:${port}`), null, 2));
  return 0;
}
