import { assertEquals, assertThrows } from "@std/assert";
import { openapi } from "../../src/commands/openapi.ts";
import { ConfigError } from "../../src/config/config.ts";
import { recordingIo } from "./recording_io.ts";

const ADDRESSES: readonly (readonly [Record<string, string>, string])[] = [
  [{}, "http://127.0.0.1:8000"],
  [{ HOST: "0.0.0.0", PORT: "9000" }, "http://127.0.0.1:9000"],
  [{ HOST: "::" }, "http://127.0.0.1:8000"],
  [{ HOST: "::1" }, "http://[::1]:8000"],
  [{ BASE_URL: "https://mesa.example/casa/", PORT: "9000" }, "https://mesa.example/casa"],
];

for (const [env, url] of ADDRESSES) {
  Deno.test(`openapi prints the document of a service at ${url} under ${JSON.stringify(env)}`, () => {
    const io = recordingIo();
    assertEquals(openapi([], env, io), 0);
    const document = JSON.parse(io.written.join("\n"));
    assertEquals([document.openapi, document.info.version], ["3.1.0", "1.0.0"]);
    assertEquals(document.servers, [{ url }]);
    assertEquals(io.complained, []);
  });
}

Deno.test("openapi with arguments explains its usage", () => {
  const io = recordingIo();
  assertEquals(openapi(["--yaml"], {}, io), 2);
  assertEquals([io.written, io.complained], [[], ["usage: sobremesa openapi"]]);
});

Deno.test("openapi under a wrong configuration says what is wrong", () => {
  assertThrows(() => openapi([], { PORT: "x" }, recordingIo()), ConfigError, "PORT");
});
