import { assertEquals, assertThrows } from "@std/assert";
import { deploymentTarget, UsageError } from "./command_line.ts";
import { SAMPLE_POINT } from "./target.ts";

Deno.test("an address without options allows no writes", async () => {
  const { label, write, point, start } = deploymentTarget(
    ["https://mesa.example/"],
    undefined,
  );
  assertEquals([label, write, point], ["mesa.example", false, SAMPLE_POINT]);
  assertEquals((await start()).url, "https://mesa.example");
});

Deno.test("options may come before or after the address", () => {
  const target = deploymentTarget(
    ["--write", "http://x:81/y", "--point=1.5,-2"],
    undefined,
  );
  assertEquals([target.write, target.point], [true, { lat: 1.5, lng: -2 }]);
});

Deno.test("--no-delivery marks a restaurant without priced deliveries", () => {
  assertEquals(deploymentTarget(["http://x", "--no-delivery"], undefined).delivers, false);
  assertEquals(deploymentTarget(["http://x"], undefined).delivers, true);
});

Deno.test("the address may come from the environment, and an argument overrides it", async () => {
  const url = async (args: string[]) => (await deploymentTarget(args, "http://a").start()).url;
  assertEquals([await url([]), await url(["http://b"])], ["http://a", "http://b"]);
});

for (
  const args of [
    [],
    ["mesa.example"],
    ["http://a", "http://b"],
    ["http://a", "--wirte"],
    ["http://a", "--point=aquí"],
    ["http://a", "--point=91,0"],
  ]
) {
  Deno.test(`"${args.join(" ")}" fails with the usage`, () => {
    assertThrows(() => deploymentTarget(args, undefined), UsageError, "BASE_URL");
  });
}
