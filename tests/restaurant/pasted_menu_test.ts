import { assert } from "@std/assert";
import fc from "fast-check";
import { isPlainLine } from "../../src/domain/text.ts";
import { readPastedMenu } from "../../src/restaurant/pasted_menu.ts";

const MENUS = new URL("menus/", import.meta.url);
const MAX_CORRECTIONS = 3;

for (const { name } of Deno.readDirSync(MENUS)) {
  Deno.test(`${name} is understood with at most ${MAX_CORRECTIONS} corrections`, async () => {
    const [pasted, expected] = (await Deno.readTextFile(new URL(name, MENUS))).split("=====\n");
    const wrong = corrections(understood(pasted!), expected!.trimEnd().split("\n"));
    assert(wrong.length <= MAX_CORRECTIONS, wrong.join("\n"));
  });
}

/** A line for each section, dish and line that was not understood. */
function understood(text: string): readonly string[] {
  const { sections, unread } = readPastedMenu(text);
  const lines = sections.flatMap(({ name, dishes }) => [
    `# ${name}`,
    ...dishes.map(({ name, description, prices }) => {
      const sold = prices.map(({ label, cents }) => {
        const pesos = cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
        return prices.length > 1 || label !== null ? `${label ?? "-"} ${pesos}` : pesos;
      });
      return `${name} |${description === null ? "" : ` ${description} `}| ${sold.join(", ")}`;
    }),
  ]);
  return [...lines, ...unread.map(({ text }) => `? ${text}`)];
}

/** What a person must put right: each line that is wrong, is missing, or is too many. */
function corrections(found: readonly string[], expected: readonly string[]): readonly string[] {
  const plain = (line: string) =>
    line.replace(/[*_]|\p{Extended_Pictographic}/gu, "").replace(/\s+/g, " ").trim();
  const [are, should] = [found.map(plain), expected.map(plain)];
  const missing = should.filter((line) => !are.includes(line));
  const extra = are.filter((line) => !should.includes(line));
  return [...missing.map((line) => `- ${line}`), ...extra.map((line) => `+ ${line}`)];
}

const PIECES = fc.constantFrom(
  ...[
    "Sopa de lima",
    "TACOS",
    "con pollo",
    "$38",
    "108",
    "1,250.00",
    "orden",
    "1/2",
    "c/u",
    "\t",
    "\n",
    "\n\n",
    " ",
    " - ",
  ],
  ...[
    ",",
    ";",
    '"',
    "(",
    ")",
    ":",
    "*",
    "....",
    "Precio",
    "Platillo",
    "Ã±",
    "😀",
    "2x1",
    "desde",
    "\u00a0",
    "999 123 4567",
  ],
);

Deno.test("whatever is pasted, each dish has a name on one line and a price, and its line is told", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(PIECES, fc.string()), { maxLength: 60 }), (pieces) => {
      const text = pieces.join("");
      const { sections, unread } = readPastedMenu(text);
      const dishes = sections.flatMap(({ dishes }) => dishes);
      const lines = text.split(/\r\n?|[\n\u2028\u2029\f\v]/).length;
      assert([...dishes, ...unread].every(({ line }) => line >= 1 && line <= lines));
      assert(
        dishes.every(({ name, prices }) =>
          isPlainLine(name) && name.trim() !== "" && prices.length > 0
        ),
      );
      assert(
        dishes.flatMap(({ prices }) => prices).every(({ cents }) =>
          cents > 0 && Number.isInteger(cents)
        ),
      );
    }),
    { seed: 58 },
  );
});
