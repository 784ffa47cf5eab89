/** Runs every bench of this project's own figures in turn. Exits with 1 if one of them fails. */
// deno-lint-ignore-file no-console -- a bench prints to the console
const BENCHES = [
  "reservations_bench.ts",
  "limits_bench.ts",
  "attacks_bench.ts",
  "day_page_bench.ts",
  "search_bench.ts",
  "boards_bench.ts",
  "mcp_bench.ts",
  "quotes_bench.ts",
];

for (const name of BENCHES) {
  console.log(`\n# ${name}`);
  const path = new URL(name, import.meta.url).pathname;
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", path],
  }).spawn().status;
  if (code !== 0) Deno.exitCode = 1;
}
