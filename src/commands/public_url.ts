import type { Config } from "../config/config.ts";

/** The address that links and the OpenAPI document begin with: what the owner says, never what a caller's Host header says. */
export function publicUrl(
  { baseUrl, host }: Pick<Config, "baseUrl" | "host">,
  port: number,
): string {
  return baseUrl ?? `http://${urlHost(host)}:${port}`;
}

/** `host` as a URL writes it: one that listens everywhere is called on this machine. */
export function urlHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
