/** The doctor's visits, through a real Caddy with a certificate of its own authority. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { join } from "node:path";
import { runCaddy } from "../support/caddy.ts";
import { eventually } from "../support/eventually.ts";
import { isMissing } from "../support/missing_part.ts";
import { acceptsConnections } from "../support/routing_engine.ts";
import { freePort, runProgram, startServiceProcess } from "../support/service_process.ts";
import { tempFolder } from "../support/temp_folder.ts";

const NO_CADDY = isMissing("Caddy", ["/usr/bin/caddy"]);

interface House extends AsyncDisposable {
  readonly env: Record<string, string>;
  /** What the doctor says, line by line. @param trusts whether it knows Caddy's authority; yes where absent */
  examined(env?: Record<string, string>, trusts?: boolean): Promise<string[]>;
}

/** A service behind Caddy, as `sobremesa print caddy` configures it. */
async function house(
  { caddyfile = (text: string) => text, env: own = {} }: {
    caddyfile?: (text: string) => string;
    env?: Record<string, string>;
  } = {},
): Promise<House> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await tempFolder()).path;
  const env = {
    DATA_DIR: join(folder, "data"),
    PORT: String(freePort()),
    STAFF_PORT: String(freePort()),
    BASE_URL: `https://localhost:${freePort()}`,
    STAFF_BASE_URL: `https://127.0.0.1:${freePort()}`,
    TRUSTED_PROXIES: "127.0.0.1,::1",
    ...own,
  };
  opened.use(await startServiceProcess({ env }));
  const { stdout } = await runProgram({ args: ["print", "caddy"], env });
  const local =
    "{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n";
  opened.use(await runCaddy(folder, caddyfile(local + stdout)));
  const authority = join(folder, "caddy/pki/authorities/local/root.crt");
  const examined = async (more: Record<string, string> = {}, trusts = true) => {
    const { stdout, stderr } = await runProgram({
      args: ["doctor"],
      env: { ...(trusts ? { DENO_CERT: authority } : {}), ...env, ...more },
    });
    assertEquals(stderr, "");
    return stdout.split("\n");
  };
  // Caddy listens once it has its certificates.
  for (const url of [env.BASE_URL, env.STAFF_BASE_URL]) {
    await eventually(() => acceptsConnections(Number(new URL(url).port)));
  }
  const all = opened.move();
  return { env, examined, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

function about(lines: readonly string[], subject: string): string {
  const at = lines.findIndex((line) => line.slice(6).startsWith(`${subject}: `));
  assert(at >= 0, `${subject}: ${lines.join("\n")}`);
  return lines.slice(at, lines[at + 1]?.startsWith(" ") ? at + 2 : at + 1).join("\n");
}

function testBehindCaddy(name: string, fn: () => Promise<void>): void {
  Deno.test({ name, ignore: NO_CADDY, fn });
}

testBehindCaddy(
  "the doctor finds that both addresses reach this process by valid https, the proxy is right, and the board apart",
  async () => {
    await using one = await house();
    const lines = await one.examined();
    const { BASE_URL, STAFF_BASE_URL } = one.env;
    const reached = (url: string) =>
      `${url} llega a este proceso, por https y con certificado válido`;
    assertEquals(about(lines, "BASE_URL"), `bien  BASE_URL: ${reached(BASE_URL!)}`);
    assertEquals(
      about(lines, "STAFF_BASE_URL"),
      `bien  STAFF_BASE_URL: ${reached(STAFF_BASE_URL!)}`,
    );
    const proxy = about(lines, `proxy de ${new URL(BASE_URL!).host}`);
    assertMatch(
      proxy,
      /^bien .*pasa la dirección del cliente: esta máquina se ve como (127\.0\.0\.1|::1)$/,
    );
    assertEquals(about(lines, "tablero"), "bien  tablero: no se llega a él por localhost");
    assertMatch(about(lines, "servicio"), /^bien {2}servicio: \S+ \(.*\) corre y está instalada$/);
    const plain = await fetch(`http://127.0.0.1:${one.env.PORT}/healthz`);
    assertEquals(await plain.json(), { ok: true });
    const stranger = await fetch(`http://127.0.0.1:${one.env.PORT}/healthz`, {
      headers: { "x-sobremesa-doctor": crypto.randomUUID() },
    });
    assertEquals(await stranger.json(), { ok: true });
    const { mode } = await Deno.stat(join(one.env.DATA_DIR!, "doctor_token"));
    assertEquals(mode! & 0o777, 0o600);
  },
);

Deno.test("the doctor gives an address of the network without a name one, and no setting that stops the service", async () => {
  await using folder = await tempFolder();
  // Another address of this machine, wherever the test runs.
  const open = { HOST: "::ffff:127.0.0.1", STAFF_HOST: "::ffff:127.0.0.1" };
  const ports = { PORT: String(freePort()), STAFF_PORT: String(freePort()) };
  const env = { ...open, ...ports, DATA_DIR: folder.path };
  await using _service = await startServiceProcess({ env });
  const { stdout } = await runProgram({ args: ["doctor"], env });
  for (const name of ["PORT", "STAFF_PORT"]) {
    assertMatch(
      about(stdout.split("\n"), name),
      /^aviso .* sin cifrar: .*\n +dale un nombre, .*: `sudo sobremesa setup`, `sudo sh install-sobremesa\.sh`$/,
    );
  }
});

testBehindCaddy("the doctor reports a certificate that browsers refuse", async () => {
  await using one = await house();
  const lines = await one.examined({}, false);
  assertMatch(
    about(lines, "BASE_URL"),
    /^falla .* no tiene todavía un certificado que los navegadores acepten \(invalid peer certificate: .*\)\n +espera/,
  );
});

testBehindCaddy(
  "the doctor reports a proxy that is not believed with the address to believe, and one that passes none",
  async () => {
    await using unbelieved = await house({ env: { TRUSTED_PROXIES: "" } });
    const host = new URL(unbelieved.env.BASE_URL!).host;
    assertMatch(
      about(await unbelieved.examined(), `proxy de ${host}`),
      /^aviso .*no se le cree: .*\n +`printf \S+ 'TRUSTED_PROXIES=127\.0\.0\.1' \| sudo tee -a /,
    );
    const silent = (text: string) =>
      text.replace(/(reverse_proxy 127[^\n]* \{)/, "$1\n\t\theader_up -X-Forwarded-For");
    await using mute = await house({ caddyfile: silent });
    assertMatch(
      about(await mute.examined(), `proxy de ${new URL(mute.env.BASE_URL!).host}`),
      /^aviso .*127\.0\.0\.1 no pasa la dirección del cliente: .*\n +haz que mande X-Forwarded-For: `sudo sobremesa setup --public localhost --staff 127\.0\.0\.1`, `sudo sh install-sobremesa\.sh`$/,
    );
  },
);

testBehindCaddy(
  "the doctor reports an address that leads to the board, to another process or nowhere, and a board that guests reach",
  async () => {
    await using one = await house();
    await using other = await startServiceProcess();
    const { BASE_URL, STAFF_BASE_URL } = one.env;
    const swapped = await one.examined({ BASE_URL: STAFF_BASE_URL!, STAFF_BASE_URL: BASE_URL! });
    assertMatch(
      about(swapped, "BASE_URL"),
      /^falla .* lleva al tablero del personal\n +haz que el proxy/,
    );
    assertMatch(
      about(swapped, "tablero"),
      /^falla +tablero: los comensales llegan a él en https:\S+\/entrar\n +dale/,
    );
    const strange = await one.examined({ BASE_URL: other.url });
    assertMatch(
      about(strange, "BASE_URL"),
      /^falla .* responde 200, y no este proceso\n +haz/,
    );
    const nowhere = await one.examined({ BASE_URL: `https://localhost:${freePort()}` });
    assertMatch(
      about(nowhere, "BASE_URL"),
      /^falla .* no tiene quien conteste .*\n +`sudo systemctl restart caddy`/,
    );
  },
);
