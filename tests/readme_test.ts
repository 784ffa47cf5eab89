/** Runs the README's first look, word for word, against a service on another port; and looks for what the guides name. */
import project from "../deno.json" with { type: "json" };
import { assert, assertEquals, assertMatch } from "@std/assert";
import { COMMANDS } from "../src/commands/command_line.ts";
import { startServiceProcess } from "./support/service_process.ts";

const ADDRESS = "http://127.0.0.1:8000";

interface Step {
  readonly command: string;
  readonly answer: string;
}

const readme = await Deno.readTextFile(new URL("../README.md", import.meta.url));
const tour = section("## A first look", "## Your own restaurant");
const steps = [...tour.matchAll(/^(curl .*?)\n```\s+```text\n(.*?)\n```/gms)]
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
  const setup = /```sh\n(B=.*?)curl/s.exec(tour)?.[1];
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

const ROOT = new URL("../", import.meta.url);
/** What runs, builds and packages leave. */
const MADE = /^(\.git|\.engines|data|dist|coverage|node_modules|mi-restaurante)$/;
const files = await filesBelow("");
const texts = await readAll(/\.(md|ts|js|sql|css|sh|json|service)$/);
const guides = [...texts].filter(([path]) => path.endsWith(".md"));

Deno.test("a guide that a sentence names is there, by its path", () => {
  assertEquals(misnamed(texts, (text) => text.match(/[\w./-]*\w\.md\b/g) ?? [], isThere), []);
});

/** A path from the root, from the guide's folder, or the name of a file below that. */
const PATH = /^(?!\/)[\w.*/-]+(\/|\.(ts|js|jsonc?|md|sql|sh|css|lock))$|^(src|tests|docs|\.ci)\//;

/** What a release or a contributor makes. */
const MADE_LATER = ["steps/2.sql", "operations/NAME.ts"];

Deno.test("a file or folder that a guide names is there", () => {
  const named = (text: string) => {
    const tree = text.match(/^(src\/|tests\/|schema\.sql)\S*(?= )/gm) ?? [];
    return [...codeIn(text), ...tree].filter((name) => PATH.test(name));
  };
  const isKnown = (name: string, guide: string) =>
    MADE_LATER.includes(name) || isThere(name, guide);
  assertEquals(misnamed(guides, named, isKnown), []);
});

Deno.test("the README's tree has every folder of src", () => {
  const folders = files.flatMap((path) => path.match(/^src\/[^/]+\//) ?? []);
  assertEquals([...new Set(folders)].filter((folder) => !readme.includes(`\n${folder} `)), []);
});

Deno.test("a link in a guide leads to a file and a heading that are there", () => {
  const named = (text: string) => text.match(/(?<=\]\()(?!https?:)[^)]+/g) ?? [];
  const leads = (link: string, guide: string) => {
    const { pathname, hash } = new URL(link, new URL(guide, "file:///"));
    const target = pathname.slice(1);
    return files.includes(target) &&
      (hash === "" || headingsOf(texts.get(target)!).includes(hash));
  };
  assertEquals(misnamed(guides, named, leads), []);
});

Deno.test("a task or a command that a guide names is one", () => {
  const tasks = (text: string) => text.match(/(?<=\bdeno(@[\d.]+)? task )[a-z]+/g) ?? [];
  assertEquals(misnamed(guides, tasks, (name) => name in project.tasks), []);
  // In a shell's line the name of the user comes before a program.
  const calls = (text: string) =>
    text.match(/(?<=(?:^|[`\s])sobremesa )(?!(sobremesa|env|rclone)\b)[a-z]+( [a-z-]+)?/gm) ?? [];
  const isCommand = (call: string) =>
    COMMANDS.some(({ name }) => `${call} `.startsWith(`${name} `));
  assertEquals(misnamed(guides, calls, isCommand), []);
});

Deno.test("a name of the code that a guide gives is in the code", () => {
  const isSource = (path: string) =>
    /^(src\/|schema\.sql|deno\.json)/.test(path) && !path.endsWith(".md");
  const sources = [...texts].filter(([path]) => isSource(path));
  const words = new Set(sources.flatMap(([, text]) => text.match(/\w+/g) ?? []));
  const named = (text: string) =>
    codeIn(text).filter((name) => /^[\w.]*(_|[a-z][A-Z])[\w.]*$/.test(name) && !PATH.test(name));
  assertEquals(
    misnamed(guides, named, (name) => name.split(".").every((word) => words.has(word))),
    [],
  );
});

/** What is `named` in the texts and is not known, each with the path of its text. */
function misnamed(
  among: Iterable<readonly [path: string, text: string]>,
  named: (text: string) => readonly string[],
  isKnown: (name: string, path: string) => boolean,
): string[] {
  return [...among].flatMap(([path, text]) =>
    named(text).filter((name) => !isKnown(name, path)).map((name) => `${path}: ${name}`)
  );
}

/** What stands between backticks outside of blocks. */
function codeIn(text: string): string[] {
  return [...text.replace(/```.*?```/gs, "").matchAll(/`([^`]+)`/g)].map(([, code]) => code!);
}

function isThere(name: string, guide: string): boolean {
  const folder = guide.slice(0, guide.lastIndexOf("/") + 1);
  const below = name.includes("/") ? "" : "(.*/)?";
  const beside = new URL(name, new URL(guide, "file:///")).pathname.slice(1);
  const pattern = [name, beside].map(asPattern).join("|");
  const path = new RegExp(`^(${pattern}|${RegExp.escape(folder)}${below}${asPattern(name)})(/|$)`);
  return files.some((file) => path.test(file));
}

/** A `*` is any part of a name. */
function asPattern(path: string): string {
  return path.replace(/\/$/, "").split("*").map((part) => RegExp.escape(part)).join("[^/]*");
}

function headingsOf(text: string): string[] {
  const titles = text.match(/(?<=^#+ ).*$/gm) ?? [];
  return titles.map((title) =>
    `#${title.toLowerCase().replace(/[^\w -]/g, "").replaceAll(" ", "-")}`
  );
}

async function filesBelow(folder: string): Promise<string[]> {
  const found = await Array.fromAsync(Deno.readDir(new URL(folder || ".", ROOT)));
  const paths = found.filter(({ name }) => !MADE.test(folder + name)).map(({ name, isDirectory }) =>
    isDirectory ? filesBelow(`${folder}${name}/`) : [`${folder}${name}`]
  );
  return (await Promise.all(paths)).flat();
}

async function readAll(kind: RegExp): Promise<ReadonlyMap<string, string>> {
  const paths = files.filter((path) => kind.test(path));
  const read = paths.map(async (path) =>
    [path, await Deno.readTextFile(new URL(path, ROOT))] as const
  );
  return new Map(await Promise.all(read));
}
