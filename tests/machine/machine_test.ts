/** The README's way onto a VPS, and the guide's ways from there, on booted machines, word by word. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { bootMachine, type Machine } from "./_machine.ts";

/** The shell commands below a heading of a page, in order. */
async function commandsBelow(heading: string, page = "README.md"): Promise<string> {
  const text = await Deno.readTextFile(new URL(`../../${page}`, import.meta.url));
  const [, after = ""] = text.split(`\n${heading}\n`);
  const [section = ""] = after.split(/^##/m);
  return [...section.matchAll(/^ *```sh\n(.*?)^ *```$/gms)].map(([, block]) => block).join("\n")
    .replace(/^ +/gm, "");
}

/** The owner's other site, and an authority of Caddy's own, which the machine trusts. */
const OWNERS_CADDYFILE = "{\n\tlocal_certs\n}\n\nblog.example {\n\trespond blog\n}\n";

const TRUST = `
systemctl restart caddy
authority=/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt
for _ in $(seq 100); do [ ! -e $authority ] || break; sleep 0.1; done
install -m 0644 $authority /usr/local/share/ca-certificates/caddy.crt
update-ca-certificates > /dev/null 2>&1`;

/** The README's three commands, with Enter at the second question. @returns what the script said */
async function install(machine: Machine): Promise<string> {
  const [caddy = "", setup = "", script = "", ...more] = (await commandsBelow("## On a VPS")).trim()
    .split("\n");
  assertEquals(more, []);
  await machine.run(caddy);
  await machine.put("/etc/caddy/Caddyfile", new TextEncoder().encode(OWNERS_CADDYFILE));
  await machine.run(TRUST);
  const said = await machine.run(`printf 'mesa.example\\n\\n' | script -qec '${setup}' /dev/null`);
  assertMatch(said, /\[tablero\.mesa\.example\]/);
  assertMatch(said, /^ +sh install-sobremesa\.sh\s*$/m);
  return await machine.run(script);
}

Deno.test("three commands and two answers make a service that the doctor finds well", async () => {
  await using machine = await bootMachine();
  const said = await install(machine);
  assert(!/^falla/m.test(said), said);
  for (
    const about of ["servicio", "BASE_URL", "STAFF_BASE_URL", "tablero", "proxy de mesa.example"]
  ) {
    assertMatch(said, new RegExp(`^bien  ${about}:`, "m"));
  }
  assertMatch(said, /^El tablero: https:\/\/tablero\.mesa\.example\nSu clave: \S{16,}\n$/m);
});
