/**
 * Runs the README's commands for a VPS on a temporary copy of this machine's files. Parts that need a real
 * systemd or a domain name are simulated: units are checked and their ExecStart is run, the Caddyfile is validated.
 */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { fileURLToPath } from "node:url";
import { pbfFile } from "../support/osm_files.ts";
import { tempFolder } from "../support/temp_folder.ts";
import { EXECUTABLE } from "./_executable.ts";

const README = new URL("../../README.md", import.meta.url);
const SANDBOX = fileURLToPath(new URL("./vps_sandbox.sh", import.meta.url));

/** The shell commands of a page, the README unless it is given, in order, below a heading and above the next one. */
async function commandsBelow(heading: string, page = README): Promise<string> {
  const text = (await Deno.readTextFile(page)).replace(/^ {2}(?=\S)/gm, "");
  const [section = ""] = text.split(`\n${heading}\n`)[1]?.split(/^##/m) ?? [];
  return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block).join("\n");
}

/** Runs `script` as root on a copy of the machine, with the executable and `files` in its folder. */
async function onVps(
  script: string,
  files: Readonly<Record<string, Uint8Array>> = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  await using temp = await tempFolder();
  const folder = temp.path;
  for (const [name, bytes] of Object.entries(files)) {
    await Deno.mkdir(`${folder}/files`, { recursive: true });
    await Deno.writeFile(`${folder}/files/${name}`, bytes);
  }
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
      EXECUTABLE,
    ],
  }).output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** The setup command with an owner's answers as options. */
const SETUP =
  `sobremesa setup --name "Casa Ceiba" --address "Calle 60, Mérida" --town Mérida --location "20.967, -89.624" ` +
  `--phone 9991234567 --tariff "3, 40, 10" --radius 8 --public mesa.example --yes ` +
  `--hours "cerrado; 13-23; 13-23; 13-23; 13-17:30, 19-1:30; 13-17:30, 19-1:30; 12-19"`;

/** A shell's function: asks for one and the same table, which a copy from before its first call does not hold. */
const BOOK = `
set -- $(curl -sf 'http://127.0.0.1:8000/api/disponibilidad?dias=14' |
  grep -o '"dia":"[0-9-]*"[^]]*"horas_reservables":\\["[0-9:]*"' | tail -1 | grep -o '20[0-9-]*\\|[0-9][0-9]:[0-9][0-9]')
day=$1; for hour; do :; done
book() {
  curl -s http://127.0.0.1:8000/api/reserva -d \
    "{\\"dia\\":\\"$day\\",\\"hora\\":\\"$hour\\",\\"personas\\":2,\\"nombre\\":\\"Pech\\",\\"telefono\\":\\"9990000000\\"}" |
    grep -o '"ok":true\\|"repetida":true'
}
`;

/** Runs what a setup that wrote to /root/said has told its owner to do next; here nobody answers what import asks. */
const AS_OWNER = String.raw`
as_owner() {
  grep -v '^\(Con esa\|Para cobrar\)' /root/said | sed -n '/^Sigue, como root/,$ s/^  //p' |
    sed '/ sobremesa import /s/$/ --yes/' > /root/next.sh
  sh -e /root/next.sh
}`;

