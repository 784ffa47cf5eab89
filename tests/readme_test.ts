/** The README's tour gives what it says: its commands are run, word for word, against a service on another port. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { startServiceProcess } from "./support/service_process.ts";

const ADDRESS = "http://127.0.0.1:8000";

interface Step {
  readonly command: string;
  readonly answer: string;
}

const readme = await Deno.readTextFile(new URL("../README.md", import.meta.url));
const tour = section("## A tour", "## Your own restaurant");
const steps = [...tour.matchAll(/```sh\n(curl [^\n]*)\n```\s+```text\n([^\n]*)\n```/g)]
  .map(([, command, answer]): Step => ({ command: command!, answer: answer! }));

Deno.test("the README's top shows two commands and no more", () => {
  const top = readme.slice(0, readme.indexOf("## A tour"));
  const commands = [...top.matchAll(/```sh\n(.*?)\n```/gs)].map(([, command]) => command);
  assertEquals(commands, ["npx -y deno@2.9.6 task start", "npx -y deno@2.9.6 task test"]);
});

Deno.test("the README's tour gives the answers that it shows", async () => {
  assertEquals(steps.length, 7);
  const setup = /```sh\n(B=.*?)```/s.exec(tour)?.[1];
  assert(setup !== undefined);
  await using service = await startServiceProcess();
  for (const { command, answer } of steps) {
    const script = `${setup}\n${command}`.replaceAll(ADDRESS, service.url);
    assertMatch(await shell(script), shown(answer), command);
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
