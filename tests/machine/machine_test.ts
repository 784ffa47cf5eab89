/** The README's way onto a VPS, and the guide's ways from there, on booted machines, word by word. */
import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { SAMPLE_FILE_TEXT } from "../../src/restaurant/load.ts";
import { pbfFile } from "../support/osm_files.ts";
import { tempFolder } from "../support/temp_folder.ts";
import type { Page } from "playwright-core";
import { openStep, take } from "../staff/_first_steps.ts";
import { bootMachine, type Machine } from "./_machine.ts";

/** The blocks of shell commands below a heading of a page, in order, each without its indent. */
async function blocksBelow(heading: string, page: string): Promise<string[]> {
  const text = await Deno.readTextFile(new URL(`../../${page}`, import.meta.url));
  const [, after = ""] = text.split(`\n${heading}\n`);
  const [section = ""] = after.split(/^##/m);
  return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = ""]) => block);
}

/** The owner's other site, and an authority of Caddy's own, which the machine trusts. */
const OWNERS_CADDYFILE = "{\n\tlocal_certs\n}\n\nblog.example {\n\trespond blog\n}\n";
const AUTHORITY = "/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt";
const TRUST = `
systemctl restart caddy
for _ in $(seq 100); do [ ! -e ${AUTHORITY} ] || break; sleep 0.1; done
install -m 0644 ${AUTHORITY} /usr/local/share/ca-certificates/caddy.crt
update-ca-certificates > /dev/null 2>&1`;

const bytes = (text: string) => new TextEncoder().encode(text);

/** Runs `setup` at a terminal, with Enter at the second question. */
function askedAtTerminal(name: string): string {
  return `printf '${name}\\n\\n' | script -qec ./sobremesa\\ setup /dev/null`;
}

/** The README's three commands. @param name what is typed at the first question @returns what the script says */
async function install(machine: Machine, name = "mesa.example"): Promise<string> {
  const [block = ""] = await blocksBelow("## On a VPS", "README.md");
  const [caddy = "", setup, script = "", ...more] = block.trim().split("\n");
  assertEquals([setup, more], ["./sobremesa setup", []]);
  await machine.run(caddy);
  await machine.put("/etc/caddy/Caddyfile", bytes(OWNERS_CADDYFILE));
  await machine.run(TRUST);
  const said = await machine.run(askedAtTerminal(name));
  assertMatch(said, /^ +sh install-sobremesa\.sh\s*$/m);
  return await machine.run(script);
}

/** A restaurant that is open all day, with delivery. */
const RESTAURANT = {
  ...JSON.parse(SAMPLE_FILE_TEXT),
  nombre: "Casa Ceiba",
  telefono: "9991234567",
  ubicacion: { lat: 20.967, lng: -89.624 },
  presentacion: {},
};

/** Installs with a restaurant's file, from which the database begins. */
async function installServing(machine: Machine): Promise<void> {
  await machine.put("/etc/casa.json", bytes(JSON.stringify(RESTAURANT)));
  await machine.put("/etc/sobremesa.env", bytes("RESTAURANT_FILE=/etc/casa.json\n"));
  await install(machine);
}

/** Takes the first steps that a table needs, as an owner types them. */
async function beginRestaurant(page: Page): Promise<void> {
  await take(page, "Nombre, teléfono", {
    nombre: "La Lupita",
    telefono: "999 111 2233",
    direccion: "Calle 60 500, Centro",
    ciudad: "Mérida",
    ubicacion: "20.967, -89.6237",
    zona: "Yucatán",
  });
  const days = ["lunes", "martes", "miercoles", "jueves", "viernes", "sabado", "domingo"];
  const hours = days.map((day, n) => [`horario.${day}`, n === 0 ? "1pm-11pm" : "igual"]);
  await take(page, "Horario", Object.fromEntries(hours));
  await openStep(page, "Abrir las reservaciones");
  await page.getByRole("button", { name: "Sí, abrir" }).click();
  await page.getByText("Reservaciones").first().waitFor();
}