Deno.test("the README's commands and those of setup make a service on a fresh machine, and the doctor finds no failure", async () => {
  const text = await commandsBelow("## On a VPS");
  // The sandbox has no network.
  const commands = text.replace(/^apt-get update$/m, "")
    .replace(/^sobremesa setup$/m, `${SETUP} --replace > /root/said\nas_owner`);
  assertMatch(commands, /^as_owner$/m);
  const { code, stdout, stderr } = await onVps(`
set -e
${AS_OWNER}
${commands}
echo "== after"
curl -sf http://127.0.0.1:8000/api/info | head -c 60; echo
curl -s -o /dev/null -w '%{http_code}\\n' http://127.0.0.1:8001/
stat -c '%a %U' /var/lib/sobremesa/staff_key /var/lib/sobremesa/sobremesa.db
systemctl reload sobremesa && echo reloaded
echo '{}' > /etc/sobremesa/restaurante.json
echo '{}' > /var/lib/sobremesa/mapa.bin
systemctl reload sobremesa || echo "reload refused"
rm /var/lib/sobremesa/mapa.bin
curl -sf http://127.0.0.1:8000/api/info > /dev/null && echo "still serving"
stat -c '%a %U %G' /etc/sobremesa.env
grep -o '"message":"settings".*' /var/log/sobremesa.log | head -1
as_service() { sudo -u sobremesa sobremesa "$@"; }
sobremesa export 2>&1 || echo "ended with $?"
as_nobody() { setpriv --reuid=65534 --regid=65534 --clear-groups env -i /usr/local/bin/sobremesa "$@"; }
as_nobody export 2>&1 || echo "closed to others"
as_nobody --version
as_service backup /var/lib/sobremesa/copy.db
${BOOK}
book
book
as_service restore /var/lib/sobremesa/copy.db 2>&1 || echo "refused beside the service"
systemctl stop sobremesa
as_service restore /var/lib/sobremesa/copy.db
systemctl start sobremesa
book
as_service staff rotate-key
stat -c '%U %n' /var/lib/sobremesa/staff_key /var/lib/sobremesa/sobremesa.db
rm /usr/local/bin/sobremesa && install -m 0755 sobremesa /usr/local/bin/sobremesa
chown root:root /etc/sobremesa.env
systemctl restart sobremesa && echo "serving again"
grep -o '"message":"settings".*' /var/log/sobremesa.log
`);
  assertEquals(code, 0, `${stdout}\n${stderr}`);
  const [setUp = "", after = ""] = stdout.split("== after\n");
  assert(!/^falla/m.test(setUp), setUp);
  for (
    const check of [
      "configuración",
      "restaurante",
      "base de datos",
      "disco",
      "versión",
      "BASE_URL",
      "STAFF_BASE_URL",
      "tablero",
    ]
  ) {
    assertMatch(setUp, new RegExp(`^bien  ${check}:`, "m"));
  }
  const [key] = setUp.trim().split("\n").slice(-1);
  assert(key!.length >= 16, "the last command shows the staff's key");
  assertMatch(after, /^\{"nombre":/);
  assertMatch(after, /^303$/m);
  assertEquals(after.match(/^600 /gm)?.length, 2);
  assertMatch(after, /reloaded\n/);
  assertMatch(after, /reload refused\nstill serving\n/);
  assertMatch(after, /^"ok":true\n"ok":true\n"repetida":true\n/m);
  assertMatch(
    after,
    /se repuso .*\nla base de antes queda como.*\nlo que se borre.*\nlas claves del personal .*\nen otra máquina .*\n"ok":true\n(?!"repetida)/,
  );
  assertMatch(after, /^640 root sobremesa$/m);
  assertMatch(
    after,
    /^"message":"settings","source":"\/etc\/sobremesa\.env; variables that are set win"\}$/m,
  );
  assertMatch(
    after,
    /la configuración está mal:\n\/etc\/sobremesa\.env no se puede leer: .*\. Córrelo como el usuario del servicio.*\nclosed to others\nsobremesa \d/,
  );
  assertMatch(
    after,
    /^sobremesa: \/var\/lib\/sobremesa es de sobremesa: .*\ncórrelo como ese usuario: sudo -u sobremesa sobremesa export \.\.\.\nended with 1$/m,
  );
  assertMatch(after, /^sobremesa: La carpeta de datos .* la usa .*\nrefused beside the service$/m);
  assertMatch(after, /^sobremesa \S+\/staff_key\nsobremesa \S+\/sobremesa\.db$/m);
  assertMatch(
    after,
    /serving again\n"message":"settings","source":"the environment; \/etc\/sobremesa\.env is closed to this user"\}\n$/,
  );
});

const HALF_HOUR = [
  ...["Casa Ceiba", "Calle 60, Mérida", "Mérida", "20.967, -89.624", "", "", "9991234567", ""],
  ...["cerrado", "13-23", "", "", "13-17:30, 19-1:30", "", "12-19", "", "", "3, 40, 10", "8"],
  "mesa.example",
];
/** For the staff's domain, and for each file but the package's Caddyfile. */
const LAST_ENTERS = 4;
const QUESTIONS_AGAIN = 20;

function enters(count: number): string {
  return "\n".repeat(count);
}

