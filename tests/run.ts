/**
 * The test run: every test once, and those of the domain, where dates are reckoned, under three time zones. Its last line is
 * the total over all runs.
 */
// deno-lint-ignore-file no-console -- a test runner speaks through the console

interface Run {
  readonly paths: readonly string[];
  readonly ignored?: readonly string[];
  readonly timeZone: string;
  readonly permissions?: readonly string[];
}

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

const DATE_TESTS = ["tests/domain", "tests/restaurant"];

/** The browser's driver looks into /proc/sys, which takes every permission there is. */
const BROWSER_TESTS = ["tests/pages", "tests/staff", "tests/routing/route_picture_browser_test.ts"];

/** Faults of the executable, which takes a build first: a task of their own. */
const FAULT_TESTS = ["tests/torture", "tests/executable"];

const PERMISSIONS = [
  "--allow-net",
  "--allow-read",
  "--allow-write",
  "--allow-ffi",
  "--allow-env",
  "--allow-run",
  "--allow-sys",
];

const RUNS: readonly Run[] = [
  {
    paths: ["tests"],
    ignored: [...DATE_TESTS, ...BROWSER_TESTS, ...FAULT_TESTS],
    timeZone: "UTC",
  },
  { paths: BROWSER_TESTS, timeZone: "UTC", permissions: ["--allow-all"] },
  ...["UTC", "America/Merida", "Asia/Tokyo"].map((timeZone) => ({ paths: DATE_TESTS, timeZone })),
];

async function run(
  { paths, ignored = [], timeZone, permissions = PERMISSIONS }: Run,
): Promise<Counts> {
  console.log(`\n# ${paths.join(" ")} under TZ=${timeZone}`);
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "test",
      "--parallel",
      "--sanitize-ops",
      "--sanitize-resources",
      ...permissions,
      ...ignored.map((path) => `--ignore=${path}`),
      ...paths,
    ],
    env: { TZ: timeZone },
    stdout: "piped",
  }).spawn();
  const output = await passOn(child.stdout);
  const { code } = await child.status;
  return withCode(countsOf(output), code);
}

/** Shows what the child prints as it comes, and returns it. */
async function passOn(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of stream) {
    await Deno.stdout.write(bytes);
    text += decoder.decode(bytes, { stream: true });
  }
  return text;
}

function countsOf(output: string): Counts {
  // deno-lint-ignore no-control-regex -- colours are control sequences
  const plain = output.replace(/\x1b\[[\d;]*m/g, "");
  const summary = /^(?:ok|FAILED) \| .*$/m.exec(plain)?.[0] ?? "";
  const count = (what: string) => Number(new RegExp(`(\\d+) ${what}`).exec(summary)?.[1] ?? 0);
  return { passed: count("passed"), failed: count("failed"), skipped: count("ignored") };
}

/** A run that ended badly has failed, whatever it counted: one that printed no summary, say. */
function withCode(counts: Counts, code: number): Counts {
  return code === 0 || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

const total: Counts = { passed: 0, failed: 0, skipped: 0 };
for (const each of RUNS) {
  const counts = await run(each);
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
}
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
Deno.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