/** Asks for one and the same table, of the first hour of the last day that has one. @returns the answer */
async function book({ run }: Machine): Promise<Record<string, unknown>> {
  const { dias } = JSON.parse(await run("curl -s https://mesa.example/api/disponibilidad?dias=14"));
  const { dia, horas_reservables: [hora] } = dias.findLast((
    { horas_reservables: hours }: { horas_reservables: readonly string[] },
  ) => hours.length > 0);
  const asked = { dia, hora, personas: 2, nombre: "Itzel Movida", telefono: "9990000000" };
  return JSON.parse(
    await run(`curl -s https://mesa.example/api/reserva -d '${JSON.stringify(asked)}'`),
  );
}

Deno.test("three commands and two answers make a service that the doctor finds well, beside the owner's other site", async (test) => {
  await using machine = await bootMachine();
  const said = await install(machine);
  assert(!/^falla/m.test(said), said);
  for (
    const about of ["servicio", "BASE_URL", "STAFF_BASE_URL", "tablero", "proxy de mesa.example"]
  ) {
    assertMatch(said, new RegExp(`^bien  ${about}:`, "m"));
  }
  assertMatch(said, /^El tablero: https:\/\/tablero\.mesa\.example\nSu clave: \S{16,}\n$/m);
  assertEquals(await machine.run("curl -s https://blog.example"), "blog");
  assertEquals(
    await machine.run(
      "stat -c '%a %U:%G' /etc/sobremesa.env /var/lib/sobremesa /var/lib/sobremesa/staff_key",
    ),
    "640 root:sobremesa\n700 sobremesa:sobremesa\n600 sobremesa:sobremesa\n",
  );

  await test.step("the first steps in the browser lead to a table", async () => {
    await using browser = await machine.browse();
    const page = await browser.newPage();
    await page.goto("https://tablero.mesa.example");
    await page.getByLabel("Clave").fill(
      (await machine.run("cat /var/lib/sobremesa/staff_key")).trim(),
    );
    await page.getByLabel("nombre").fill("Lupita");
    await page.getByRole("button", { name: "Entrar" }).click();
    await beginRestaurant(page);
    const held = await book(machine);
    assertEquals(held.ok, true, JSON.stringify(held));
  });

  await test.step("root's commands run as the service's user, with root's files", async () => {
    await machine.run(
      "umask 077; sobremesa export > casa.json; sed -i 's/Lupita/Ceiba/' casa.json",
    );
    assertMatch(await machine.run("sobremesa import casa.json"), /Ceiba[^]*--yes lo importa/);
    assertMatch(await machine.run("sobremesa import casa.json --yes"), /Importado/);
    // A file may have a command's name.
    assertMatch(await machine.run("touch check; sobremesa check casa.json; rm check"), /Ceiba/);
    const named = "sobremesa --env /etc/sobremesa.env check casa.json";
    assertMatch(await machine.run(named), /Ceiba/);
    await machine.run("umask 022; sobremesa backup copia.db && sobremesa backup copia.db", 1);
    assertEquals(await machine.run("stat -c '%a %U' copia.db"), "600 root\n");
    assertMatch(await machine.run("sobremesa restore copia.db", 1), /la usa/);
    await machine.run(`echo 'of root alone' > secret; chmod 600 secret
ln -s /root/secret /var/lib/sobremesa/link.db; ! sobremesa check /var/lib/sobremesa/link.db > said 2>&1
! grep 'of root' said; rm /var/lib/sobremesa/link.db`);
    assertEquals(await machine.run("find /var/lib/sobremesa ! -user sobremesa"), "");
    const direct = "/usr/local/lib/sobremesa/sobremesa export";
    assertMatch(await machine.run(direct, 1), /root no toca nada ahí/);
    assertMatch(
      await machine.run(`setpriv --reuid=65534 --clear-groups ${direct}`, 1),
      /no se puede leer/,
    );
  });

  /** When Caddy last started, ended or read its files. */
  const caddyChanged = () => machine.run("systemctl show caddy -p StateChangeTimestampMonotonic");

  await test.step("Caddy's files stay as they were where the new ones are refused or cannot be made", async () => {
    await machine.run(
      "cp /etc/caddy/sobremesa.caddy before; echo RETENTION_DAYS=nunca >> /etc/sobremesa.env",
    );
    assertMatch(await machine.run("sh install-sobremesa.sh", 1), /RETENTION_DAYS/);
    await machine.run("cmp before /etc/caddy/sobremesa.caddy && ! ls /etc/caddy/*.before");
    await machine.run(unset("RETENTION_DAYS"));
    await machine.run(
      "sed -i '/^import/d' /etc/caddy/Caddyfile && echo 'broken {' >> /etc/caddy/Caddyfile && cp /etc/caddy/Caddyfile before",
    );
    assertMatch(await machine.run("sh install-sobremesa.sh", 1), /quedó como estaba/);
    await machine.run("cmp before /etc/caddy/Caddyfile && ls /etc/caddy/sobremesa.caddy");
    await machine.run("sed -i '$ d' /etc/caddy/Caddyfile && sh install-sobremesa.sh");
    // As a run that was killed before Caddy read the files leaves them.
    const before = await caddyChanged();
    await machine.run("touch /etc/caddy/Caddyfile.before && sh install-sobremesa.sh");
    assertNotEquals(await caddyChanged(), before);
    await machine.run("! ls /etc/caddy/*.before");
  });

  await test.step("another name is another restaurant, unless the owner says otherwise", async () => {
    const other = await machine.run(
      "./sobremesa setup --public otra.example --staff a.otra.example",
      1,
    );
    assertMatch(other, /Aquí ya está mesa\.example|aquí está mesa\.example/);
    await machine.run("cp /etc/sobremesa.env before && ls install-sobremesa.sh");
  });

  await test.step("an upgrade under load loses no request, and no setting of the owner's", async () => {
    await machine.run(
      "echo RETENTION_DAYS=90 >> /etc/sobremesa.env; grep -c import /etc/caddy/Caddyfile",
    );
    const held = await book(machine);
    // A reload may lose a connection that has just begun: there is none where nothing of Caddy's changes.
    const before = await caddyChanged();
    const answers = await machine.run(`
visit() { while [ ! -e done ]; do curl -s -o /dev/null -w '%{http_code} %{errormsg}\\n' "$@"; done; }
for n in 1 2 3; do visit https://mesa.example/api/info >> codes & done
visit https://mesa.example/api/envio?lat=20.97\\&lng=-89.62 >> codes &
${askedAtTerminal("")} > /dev/null
sh install-sobremesa.sh > said || cat said
touch done
wait
sort codes | uniq -c`);
    assertMatch(answers, /^ *\d+ 200 \n$/);
    assertEquals(await caddyChanged(), before);
    assertEquals(
      await machine.run("grep -c '^import sobremesa.caddy$' /etc/caddy/Caddyfile"),
      "1\n",
    );
    assertMatch(await machine.run("cat /etc/sobremesa.env"), /RETENTION_DAYS=90/);
    assertEquals((await book(machine)).folio, held.folio);
  });
});

