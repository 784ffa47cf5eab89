import { assertEquals } from "@std/assert";
import { readConfig } from "../../src/config/config.ts";
import { VARIABLES } from "../../src/config/environment.ts";

Deno.test("the executable may read every variable that the configuration asks for, and no other but its packages'", () => {
  const asked = new Set<string>();
  const environment = new Proxy<Record<string, string>>({}, {
    get: (_, name) => void asked.add(String(name)),
  });
  readConfig(environment);
  const packages = ["WS_NO_BUFFER_UTIL", "WS_NO_UTF_8_VALIDATE"];
  assertEquals([...VARIABLES].sort(), [...asked, ...packages].sort());
});
