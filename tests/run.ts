/**
 * The test run: every test once, and those of the domain, which calculates dates, under three time zones. Outside CI it
 * leaves the longest files to .ci/run. It installs nothing, and ends with what was skipped and why, and with the total
 * over all runs.
 */
// deno-lint-ignore-file no-console -- a test runner speaks through the console

import skipReasons from "./skips.json" with { type: "json" };

interface Run {
  readonly files: readonly string[];
  readonly timeZone: string;
}

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

const CI = Deno.env.get("CI") === "true";

const TIME_ZONES = ["UTC", "America/Merida", "Asia/Tokyo"];

/** What runs in each of the time zones. The others run in the first. */
const DATE_TESTS = ["tests/domain", "tests/restaurant"];

/** Those of the executable, which takes a build first: `.ci/executable` and `.ci/machine` run them. */
const FAULT_TESTS = ["tests/torture", "tests/executable", "tests/machine"];

/**
 * Each compares thousands of cases, kills again and again, or drives a browser for a minute. Others reach the same
 * code.
 */
const LONG_TESTS: readonly string[] = [
  "tests/bad_input/reader_costs_test.ts",
  "tests/commands/map_import_memory_test.ts",
  "tests/mcp/conformance_test.ts",
  "tests/pages/guest_path_browser_test.ts",
  "tests/pages/pages_browser_test.ts",
  "tests/streets/osm_pbf/fuzz_test.ts",
  "tests/streets/osrm",
  "tests/service/faults_test.ts",
  "tests/service/file_locks_test.ts",
  "tests/service/lost_files_test.ts",
  "tests/service/map_file_test.ts",
  "tests/service/two_instances_test.ts",
  "tests/staff/first_steps_browser_test.ts",
  "tests/staff/house/house_browser_test.ts",
  "tests/staff/house/two_hosts_test.ts",
  "tests/staff/reservation/reservation_browser_test.ts",
  "tests/staff/sign_in/sign_in_browser_test.ts",
  "tests/staff/tonight/board_look_browser_test.ts",
  "tests/staff/tonight/engines_browser_test.ts",
  "tests/staff/tonight/taps_browser_test.ts",
  "tests/staff/widths_browser_test.ts",
  "tests/storage/database/backup_test.ts",
  "tests/storage/database/file_database_test.ts",
  "tests/storage/book/late_changes_test.ts",
];

function runs(): readonly Run[] {
  const left = [...FAULT_TESTS, ...CI ? [] : LONG_TESTS];
  const files = filesAt("tests").filter((file) => isTest(file) && !isIn(left, file));
  const dated = files.filter((file) => isIn(DATE_TESTS, file));
  return TIME_ZONES.map((timeZone, index) => ({ timeZone, files: index === 0 ? files : dated }))
    .filter((run) => run.files.length > 0);
}

/** Every file below a folder, or the file itself. */
function filesAt(path: string): readonly string[] {
  if (!Deno.statSync(path).isDirectory) return [path];
  const names = [...Deno.readDirSync(path)].map(({ name }) => name).sort();
  return names.flatMap((name) => filesAt(`${path}/${name}`));
}

function isTest(file: string): boolean {
  return file.endsWith("_test.ts");
}

function isIn(paths: readonly string[], file: string): boolean {
  return paths.some((path) => file === path || file.startsWith(`${path}/`));
}

