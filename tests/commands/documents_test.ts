import { assert, assertEquals, assertMatch } from "@std/assert";
import { run } from "./_run.ts";

/** What the unit has, by why it has it. */
const UNIT: Readonly<Record<string, readonly RegExp[]>> = {
  "it runs the program that prints it, as a system user of the service's own": [
    /^ExecStart=\/usr\/local\/bin\/sobremesa serve$/m,
    /^User=sobremesa\nGroup=sobremesa$/m,
    /^StateDirectory=sobremesa$/m,
    /^EnvironmentFile=-\/etc\/sobremesa\.env$/m,
  ],
  "a reload checks the map before it signals the service": [
    /^ExecReload=\/usr\/local\/bin\/sobremesa check\nExecReload=\/bin\/kill -HUP \$MAINPID$/m,
  ],
  "it starts again what has ended, with files enough, and may write to the state directory alone": [
    /^Restart=always$/m,
    /^LimitNOFILE=65536$/m,
    /^ProtectSystem=strict$/m,
    /^NoNewPrivileges=yes$/m,
  ],
};

Deno.test("the unit has what the service needs, and does not forbid V8 to write its code", async () => {
  const io = await run(["print", "unit"]);
  const text = io.written.join("\n");
  for (const [why, forms] of Object.entries(UNIT)) {
    for (const form of forms) assertMatch(text, form, why);
  }
  assertEquals(text.match(/^ExecReload=/gm)!.length, 2);
  assert(!/^MemoryDenyWriteExecute=|DynamicUser/m.test(text));
});

Deno.test("without addresses there is nothing for a proxy, and the message names the variables", async () => {
  for (const proxy of ["caddy", "nginx"]) {
    const io = await run(["print", proxy], { BASE_URL: "https://mesa.example" }, 1);
    assertMatch(io.complained.join(), /STAFF_BASE_URL/);
  }
  await run(["print", "another"], {}, 2);
});