interface State {
  readonly make: string | ((machine: Machine) => Promise<unknown>);
  /** What the doctor says of it, at the beginning of a line. */
  readonly says: RegExp;
  /** What its owner does before the remedy's commands are typed; alone if the remedy has none. */
  readonly edit?: string;
  /** What the test does in place of what cannot be typed here. */
  readonly mend?: (machine: Machine) => Promise<void>;
  readonly typed?: (commands: readonly string[]) => readonly string[];
}

const DATABASE = "/var/lib/sobremesa/sobremesa.db";

/** Changes the database of a service that stops for it. */
async function changeDatabase({ run, path, put }: Machine, sql: string): Promise<void> {
  await run("systemctl stop sobremesa");
  await using folder = await tempFolder();
  const copy = `${folder.path}/copy.db`;
  await Deno.writeFile(copy, await Deno.readFile(path(DATABASE)));
  const database = new DatabaseSync(copy);
  database.exec(`PRAGMA journal_mode = DELETE; ${sql}`);
  database.close();
  await put(DATABASE, await Deno.readFile(copy));
}

const set = (line: string) => `echo ${line} >> /etc/sobremesa.env; systemctl restart sobremesa`;
const unset = (name: string) => `sed -i '/^${name}=/d' /etc/sobremesa.env`;

const OLD = 1_600_000_000;
const [LAT, LNG] = [209_670_000, -896_240_000];

