/**
 * Real parts that a machine may lack: tests that need them are skipped, and the test run lists them with the reason.
 */
import reasons from "../skips.json" with { type: "json" };

/**
 * Whether one of `paths` is missing; then the tests of `part` in this file are skipped. Appends the reason to the file
 * that SKIPS names, for the test run.
 * @throws {Error} with CI=true, unless skips.json gives a reason for the part
 */
export function isMissing(part: string, paths: readonly string[]): boolean {
  const missing = paths.filter((path) => !exists(path));
  if (missing.length === 0) return false;
  const message = `${part}: ${missing.join(", ")} missing; .ci/engines fetches the engines, ` +
    "maps are looked for in ../shared/data/osm";
  if (Deno.env.get("CI") === "true" && !(part in reasons)) throw new Error(message);
  const list = Deno.env.get("SKIPS");
  const line = `${JSON.stringify({ file: new URL(Deno.mainModule).pathname, message })}\n`;
  if (list === undefined) Deno.stderr.writeSync(new TextEncoder().encode(`SKIPPED, ${message}\n`));
  else Deno.writeTextFileSync(list, line, { append: true });
  return true;
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}
