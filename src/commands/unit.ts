import { parseArgs } from "@std/cli";
import type { CommandIo } from "./io.ts";

const USAGE = "usage: sobremesa unit [--user NAME]";
const USER_NAME = /^[a-z_][a-z0-9_-]{0,30}$/;
const DEFAULT_USER = "sobremesa";

/**
 * `sobremesa unit [--user NAME]`: prints a hardened systemd unit that runs the program which prints it as a system user, `sobremesa`
 * where none is named. A lasting user, so that commands can be run as the owner of the service's folder.
 *
 * @param executable path of this program
 * @returns the exit code: 0, or 2 when the arguments make no sense
 */
export function unit(args: readonly string[], io: CommandIo, executable: string): number {
  const user = readUser(args);
  if (user === null) {
    io.err(USAGE);
    return 2;
  }
  io.out(unitText(executable, user));
  return 0;
}

/** Null where the arguments make no sense. */
function readUser(args: readonly string[]): string | null {
  let known = true;
  const { user = DEFAULT_USER } = parseArgs(args, {
    string: ["user"],
    unknown: () => (known = false),
  });
  if (!known) return null;
  return typeof user === "string" && USER_NAME.test(user) ? user : null;
}

const ENVIRONMENT_FILE = "/etc/sobremesa.env";

function unitText(executable: string, user: string): string {
  return `# Put this into /etc/systemd/system/sobremesa.service, settings into ${ENVIRONMENT_FILE} (root:${user}, mode 0640), then:
#   useradd --system --user-group --home-dir /var/lib/sobremesa --no-create-home --shell /usr/sbin/nologin ${user}
#   systemctl daemon-reload && systemctl enable --now sobremesa
[Unit]
Description=Sobremesa: menu, delivery prices and reservations of a restaurant
Wants=network-online.target
After=network-online.target

[Service]
Type=exec
EnvironmentFile=-${ENVIRONMENT_FILE}
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
