/** Runs the README's first look, word for word, against a service on another port. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { startServiceProcess } from "./support/service_process.ts";

const ADDRESS = "http://127.0.0.1:8000";

interface Step {
  readonly command: string;
  readonly answer: string;
}

const readme = await Deno.readTextFile(new URL("../README.md", import.meta.url));
const tour = section("## A first look", "## Your own restaurant");
const steps = [...tour.matchAll(/```sh\n(curl .*?)\n```\s+```text\n(.*?)\n```/gs)]
  .flatMap(([, commands, answers]): Step[] => {
    const shown = answers!.split("\n");
    return commands!.split("\n").map((command, i) => ({ command, answer: shown[i]! }));
  });

Deno.test("the README's top shows two commands and no more", () => {
  const top = readme.slice(0, readme.indexOf("## A first look"));
  const commands = [...top.matchAll(/```sh\n(.*?)\n```/gs)].map(([, command]) => command);
  assertEquals(commands, [
    "npx -y deno@2.9.6 run -qP src/main.ts serve",
    "npx -y deno@2.9.6 task test",
  ]);
});

Deno.test("the README's first look gives the answers that it shows", async () => {
  assertEquals(steps.length, 4);
  const setup = /```sh\n(B=.*?)```/s.exec(tour)?.[1];
  assert(setup !== undefined);
  await using service = await startServiceProcess();
  for (const { command, answer } of steps) {
    const script = `${setup}\n${command}`.replaceAll(ADDRESS, service.url);
    assertMatch(await shell(script), shown(answer.replaceAll(ADDRESS, service.url)), command);
  }
});

Deno.test("the tour's day is a Saturday to come, at whatever hour and in whatever zone", async () => {
  const code = /node -p "(.*?)"/.exec(tour)?.[1];
  assert(code !== undefined && code.includes("new Date()"));
  const begin = Date.UTC(2026, 10, 20);
  const hourly = Array.from({ length: 170 }, (_, hour) => begin + hour * 3_600_000)
    .map((now) =>
      `[${now}, eval(${JSON.stringify(code.replace("new Date()", `new Date(${now})`))})]`
    );
  for (const TZ of ["America/Merida", "Asia/Tokyo", "UTC"]) {
    const args = ["-p", `JSON.stringify([${hourly.join()}])`];
    const { stdout } = await new Deno.Command("node", { args, env: { TZ } }).output();
    for (const [now, day] of JSON.parse(new TextDecoder().decode(stdout))) {
      const date = new Date(`${day}T00:00:00Z`);
      assertEquals(date.getUTCDay(), 6, `${new Date(now).toISOString()} gave ${day} under ${TZ}`);
      assert(date.getTime() > now && date.getTime() - now <= 7 * 86_400_000);
    }
  }
});

function section(from: string, to: string): string {
  return readme.slice(readme.indexOf(from), readme.indexOf(to));
}

/** What the README shows, with an ellipsis for whatever varies. */
function shown(answer: string): RegExp {
  return new RegExp(`^${answer.split("…").map((text) => RegExp.escape(text)).join(".*")}$`);
}

async function shell(script: string): Promise<string> {
  const { stdout } = await new Deno.Command("sh", { args: ["-c", script] }).output();
  return new TextDecoder().decode(stdout).trim();
}
