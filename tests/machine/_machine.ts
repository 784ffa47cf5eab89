/** Debian in a container, with its own systemd and a network that holds itself alone, on an overlay of MACHINE's files. */
import { assertEquals } from "@std/assert";
import { EXECUTABLE } from "../executable/_executable.ts";
import type { Browser } from "playwright-core";
import { launchChromium } from "../support/chromium.ts";
import { eventually } from "../support/eventually.ts";
import { tempFolder } from "../support/temp_folder.ts";

const base = Deno.env.get("MACHINE");
if (base === undefined) {
  throw new Error("MACHINE must name the folder of a Debian: .ci/machine makes one");
}

/** The names that lead to each machine, as a DNS would. */
const HOSTS = `127.0.0.1 localhost\n127.0.0.1 mesa.example tablero.mesa.example blog.example\n`;

export interface Machine extends AsyncDisposable {
  /** Runs a script as root, in root's folder. @returns what it wrote, errors too; fails unless it ends with `code` */
  run(script: string, code?: number): Promise<string>;
  /** Writes a file. */
  put(path: string, bytes: Uint8Array): Promise<void>;
  /** A browser in its network, which knows no other. It believes the certificates of the machine's own authority. */
  browse(): Promise<Browser>;
  /** The path by which this machine reaches a file of that one. */
  path(inside: string): string;
}

/** Boots a fresh machine, with the executable in root's folder as downloaded. */
export async function bootMachine(): Promise<Machine> {
  await using opened = new AsyncDisposableStack();
  const { path: folder } = opened.use(await tempFolder());
  const boot = `mount -t tmpfs tmpfs ${folder} && cd ${folder} && mkdir upper work root &&
    mount -t overlay overlay -o lowerdir=${base},upperdir=upper,workdir=work root &&
    exec systemd-nspawn --directory root --boot --quiet --register=no --keep-unit --private-network`;
  const container = new Deno.Command("setsid", {
    args: ["unshare", "--mount", "--propagation", "private", "sh", "-c", boot],
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  opened.defer(async () => {
    container.kill("SIGKILL");
    await container.status;
  });
  const leader = await firstProcess(container.pid);
  opened.defer(() => Deno.kill(leader, "SIGKILL"));
  const inside = [
    "--target",
    String(leader),
    "--mount",
    "--uts",
    "--ipc",
    "--net",
    "--pid",
    "--cgroup",
    "--",
  ];
  const run = async (script: string, code = 0, input?: Uint8Array): Promise<string> => {
    const command = new Deno.Command("nsenter", {
      args: [
        ...inside,
        "env",
        "-i",
        PATH,
        "HOME=/root",
        "TERM=dumb",
        "sh",
        "-c",
        `cd /root\n${script}`,
      ],
      stdin: input === undefined ? "null" : "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    if (input !== undefined) {
      await new Blob([input as Uint8Array<ArrayBuffer>]).stream().pipeTo(command.stdin);
    }
    const { code: ended, stdout, stderr } = await command.output();
    const text = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("");
    assertEquals(ended, code, `${script}\n${text}`);
    return text;
  };
  const put = async (path: string, bytes: Uint8Array) => void await run(`cat > ${path}`, 0, bytes);
  await eventually(() =>
    run("systemctl is-system-running | grep -q 'running\\|degraded'").then(() => true, () => false)
  );
  await run(`printf '${HOSTS}' > /etc/hosts; echo "127.0.0.1 $(hostname)" >> /etc/hosts`);
  // With the loopback alone, a browser takes itself for offline.
  await run(
    "ip link add card type veth peer name cable && ip link set card up && ip link set cable up",
  );
  await run("ip addr add 192.0.2.2/24 dev card");
  await put("/root/sobremesa", await Deno.readFile(EXECUTABLE));
  await run("chmod 0755 sobremesa");
  const all = opened.move();
  return {
    run,
    put,
    async browse() {
      const wrapper = `${folder}-chromium`;
      const line = `exec nsenter --target ${leader} --net -- /usr/bin/chromium "$@"`;
      await Deno.writeTextFile(wrapper, `#!/bin/sh\n${line}\n`, { mode: 0o755 });
      all.defer(() => Deno.remove(wrapper));
      const names = "--host-resolver-rules=MAP *.example 127.0.0.1";
      return await launchChromium({
        executablePath: wrapper,
        own: ["--ignore-certificate-errors", names],
      });
    },
    path: (inside) => `/proc/${leader}/root${inside}`,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

const PATH = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** The first process of the container. */
async function firstProcess(container: number): Promise<number> {
  let found = "";
  await eventually(async () => {
    const { stdout } = await new Deno.Command("pgrep", {
      args: ["-P", String(container), "-x", "systemd"],
    }).output();
    found = new TextDecoder().decode(stdout).trim();
    return found !== "";
  });
  return Number(found);
}
