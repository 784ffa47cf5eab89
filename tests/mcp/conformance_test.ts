/** Runs the protocol's conformance package; baseline.yaml lists the checks that cannot apply. */
import project from "../../deno.json" with { type: "json" };
import { assert } from "@std/assert";
import { fileURLToPath } from "node:url";
import { testApp } from "../support/test_app.ts";

/** The scenarios for tools and headers, by revision. */
const SCENARIOS = {
  "2026-07-28": [
    "http-header-validation",
    "dns-rebinding-protection",
    "tools-list",
    "server-stateless",
  ],
  "2025-11-25": ["server-initialize", "ping", "tools-list", "dns-rebinding-protection"],
};

const PACKAGE = project.imports["@modelcontextprotocol/conformance"];
const LOCK = fileURLToPath(new URL("../../deno.lock", import.meta.url));
const BASELINE = fileURLToPath(new URL("baseline.yaml", import.meta.url));
const PASSED = /Passed: (\d+)\/\d+, (\d+) failed/;

for (const [revision, scenarios] of Object.entries(SCENARIOS)) {
  for (const scenario of scenarios) {
    Deno.test(`conforms to ${revision}: ${scenario}`, async () => {
      await using app = await testApp();
      const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: [
          ...[
            "run",
            // With `npm-lazy-caching`, which deno.json sets, Deno 2.9.6 never ends the first run of a package.
            "--no-config",
            `--lock=${LOCK}`,
            "--frozen",
            "--quiet",
            "--allow-all",
            PACKAGE,
            "server",
            "--url",
            `${app.url}/mcp`,
          ],
          ...["--scenario", scenario, "--spec-version", revision],
          ...["--expected-failures", BASELINE],
        ],
      }).output();
      const text = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
      assert(code === 0, text);
      assert(Number(PASSED.exec(text)?.[1]) > 0, text);
    });
  }
}
