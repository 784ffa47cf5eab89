import { assert, assertEquals, assertThrows } from "@std/assert";
import {
  ConfigError,
  type Environment,
  readConfig,
  settingNames,
} from "../../src/config/config.ts";

/** The one message about `environment`. */
function refused(environment: Environment): readonly string[] {
  const error = assertThrows(() => readConfig(environment), ConfigError);
  assertEquals(error.message, error.problems.join("\n"));
  return error.problems;
}

Deno.test("an empty environment serves the sample on this machine", () => {
  const defaults = {
    host: "127.0.0.1",
    port: 8000,
    baseUrl: null,
    dataDir: "./data",
    databaseUrl: "file:./data/sobremesa.db",
    databaseAuthToken: undefined,
    restaurantFile: null,
    mapFile: "./data/mapa.bin",
    osrmUrl: null,
    limits: {
      envio: { tokens: 60, seconds: 60 },
      ubicacion: { tokens: 60, seconds: 60 },
      borrador: { tokens: 30, seconds: 60 },
      reserva: { tokens: 20, seconds: 600 },
    },
    trustedProxies: [],
    assistantNetworks: [],
    embedOrigins: [],
    staff: { host: "127.0.0.1", port: 8001, baseUrl: null, alertUrl: null },
    retentionDays: 365,
    logLevel: "info",
  } as const;
  assertEquals(readConfig({}), defaults);
  const empty = settingNames().map((name) => [name, ""]);
  assertEquals(readConfig(Object.fromEntries(empty)), defaults);
});

Deno.test("every variable is read", () => {
  assertEquals(
    readConfig({
      HOST: "::",
      PORT: "0",
      BASE_URL: "https://mesa.example/casa",
      DATA_DIR: "/var/lib/sobremesa",
      STATE_DIRECTORY: "/not/this",
      DATABASE_URL: "libsql://casa.turso.io",
      DATABASE_AUTH_TOKEN: "abc.def-_=",
      RESTAURANT_FILE: "/etc/restaurante.json",
      OSRM_URL: "http://[::1]:5000/casa//",
      RATE_LIMIT_ENVIO: "5/10",
      RATE_LIMIT_BORRADOR: "6/20",
      RATE_LIMIT_RESERVA: "7/30",
      TRUSTED_PROXIES: "127.0.0.1, ::1,10.0.0.0/8,",
      ASSISTANT_NETWORKS: "160.79.104.0/21,2001:db8::/32",
      EMBED_ORIGINS: "https://casa.example, http://127.0.0.1:6274",
      STAFF_HOST: "::1",
      STAFF_PORT: "9001",
      STAFF_BASE_URL: "https://tablero.example/",
      ALERT_URL: "https://avisos.example/casa?token=abc",
      RETENTION_DAYS: "90",
      LOG_LEVEL: "error",
      SOMETHING_ELSE: "ignored",
    }),
    {
      host: "::",
      port: 0,
      baseUrl: "https://mesa.example/casa",
      dataDir: "/var/lib/sobremesa",
      databaseUrl: "libsql://casa.turso.io",
      databaseAuthToken: "abc.def-_=",
      restaurantFile: "/etc/restaurante.json",
      mapFile: "/var/lib/sobremesa/mapa.bin",
      osrmUrl: "http://[::1]:5000/casa",
      limits: {
        envio: { tokens: 5, seconds: 10 },
        ubicacion: { tokens: 5, seconds: 10 },
        borrador: { tokens: 6, seconds: 20 },
        reserva: { tokens: 7, seconds: 30 },
      },
      trustedProxies: ["127.0.0.1", "::1", "10.0.0.0/8"],
      assistantNetworks: ["160.79.104.0/21", "2001:db8::/32"],
      embedOrigins: ["https://casa.example", "http://127.0.0.1:6274"],
      staff: {
        host: "::1",
        port: 9001,
        baseUrl: "https://tablero.example",
        alertUrl: "https://avisos.example/casa?token=abc",
      },
      retentionDays: 90,
      logLevel: "error",
    },
  );
});