/** An extract of a street at the restaurant's place, and of two avenues that cross, on it or away from it. */
function extract(away: number | null, seconds = Math.floor(Date.now() / 1_000)): Uint8Array {
  const node = (id: number, lat: number, lng: number) =>
    ({ type: "node", id, lat: LAT + lat, lng: LNG + lng }) as const;
  const way = (id: number, refs: number[]) =>
    ({ type: "way", id, refs, tags: { highway: "residential", name: `Calle ${id}` } }) as const;
  const street = [node(1, 0, -20_000), node(2, 0, 20_000), way(61, [1, 9, 2])];
  const far = away === null ? [] : [
    ...[node(3, 200_000, away), node(4, -200_000, away), node(7, away, away)],
    ...[node(5, away, 200_000), node(6, away, -200_000)],
    ...[way(60, [3, 7, 4]), way(59, [5, 7, 6]), ...away === 0 ? [way(58, [9, 7])] : []],
  ];
  return pbfFile([node(9, 0, 1_000), ...street, ...far], { timestamp: seconds });
}

const EXTRACTS = {
  "street": extract(null),
  "town": extract(0),
  "old": extract(0, OLD),
  "isle": extract(50_000),
};

/** Reads an extract of the test's in place of the download. */
const fromFile = (name: keyof typeof EXTRACTS) => (commands: readonly string[]) =>
  commands.map((line) => line.replace(/^curl .* \|/, `cat ${name}.osm.pbf |`));
const importing = (name: keyof typeof EXTRACTS) => `sobremesa map import ${name}.osm.pbf`;

const TO_HTTPS = "sed -i 's#^BASE_URL=http:#BASE_URL=https:#' /etc/sobremesa.env";
const BACKUPS = "/var/lib/sobremesa/backups";
/** What is answered to rclone's questions. */
const REMOTE =
  `rc="setpriv --reuid=sobremesa --regid=sobremesa --init-groups rclone --config /var/lib/sobremesa/rclone.conf"
$rc config create nube webdav url=http://127.0.0.1:8090 vendor=other user=casa pass=abc --obscure
$rc config create copias crypt remote=nube:sobremesa password=OTRA-CLAVE --obscure`;
const leap = (days: number) =>
  `UPDATE settings SET value = json_set(value, '$.newest', (value ->> 'newest') + ${days} * 86400000) WHERE name = 'clock'`;

