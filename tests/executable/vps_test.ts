/**
 * Runs the README's commands for a VPS on a temporary copy of this machine's files. Parts that need a real
 * systemd or a domain name are simulated: units are checked and their ExecStart is run, the Caddyfile is validated.
 */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { fileURLToPath } from "node:url";

const README = new URL("../../README.md", import.meta.url);
const EXECUTABLE = Deno.env.get("SOBREMESA");
const SANDBOX = fileURLToPath(new URL("./vps_sandbox.sh", import.meta.url));

if (EXECUTABLE === undefined) throw new Error("SOBREMESA must name the executable to test");

/** The shell commands of the README, in order, below a heading and above the next one. */
async function commandsBelow(heading: string): Promise<string> {
  const text = await Deno.readTextFile(README);
  const [section = ""] = text.split(`\n${heading}\n`)[1]?.split(/^##/m) ?? [];
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

/** The setup command with an owner's answers as options. */
const SETUP =
  `sobremesa setup --name "Casa Ceiba" --address "Calle 60, Mérida" --location "20.967, -89.624" ` +
  `--phone 9991234567 --tariff "3, 40, 10" --radius 8 --public mesa.example --yes ` +
  `--hours "cerrado; 13-23; 13-23; 13-23; 13-17:30, 19-1:30; 13-17:30, 19-1:30; 12-19"`;

Deno.test("the README's commands set up a service on a fresh machine, and the doctor finds no failure", async () => {
  const text = await commandsBelow("## On a VPS");
  const commands = text.replace(/^sobremesa setup$/m, `${SETUP} --replace`);
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
stat -c '%a %U %G' /etc/sobremesa.env
grep -o '"message":"settings".*' /var/log/sobremesa.log | head -1
as_service() { sudo -u sobremesa sobremesa "$@"; }
sobremesa pause 2>&1 || echo "ended with $?"
as_nobody() { setpriv --reuid=65534 --regid=65534 --clear-groups env -i /usr/local/bin/sobremesa "$@"; }
as_nobody pause 2>&1 || echo "closed to others"
as_nobody --version
as_service backup /var/lib/sobremesa/copy.db
as_service pause
sleep 2
curl -sf http://127.0.0.1:8000/api/info | grep -o '"reservas_activas":[a-z]*'
as_service restore /var/lib/sobremesa/copy.db 2>&1 || echo "refused beside the service"
systemctl stop sobremesa
as_service restore /var/lib/sobremesa/copy.db
cp /root/good.json /etc/sobremesa/restaurante.json
systemctl start sobremesa
curl -sf http://127.0.0.1:8000/api/info | grep -o '"reservas_activas":[a-z]*'
as_service staff rotate-key
stat -c '%U %n' /var/lib/sobremesa/staff_key /var/lib/sobremesa/sobremesa.db
rm /usr/local/bin/sobremesa && install -m 0755 sobremesa /usr/local/bin/sobremesa
chown root:root /etc/sobremesa.env
systemctl restart sobremesa && echo "serving again"
grep -o '"message":"settings".*' /var/log/sobremesa.log
`);
  assertEquals(code, 0, `${stdout}\n${stderr}`);
  const [setUp = "", after = ""] = stdout.split("== after\n");
  assert(!/^fail/m.test(setUp), setUp);
  for (
    const check of [
      "configuration",
      "restaurant",
      "database",
      "disk",
      "version",
      "BASE_URL",
      "STAFF_BASE_URL",
      "board",
    ]
  ) {
    assertMatch(setUp, new RegExp(`^ok    ${check}:`, "m"));
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
    /restored .*\nthe database before it is kept as.*\nerasing reaches it too.*\nthe staff's key .*\n"reservas_activas":true\n/,
  );
  assertMatch(after, /^640 root sobremesa$/m);
  assertMatch(
    after,
    /^"message":"settings","source":"\/etc\/sobremesa\.env; variables that are set win"\}$/m,
  );
  assertMatch(
    after,
    /configuration is wrong:\n\/etc\/sobremesa\.env cannot be read: .*\. Run this as the service's user.*\nclosed to others\nsobremesa \d/,
  );
  assertMatch(
    after,
    /^sobremesa: \/var\/lib\/sobremesa belongs to sobremesa: .*\nrun it as that user: sudo -u sobremesa sobremesa pause \.\.\.\nended with 1$/m,
  );
  assertMatch(after, /^sobremesa: The data folder .* is in use .*\nrefused beside the service$/m);
  assertMatch(after, /^sobremesa \S+\/staff_key\nsobremesa \S+\/sobremesa\.db$/m);
  assertMatch(
    after,
    /serving again\n"message":"settings","source":"the environment; \/etc\/sobremesa\.env is closed to this user"\}\n$/,
  );
});

Deno.test("setup and the commands that it prints set up a service on a fresh machine, and the doctor finds no failure", async () => {
  const { code, stdout, stderr } = await onVps(`
set -e
install -m 0755 sobremesa /usr/local/bin/sobremesa
mkdir -p /etc/caddy && echo "# Debian's" > /etc/caddy/Caddyfile
${SETUP} 2>&1 || echo "refused with $?"
ls /etc/sobremesa* 2>/dev/null || echo "nothing written"
${SETUP} --replace > /root/printed
sed -n '/^Sigue, como root/,$ s/^  //p' /root/printed > /root/next.sh
echo "== next"
sh -e /root/next.sh
echo "== after"
curl -sf --cacert /run/authority.crt https://mesa.example/api/info | head -c 40; echo
stat -c '%a %U %G' /etc/sobremesa.env
`);
  assertEquals(code, 0, `${stdout}\n${stderr}`);
  const [before = "", rest = ""] = stdout.split("== next\n");
  assertMatch(before, /Caddyfile exists already .*--replace[^]*refused with 1\nnothing written/);
  const [printed = "", after = ""] = rest.split("== after\n");
  assert(!/^fail/m.test(printed), printed);
  for (const check of ["version", "BASE_URL", "STAFF_BASE_URL", "board", "proxy of mesa.example"]) {
    assertMatch(printed, new RegExp(`^ok    ${check}:`, "m"));
  }
  const [key] = printed.trim().split("\n").slice(-1);
  assert(key!.length >= 16, "the last command shows the staff's key");
  assertMatch(after, /^\{"nombre":"Casa Ceiba"/);
  assertMatch(after, /^640 root sobremesa$/m);
});

Deno.test("it serves from an empty folder, without an environment, as the user nobody, with only its data folder writable", async () => {
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

Deno.test("the doctor finds a disk that is almost full", async () => {
  const { code, stdout, stderr } = await onVps(`
set -e
install -m 0755 sobremesa /usr/local/bin/sobremesa
mkdir -p /srv/small
mount -t tmpfs -o size=50m tmpfs /srv/small
DATA_DIR=/srv/small sobremesa doctor || echo "ended with $?"
`);
  assertEquals(code, 0, `${stdout}\n${stderr}`);
  assertMatch(stdout, /^fail {2}disk: only 0\.1 GB are free in \/srv\/small\n +make room/m);
  assertMatch(stdout, /ended with 1\n$/);
});
