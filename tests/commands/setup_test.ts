import { assert, assertEquals, assertMatch, assertStringIncludes, assertThrows } from "@std/assert";
import { CannotDo, WrongUsage } from "../../src/commands/command.ts";
import { askNames, installScript, type Names } from "../../src/commands/setup.ts";
import { ran, recordingIo } from "./_run.ts";

const HERE: Names = { guests: "mesa.example", staff: "tablero.mesa.example" };

/** The names after an owner has typed `answers`, and what was asked and said. */
function asked(
  answers: readonly string[],
  installed: Names | null = null,
  options: Readonly<Record<string, string>> = {},
) {
  const io = recordingIo(answers);
  const names = askNames({ words: [], options }, io, installed);
  return { names, said: io.written.join("\n") };
}

Deno.test("setup asks two names, and proposes the staff's by the guests'", () => {
  assertEquals(asked(["mesa.example", ""]).names, HERE);
  for (const typed of ["www.lupita.mx", " https://WWW.Lupita.mx/ "]) {
    assertEquals(asked([typed, ""]).names, { guests: "www.lupita.mx", staff: "tablero.lupita.mx" });
  }
  assertEquals(asked(["mesa.example", "turno.mesa.example"]).names.staff, "turno.mesa.example");
});

Deno.test("a wrong name is asked for again with the reason, and an option's is refused", () => {
  const wrong = [
    "",
    "mesa",
    "mesa.example/carta",
    "mesa.example:80",
    "me\uFFFDsa.example",
    "localhost",
  ];
  const { names, said } = asked([...wrong, "mesa.example", "mesa.example", ""]);
  assertEquals(names, HERE);
  assertEquals(said.match(/No: es un nombre como/g)?.length, wrong.length);
  assertEquals(said.match(/No: tiene que ser otro/g)?.length, 1);
  assertThrows(() => asked([], null, { public: "mesa" }), WrongUsage, "mesa: es un nombre como");
});

Deno.test("where the input ends nothing is written, and the message says so", () => {
  assertThrows(() => asked([]), CannotDo, "no se escribió nada");
  assertThrows(() => asked(["mesa.example"]), CannotDo, "no se escribió nada");
});

Deno.test("Enter keeps the names that are here, and others are taken for another restaurant", () => {
  assertEquals(asked(["", ""], HERE).names, HERE);
  assertThrows(() => asked(["otra.example", "", "n"], HERE), CannotDo, "aquí está mesa.example");
  const renamed = { guests: "otra.example", staff: "tablero.otra.example" };
  assertEquals(asked(["otra.example", "", "s"], HERE).names, renamed);
  assertEquals(asked(["otra.example", ""], HERE, { rename: "" }).names, renamed);
});

const INSTALLATION = { ...HERE, ports: null, program: "/home/ana/it's/sobremesa" } as const;

Deno.test("the script is a shell's, short enough to read, and downloads nothing", async () => {
  const script = installScript(INSTALLATION);
  assert(script.trimEnd().split("\n").length <= 60, script);
  assert(!/\{\{|curl|wget|apt-get install/.test(script), script);
  assertStringIncludes(script, `'/home/ana/it'\\''s/sobremesa'`);
  assertMatch(script, /echo BASE_URL=https:\/\/mesa\.example\n/);
  assertMatch(
    installScript({ ...INSTALLATION, ports: [8100, 8101] }),
    /PORT=8100\n.*STAFF_PORT=8101/,
  );
  const child = new Deno.Command("sh", { args: ["-n"], stdin: "piped" }).spawn();
  await new Blob([script]).stream().pipeTo(child.stdin);
  assertEquals((await child.status).code, 0);
});

Deno.test("the script replaces no file before the new one is whole", () => {
  const made = [...installScript(INSTALLATION).matchAll(/\$program print (\w+) > ([^\s;]+)/g)];
  const files = ["wrapper", "caddy", "unit"].map((what) =>
    made.find(([, name]) => name === what)?.[2]
  );
  assertEquals(files, ["/usr/local/bin/sobremesa.new", "$site.new", "$unit.new"]);
});

Deno.test("from the sources setup says what makes an executable", async () => {
  const { code, complained } = await ran(["setup"], {}, [], "/usr/bin/deno");
  assertEquals(code, 1);
  assertMatch(complained.join(), /\.ci\/build/);
});
