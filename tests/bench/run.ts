/**
 * Runs benches one after another, and writes what each printed into its section of FIGURES.md. Exits with 1 if one of
 * them fails.
 *
 *   deno task bench [NAME...]      flood, executable and peers only by name
 */
import { cpus, totalmem } from "node:os";
import { print } from "./figures.ts";

const FIGURES = new URL("FIGURES.md", import.meta.url);
const BENCHES = [
  "reservations",
  "attacks",
  "day_page",
  "search",
  "copies",
  "boards",
  "mcp",
  "quotes",
  "pages",
];

for (const name of Deno.args.length > 0 ? Deno.args : BENCHES) {
  print(`\n# ${name}`);
  const path = await Deno.realPath(new URL(`${name}_bench.ts`, import.meta.url));
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", path],
    stdout: "piped",
  }).spawn();
  const [shown, kept] = child.stdout.tee();
  const [text] = await Promise.all([
    new Response(kept).text(),
    shown.pipeTo(Deno.stdout.writable, { preventClose: true }),
  ]);
  const { code } = await child.status;
  if (code !== 0) Deno.exitCode = 1;
  await write(name, code === 0 ? text : `${text}\nNot passed: it ended with ${code}.`);
}

/** Puts `text` in the place of the section of that name, or at the end. */
async function write(name: string, text: string): Promise<void> {
  const [day] = Temporal.Now.instant().toString().split("T");
  const machine = `${cpus().length} cores (${cpus()[0]!.model}), ${
    Math.round(totalmem() / 2 ** 30)
  } GiB`;
  const section =
    `## ${name}\n\n${day}, Deno ${Deno.version.deno}, ${machine}.\n\n\`\`\`text\n${text.trim()}\n\`\`\`\n`;
  const old = await Deno.readTextFile(FIGURES);
  const parts = old.split(/^(?=## )/m);
  const place = parts.findIndex((part) => part.startsWith(`## ${name}\n`));
  if (place < 0) parts.push(`\n${section}`);
  else parts[place] = place < parts.length - 1 ? `${section}\n` : section;
  await Deno.writeTextFile(FIGURES, parts.join(""));
}