/** Tests that would run nowhere, and paths named here or in .ci/executable where no test is. */
function mistakes(): readonly string[] {
  const files = filesAt("tests");
  const inExecutable = [".ci/executable", ".ci/machine"].flatMap((script) =>
    Deno.readTextFileSync(script).match(/(?<= )tests\/[\w/.]*\w/g)!
  );
  const unnamed = files.filter((file) =>
    file.endsWith(".ts") && !isTest(file) && /^Deno\.test\(/m.test(Deno.readTextFileSync(file))
  );
  const named = [...DATE_TESTS, ...FAULT_TESTS, ...LONG_TESTS, ...inExecutable];
  const empty = named.filter((path) => !files.some((file) => isTest(file) && isIn([path], file)));
  const left = FAULT_TESTS.filter((path) => !inExecutable.includes(path));
  return [
    ...unnamed.map((file) =>
      `${file} holds tests that no run reaches: its name must end in _test.ts`
    ),
    ...empty.map((path) => `${path} holds no test, and a run names it`),
    ...left.map((path) =>
      `${path} is left to .ci/executable and .ci/machine, which do not name it`
    ),
  ];
}

/** A test that this machine skips, with its file as Deno prints it. */
interface Skip {
  readonly file: string;
  readonly name: string;
}

/** Tests that a machine may skip, by their names, with the reason. In CI no other is skipped. */
const REASONS: Readonly<Record<string, string>> = skipReasons;

const skips: Skip[] = [];
/** The failed tests as Deno names them, each with its place. */
const failures = new Set<string>();
/** Where test files write which part they lack. */
const missingParts = await Deno.makeTempFile();

async function run({ files, timeZone }: Run): Promise<Counts> {
  console.log(`\n# ${files.length} test files under TZ=${timeZone}`);
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "test",
      "--parallel",
      "--sanitize-ops",
      "--sanitize-resources",
      // The browser's driver looks into /proc/sys, which takes every permission there is.
      "--allow-all",
      ...files,
    ],
    env: { TZ: timeZone, SKIPS: missingParts },
    stdout: "piped",
  }).spawn();
  const output = plain(await passOn(child.stdout));
  for (const [, file, name] of output.matchAll(/^(\S+) => (.*) \.\.\. ignored/gm)) {
    skips.push({ file: file!, name: name! });
  }
  for (const [failure] of output.matchAll(/^.* => \.\/\S+:\d+:\d+$/gm)) failures.add(failure);
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

function plain(text: string): string {
  // deno-lint-ignore no-control-regex -- colours are control sequences
  return text.replace(/\x1b\[[\d;]*m/g, "");
}

function countsOf(output: string): Counts {
  const summary = /^(?:ok|FAILED) \| .*$/m.exec(output)?.[0] ?? "";
  const count = (what: string) => Number(new RegExp(`(\\d+) ${what}`).exec(summary)?.[1] ?? 0);
  return { passed: count("passed"), failed: count("failed"), skipped: count("ignored") };
}

/** A run that ended badly has failed, whatever it counted: one that printed no summary, say. */
function withCode(counts: Counts, code: number): Counts {
  return code === 0 || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

/**
 * What was skipped, a line for each reason with the number of tests. A test without a reason counts as failed in CI.
 */
async function skipped(): Promise<{ lines: readonly string[]; unexplained: number }> {
  const written = (await Deno.readTextFile(missingParts)).split("\n").filter((line) => line !== "");
  const missing = written.map((line) => JSON.parse(line) as { file: string; message: string });
  const reasonOf = ({ file, name }: Skip): string => {
    const parts = missing.filter((part) => part.file.endsWith(file.replace(/^\./, "")));
    return REASONS[name] ?? [...new Set(parts.map(({ message }) => message))].join(", ");
  };
  const byReason = Object.groupBy(skips, reasonOf);
  const lines = Object.entries(byReason).map(([reason, tests]) =>
    `${tests!.length} skipped: ${reason || `no reason known (${tests![0]!.name})`}`
  );
  return { lines, unexplained: byReason[""]?.length ?? 0 };
}

const wrong = Deno.args.length > 0 ? ["Some tests: deno test --allow-all PATH"] : mistakes();
if (wrong.length > 0) {
  console.error(wrong.join("\n"));
  Deno.exit(1);
}
const total: Counts = { passed: 0, failed: 0, skipped: 0 };
for (const each of runs()) {
  const counts = await run(each);
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
}
const { lines, unexplained } = await skipped();
await Deno.remove(missingParts);
if (CI) total.failed += unexplained;
if (lines.length > 0) {
  console.log(`\n${lines.join("\n")}\n".ci/engines" installs what is missing.`);
}
if (!CI) {
  console.log(`\nLeft to .ci/run, because they take long: ${LONG_TESTS.join(" ")}`);
}
if (failures.size > 0) console.log(`\nFailed:\n${[...failures].join("\n")}`);
const rest = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
console.log(`\n${total.passed} passed, ${total.failed} failed${rest}`);
Deno.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
