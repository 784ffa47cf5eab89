/** Runs every bench of this project's own figures in turn. Exits with 1 if one of them fails. */
// deno-lint-ignore-file no-console -- a bench prints to the console
const BENCHES = [
  ["bench", "routing_bench.ts"],
  ["run", "reservations_bench.ts"],
  ["run", "stored_bench.ts"],
  ["run", "limits_bench.ts"],
  ["run", "day_page_bench.ts"],
  ["run", "boards_bench.ts"],
  ["run", "reads_bench.ts"],
  ["run", "mcp_bench.ts"],
  ["run", "quotes_bench.ts"],
  ["run", "import_bench.ts"],
  ["run", "reload_bench.ts"],
] as const;

for (const [task, name] of BENCHES) {
  console.log(`\n# ${name}`);
  const path = new URL(name, import.meta.url).pathname;
  const { code } = await new Deno.Command(Deno.execPath(), { args: [task, "--allow-all", path] })
    .spawn().status;
  if (code !== 0) Deno.exitCode = 1;
}