const WRONG: Readonly<Record<string, readonly string[]>> = {
  HOST: ["a b", "http://a", "a/b", "[::1]", "a,b"],
  PORT: ["-1", "65536", "8000 ", "80.5", "0x50", "1e3", "port"],
  BASE_URL: [
    "mesa.example",
    "ftp://a",
    "https://a?b",
    "https://a#b",
    "https://a?",
    "/",
    "https://",
  ],
  DATABASE_URL: [
    "postgres://a",
    "file:",
    "file:data/",
    "file:/50%/a.db",
    "libsql:",
    "libsql://",
    "data.db",
    "https://",
    "ws://a",
  ],
  RATE_LIMIT_ENVIO: ["60", "0/60", "60/0", "60/60/60", "-1/60", "1.5/60", "60 / 60", "a/b", "/"],
  RATE_LIMIT_BORRADOR: ["60"],
  RATE_LIMIT_RESERVA: ["60", "9999999999/1"],
  ASSISTANT_NETWORKS: ["openai", "160.79.104.0/33"],
  EMBED_ORIGINS: ["casa.example", "https://a/", "https://a/b", "null", "*"],
  TRUSTED_PROXIES: [
    "proxy",
    "10.0.0.0/33",
    "010.0.0.1",
    "fe80::1%eth0",
    "2001:db8::/129",
    "10.0.0.0/8/8",
    "10.0.0.0/",
    "10.0.0.0/-1",
    "10.0.0.0/x",
    "127.0.0.1 ::1",
    "127.0.0.1;::1",
  ],
  STAFF_HOST: ["a b", "[::1]"],
  STAFF_PORT: ["-1", "65536", "8001 ", "port"],
  STAFF_BASE_URL: ["tablero.example", "ftp://a", "https://a/b", "https://a?b", "https://a#b"],
  RETENTION_DAYS: ["0", "3651", "1.5", "365d"],
  LOG_LEVEL: ["INFO", "warning", "trace", "0"],
  ALERT_URL: ["avisos.example", "ftp://a", "https://u:p@a", "https://"],
  DATABASE_AUTH_TOKEN: ["a b", "a\n", "ñ"],
  OSRM_URL: ["127.0.0.1:5000", "ftp://a", "http://a?b", "http://u:p@a", "http://[::1"],
};

Deno.test("each wrong value is refused by the name of its variable, with what was expected and what was sent", () => {
  for (const [name, values] of Object.entries(WRONG)) {
    for (const value of values) {
      const [problem, ...others] = refused({ [name]: value });
      assertEquals(others, [], `${name}=${value}`);
      assert(problem!.startsWith(`${name}: se esperaba `), problem);
      if (!/^(DATABASE|OSRM_URL|ALERT_URL)/.test(name)) {
        assert(problem!.endsWith(`y hay ${JSON.stringify(value)}`));
      }
    }
  }
});

Deno.test("one message names every wrong variable at once, a line each", () => {
  const firsts = Object.entries(WRONG).map(([name, [value]]) => [name, value] as const);
  const problems = refused({ ...Object.fromEntries(firsts), LOG_LEVEL: "loud\nPORT: fine" });
  const names = problems.map((problem) => problem.slice(0, problem.indexOf(":")));
  assertEquals(names.toSorted(), Object.keys(WRONG).toSorted());
  assert(problems.every((problem) => !problem.includes("\n")));
});

Deno.test("no message holds a secret", () => {
  for (
    const environment of [
      { DATABASE_URL: "postgres://user:SECRET@host/db?authToken=SECRET" },
      { DATABASE_URL: "host.turso.io?authToken=SECRET" },
      { DATABASE_URL: "SECRET" },
      { DATABASE_AUTH_TOKEN: "SECRET TOKEN" },
      { DATABASE_AUTH_TOKEN: "SECRET", PORT: "x" },
      { OSRM_URL: "http://user:SECRET@osrm.example" },
      { OSRM_URL: "https://osrm.example/?token=SECRET" },
      { ALERT_URL: "https://user:SECRET@avisos.example" },
      { ALERT_URL: "avisos.example/SECRET" },
      { ALERT_URL: "ftp://avisos.example/?token=SECRET" },
      { STAFF_BASE_URL: "https://user:SECRET@tablero.example" },
      { BASE_URL: "https://user:SECRET@mesa.example" },
      { BASE_URL: "https://:SECRET@mesa.example" },
      { BASE_URL: "https://a:SECRET@b@mesa.example" },
    ]
  ) assert(!refused(environment).join("\n").includes("SECRET"), JSON.stringify(environment));
});