/** Each is made, told, mended by what is told, and gone. */
const STATES: Readonly<Record<string, State>> = {
  "the service is stopped": {
    make: "systemctl stop sobremesa",
    says: /^falla servicio: .*no responde/m,
  },
  "settings that the service cannot read": {
    make: "chown root:root /etc/sobremesa.env; chmod 600 /etc/sobremesa.env",
    says: /^falla configuración: \/etc\/sobremesa\.env no se puede leer/m,
  },
  "files of root in the service's folder": {
    make:
      "systemctl stop sobremesa; chown root:root /var/lib/sobremesa/sobremesa.db; chmod 600 /var/lib/sobremesa/sobremesa.db",
    says: /^falla base de datos:/m,
  },
  "a folder of root's": {
    make:
      "systemctl stop sobremesa; chown root:root /var/lib/sobremesa; chmod 755 /var/lib/sobremesa",
    says: /^falla disco: no se puede escribir/m,
  },
  "no copy yet": {
    make: "rm -rf /var/lib/sobremesa/backups",
    says: /^aviso copias: todavía no hay/m,
  },
  "a damaged database": {
    make:
      "sobremesa backup; systemctl stop sobremesa; dd if=/dev/zero of=/var/lib/sobremesa/sobremesa.db bs=4096 seek=1 count=9 conv=notrunc 2> /dev/null; systemctl start sobremesa",
    says: /^falla base de datos: .*dañada/m,
  },
  "a database of a newer version": {
    make: (machine) =>
      changeDatabase(machine, "INSERT INTO schema_steps (step, at) VALUES (99, 1)"),
    // Here in place of the newer executable.
    mend: (machine) => changeDatabase(machine, "DELETE FROM schema_steps WHERE step = 99"),
    says: /^falla base de datos: .*versión más nueva/m,
  },
  "another program at the port": {
    make:
      "systemctl stop sobremesa; mkdir -p other; DATA_DIR=/root/other /usr/local/lib/sobremesa/sobremesa serve --env /dev/null > /dev/null 2>&1 & sleep 2; systemctl start sobremesa",
    says: /^falla servicio: .*responde otro programa/m,
    typed: ([listeners = "", ...others]) => [
      `${listeners} | grep -o 'pid=[0-9]*' | head -1 | tr -dc 0-9 | xargs kill`,
      "sleep 1",
      ...others,
    ],
  },
  "a board that is open to the network": {
    make: set("STAFF_HOST=0.0.0.0"),
    says: /^aviso STAFF_HOST: .*abierto/m,
  },
  "an address without encryption": {
    make:
      "sed -i 's#^BASE_URL=https#BASE_URL=http#' /etc/sobremesa.env; systemctl restart sobremesa",
    says: /^(aviso|falla) BASE_URL:/m,
    typed: (commands) => commands.length > 0 ? commands : [TO_HTTPS],
  },
  "an alert's address that is not there": {
    make: set("ALERT_URL=http://127.0.0.1:9/"),
    says: /^aviso ALERT_URL: .*no contesta/m,
    edit: unset("ALERT_URL"),
  },
  "a setting that is wrong": {
    make: "echo RETENTION_DAYS=nunca >> /etc/sobremesa.env",
    says: /^falla configuración: RETENTION_DAYS/m,
    edit: unset("RETENTION_DAYS"),
  },
  "a setting that does not exist": {
    make: set("RETENTION_DAY=30"),
    says: /^aviso configuración, RETENTION_DAY: /m,
    edit: `${unset("RETENTION_DAY")}; systemctl restart sobremesa`,
  },
  "Caddy is stopped": {
    make: "systemctl stop caddy",
    says: /^falla BASE_URL: .*no tiene quien conteste/m,
  },
  "a name that no DNS knows": {
    make: "cp /etc/hosts hosts; sed 's/tablero.mesa.example//' hosts > /etc/hosts",
    says: /^falla STAFF_BASE_URL: .*ningún DNS conoce el nombre/m,
    edit: "cat hosts > /etc/hosts",
  },
  "a certificate that browsers refuse": {
    make:
      "rm /usr/local/share/ca-certificates/caddy.crt; update-ca-certificates --fresh > /dev/null 2>&1",
    says: /^falla BASE_URL: .*certificado/m,
    edit:
      `install -m 0644 ${AUTHORITY} /usr/local/share/ca-certificates/caddy.crt; update-ca-certificates > /dev/null 2>&1`,
  },
  "a key's file that holds another key": {
    make: "echo AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA > /var/lib/sobremesa/staff_key",
    says: /^aviso clave: /m,
  },
  "a disk that is almost full": {
    make: `mkdir -p /srv/small; mount -t tmpfs -o size=50m tmpfs /srv/small
chown sobremesa: /srv/small; cp /etc/sobremesa.env kept.env
sed -i 's#^DATA_DIR=.*#DATA_DIR=/srv/small#' /etc/sobremesa.env`,
    says: /^falla disco: quedan solo 0\.\d GB en \/srv\/small/m,
    edit: "cat kept.env > /etc/sobremesa.env",
  },
  "a map that cannot be used": {
    make: "echo x > /var/lib/sobremesa/mapa.bin; systemctl reload sobremesa || :",
    says: /^falla mapa:/m,
    typed: fromFile("town"),
  },
  "no map": {
    make: "rm /var/lib/sobremesa/mapa.bin",
    says: /^aviso mapa: no hay/m,
    typed: fromFile("town"),
  },
  "a map that ends within the radius": {
    make: importing("street"),
    says: /^aviso mapa: .*se llega al 100 %/m,
    typed: fromFile("town"),
  },
  "a map of old data": {
    make: importing("old"),
    says: /^aviso mapa: .*hace \d{3,} días/m,
    typed: fromFile("town"),
  },
  "a place that most streets are cut off from": {
    make: importing("isle"),
    says: /^aviso mapa: .*se llega al [0-9] %/m,
    // No line moves a restaurant: the board's form does, and here a map on which it is not cut off.
    edit: importing("town"),
  },
  "no copy elsewhere": {
    make: ":",
    says: /^aviso copias fuera: no hay/m,
    typed: ([install = "", , ...others]) => [install, remote(), REMOTE, ...others],
  },
  "copies that left days ago": {
    make: "touch -d '4 days ago' /var/lib/sobremesa/copies_sent",
    says: /^aviso copias fuera: salieron por última vez/m,
  },
  "copies that never left": {
    make:
      "cd /var/lib/sobremesa; rm copies_sent; install -o sobremesa -g sobremesa /dev/null copies_sending",
    says: /^aviso copias fuera: nunca salió ninguna/m,
  },
  "a copy of days ago": {
    make:
      `sobremesa backup; mv ${BACKUPS}/sobremesa-hora-*.db /root/day.db; rm -f ${BACKUPS}/*.db; mv /root/day.db ${BACKUPS}/sobremesa-$(date -u -d '5 days ago' +%F).db`,
    says: /^aviso copias: 1 copia, la última de la noche/m,
  },
  "a proxy that is not believed": {
    make: `${unset("TRUSTED_PROXIES")}; systemctl restart sobremesa; sobremesa doctor --wait || :`,
    says: /^aviso proxy de mesa\.example: .*no se le cree/m,
  },
  "a proxy that passes no address on": {
    make:
      "sed -i 's/reverse_proxy .*{/&\\n\\t\\theader_up -X-Forwarded-For/' /etc/caddy/sobremesa.caddy; systemctl reload caddy",
    says: /^aviso proxy de mesa\.example: .*no pasa la dirección/m,
  },
  "the board under the guests' name": {
    make:
      "sed -i '0,/127.0.0.1:8000/s//127.0.0.1:8001/' /etc/caddy/sobremesa.caddy; systemctl reload caddy",
    says: /^falla tablero: los comensales llegan/m,
  },
  "another version that runs": {
    // The same, by another name of its commit.
    make:
      `cd /usr/local/lib/sobremesa; build=$(sobremesa --version | grep -o '([0-9a-f]*' | tr -d '(')
sed "s/$build/$(echo $build | tr 0-9a-f 1-9a-f0)/g" sobremesa > new; chmod 755 new; mv new sobremesa`,
    says: /^aviso servicio: corre .*y está instalada/m,
  },
  "a clock behind the newest time that was seen": {
    make: (machine) => changeDatabase(machine, leap(10)),
    // In a container no time is set; where the clock is right, a person says so on the board.
    typed: () => [],
    mend: (machine) => changeDatabase(machine, leap(-10)),
    says: /^aviso reloj: /m,
  },
};

