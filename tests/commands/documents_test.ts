import { assert, assertEquals, assertMatch } from "@std/assert";
import { recordingIo, run } from "./_run.ts";

async function unitText(): Promise<string> {
  const io = recordingIo();
  assertEquals(await run(["unit"], {}, io), 0);
  return io.written.join("\n");
}

Deno.test("the unit runs the program that prints it, as a system user of the service's own", async () => {
  const text = await unitText();
  assertMatch(text, /^ExecStart=\/usr\/local\/bin\/sobremesa serve$/m);
  assertMatch(text, /^User=sobremesa\nGroup=sobremesa$/m);
  assertMatch(text, /^# +useradd --system .* sobremesa$/m);
  assert(!text.includes("DynamicUser"));
  assertMatch(text, /^StateDirectory=sobremesa$/m);
  assertMatch(text, /^EnvironmentFile=-\/etc\/sobremesa\.env$/m);
});

Deno.test("a reload checks the restaurant file before it signals the service", async () => {
  const reloads = (await unitText()).match(/^ExecReload=.*$/gm);
  assertEquals(reloads, [
    "ExecReload=/usr/local/bin/sobremesa check $RESTAURANT_FILE",
    "ExecReload=/bin/kill -HUP $MAINPID",
  ]);
});

Deno.test("the unit starts again what has ended, gives it files enough, and the state directory alone to write to", async () => {
  const text = await unitText();
  assertMatch(text, /^Restart=always$/m);
  assertMatch(text, /^LimitNOFILE=65536$/m);
  assertMatch(text, /^ProtectSystem=strict$/m);
  assertMatch(text, /^NoNewPrivileges=yes$/m);
});

Deno.test("nothing forbids V8 to write the code that it runs", async () => {
  assert(!/^MemoryDenyWriteExecute=/m.test(await unitText()));
});

const ADDRESSES = {
  BASE_URL: "https://mesa.example",
  STAFF_BASE_URL: "https://tablero.mesa.example",
};

Deno.test("the Caddyfile serves guests and staff, each from their own listener", async () => {
  const io = recordingIo();
  assertEquals(await run(["caddy"], { ...ADDRESSES, HOST: "::", STAFF_PORT: "9001" }, io), 0);
  const text = io.written.join("\n");
  assertMatch(
    text,
    /^https:\/\/mesa\.example \{\n\tencode zstd gzip\n\treverse_proxy 127\.0\.0\.1:8000$/m,
  );
  assertMatch(
    text,
    /^https:\/\/tablero\.mesa\.example \{\n[^}]*\}\n\t\}\n\treverse_proxy 127\.0\.0\.1:9001 \{$/m,
  );
  assert(text.includes("TRUSTED_PROXIES=127.0.0.1,::1"));
});

Deno.test("without addresses there is no Caddyfile, and the message names the variables", async () => {
  const io = recordingIo();
  assertEquals(await run(["caddy"], { BASE_URL: "https://mesa.example" }, io), 1);
  assertMatch(io.complained.join(), /STAFF_BASE_URL/);
});

const SERVICES: readonly (readonly [Record<string, string>, string])[] = [
  [{}, "http://127.0.0.1:8000"],
  [{ HOST: "0.0.0.0", PORT: "9000" }, "http://127.0.0.1:9000"],
  [{ HOST: "::" }, "http://127.0.0.1:8000"],
  [{ HOST: "::1" }, "http://[::1]:8000"],
  [{ BASE_URL: "https://mesa.example/casa/", PORT: "9000" }, "https://mesa.example/casa"],
];

for (const [env, url] of SERVICES) {
  Deno.test(`openapi prints the document of a service at ${url} under ${JSON.stringify(env)}`, async () => {
    const io = recordingIo();
    assertEquals(await run(["openapi"], env, io), 0);
    const document = JSON.parse(io.written.join("\n"));
    assertEquals([document.openapi, document.info.version], ["3.1.0", "1.0.0"]);
    assertEquals(document.servers, [{ url }]);
    assertEquals(io.complained, []);
  });
}
