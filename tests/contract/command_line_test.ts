import { assertEquals, assertThrows } from "@std/assert";
import { deploymentTarget, UsageError } from "./command_line.ts";
import { SAMPLE_POINT } from "./target.ts";

/** Arguments, with the address of the environment, and the address, whether it writes and delivers, and the point. */
const READ = [
  [["https://mesa.example/"], undefined, "https://mesa.example", false, true, SAMPLE_POINT],
  [["--write", "http://x/y", "--point=1.5,-2"], "", "http://x/y", true, true, {
    lat: 1.5,
    lng: -2,
  }],
  [["http://x", "--no-delivery"], "http://a", "http://x", false, false, SAMPLE_POINT],
  [[], "http://a", "http://a", false, true, SAMPLE_POINT],
] as const;

Deno.test("the command line says which deployment is asked, and that nothing is reserved unless it says so", async () => {
  for (const [args, environment, address, ...expected] of READ) {
    const { write, delivers, point, start } = deploymentTarget(args, environment);
    assertEquals((await start()).url, address);
    assertEquals<readonly unknown[]>([write, delivers, point], expected);
  }
  const wrong = [
    "",
    "mesa.example",
    "http://a http://b",
    "http://a --wirte",
    "http://a --point=91,0",
  ];
  for (const line of [...wrong, "http://a --point=aquí"]) {
    assertThrows(
      () => deploymentTarget(line.split(" ").filter(Boolean), undefined),
      UsageError,
      "BASE_URL",
    );
  }
});
