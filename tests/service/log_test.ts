import { assert, assertEquals, assertMatch } from "@std/assert";
import { programCommand, startServiceProcess } from "../support/service_process.ts";
import { isMissing } from "../support/missing_part.ts";
import { tempFolder } from "../support/temp_folder.ts";
import { statusOf } from "./_guests.ts";
import { portIn, SCRIPT, spawnAtTerminal } from "./_spawned.ts";

const CTRL_C = "\x03";

const PATHS = ["/api/info", "/api/menu?lang=en", "/api/envio?lat=x", "/nowhere?a=1", "/healthz"];

Deno.test("on a pipe the log is JSON lines, at level debug one for each request, and standard error is empty", async () => {
  await using service = await startServiceProcess({ env: { LOG_LEVEL: "debug" } });
  for (const path of PATHS) await statusOf(`${service.url}${path}`);
  await service.stop();
  const lines = service.lines.map((line) => JSON.parse(line));
  const requests = lines.filter(({ message }) => message === "request");
  assertEquals(requests.map(({ method, route, status }) => [method, route, status]), [
    ["GET", "/api/info", 200],
    ["GET", "/api/menu", 200],
    ["GET", "/api/envio", 400],
    ["GET", "(none)", 404],
    ["GET", "/healthz", 200],
  ]);
  for (const { time, level, status, ms, bytes } of requests) {
    assertMatch(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert(ms >= 0 && bytes > 0);
    assertEquals(level, status < 400 && ms <= 1000 ? "debug" : "info");
  }
  const others = lines.filter(({ message }) => message !== "request");
  assertEquals(others.map(({ message }) => message.replace(/^MUESTRA: .*/, "MUESTRA")), [
    "serving",
    "MUESTRA",
    "staff board",
    "the staff's key is in a file",
    "stopping",
    "stopped",
  ]);
  assertEquals(service.errorLines, []);
});

Deno.test({
  name: "on a terminal the log is plain text, and Ctrl-C ends the service with code 0",
  ignore: isMissing("script of util-linux", [SCRIPT]),
  async fn() {
    await using folder = await tempFolder();
    const env = { PORT: "0", DATA_DIR: folder.path };
    await using service = spawnAtTerminal(programCommand(["serve"]), env);
    const serving = await service.readUntil(/MUESTRA[^\n]*\n/);
    assertMatch(serving, /^\d\d:\d\d:\d\d info {2}serving url=http:\/\/127\.0\.0\.1:\d+ /);
    await statusOf(`http://127.0.0.1:${portIn(serving)}/nowhere`);
    const text = await service.readUntil(/ \d+ bytes/);
    assertMatch(text, /\d\d:\d\d:\d\d info {2}GET \(none\) 404 \d+ ms \d+ bytes/);
    await service.type(CTRL_C);
    await service.readUntil(/ stopped\r\n/);
    assertEquals((await service.child.status).code, 0);
  },
});
