/**
 * Mutation testing: `deno task mutate [--sample N] [--seed S] [--workers N] [PATH...]` changes one place of the sources
 * at a time, runs the quick tests of that file until one fails, and prints the mutants that none noticed and the share
 * killed in each folder.
 *
 * Mutants live in copies of the repository. One that is stopped after {@linkcode LIMIT_MS} counts as killed. Tests run
 * without types; one that survives and that `deno check` refuses is not counted. The syntax tree is the linter's, which
 * only `deno test` offers.
 */
// deno-lint-ignore-file no-console -- a command speaks through the console
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "@std/cli";
import { drawing } from "./saturdays/world.ts";

const FOLDERS = ["src/domain", "src/operations", "src/http"];
type Range = readonly [number, number];
interface Mutant {
  readonly file: string;
  readonly source: string;
  readonly range: Range;
  readonly after: string;
  /** Of the counts: a folder, or its SQL. */
  readonly part: string;
}
type Placed = Pick<Mutant, "range">;
type Put = (range: Range, after: string, kind?: "SQL") => unknown;
type Outcome = "killed" | "late" | "survived" | "refused";

const SWAPS = new Map(
  "< <=,> >=,=== !==,+ -,* /,&& ||,+= -=,every some,min max,floor ceil,startsWith endsWith,AND OR,= <>,ASC DESC"
    .split(",").map((pair) => pair.split(" ")).flatMap(([a, b]) => [[a!, b!], [b!, a!]]),
);
/** A call of one of these becomes what it is called on. */
const DROPPED =
  /^(slice|filter|sort|toSorted|trim|toLowerCase|toUpperCase|normalize|replace|replaceAll|padStart)$/;

const SQL = /\b(SELECT|FROM|WHERE|UPDATE|VALUES)\s/;

/** Every change of `sql`, which begins at `start` of its source: operators, numbers, and conditions that are dropped. */
function sqlOperators(sql: string, start: number, put: Put): void {
  const text = sql.replace(/--.*/g, (comment) => " ".repeat(comment.length));
  const at = (pattern: RegExp, after: (was: string) => string) => {
    for (const { 0: was, index } of text.matchAll(pattern)) {
      put([start + index, start + index + was.length], after(was), "SQL");
    }
  };
  at(
    /(?<!BETWEEN \S+ )\b(AND|OR|min|max|ASC|DESC)\b|(?<= )([<>]=?|=|<>)(?= )/g,
    (was) => SWAPS.get(was)!,
  );
  at(/(?<![\w?'[-])\d+(?![\w'])/g, (was) => `${Number(was) + 1}`);
  at(
    /\bNOT (?=EXISTS|IN|GLOB)|(?<=WHERE )[^()\n]*? AND |(?<!BETWEEN \S+ )\bAND [^()]*?(?=\)|\n| AND | OR )/g,
    () => "",
  );
}

