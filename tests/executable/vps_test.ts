/**
 * The README's way onto a VPS, command by command, on a copy of this machine's files that is gone afterwards. What takes a real
 * systemd or a domain name is stood in for: units are checked and their ExecStart is run, the Caddyfile is validated.
 */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { fileURLToPath } from "node:url";

const README = new URL("../../README.md", import.meta.url);
const EXECUTABLE = Deno.env.get("SOBREMESA");
const SANDBOX = fileURLToPath(new URL("./vps_sandbox.sh", import.meta.url));

if (EXECUTABLE === undefined) throw new Error("SOBREMESA must name the executable to test");

/** The shell commands of the README's section, in order. */
async function vpsCommands(): Promise<string> {
  const text = await Deno.readTextFile(README);
  const [, section = ""] = /^## On a VPS\n(.*?)^## /ms.exec(text) ?? [];
  return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block).join("\n");
}

/** Runs `script` as root on a copy of the machine, with the executable in its folder. */
async function onVps(script: string): Promise<{ code: number; stdout: string; stderr: string }> {
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(`${folder}/script.sh`, script);
  const { code, stdout, stderr } = await new Deno.Command("unshare", {
    args: [
      "--mount",
      "--net",
      "--pid",
      "--fork",
      "--kill-child",
      "sh",
      SANDBOX,
      folder,
      EXECUTABLE!,
    ],
  }).output();
  await Deno.remove(folder, { recursive: true });
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

Deno.test("the README's commands bring a fresh machine to a service that the doctor finds well", async () => {
  const commands = await vpsCommands();
  assertMatch(commands, /systemctl enable --now sobremesa/);
  const { code, stdout, stderr } = await onVps(`
set -e
${commands}
echo "== after"
curl -sf http://127.0.0.1:8000/api/info | head -c 60; echo
curl -s -o /dev/null -w '%{http_code}\\n' http://127.0.0.1:8001/
stat -c '%a %U' /var/lib/sobremesa/staff_key /var/lib/sobremesa/sobremesa.db
systemctl reload sobremesa && echo reloaded
cp /etc/sobremesa/restaurante.json /root/good.json
echo '{}' > /etc/sobremesa/restaurante.json
systemctl reload sobremesa || echo "reload refused"
curl -sf http://127.0.0.1:8000/api/info > /dev/null && echo "still serving"
sobremesa backup /root/copy.db --env /etc/sobremesa.env
sobremesa pause --env /etc/sobremesa.env
sleep 2
curl -sf http://127.0.0.1:8000/api/info | grep -o '"reservas_activas":[a-z]*'
systemctl stop sobremesa
sobremesa restore /root/copy.db --env /etc/sobremesa.env
cp /root/good.json /etc/sobremesa/restaurante.json
systemctl start sobremesa
curl -sf http://127.0.0.1:8000/api/info | grep -o '"reservas_activas":[a-z]*'
sobremesa staff rotate-key --env /etc/sobremesa.env
stat -c '%U %n' /var/lib/sobremesa/staff_key /var/lib/sobremesa/sobremesa.db
rm /usr/local/bin/sobremesa && install -m 0755 sobremesa /usr/local/bin/sobremesa
systemctl restart sobremesa && echo "serving again"
`);
  assertEquals(code, 0, `${stdout}\n${stderr}`);
  const [setUp = "", after = ""] = stdout.split("== after\n");
  assert(!/^fail/m.test(setUp), setUp);
  for (
    const about of [
      "configuration",
      "restaurant",
      "database",
      "disk",
      "owners",
      "port",
      "staff port",
      "proxy",
    ]
  ) {
    assertMatch(setUp, new RegExp(`^ok    ${about}:`, "m"));
  }
  const [key] = setUp.trim().split("\n").slice(-1);
  assert(key!.length >= 16, "the last command shows the staff's key");
  assertMatch(after, /^\{"nombre":/);
  assertMatch(after, /^303$/m);
  assertEquals(after.match(/^600 /gm)?.length, 2);
  assertMatch(after, /reloaded\n/);
  assertMatch(after, /reload refused\nstill serving\n/);
  assertMatch(after, /"reservas_activas":false/);
  assertMatch(
    after,
    /restored .*\nwhat was there is kept as.*\nthe staff's key .*\n"reservas_activas":true\n/,
  );
  // What root has put there is the service's.
  assertMatch(after, /^nobody \S+\/staff_key\nnobody \S+\/sobremesa\.db$/m);
  assertMatch(after, /serving again\n$/);
});

Deno.test("it serves from an empty folder, without an environment, for nobody, where only its data can be written", async () => {
  const { code, stdout, stderr } = await onVps(`
set -e
mkdir -p /srv/data /srv/tmp /srv/empty
install -m 0755 sobremesa /usr/local/bin/sobremesa
mount -t tmpfs tmpfs /srv/data && mount -t tmpfs tmpfs /srv/tmp
chown nobody /srv/data /srv/tmp
mount -o remount,ro /
touch /srv/empty/x 2>/dev/null && { echo "the root can be written"; exit 1; }
cd /srv/empty
setpriv --reuid=65534 --regid=65534 --clear-groups env -i DATA_DIR=/srv/data TMPDIR=/srv/tmp /usr/local/bin/sobremesa serve > /srv/tmp/log 2>&1 &
for _ in $(seq 100); do curl -sf http://127.0.0.1:8000/healthz && break; sleep 0.1; done
curl -sf http://127.0.0.1:8000/api/disponibilidad | head -c 30; echo
ls /srv/data | sort | tr '\\n' ' '
`);
  assertEquals(code, 0, `${stdout}\n${stderr}`);
  assertMatch(stdout, /\{"ok":true\}/);
  assertMatch(stdout, /\{"zona":"America\/Merida"/);
  assertMatch(stdout, /sobremesa\.db .*staff_key/);
});

Deno.test("the doctor, run by root, finds files that the service cannot write, and a disk that is almost full", async () => {
  const { code, stdout, stderr } = await onVps(`
set -e
install -m 0755 sobremesa /usr/local/bin/sobremesa
mkdir -p /srv/data /srv/small
chown nobody /srv/data
install -d -o nobody /srv/data/backups
install -m 0644 -o root /dev/null /srv/data/backups/copy.db
install -m 0664 -o root /dev/null /srv/data/shared
DATA_DIR=/srv/data sobremesa doctor || echo "ended with $?"
chown --recursive --reference=/srv/data /srv/data
DATA_DIR=/srv/data sobremesa doctor | grep owners
echo "== disk"
mount -t tmpfs -o size=50m tmpfs /srv/small
DATA_DIR=/srv/small sobremesa doctor || echo "ended with $?"
`);
  assertEquals(code, 0, `${stdout}\n${stderr}`);
  const [owners = "", disk = ""] = stdout.split("== disk\n");
  assertMatch(
    owners,
    /^fail {2}owners: .*cannot write \/srv\/data\/backups\/copy\.db\n +give .*chown --recursive/m,
  );
  assertMatch(owners, /ended with 1\nok {4}owners: .*\n$/);
  assertMatch(disk, /^fail {2}disk: \/srv\/small can be written, 0\.1 GB are free\n +make room/m);
  assertMatch(disk, /ended with 1\n$/);
});
