import { type Config, type Environment, readConfig } from "../config/config.ts";
import type { CommandIo } from "./io.ts";
import { urlHost } from "../service/listeners.ts";

/**
 * `sobremesa caddy`: prints a Caddyfile for guests and staff, with the time-outs that keep slow clients from the service, and the
 * variable by which the service believes the proxy.
 *
 * @returns the exit code: 0; 1 where the addresses are not set, 2 when there are arguments
 */
export function caddy(args: readonly string[], environment: Environment, io: CommandIo): number {
  if (args.length > 0) {
    io.err("usage: sobremesa caddy");
    return 2;
  }
  const config = readConfig(environment);
  const { baseUrl, staff } = config;
  if (baseUrl === null || staff.baseUrl === null) {
    io.err(
      "sobremesa: set BASE_URL and STAFF_BASE_URL to the addresses at which guests and staff open the service, " +
        "such as https://mesa.example and https://tablero.mesa.example",
    );
    return 1;
  }
  io.out(caddyfile(config, baseUrl, staff.baseUrl));
  return 0;
}

function caddyfile({ host, port, staff }: Config, guestsUrl: string, staffUrl: string): string {
  return `# /etc/caddy/Caddyfile, for Caddy 2.6 or newer. The service must believe what this proxy says of its guests: in its settings,
#   TRUSTED_PROXIES=127.0.0.1,::1
{
	servers {
		timeouts {
			read_header 5s
			read_body 10s
			idle 1m
		}
		max_header_size 16KB
	}
}

# Guests and their assistants.
${new URL(guestsUrl).origin} {
	encode zstd gzip
	reverse_proxy ${urlHost(host)}:${port}
}

# Staff: their board is a stream that stays open, so each event is passed on at once, and only pages are packed.
${new URL(staffUrl).origin} {
	encode gzip {
		match {
			header Content-Type text/html*
		}
	}
	reverse_proxy ${urlHost(staff.host)}:${staff.port} {
		flush_interval -1
	}
}`;
}
