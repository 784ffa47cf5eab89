import { assert, assertEquals, assertMatch } from "@std/assert";
import { caddy } from "../../src/commands/caddy.ts";
import { recordingIo } from "./recording_io.ts";

const ADDRESSES = {
  BASE_URL: "https://mesa.example",
  STAFF_BASE_URL: "https://tablero.mesa.example",
};

Deno.test("the Caddyfile serves guests and staff, each from their own listener", () => {
  const io = recordingIo();
  assertEquals(caddy([], { ...ADDRESSES, HOST: "::", STAFF_PORT: "9001" }, io), 0);
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

Deno.test("without addresses there is no Caddyfile, and the message names the variables", () => {
  const io = recordingIo();
  assertEquals(caddy([], { BASE_URL: "https://mesa.example" }, io), 1);
  assertMatch(io.complained.join(), /STAFF_BASE_URL/);
  assertEquals(caddy(["now"], ADDRESSES, recordingIo()), 2);
});
