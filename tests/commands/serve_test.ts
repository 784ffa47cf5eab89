import { assertEquals, assertStringIncludes } from "@std/assert";
import { serve } from "../../src/commands/serve.ts";
import { recordingIo } from "./recording_io.ts";

Deno.test("serve with arguments says that it is set by the environment, and serves nothing", async () => {
  const io = recordingIo();
  assertEquals(await serve(["--port", "80"], {}, io), 2);
  assertEquals(io.written, []);
  assertStringIncludes(io.complained.join(), "usage: sobremesa serve");
});

Deno.test("serve under a wrong configuration names every wrong variable, one a line", async () => {
  const io = recordingIo();
  assertEquals(await serve([], { PORT: "70000", LOG_LEVEL: "loud" }, io), 1);
  assertEquals(io.complained.map((line) => line.split(":")[0]), ["sobremesa", "PORT", "LOG_LEVEL"]);
});