/** What only people read: sentences, and what documents an operation. */
const PROSE = /^["'`].*\s|^(description|summary|examples?|title)\b/;

/** Every change of `source` but of its prose, handed to `put` while the linter walks through it. */
function operators(
  source: string,
  put: Put,
): Deno.lint.LintVisitor {
  const inner = ({ range }: Placed) => `(${source.slice(...range)})`;
  const negate = ({ test }: { test: Placed }) => put(test.range, `!${inner(test)}`);
  const swap = ({ left, right, operator }: { left: Placed; right: Placed; operator: string }) => {
    const between = [left.range[1], right.range[0]] as const;
    put(between, source.slice(...between).replace(operator, SWAPS.get(operator) ?? "$&"));
  };
  const drop = ({ range: [start, end] }: Placed) =>
    put([start, end + /^\s*,|/.exec(source.slice(end))![0].length], "");
  const inSql = (range: Range) => {
    const text = source.slice(...range);
    if (SQL.test(text)) sqlOperators(text, range[0], put);
  };
  return {
    "IfStatement, ConditionalExpression, WhileStatement": negate,
    IfStatement: ({ test }) => put(test.range, "false"),
    "BinaryExpression, AssignmentExpression, LogicalExpression": swap,
    "LogicalExpression[operator='??']": ({ range, left }) => put(range, inner(left)),
    UnaryExpression({ operator, range, argument }) {
      if (operator === "!" || operator === "-") put(range, inner(argument));
    },
    MemberExpression({ optional, object, property, computed }) {
      if (optional) put([object.range[1], property.range[0]], computed ? "[" : ".");
    },
    CallExpression({ callee, range }) {
      if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return;
      const { name, range: place } = callee.property;
      if (DROPPED.test(name)) put(range, inner(callee.object));
      put(place, SWAPS.get(name) ?? name);
    },
    "ExpressionStatement, ContinueStatement, BreakStatement": ({ range }) => put(range, ";"),
    ReturnStatement: ({ range, argument }) => argument && put(range, "return;"),
    "ObjectExpression > Property, SpreadElement": drop,
    TemplateLiteral({ range }) {
      put(range, "``");
      inSql(range);
    },
    Literal({ value, range, parent }) {
      if (/^(TSLiteralType|Import|Export)/.test(parent.type)) return;
      if (parent.type === "Property" && parent.key.range[0] === range[0]) return;
      if (typeof value === "number") put(range, `${value + 1}`);
      if (typeof value === "boolean") put(range, `${!value}`);
      if (typeof value === "string") put(range, '""');
      if (typeof value === "string") inSql(range);
    },
  };
}

/** @throws where `source` is not TypeScript */
function visit(source: string, visitor: Deno.lint.LintVisitor): void {
  const plugin = { name: "mutate", rules: { mutate: { create: () => visitor } } };
  Deno.lint.runPlugin(plugin, "source.ts", source);
}

function mutantsOf(file: string): readonly Mutant[] {
  const source = Deno.readTextFileSync(file);
  const folder = file.split("/").slice(0, 2).join("/");
  const mutants: Mutant[] = [];
  const put: Put = (range, after, kind) =>
    mutants.push({ file, source, range, after, part: kind ? `${folder}, ${kind}` : folder });
  if (file.endsWith(".sql")) sqlOperators(source, 0, put);
  else visit(source, operators(source, put));
  return mutants;
}

/** Whether it changes something, other than prose, into what can be read. */
function isSound(mutant: Mutant): boolean {
  const text = mutated(mutant);
  if (text === mutant.source || PROSE.test(mutant.source.slice(...mutant.range))) return false;
  try {
    if (mutant.file.endsWith(".sql")) new DatabaseSync(":memory:").exec(text);
    else visit(text, {});
    return true;
  } catch {
    return false;
  }
}

function mutated({ source, range: [start, end], after }: Mutant): string {
  return source.slice(0, start) + after + source.slice(end);
}

function described({ file, source, range: [start, end], after }: Mutant): string {
  const head = source.slice(source.lastIndexOf("\n", start - 1) + 1, start);
  const tail = /.*/.exec(source.slice(end))![0];
  const [was, is] = [source.slice(start, end), after]
    .map((text) => `${head}${text}${tail}`.replace(/\s+/g, " ").trim());
  return `${file}:${source.slice(0, start).split("\n").length}\n  - ${was}\n  + ${is}`;
}

/** The same order for the same seed. */
function shuffled<T>(list: readonly T[], seed: number): T[] {
  const draw = drawing(String(seed));
  return list.map((item) => ({ item, key: draw(2 ** 32) })).sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

async function filesOf(...paths: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await new Deno.Command("git", { args: ["ls-files", ...paths] }).output();
  return new TextDecoder().decode(stdout).trim().split("\n").filter((path) =>
    /\.(ts|sql)$/.test(path)
  );
}

async function copyOfAll(): Promise<string> {
  const copy = await Deno.makeTempDir({ prefix: "mutants-" });
  const command = `git ls-files -z | xargs -0 cp --parents -t ${copy}`;
  await new Deno.Command("sh", { args: ["-c", command] }).output();
  return copy;
}

/** For a mutant that loops for ever: the tests of a file take 20 seconds at most, many times that on a busy machine. */
const LIMIT_MS = 600_000;

async function deno(copy: string, ...args: string[]): Promise<"passed" | "killed" | "late"> {
  const signal = AbortSignal.timeout(LIMIT_MS);
  const options = { args, cwd: copy, env: { TZ: "UTC", TMPDIR: copy }, signal };
  const { success } = await new Deno.Command(Deno.execPath(), options).output();
  return success ? "passed" : signal.aborted ? "late" : "killed";
}

const TEST = ["test", "--no-check", "--allow-all", "--fail-fast"];

/** The document, what speaks HTTP with the whole service, and an evening of it: they hold what no test of a part does. */
const OF_THE_WHOLE = [
  "tests/openapi/document_test.ts",
  "tests/openapi/examples_test.ts",
  "tests/contract/on_file_test.ts",
  "tests/bad_input/framing_test.ts",
  "tests/bad_input/head_test.ts",
  "tests/saturdays_test.ts",
];

/**
 * The tests named after the file, and those that import it; then those named after its folder or a file that imports
 * it, for HTTP also that of every failure, for storage all of its part; then {@linkcode OF_THE_WHOLE}.
 */
function testsOf(file: string): readonly (readonly string[])[] {
  const on = (names: readonly string[]) =>
    tests.filter((test) => names.some((name) => test.split("/").at(-1)!.startsWith(name)));
  const importers = imports.filter(({ to }) => to === file).map(({ path }) => path);
  const names = (path: string) => path.split(/[/.]/).slice(2, -1);
  const own = on(names(file).slice(-1))
    .concat(tests.filter((test) => importers.includes(test)));
  const folder = file === "schema.sql" ? "tests/storage/" : file.replace(/^src(.*\/).*/, "tests$1");
  const sources = importers.filter((path) => path.startsWith("src/"));
  const others = on([file, ...sources].flatMap(names))
    .concat(file.startsWith("src/domain/") ? [] : on(["every_failure"]))
    .concat(
      folder.startsWith("tests/storage/") ? tests.filter((test) => test.startsWith(folder)) : [],
    );
  return [[...new Set(own)], others.filter((test) => !own.includes(test)), OF_THE_WHOLE]
    .filter(({ length }) => length > 0);
}

async function outcomeOf(mutant: Mutant, copy: string): Promise<Outcome> {
  const { file, source } = mutant;
  await Deno.writeTextFile(`${copy}/${file}`, mutated(mutant));
  try {
    for (const paths of testsOf(file)) {
      const result = await deno(copy, ...TEST, ...paths);
      if (result !== "passed") return result;
    }
    if (file.endsWith(".sql")) return "survived";
    return await deno(copy, "check", "src/main.ts") === "passed" ? "survived" : "refused";
  } finally {
    await Deno.writeTextFile(`${copy}/${file}`, source);
  }
}

const defaults = { sample: 300, seed: 1, workers: 1 };
const { _: paths, sample: size, seed, workers } = parseArgs(Deno.args, { default: defaults });
const imports = (await filesOf("src", "tests")).flatMap((path) =>
  [...Deno.readTextFileSync(path).matchAll(/ from "(\..*)";/g)]
    .map(([, to]) => ({ path, to: new URL(to!, `file:///${path}`).pathname.slice(1) }))
);
/** Without the longest: a browser's, and one that compares thousands of pairs. */
const FACES = ["tests/pages", "tests/staff", "tests/assistant", "tests/openapi"];
const PARTS = ["tests/domain", "tests/operations", "tests/http", "tests/storage"];
const tests = (await filesOf(...PARTS, ...FACES))
  .filter((path) => path.endsWith("_test.ts") && !/browser|alike/.test(path));
const all = (await filesOf(...(paths.length > 0 ? paths.map(String) : FOLDERS))).flatMap(mutantsOf);
const sample = shuffled(all, Number(seed)).values().filter(isSound).take(Number(size)).toArray();
const copies = await Promise.all(Array.from({ length: Number(workers) }, copyOfAll));
const asked = new Set(sample.flatMap(({ file }) => testsOf(file)).flat());
if (await deno(copies[0]!, ...TEST, ...asked) !== "passed") {
  throw new Error("the tests fail without a mutant");
}
console.log(`${sample.length} of ${all.length} mutants`);

const counts: Record<string, Record<Outcome, number>> = {};
const left = sample.toReversed();
await Promise.all(copies.map(async (copy) => {
  for (let mutant = left.pop(); mutant; mutant = left.pop()) {
    const outcome = await outcomeOf(mutant, copy);
    if (outcome === "survived") console.log(described(mutant));
    counts[mutant.part] ??= { killed: 0, late: 0, survived: 0, refused: 0 };
    counts[mutant.part]![outcome]++;
  }
  await Deno.remove(copy, { recursive: true });
}));
for (const [part, { killed, late, survived, refused }] of Object.entries(counts)) {
  const share = (100 * (killed + late) / (killed + late + survived)).toFixed(1);
  console.log(`${part}: ${share} % killed`, { killed, late, survived, refused });
}
