import { assert, assertEquals, assertMatch } from "@std/assert";
import { unit } from "../../src/commands/unit.ts";
import { recordingIo } from "./recording_io.ts";

function printed(...args: string[]): string {
  const io = recordingIo();
  assertEquals(unit(args, io, "/usr/local/bin/sobremesa"), 0);
  return io.written.join("\n");
}

Deno.test("the unit runs the program that prints it, as a system user of the service's own", () => {
  const text = printed();
  assertMatch(text, /^ExecStart=\/usr\/local\/bin\/sobremesa serve$/m);
  assertMatch(text, /^User=sobremesa\nGroup=sobremesa$/m);
  assertMatch(text, /^# +useradd --system .* sobremesa$/m);
  assert(!text.includes("DynamicUser"));
  assertMatch(text, /^StateDirectory=sobremesa$/m);
  assertMatch(text, /^EnvironmentFile=-\/etc\/sobremesa\.env$/m);
});

Deno.test("a reload checks the restaurant file before the service is told", () => {
  const reloads = printed().match(/^ExecReload=.*$/gm);
  assertEquals(reloads, [
    "ExecReload=/usr/local/bin/sobremesa check",
    "ExecReload=/bin/kill -HUP $MAINPID",
  ]);
});

Deno.test("the unit starts again what has ended, gives it files enough, and the state directory alone to write to", () => {
  const text = printed();
  assertMatch(text, /^Restart=always$/m);
  assertMatch(text, /^LimitNOFILE=65536$/m);
  assertMatch(text, /^ProtectSystem=strict$/m);
  assertMatch(text, /^NoNewPrivileges=yes$/m);
});

Deno.test("the unit can name another user", () => {
  const text = printed("--user", "mesa");
  assertMatch(text, /^User=mesa\nGroup=mesa$/m);
  assertMatch(text, /^# +useradd --system .* mesa$/m);
});

Deno.test("nothing forbids V8 to write the code that it runs", () => {
  assert(!/^MemoryDenyWriteExecute=/m.test(printed()));
});

for (const args of [["--user", "a b"], ["--user"], ["now"], ["--user", "root;reboot"]]) {
  Deno.test(`unit ${args.join(" ")} explains its usage`, () => {
    const io = recordingIo();
    assertEquals(unit(args, io, "sobremesa"), 2);
    assertEquals(io.complained, ["usage: sobremesa unit [--user NAME]"]);
  });
}