Deno.test("guests and staff are never served on one port", () => {
  const [problem, ...others] = refused({ PORT: "8001" });
  assertEquals(others, []);
  assert(problem!.startsWith("STAFF_PORT: se esperaba otro puerto que PORT, y los dos son 8001"));
  // What is no port is another mistake.
  assertEquals(refused({ PORT: "80x", STAFF_PORT: "8000" }).length, 1);
  assertEquals(refused({ PORT: "80", STAFF_PORT: "80" }).length, 1);
  const { port, staff } = readConfig({ PORT: "0", STAFF_PORT: "0" });
  assertEquals([port, staff.port], [0, 0]);
});

Deno.test("a restaurant of one's own needs an address that guests can open", () => {
  const [problem, ...others] = refused({ RESTAURANT_FILE: "casa.json" });
  assertEquals(others, []);
  assert(
    problem!.startsWith(
      "BASE_URL: se esperaba la dirección en que los clientes abren este servicio",
    ),
  );
  assertEquals(refused({ RESTAURANT_FILE: "casa.json", BASE_URL: "" }), [problem!]);
  assertEquals(refused({ RESTAURANT_FILE: "casa.json", BASE_URL: "no" }).length, 1);
  const { baseUrl } = readConfig({ RESTAURANT_FILE: "casa.json", BASE_URL: "http://a" });
  assertEquals(baseUrl, "http://a");
});

Deno.test("the data folder is DATA_DIR, else STATE_DIRECTORY, and the database lies in it", () => {
  const { dataDir, databaseUrl } = readConfig({ STATE_DIRECTORY: "/var/lib/sobremesa/" });
  assertEquals([dataDir, databaseUrl], [
    "/var/lib/sobremesa",
    "file:/var/lib/sobremesa/sobremesa.db",
  ]);
  assertEquals(readConfig({ STATE_DIRECTORY: "/a", DATA_DIR: "/b" }).dataDir, "/b");
  const elsewhere = readConfig({ DATA_DIR: "/b", DATABASE_URL: "file:/c.db" });
  assertEquals([elsewhere.dataDir, elsewhere.databaseUrl], ["/b", "file:/c.db"]);
});

Deno.test("slashes at the end of folders and addresses are dropped", () => {
  for (
    const [sent, kept] of [["/a/", "/a"], ["/a//", "/a"], ["a/b/", "a/b"], ["/", "/"]] as const
  ) {
    assertEquals(readConfig({ DATA_DIR: sent }).dataDir, kept);
  }
  for (
    const [sent, kept] of [
      ["https://mesa.example/", "https://mesa.example"],
      ["https://mesa.example/casa//", "https://mesa.example/casa"],
      ["HTTPS://Mesa.Example:443", "https://mesa.example"],
      ["http://127.0.0.1:8000", "http://127.0.0.1:8000"],
    ] as const
  ) assertEquals(readConfig({ BASE_URL: sent }).baseUrl, kept);
});

Deno.test("a folder whose name means something in a URL is still that folder", () => {
  assertEquals(
    readConfig({ DATA_DIR: "/a%20b#c?d" }).databaseUrl,
    "file:/a%2520b%23c%3Fd/sobremesa.db",
  );
});

Deno.test("the guide's table names every variable, each once, and no other", async () => {
  const guide = await Deno.readTextFile(new URL("../../docs/settings.md", import.meta.url));
  const cells = guide.match(/^\| (`[A-Z_]+`[, ]*)+/gm) ?? [];
  const documented = cells.flatMap((cell) => cell.match(/[A-Z_]+/g) ?? []);
  // systemd sets it, in place of DATA_DIR.
  const settings = settingNames().filter((name) => name !== "STATE_DIRECTORY");
  assertEquals(documented.sort(), [...settings].sort());
});