/** The map of one street at the restaurant. */
const TOWN = pbfFile([
  { type: "node", id: 1, lat: 209_670_000, lng: -896_260_000 },
  { type: "node", id: 2, lat: 209_670_000, lng: -896_200_000 },
  { type: "way", id: 8, refs: [1, 2], tags: { highway: "residential", name: "Calle 61" } },
], { timestamp: 1_725_000_000 });

Deno.test("an owner who types Enter has a site with prices, keeps it in a second setup, and moves it to another server", async () => {
  const [leave = "", arrive = ""] = (await commandsBelow("### Another server")).split(
    /(?=^tar -x)/m,
  );
  assertMatch(arrive, /^sobremesa setup$/m);
  const { code, stdout, stderr } = await onVps(
    `
set -e
${AS_OWNER}
install -m 0755 sobremesa /usr/local/bin/sobremesa
cp /etc/caddy/Caddyfile /root/debians
echo "# mine" > /etc/caddy/Caddyfile
${SETUP} 2>&1 || echo "refused with $?"
ls /etc/sobremesa* 2>/dev/null || echo "nothing written"
cp /root/debians /etc/caddy/Caddyfile
umask 077
at_terminal sobremesa setup > /root/said <<'TYPED'
${HALF_HOUR.join("\n")}
${enters(LAST_ENTERS)}TYPED
echo "== next"
as_owner
echo "== after"
cmp /root/debians /etc/caddy/Caddyfile.antes && echo "kept beside"
curl -sf https://mesa.example/api/info | head -c 40; echo
sobremesa map import town.osm.pbf 2>&1 | head -1
sobremesa map import town.osm.pbf --restaurant /etc/sobremesa/restaurante.json | tail -1
systemctl reload sobremesa > /dev/null
price() { curl -sf 'https://mesa.example/api/envio?lat=20.967&lng=-89.622' | grep -o '"costo":[0-9]*'; }
until price; do sleep 0.1; done
cp -a /etc/sobremesa /etc/sobremesa.env /root
echo "== again"
at_terminal sobremesa setup > /root/said <<'TYPED'
${enters(QUESTIONS_AGAIN)}TYPED
sed -n '/Empiezo/,/--from/p; s/: ya está así$/ stays/p' /root/said
diff -r /etc/sobremesa /root/sobremesa && cmp /etc/sobremesa.env /root/sobremesa.env && echo unchanged
stat -c '%a %U %G' /etc/sobremesa.env
as_owner > /dev/null
price
sudo -u sobremesa sobremesa export > served.json
{ printf '\\n\\n\\n\\n\\n9997654321\\n'; printf '${
      "\\n".repeat(QUESTIONS_AGAIN - 5)
    }'; } | at_terminal sobremesa setup --from served.json > /root/said
grep -m1 -o 'Empiezo de [^ ]*json' /root/said
grep -m1 -io 't[^ ]*fono: +.*' /root/said
as_owner > /dev/null
key=$(cat /var/lib/sobremesa/staff_key)
echo "== move"
${leave}
caddy stop > /dev/null 2>&1
mkdir /root/carried && mv copia.db mudanza.tar.gz /root/carried
rm -r /etc/sobremesa /etc/sobremesa.env /var/lib/sobremesa /etc/systemd/system/sobremesa.service /run/caddy
cp /root/debians /etc/caddy/Caddyfile
userdel sobremesa
mv /root/carried/* .
${
      arrive.replace(
        /^sobremesa setup$/m,
        `at_terminal sobremesa setup > /root/said <<'TYPED'\n${enters(QUESTIONS_AGAIN + 1)}TYPED`,
      )
    }
as_owner | tee /root/doctor | grep '^falla' || echo "nothing fails"
[ "$key" = "$(tail -1 /root/doctor)" ] && echo "the same key"
price
curl -sf https://mesa.example/api/info | grep -o '"telefono":"[^"]*'
`,
    { "town.osm.pbf": TOWN },
  );
  assertEquals(code, 0, `${stdout}\n${stderr}`);
  const parts = stdout.split(/^== (?:next|after|again|move)\n/m);
  const [before = "", printed = "", after = "", again = "", moved = ""] = parts;
  assertMatch(before, /Caddyfile ya existe .*--replace[^]*refused with 1\nnothing written/);
  assert(!/^falla/m.test(printed), printed);
  for (
    const check of ["versión", "BASE_URL", "STAFF_BASE_URL", "tablero", "proxy de mesa.example"]
  ) {
    assertMatch(printed, new RegExp(`^bien  ${check}:`, "m"));
  }
  const [key] = printed.trim().split("\n").slice(-1);
  assert(key!.length >= 16, "the last command shows the staff's key");
  assertMatch(
    after,
    /^kept beside\n\{"nombre":"Casa Ceiba.*\nsobremesa map import: di qué guardar, con --restaurant FILE .*\nPara usarlo: systemctl reload sobremesa; .*\n"costo":40\n/,
  );
  assertMatch(
    again,
    /^Empiezo de \/etc\/sobremesa\/restaurante\.json\. [^]*setup --from servido\.json\n(?:\S+ stays\n){4}unchanged\n640 root sobremesa\n"costo":40\n/,
  );
  assertMatch(again, /Empiezo de served\.json\n[Tt]el.fono: \+529991234567 → \+529997654321\n$/);
  assertMatch(moved, /nothing fails\nthe same key\n"costo":40\n"telefono":"\+529997654321\n$/);
});

Deno.test("copies leave the machine by the guide's lines, whatever fails leaves the remote as it was, and a lost machine comes back", async () => {
  const guide = await commandsBelow(
    "## What an owner meets later",
    new URL("../../docs/running.md", import.meta.url),
  );
  const [, send = "", recover = ""] = /^(apt-get install -y rclone[^]*?)(newest=[^]*)$/m.exec(
    guide.replace("https://nube.example/dav", "http://127.0.0.1:8090").replace(
      "pass=CLAVE",
      "pass=abc",
    ),
  ) ?? [];
  const [connect = "", enable = ""] = send.split(/(?=^sobremesa unit)/m);
  assertMatch(enable, /^systemctl enable --now sobremesa-copies\.timer$/m);
  const { code, stdout, stderr } = await onVps(`
set -e
${AS_OWNER}
remote() { find /srv/remote -type f -printf '%P %s %T@\\n' | sort; }
webdav() { rclone serve webdav /srv/remote --addr 127.0.0.1:8090 --user casa --pass "$1" > /dev/null 2>&1 & dav=$!; until curl -s -o /dev/null http://127.0.0.1:8090; do sleep 0.1; done; }
send() { timeout 200 systemctl start sobremesa-copies > /root/sent 2>&1 && echo "sent" || echo "not sent"; }
unchanged() { remote > /root/now; cmp -s /root/before /root/now && echo "remote unchanged" || { echo "remote changed"; cat /root/before /root/now; }; }
install -m 0755 sobremesa /usr/local/bin/sobremesa
${SETUP} --replace > /root/said
as_owner > /dev/null
mkdir /srv/remote && mount -t tmpfs -o size=20m tmpfs /srv/remote
webdav abc
slot() { curl -sf "http://127.0.0.1:8000/api/disponibilidad?dia=$1" | grep -o '"horas_reservables":\\["[^"]*' | grep -o '..:..$'; }
day=$(date -d '+9 days' +%F); while ! slot "$day" > /root/time; do day=$(date -d "$day +1 day" +%F); done
curl -sf http://127.0.0.1:8000/api/reserva -d "{\\"dia\\":\\"$day\\",\\"hora\\":\\"$(cat /root/time)\\",\\"personas\\":2,\\"nombre\\":\\"Borrada Porfavor\\",\\"telefono\\":\\"9995550001\\"}" | grep -o '"ok":true'
${connect}
${enable.replace(/^systemctl start.*$/m, "")}
echo "== none"
remote > /root/before
send; cat /root/sent; unchanged
copies=/var/lib/sobremesa/backups
copy=$copies/sobremesa-$(date -u +%F).db
sudo -u sobremesa mkdir -p $copies
sudo -u sobremesa sobremesa backup $copy > /dev/null
send
remote > /root/before
wc -l < /root/before
echo "== refused"
sudo -u sobremesa mv $copies /var/lib/sobremesa/unmounted; sudo -u sobremesa mkdir $copies
send; unchanged
rmdir $copies; sudo -u sobremesa mv /var/lib/sobremesa/unmounted $copies
sudo -u sobremesa cp $copy /var/lib/sobremesa/good
sudo -u sobremesa dd if=/dev/zero of=$copy bs=4096 seek=1 count=3 conv=notrunc 2> /dev/null
send; grep -o 'no es una copia sana' /root/sent; unchanged
sudo -u sobremesa mv /var/lib/sobremesa/good $copy
kill $dav; wait $dav || true; webdav other; send; unchanged
kill $dav; wait $dav || true; webdav abc
echo "== erased"
sudo -u sobremesa sobremesa purge --phone 9995550001 --upcoming > /dev/null
size() { find /srv/remote -type f -printf '%s\\n'; }
size > /root/size; send; size | cmp - /root/size && echo "same size"
$rc cat copias:$(basename $copy) > /root/there.db; cmp /root/there.db $copy && echo "erased there"
grep -c 'Borrada Porfavor' /root/there.db || true
remote > /root/before
echo "== killed and full"
sudo -u sobremesa cp $copy $copies/sobremesa-2026-01-01.db
sudo -u sobremesa sqlite3 $copies/sobremesa-2026-01-01.db 'CREATE TABLE large AS SELECT randomblob(30000000) AS bytes'
send; grep -o "no space left\\|Insufficient Storage\\|507\\|Internal Server Error" /root/sent | head -1; $rc lsf copias:
rm $copies/sobremesa-2026-01-01.db
sudo -u sobremesa dd if=/dev/urandom of=$copies/sobremesa-2026-01-02.db bs=1M count=9 2> /dev/null
(sudo -u sobremesa env RCLONE_BWLIMIT=1M rclone --config /var/lib/sobremesa/rclone.conf copy $copies/sobremesa-2026-01-02.db copias: & sleep 2; kill -9 $!; wait) > /dev/null 2>&1 || true
rm $copies/sobremesa-2026-01-02.db
send
$rc lsf copias:
echo "== lost"
kept=$(sudo -u sobremesa sobremesa export | md5sum)
systemctl stop sobremesa; caddy stop > /dev/null 2>&1
rm -r /etc/sobremesa /etc/sobremesa.env /var/lib/sobremesa /etc/systemd/system/sobremesa* /run/caddy
userdel sobremesa
useradd --system --user-group --home-dir /var/lib/sobremesa --no-create-home --shell /usr/sbin/nologin sobremesa
${connect}
${
    recover.replace(
      /^sobremesa setup .*$/m,
      `{ printf '${"\\n".repeat(18)}mesa.example\\n'; printf '${
        "\\n".repeat(5)
      }'; } | at_terminal sobremesa setup --from servido.json > /root/said`,
    )
  }
as_owner > /root/doctor
[ "$kept" = "$(sudo -u sobremesa sobremesa export | md5sum)" ] && echo "the same restaurant"
curl -sf https://mesa.example/api/info | head -c 22; echo
sudo -u sobremesa mkdir -p $copies
sudo -u sobremesa sobremesa backup $copy > /dev/null
${enable}
echo "sent again"
`);
  assertEquals(code, 0, `${stdout}\n${stderr}`);
  const [connected = "", none = "", refused = "", erased = "", broken = "", lost = ""] = stdout
    .split(/^== .*\n/m);
  assertMatch(connected, /^"ok":true$/m);
  assertMatch(none, /^not sent\n.*no hay ninguna copia.*\nremote unchanged\nsent\n1\n$/);
  const stays = "not sent\nremote unchanged\n";
  const damaged = "not sent\nno es una copia sana\nremote unchanged\n";
  assertEquals(refused, stays + damaged + stays, "empty, damaged, wrong password");
  assertEquals(erased, "sent\nsame size\nerased there\n0\n");
  assertMatch(
    broken,
    /^not sent\n[^]*sobremesa-\d{4}.*\.db\nsent\nsobremesa-\d{4}-\d\d-\d\d\.db\n$/,
  );
  assertMatch(
    lost,
    /la clave nueva está en .*\nthe same restaurant\n\{"nombre":"Casa Ceiba"\nsent again\n$/,
  );
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
  assertMatch(stdout, /^falla disco: quedan solo 0\.1 GB en \/srv\/small\n +haz lugar/m);
  assertMatch(stdout, /ended with 1\n$/);
});
