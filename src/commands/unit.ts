import { parseArgs } from "@std/cli";
import type { CommandIo } from "./io.ts";

const USAGE = "usage: sobremesa unit [--user NAME]";
const USER_NAME = /^[a-z_][a-z0-9_-]{0,30}$/;

/**
 * `sobremesa unit [--user NAME]`: prints a hardened systemd unit that runs the program which prints it. Without a user, systemd
 * makes one up for as long as the service runs.
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

/** Undefined where none is named, null where the arguments make no sense. */
function readUser(args: readonly string[]): string | undefined | null {
  let known = true;
  const { user } = parseArgs(args, { string: ["user"], unknown: () => (known = false) });
  if (!known) return null;
  if (user === undefined) return undefined;
  return typeof user === "string" && USER_NAME.test(user) ? user : null;
}

const ENVIRONMENT_FILE = "/etc/sobremesa.env";

function unitText(executable: string, user: string | undefined): string {
  return `# Put this into /etc/systemd/system/sobremesa.service, settings into ${ENVIRONMENT_FILE} (mode 0600), then:
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

${user === undefined ? "DynamicUser=yes" : `User=${user}\nGroup=${user}`}
StateDirectory=sobremesa
StateDirectoryMode=0700
WorkingDirectory=%S/sobremesa
UMask=0077

# The service needs the network, its folder, and /tmp, where libSQL's add-on is unpacked: nothing else.
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
