/** Commands that print documents for other programs. */
import { describeApi } from "../app.ts";
import { localAddress, publicUrl } from "../service/listeners.ts";
import { BUILD } from "../service/service.ts";
import caddyTemplate from "./Caddyfile" with { type: "text" };
import { CannotDo, type Command } from "./command.ts";
import unitTemplate from "./sobremesa.service" with { type: "text" };

/** The unit has a permanent user, so that commands can run as the owner of the service's folder. */
export const unit: Command = {
  name: "unit",
  usage: "",
  summary: "print a hardened systemd unit",
  openToRoot: true,
  run: (_, { io, program }) => io.out(unitText(program)),
};

export function unitText(program: string): string {
  return filled(unitTemplate, { program });
}

/** It has the time-outs that keep slow clients from the service. */
export const caddy: Command = {
  name: "caddy",
  usage: "",
  summary: "print a Caddyfile for guests and staff",
  openToRoot: true,
  run(_, context) {
    const config = context.config();
    const { baseUrl, staff } = config;
    if (baseUrl === null || staff.baseUrl === null) throw new CannotDo(MISSING_ADDRESSES);
    context.io.out(caddyfile({
      guests: new URL(baseUrl).origin,
      guestListener: localAddress(config),
      staff: new URL(staff.baseUrl).origin,
      staffListener: localAddress(staff),
    }));
  },
};

/** @param addresses the public addresses of both sides, and those of their listeners */
export function caddyfile(
  addresses: Readonly<Record<"guests" | "guestListener" | "staff" | "staffListener", string>>,
): string {
  return filled(caddyTemplate, addresses);
}

const MISSING_ADDRESSES =
  "set BASE_URL and STAFF_BASE_URL to the addresses at which guests and staff open the service, " +
  "such as https://mesa.example and https://tablero.mesa.example";

export const openapi: Command = {
  name: "openapi",
  usage: "",
  summary: "print the OpenAPI document",
  openToRoot: true,
  run(_, context) {
    const config = context.config();
    context.io.out(JSON.stringify(describeApi(publicUrl(config, config.port)), null, 2));
  },
};

export const version: Command = {
  name: "--version",
  usage: "",
  summary: "print version, commit and Deno",
  openToRoot: true,
  run(_, { io }) {
    io.out(`sobremesa ${BUILD}, Deno ${Deno.version.deno}`);
  },
};

/** Replaces each `{{name}}` in `template`. */
function filled(template: string, values: Readonly<Record<string, string>>): string {
  return template.trimEnd().replace(/\{\{(\w+)\}\}/g, (_, name) => values[name]!);
}
