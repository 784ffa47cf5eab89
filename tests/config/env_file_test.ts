import { assertEquals, assertThrows } from "@std/assert";
import { ConfigError } from "../../src/config/config.ts";
import { parseEnvFile } from "../../src/config/environment.ts";

const parse = (text: string) => parseEnvFile(text, "casa.env");
const problems = (text: string) => assertThrows(() => parse(text), ConfigError).problems;

Deno.test("each line names a variable; blank lines and comments say nothing", () => {
  const text = "PORT=8000\n\n# the data\n  ; old style\nDATA_DIR=/srv/mesa\n\t\nBASE_URL=\n";
  assertEquals(parse(text), { PORT: "8000", DATA_DIR: "/srv/mesa", BASE_URL: "" });
  assertEquals(parse(""), {});
  assertEquals(parse("A=1"), { A: "1" });
});

Deno.test("blanks around a value go, those within it and quotes after its beginning stay", () => {
  assertEquals(parse('A=  one  two\t \nB = x\n  C=it\'s "so"\nD=8000 # no comment'), {
    A: "one  two",
    B: "x",
    C: 'it\'s "so"',
    D: "8000 # no comment",
  });
});

Deno.test("quoted values keep their blanks and may run over lines", () => {
  assertEquals(parse(`A='  it is "so" \\n $HOME '\nB="one\n two"\nC="a" 'b'c`), {
    A: '  it is "so" \\n $HOME ',
    B: "one\n two",
    C: "abc",
  });
});

Deno.test("in double quotes a backslash keeps what would mean something, and nothing else", () => {
  assertEquals(parse('A="\\"\\\\\\$\\`\\n\\x"'), { A: '"\\$`\\n\\x' });
  assertEquals(parse('A="one \\\ntwo"'), { A: "one two" });
});

Deno.test("without quotes a backslash keeps the next character, and joins lines", () => {
  assertEquals(parse("A=a\\ b\\\\\\'c\\ \nB=one\\\n  two\nC=x\\"), {
    A: "a b\\'c ",
    B: "one  two",
    C: "x",
  });
});

Deno.test("a comment does not go on in the next line, whatever its end", () => {
  assertEquals(parse("# old \\\nA=1"), { A: "1" });
});

Deno.test("files of other systems are read, and of two values the last counts", () => {
  assertEquals(parse('A=1\r\nB="x"\r\n\r\nA=2\r\n'), { A: "2", B: "x" });
});

Deno.test("every line that makes no sense is told by its number, its value never", () => {
  assertEquals(problems("A=1\nPORT 8000\n\n2X=secret\nexport KEY=secret\nexport KEY\n"), [
    "casa.env, line 2: expected NAME=value",
    "casa.env, line 4: expected a name of letters, digits and _ before =",
    "casa.env, line 5: expected a name of letters, digits and _ before =: leave out export",
    "casa.env, line 6: expected NAME=value: leave out export",
  ]);
  assertEquals(problems("A=1\n=secret"), [
    "casa.env, line 2: expected a name of letters, digits and _ before =",
  ]);
});

Deno.test("a quote that is not closed is told where it was opened", () => {
  assertEquals(problems('A=1\nB="x\ny\nz=2'), ['casa.env, line 2: expected a closing "']);
  assertEquals(problems("A='x"), ["casa.env, line 1: expected a closing '"]);
});

Deno.test("text with NUL is no file of variables", () => {
  assertEquals(problems("A=1\nB=x\0y"), ["casa.env, line 2: expected text without NUL"]);
});
