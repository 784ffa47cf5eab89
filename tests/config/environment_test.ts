import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { join } from "node:path";
import { ConfigError, type Environment, readConfig } from "../../src/config/config.ts";
import { parseEnvFile, readSettings, VARIABLES } from "../../src/config/environment.ts";

function withFile(
  content: string | Uint8Array<ArrayBuffer>,
  run: (path: string) => void,
): void {
  const folder = Deno.makeTempDirSync();
  const path = join(folder, "casa.env");
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  Deno.writeFileSync(path, bytes);
  try {
    run(path);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

/** What a command line is run with. */
function read(
  args: readonly string[],
  environment: Environment = {},
  systemFile: string | null = null,
) {
  const settings = readSettings({ args, environment, systemFile });
  return { ...settings, environment: settings.environment() };
}

Deno.test("without --env the environment is the process's own", () => {
  const environment = { PORT: "8000" };
  const args = ["purge", "--phone", "9995550001"];
  assertEquals(read(args, environment), { args, environment, source: null });
  assertEquals(read(args, environment, "/nowhere/casa.env").source, null);
});

Deno.test("the file's values win over the shell's, and the rest of the shell's stay", () => {
  withFile("DATA_DIR=/srv/mesa\nBASE_URL=\n", (path) => {
    const shell = { DATA_DIR: "/tmp", BASE_URL: "http://x", PORT: "9000" };
    const { environment, source } = read(["serve", "--env", path], shell, "/nowhere");
    assertEquals(environment, { DATA_DIR: "/srv/mesa", BASE_URL: "", PORT: "9000" });
    assertEquals(source, `${path}, which wins over the environment`);
  });
});

Deno.test("a file that says where the data are says all of it, and leaves the shell's database out", () => {
  const shell = { DATA_DIR: "/a", DATABASE_URL: "libsql://a", DATABASE_AUTH_TOKEN: "a", PORT: "1" };
  for (
    const [line, expected] of Object.entries({
      "DATA_DIR=/srv/mesa": { DATA_DIR: "/srv/mesa", PORT: "1" },
      "DATABASE_URL=libsql://b": { DATABASE_URL: "libsql://b", PORT: "1" },
      "HOST=::1": { ...shell, HOST: "::1" },
      "DATABASE_AUTH_TOKEN=b": { ...shell, DATABASE_AUTH_TOKEN: "b" },
    })
  ) {
    withFile(line, (path) => {
      assertEquals(read(["purge", "--env", path], shell).environment, expected);
    });
  }
});

Deno.test("the system's file is read where --env names none, and variables that are set win over it", () => {
  withFile("DATA_DIR=/srv/mesa\nPORT=8000\nBASE_URL=http://x\n", (path) => {
    const shell = { PORT: "9000", HOST: undefined };
    const { environment, source } = read(["serve"], shell, path);
    assertEquals(environment, { DATA_DIR: "/srv/mesa", PORT: "9000", BASE_URL: "http://x" });
    assertEquals(source, `${path}; variables that are set win`);
    withFile("HOST=::1", (named) => {
      const other = read(["serve", "--env", named], shell, path);
      assertEquals(other.environment, { PORT: "9000", HOST: "::1" });
    });
  });
});

Deno.test("a system's file without BASE_URL is refused with what to put there: the sample is nobody's service", () => {
  for (const text of ["", "DATA_DIR=/srv/mesa\nBASE_URL=\n"]) {
    withFile(text, (path) => {
      const { message } = assertThrows(() => read(["serve"], {}, path), ConfigError);
      assertStringIncludes(
        message,
        `${path}: BASE_URL: se esperaba la dirección en que los clientes`,
      );
      assertEquals(
        read(["serve"], { BASE_URL: "http://x" }, path).environment.BASE_URL,
        "http://x",
      );
    });
  }
});

Deno.test("a malformed system's file stops only what needs settings", () => {
  withFile("PORT 8000", (systemFile) => {
    const { environment, args } = readSettings({
      args: ["help"],
      environment: {},
      systemFile,
    });
    assertEquals(args, ["help"]);
    const { message } = assertThrows(environment, ConfigError);
    assertEquals(message, `${systemFile}, línea 1: se esperaba NOMBRE=valor`);
  });
});

Deno.test("--env may stand before the command, after it, or among its arguments", () => {
  withFile("\ufeffA=1", (path) => {
    for (
      const args of [
        ["--env", path, "purge", "--phone", "9990000000", "--upcoming"],
        ["purge", `--env=${path}`, "--phone", "9990000000", "--upcoming"],
        ["purge", "--phone", "9990000000", "--upcoming", "--env", path],
      ]
    ) {
      const settings = read(args);
      assertEquals(settings.args, ["purge", "--phone", "9990000000", "--upcoming"]);
      assertEquals(settings.environment, { A: "1" });
    }
  });
});

Deno.test("a relative path in a file is refused: it would be another for each folder that a command is typed in", () => {
  const text = "DATA_DIR=data\nRESTAURANT_FILE=./r.json\nDATABASE_URL=file:x.db\n";
  withFile(text, (path) => {
    for (const args of [["serve"], ["serve", "--env", path]]) {
      const { problems } = assertThrows(() => read(args, {}, path), ConfigError);
      assertEquals(problems.map((problem) => problem.split(": se esperaba")[0]), [
        `${path}: DATA_DIR`,
        `${path}: RESTAURANT_FILE`,
        `${path}: DATABASE_URL`,
      ]);
      assertStringIncludes(problems[1]!, ': se esperaba una ruta desde la raíz, y hay "./r.json"');
    }
  });
  withFile('DATA_DIR=/d\nDATABASE_URL=file:///x.db\nRESTAURANT_FILE=""', (path) => {
    assertEquals(read(["serve", "--env", path]).environment.DATA_DIR, "/d");
  });
});

Deno.test("a file that cannot be read is named by its path, and so is one that is not text", () => {
  const refused = (...args: string[]) => assertThrows(() => read(args), ConfigError).message;
  const missing = "/nowhere/casa.env no se puede leer: No such file";
  assertStringIncludes(refused("--env", "/nowhere/casa.env"), missing);
  withFile(new Uint8Array([65, 61, 0xff]), (path) => {
    assertEquals(refused("--env", path), `${path} no se puede leer: no es UTF-8`);
  });
  withFile("PORT 8000", (path) => {
    assertEquals(refused("--env", path), `${path}, línea 1: se esperaba NOMBRE=valor`);
  });
});

Deno.test("--env takes one file", () => {
  for (const args of [["--env"], ["--env="], ["--env", "a", "--env", "b"]]) {
    const error = assertThrows(() => read(args), ConfigError);
    assertEquals(
      error.message,
      "--env: se esperaba un archivo de variables, como --env sobremesa.env",
    );
  }
});

Deno.test("the executable may read every variable that the configuration asks for, and no other but systemd's and its packages'", () => {
  const asked = new Set<string>();
  const environment = new Proxy<Record<string, string>>({}, {
    get: (_, name) => void asked.add(String(name)),
  });
  readConfig(environment);
  const others = ["INVOCATION_ID", "WS_NO_BUFFER_UTIL", "WS_NO_UTF_8_VALIDATE"];
  assertEquals([...VARIABLES].sort(), [...asked, ...others].sort());
});

// The format of systemd's EnvironmentFile.

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

Deno.test("quoted values keep their blanks, and in double quotes a backslash keeps what would mean something", () => {
  assertEquals(parse(`A='  it is "so" \\n $HOME '\nB="\\"\\\\\\$\\\`\\n\\x"\nC=""`), {
    A: '  it is "so" \\n $HOME ',
    B: '"\\$`\\n\\x',
    C: "",
  });
});

Deno.test("files of other systems are read, and of two values the last counts", () => {
  assertEquals(parse('A=1\r\nB="x"\r\n\r\nA=2\r\n'), { A: "2", B: "x" });
});

Deno.test("every malformed line is named by its number, its value never", () => {
  assertEquals(problems("A=1\nPORT 8000\n\n2X=secret\nexport KEY=secret\nexport KEY\n"), [
    "casa.env, línea 2: se esperaba NOMBRE=valor",
    "casa.env, línea 4: se esperaba un nombre de letras, cifras y _ antes de =",
    "casa.env, línea 5: se esperaba un nombre de letras, cifras y _ antes de =: quita export",
    "casa.env, línea 6: se esperaba NOMBRE=valor: quita export",
  ]);
  assertEquals(problems("A=1\n=secret"), [
    "casa.env, línea 2: se esperaba un nombre de letras, cifras y _ antes de =",
  ]);
});

Deno.test("a value of several lines or pieces, and a backslash without quotes, are refused", () => {
  for (const text of ['A="x', "A='x", 'A="a" b', "A='a'b", "A=a\\ b", "A=x\\", "A=x\0y"]) {
    assertEquals(problems(`B=1\n${text}`), [
      "casa.env, línea 2: se esperaba un valor en un renglón, entre comillas si tiene diagonales inversas",
    ]);
  }
});