Deno.test("each state that the doctor finds is mended by what it says to type", async (test) => {
  await using machine = await bootMachine();
  await installServing(machine);
  for (const [name, bytes] of Object.entries(EXTRACTS)) {
    await machine.put(`/root/${name}.osm.pbf`, bytes);
  }
  const examined = () => machine.run("sobremesa doctor || :");
  for (const [name, { make, says, edit = "", mend, typed }] of Object.entries(STATES)) {
    const isMended = await test.step(name, async () => {
      await (typeof make === "string" ? machine.run(make) : make(machine));
      const found = await examined();
      const [line = ""] = says.exec(found) ?? [];
      assert(line !== "", found);
      const remedy = found.slice(found.indexOf(line)).split("\n")[1]!;
      const commands = [...remedy.matchAll(/`([^`]+)`/g)].map(([, command = ""]) => command);
      await mend?.(machine);
      await machine.run([edit, ...typed?.(commands) ?? commands].join("\n"));
      await machine.run("systemctl start sobremesa; sobremesa doctor --wait > /dev/null || :");
      const after = await examined();
      assert(!says.test(after), `${remedy}\n${after}`);
    });
    // The next ones would only show this one again.
    if (!isMended) break;
  }
});

/** Serves WebDAV from a folder that outlives a machine, as another machine would. */
function remote(password = "abc"): string {
  return `
mkdir -p /srv/remote
systemctl stop dav 2> /dev/null || :
systemd-run --quiet --unit=dav rclone serve webdav /srv/remote --addr 127.0.0.1:8090 --user casa --pass ${password}
for _ in $(seq 100); do ! curl -s -o /dev/null http://127.0.0.1:8090 || break; sleep 0.1; done`;
}

/** The guide's blocks for copies on another machine, with the addresses and passwords of these tests. */
async function copyGuide() {
  const [, send = "", recover = ""] = (await blocksBelow("## Copies", "docs/running.md"))
    .map((block) => block.replace("https://nube.example/dav", "http://127.0.0.1:8090"))
    .map((block) => block.replace("pass=CLAVE", "pass=abc"));
  const [, connect = "", enable = ""] = /^([^]*?)(^sobremesa print copies[^]*)$/m.exec(send) ?? [];
  assertMatch(connect, /^apt-get install -y rclone\n/);
  return { send, recover, connect, enable };
}

Deno.test("copies leave the machine by the guide's lines, and bring a lost machine's newest table back on another", async () => {
  const { send, recover, connect, enable } = await copyGuide();
  let kept: Uint8Array;
  let folio: unknown;
  {
    await using lost = await bootMachine();
    await installServing(lost);
    await lost.run(`apt-get install -y rclone\n${remote()}`);
    ({ folio } = await book(lost));
    await lost.run(send);
    assertMatch(await lost.run("systemctl list-timers sobremesa-copies.timer"), /1 timers listed/);
    await lost.run("tar -C /srv -cf remote.tar remote");
    kept = await Deno.readFile(lost.path("/root/remote.tar"));
  }
  await using machine = await bootMachine();
  await install(machine);
  await machine.put("/root/remote.tar", kept);
  await machine.run(`tar -C /srv -xf remote.tar\napt-get install -y rclone\n${remote()}`);
  await machine.run(`${connect}\n${recover}\n${enable}`);
  await machine.run("sobremesa doctor --wait");
  assertEquals((await book(machine)).folio, folio);
});

Deno.test("whatever fails, a remote keeps the copies that it has, and what is erased here is erased there", async () => {
  const { send } = await copyGuide();
  await using machine = await bootMachine();
  await installServing(machine);
  await machine.run(`apt-get install -y rclone; mkdir -p /srv/remote
mount -t tmpfs -o size=20m tmpfs /srv/remote\n${remote()}`);
  await book(machine);
  await machine.run(send);
  const rclone =
    "setpriv --reuid=sobremesa --regid=sobremesa --init-groups rclone --config /var/lib/sobremesa/rclone.conf";
  const copies = "/var/lib/sobremesa/backups";
  const there = () => machine.run("find /srv/remote -type f -printf '%P %s %T@\\n' | sort");
  const start =
    "systemctl reset-failed sobremesa-copies; systemctl start sobremesa-copies || { journalctl -u sobremesa-copies -n 20 -o cat; exit 1; }";
  const sends = (isSent: boolean) => machine.run(start, isSent ? 0 : 1);
  const kept = await there();
  assertEquals(kept.trim().split("\n").length, 1);

  await machine.run(`mv ${copies} /root/copies; systemctl stop sobremesa`);
  await machine.run("mv /var/lib/sobremesa/sobremesa.db* /root");
  await sends(false);
  assertEquals(await there(), kept, "neither a database nor copies");
  await machine.run(
    `rm -rf ${copies}; mv /root/copies ${copies}; mv /root/sobremesa.db* /var/lib/sobremesa`,
  );

  await machine.run("systemctl start sobremesa");
  const night = "sobremesa-$(date -u -d yesterday +%F).db";
  await machine.run(`cp -a ${copies}/*.db ${copies}/${night}; cp ${copies}/${night} sound.db`);
  await sends(true);
  await machine.run(
    `dd if=/dev/zero of=${copies}/${night} bs=4096 seek=1 count=3 conv=notrunc 2> /dev/null`,
  );
  await sends(true);
  assertMatch(
    await machine.run("journalctl -u sobremesa-copies -n 20 -o cat"),
    /no es una copia sana/,
  );
  await machine.run(`${rclone} cat copias:${night} | cmp - sound.db; rm ${copies}/${night}`);

  const sent = await there();
  await machine.run(remote("another"));
  await sends(false);
  await machine.run(remote());
  assertEquals(await there(), sent, "a wrong password");

  await machine.run("sobremesa purge --phone 9990000000 --upcoming");
  await sends(true);
  const names = (await machine.run(`${rclone} lsf copias:`)).trim().split("\n");
  for (const name of names) {
    await machine.run(`${rclone} cat copias:${name} > there.db; ! grep -q Movida there.db`);
  }

  await machine.run("head -c 30000000 /dev/zero > /srv/remote/full 2> /dev/null || :");
  const held = await book(machine);
  await sends(false);
  await machine.run("rm /srv/remote/full");
  await sends(true);
  await machine.run(
    `${rclone} cat copias:$(${rclone} lsf copias: | sort | tail -1) > there.db; grep -q ${held.folio} there.db`,
  );
});

Deno.test("the guide's lines move everything to another machine, and leave nothing of guests on the old one", async () => {
  const [leave = "", clean = ""] = await blocksBelow("## Moving", "docs/running.md");
  await using old = await bootMachine();
  await installServing(old);
  const { folio } = await book(old);
  const key = await old.run("cat /var/lib/sobremesa/staff_key");
  // Two machines without a network between them: what goes through ssh goes through a file of the test's.
  await old.run(leave.replace(/\| ssh .*$/m, "> /run/moved.tar"));
  const isStopped = () =>
    old.run("systemctl is-active sobremesa || :; systemctl is-enabled sobremesa || :");
  assertEquals(await isStopped(), "inactive\ndisabled\n", "a later reservation would be lost");
  await using machine = await bootMachine();
  await machine.put("/run/moved.tar", await Deno.readFile(old.path("/run/moved.tar")));
  await machine.run("tar -C / -xzf /run/moved.tar");
  const said = await install(machine, "");
  assert(!/^falla/m.test(said), said);
  assertMatch(said, new RegExp(`^Su clave: ${key}`, "m"));
  assertEquals((await book(machine)).folio, folio);
  await old.run(`rm /run/moved.tar\n${clean}`);
  assertEquals(await isStopped(), "inactive\ndisabled\n");
  assertEquals(await old.run("grep -rl Movida /var/lib /root /etc /run 2>/dev/null || :"), "");
  assertEquals(await machine.run("grep -rl Movida /root /etc /tmp 2>/dev/null || :"), "");
});

Deno.test("the service moves to the folder that DATA_DIR names, and takes root's files there", async (test) => {
  await using machine = await bootMachine();
  await installServing(machine);
  await machine.run(`systemctl stop sobremesa; mv /var/lib/sobremesa /srv/mesa
sed -i 's#^DATA_DIR=.*#DATA_DIR=/srv/mesa#' /etc/sobremesa.env; sh install-sobremesa.sh`);
  const held = await book(machine);
  assertEquals(held.ok, true, JSON.stringify(held));

  await test.step("a database that was saved with its log comes back with what is in the log", async () => {
    await machine.run(`umask 077; mkdir saved; cp /srv/mesa/sobremesa.db* saved
test -s saved/sobremesa.db-wal; systemctl stop sobremesa; rm /srv/mesa/sobremesa.db*
sobremesa restore saved/sobremesa.db; systemctl start sobremesa; sobremesa doctor --wait`);
    assertEquals((await book(machine)).folio, held.folio);
    assertEquals(await machine.run("find /tmp -user sobremesa"), "");
  });

  await test.step("a disk without room for an extract takes its map from another", async () => {
    await machine.put("/root/town.osm.pbf", extract(0));
    await machine.run(`mkdir /srv/small; mount -t tmpfs -o size=50m tmpfs /srv/small
chown sobremesa: /srv/small; sed 's#^DATA_DIR=.*#DATA_DIR=/srv/small#' /etc/sobremesa.env > /etc/small.env`);
    const importing = "sobremesa --env /etc/small.env map import --around 20.967,-89.624,5";
    assertMatch(await machine.run(`${importing} town.osm.pbf`, 1), /no cabe: .*\n.*da su ruta/);
    await machine.run(
      `mv town.osm.pbf /srv; ${importing} /srv/town.osm.pbf; ls /srv/small/mapa.bin`,
    );
  });
});

Deno.test("it serves without an environment, as the user nobody, with only its data folder writable", async () => {
  await using machine = await bootMachine();
  await machine.run(
    `mkdir /srv/data /srv/empty && chown nobody /srv/data && install sobremesa /usr/local/bin
systemd-run --quiet --unit=bare --uid=nobody --working-directory=/srv/empty -p ProtectSystem=strict -p PrivateTmp=yes \\
  -p ReadWritePaths=/srv/data env -i DATA_DIR=/srv/data /usr/local/bin/sobremesa serve
for _ in $(seq 100); do ! curl -sf http://127.0.0.1:8000/healthz || break; sleep 0.1; done`,
  );
  assertMatch(
    await machine.run("curl -sf http://127.0.0.1:8000/api/disponibilidad"),
    /"zona":"America/,
  );
  assertMatch(await machine.run("ls /srv/data"), /sobremesa\.db\n[^]*staff_key/);
});
