/** Commands that print what other programs read. */
import { describeApi } from "../app.ts";
import type { Config } from "../config/config.ts";
import { SYSTEM_FILE } from "../config/environment.ts";
import { publicUrl, urlHost } from "../service/listeners.ts";
import { COMMIT, VERSION } from "../service/service.ts";
import { CannotDo, type Command, WrongUsage } from "./command.ts";

const USER_NAME = /^[a-z_][a-z0-9_-]{0,30}$/;

/** The unit's user is a lasting one, so that commands can be run as the owner of the service's folder. */
export const unit: Command = {
  name: "unit",
  usage: "[--user NAME]",
  summary: "print a hardened systemd unit",
  openToRoot: true,
  run({ options: { user = "sobremesa" } }, { io, program }) {
    if (!USER_NAME.test(user)) {
      throw new WrongUsage(
        `--user ${user}: use lower-case letters, digits, - and _, such as sobremesa`,
      );
    }
    io.out(unitText(program, user));
  },
};

/** With the time-outs that keep slow clients from the service, and the variable by which the service believes the proxy. */
export const caddy: Command = {
  name: "caddy",
  usage: "",
  summary: "print a Caddyfile for guests and staff",
  openToRoot: true,
  run(_, context) {
    const config = context.config();
    const { baseUrl, staff } = config;
    if (baseUrl === null || staff.baseUrl === null) throw new CannotDo(MISSING_ADDRESSES);
    context.io.out(caddyfile(config, baseUrl, staff.baseUrl));
  },
};

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
  summary: "tell version, commit and Deno",
  openToRoot: true,
  run(_, { io }) {
    io.out(`sobremesa ${VERSION} (${COMMIT ?? "from its sources"}), Deno ${Deno.version.deno}`);
  },
};

function unitText(executable: string, user: string): string {
  return `# Put this into /etc/systemd/system/sobremesa.service, settings into ${SYSTEM_FILE} (root:${user}, mode 0640), then:
#   useradd --system --user-group --home-dir /var/lib/sobremesa --no-create-home --shell /usr/sbin/nologin ${user}
#   systemctl daemon-reload && systemctl enable --now sobremesa
[Unit]
Description=Sobremesa: menu, delivery prices and reservations of a restaurant
Wants=network-online.target
After=network-online.target

[Service]
Type=exec
EnvironmentFile=-${SYSTEM_FILE}
ExecStart=${executable} serve
# A bad restaurant file makes "systemctl reload" fail with its reason, and the service goes on with the old one.
ExecReload=${executable} check
ExecReload=/bin/kill -HUP $MAINPID
Restart=always
RestartSec=2
TimeoutStopSec=20
LimitNOFILE=65536

User=${user}
Group=${user}
StateDirectory=sobremesa
StateDirectoryMode=0700
WorkingDirectory=%S/sobremesa
UMask=0077

# The service needs the network and its folder: nothing else.
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
PrivateUsers=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
ProcSubset=pid
NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
LockPersonality=yes
RemoveIPC=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallErrorNumber=EPERM
# MemoryDenyWriteExecute is left out: V8 writes the code that it runs, and does not survive it.

[Install]
WantedBy=multi-user.target`;
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
