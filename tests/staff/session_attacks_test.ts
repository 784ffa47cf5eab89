/** Who is not signed in sees nothing and changes nothing, whatever cookie is sent. */
import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { join } from "node:path";
import { Buffer } from "node:buffer";
import type { StaffRole } from "../../src/ports/staff.ts";
import { staffRoutes } from "../../src/staff_app.ts";
import { outdated } from "../../src/storage/book/tidying.ts";
import { cookiesOf, formRequest, HOST_KEY, STAFF_KEY } from "../support/test_board.ts";
import {
  assertAllForms,
  assertNothingChanges,
  assertTellsNothing,
  type AttackedBoard,
  attackedBoard,
  changesOf,
  everyRow,
  header,
  jar,
  pagesOf,
  tryKey,
} from "./_attacked.ts";

const DAY_MS = 86_400_000;
const LATER = 4_000_000_000;
/** At the end of a sealed text (AES-GCM). */
const TAG_BYTES = 16;

/** Fails unless `cookie` opens nothing: every page leads to the sign-in, every change is refused. */
async function assertShutOut(board: AttackedBoard, cookie: string, what: string): Promise<void> {
  await assertNothingChanges(board, async () => {
    for (const path of pagesOf(board)) {
      const answer = await board.ask(path, { headers: { cookie } });
      assertTellsNothing(answer.text, `${path} with ${what}`);
      assertEquals(answer.status, 303, `${path} with ${what}`);
      assert(answer.location?.startsWith("/entrar"), path);
    }
    for (const { path, form } of changesOf(board)) {
      const answer = await board.ask(path, formRequest(form, { cookie }));
      // It may send its own form again.
      const own = [...(formRequest(form).body as URLSearchParams).values(), path];
      const others = own.reduce((text, each) => text.replaceAll(`="${each}"`, ""), answer.text);
      assertTellsNothing(others, `POST ${path} with ${what}`);
      assertEquals(answer.status, 403, `POST ${path} with ${what}`);
      assertEquals(answer.headers.getSetCookie(), []);
    }
  });
}

Deno.test("signed in, every page is shown and every form changes something: these tests can fail", async () => {
  for (const index of Array(20).keys()) {
    await using board = await attackedBoard();
    assertAllForms(board);
    const changes = changesOf(board);
    assertEquals(changes.length, 20);
    const { path, form } = changes[index]!;
    // The clock is confirmed at a later moment than the newest that was seen.
    board.clock.advance(1);
    const before = await everyRow(board);
    const answer = await board.post(path, form);
    // Its answer holds what undoes it.
    const status = path === "/noche" ? 200 : 303;
    assertEquals(answer.status, status, `${path}: ${answer.text}`);
    assertNotEquals(await everyRow(board), before, path);
    if (index > 0) continue;
    for (const page of pagesOf(board)) {
      assertNotEquals((await board.get(page)).status, 303, page);
    }
  }
});

/** What each route needs. */
const KEYS: Readonly<Record<StaffRole, readonly string[]>> = {
  host: [
    ...["GET /", "GET /tablero", "GET /buscar", "GET /imprimir", "GET /noche", "POST /noche"],
    ...["GET /confirmar", "GET /reserva/{folio}", "POST /reserva/{folio}", "POST /visto"],
    ...["GET /nueva", "POST /nueva", "GET /llegaron", "POST /llegaron", "POST /lleno"],
    ...["GET /casa", "POST /casa", "GET /cierres", "POST /cierres", "POST /reloj"],
    ...["GET /dia", "POST /dia"],
  ],
  owner: [
    ...["GET /datos", "GET /datos.csv", "GET /mes", "POST /borrar", "GET /claves", "POST /claves"],
    "POST /pasos",
    ...["GET /versiones", "GET /archivo", "POST /archivo", "GET /platillos"],
    "POST /platillos",
    ...["GET /ajustes/{parte}", "POST /ajustes/{parte}", "GET /carta/{seccion}"],
    ...["POST /carta/{seccion}", "GET /presentacion", "POST /presentacion"],
    ...["GET /presentacion/{name}", "GET /codigos"],
  ],
};

Deno.test("every route needs a key, and no other than is written here", async () => {
  await using board = await attackedBoard();
  const routes = staffRoutes(board.deps, board.live);
  for (const key of ["host", "owner"] as const) {
    const found = routes.filter((route) => route.key === key)
      .map(({ method, path }) => `${method} ${path}`);
    assertEquals(found.toSorted(), KEYS[key].toSorted());
  }
  assertEquals(routes.length, KEYS.host.length + KEYS.owner.length, "none without a key");
});

Deno.test("with the host's key nothing of the owner's is shown or done, and no page leads there", async () => {
  await using board = await attackedBoard();
  await board.storage.staffKey.set("host", HOST_KEY);
  const host = await board.signIn("Beto", HOST_KEY);
  const says = /Esto lo hace quien tiene la clave del dueño/;
  await assertNothingChanges(board, async () => {
    for (const path of pagesOf(board, "owner")) {
      const { status, text } = await host.get(path);
      assertEquals(status, 403, path);
      assertMatch(text, says);
      assertMatch(text, /action="\/salir"/);
      assertTellsNothing(text, path);
    }
    for (const { path, form } of changesOf(board, "owner")) {
      const { status, text } = await host.post(path, form);
      assertEquals(status, 403, path);
      assertMatch(text, says);
    }
  });
  const closed = pagesOf(board, "owner").map((path) => `/${path.split(/[/?.]/)[1]}`);
  for (const path of pagesOf(board, "host")) {
    const { status, text } = await host.get(path);
    assertNotEquals(status, 403, path);
    for (const [, to] of text.matchAll(/(?:href|action)="(\/\w+)/g)) {
      assert(!closed.includes(to!), `${path} leads to ${to}`);
    }
  }
  for (const { path, form } of changesOf(board, "host")) {
    assertNotEquals((await host.post(path, form)).status, 403, path);
  }
});

Deno.test("the owner makes the host's key and changes both: devices of that key are out and told why, others stay", async () => {
  await using board = await attackedBoard();
  const shownKey = async (cual = "turno") => {
    const page = await board.post("/claves", { accion: "hacer", cual });
    assertEquals(page.headers.get("cache-control"), "no-store");
    const [, key = "", token = ""] = /<code>([0-9A-Z-]{34})<[^]*name="clave" value="([^"]+)"/
      .exec(page.text)!;
    return { key, token };
  };
  assertMatch((await board.get("/claves")).text, /Todavía no hay/);
  const first = await shownKey();
  assertEquals((await tryKey(board, first.key)).status, 403, "one only shown is nobody's");
  const use = (clave: string) => board.post("/claves", { accion: "cambiar", cual: "turno", clave });
  const late = await shownKey();
  assertEquals((await use(first.token)).location, "/", "it was a step of the list");
  const host = await board.signIn("Beto", first.key);
  // Keys that the service did not make for this change: chosen, used before, and of two who change it at once.
  for (const clave of [HOST_KEY, first.key, late.token, `${late.token}A`]) {
    await assertNothingChanges(board, async () => {
      const { status, text } = await use(clave);
      assertEquals([status, text.includes("Esa clave no sirve")], [409, true], clave);
    });
  }
  await assertNothingChanges(
    board,
    async () => assertEquals((await use(first.token)).location, "/claves?hecho", "a second tap"),
  );
  assertEquals((await host.get("/")).status, 200);

  const second = await shownKey();
  assertNotEquals(second.key, first.key);
  await use(second.token);
  const why = /La clave del turno se cambió hoy a las \d\d:\d\d: la nueva la tiene el dueño/;
  const { location } = await host.get("/?dia=2026-03-10");
  assertMatch((await host.get(location!)).text, why);
  const posted = await host.post("/casa", { accion: "pausar" });
  assertEquals(posted.status, 403);
  assertMatch(posted.text, why);
  assertMatch(posted.text, /Todavía no se guardó nada/);
  assertEquals((await board.get("/claves")).status, 200, "the owner's devices stay");

  const other = await board.signIn("Lupe");
  const third = await shownKey("dueno");
  const changed = await use(third.token);
  const own = header({ ...jar(board.cookie), ...jar(cookiesOf(changed.headers)) });
  const seen = await board.ask("/claves?hecho", { headers: { cookie: own } });
  assertEquals(seen.status, 200, "the device that changed it stays");
  assertMatch(seen.text, /Listo: la clave ya es la nueva/);
  const out = await other.get("/");
  assertMatch((await other.get(out.location!)).text, /La clave del dueño se cambió/);
  assertEquals((await (await board.signIn("Beto", second.key)).get("/")).status, 200);
  const file = join(board.app.dataDir, "staff_key");
  assertEquals(await Deno.readTextFile(file), `${third.key}\n`);
  for (const { key } of [first, second, third]) assert(!(await everyRow(board)).includes(key));
  board.clock.advance(DAY_MS);
  const later = await board.ask("/claves?hecho", { headers: { cookie: own } });
  assert(!later.text.includes("Listo"), "an address that was kept tells of no change");
});

for (const cual of ["turno", "dueno"]) {
  Deno.test(`of two owners who make a key at once, one is told to do it again: ${cual}`, async () => {
    await using board = await attackedBoard();
    const owners = [board, await board.signIn("Lupe")];
    const made = await Promise.all(owners.map(async (owner) => {
      const { text } = await owner.post("/claves", { accion: "hacer", cual });
      return /<code>(.*)<\/code>[^]*name="clave" value="([^"]+)"/.exec(text)!.slice(1);
    }));
    const answers = await Promise.all(
      owners.map((owner, n) => owner.post("/claves", { accion: "cambiar", clave: made[n]![1]! })),
    );
    assertEquals(answers.map(({ status }) => status).toSorted(), [303, 409]);
    const [key = ""] = made[answers.findIndex(({ status }) => status === 303)]!;
    assertEquals((await tryKey(board, key)).status, 303);
    if (cual === "turno") return;
    const file = join(board.app.dataDir, "staff_key");
    assertEquals(await Deno.readTextFile(file), `${key}\n`);
  });
}

Deno.test("a device whose key is not in a restored copy is not told that it was changed", async () => {
  await using board = await attackedBoard();
  const { database, poll, staffKey } = board.storage;
  const [copied] = await database.read({
    sql: "SELECT value FROM settings WHERE name = 'owner_key'",
  });
  board.clock.advance(31 * DAY_MS);
  await staffKey.set("owner", HOST_KEY);
  const device = await board.signIn("Lupe", HOST_KEY);
  const restoring = "UPDATE settings SET value = ? WHERE name = 'owner_key'";
  await database.write([{ sql: restoring, args: [String(copied!.value)] }]);
  await poll.refresh();
  const { text } = await device.get((await device.get("/")).location!);
  assert(text.includes("Clave del personal") && !text.includes("se cambió"), text);
});

Deno.test("what is typed of a key can be seen, without script, and is asked for anew in sight", async () => {
  await using board = await attackedBoard();
  const form = { nombre: "Wendy", clave: "ABCD-EF", volver: "/nueva" };
  const send = (fields: Record<string, string>) => board.ask("/entrar", formRequest(fields));
  const field = (text: string) => /<input id="clave"[^>]*>/.exec(text)![0];
  assertMatch(field((await board.ask("/entrar")).text), /type="password"/);
  const shown = await send({ ...form, accion: "ver" });
  assertEquals(shown.status, 200);
  for (const part of ['type="text"', 'value="ABCD-EF"', 'autocomplete="off"']) {
    assert(field(shown.text).includes(part), field(shown.text));
  }
  assert(shown.text.includes('value="Wendy"') && shown.text.includes('value="/nueva"'));
  const wrong = await send({ ...form, ver: "si" });
  assertEquals([wrong.status, field(wrong.text).includes('type="text"')], [403, true]);
  assertEquals((await send({ ...form, ver: "si", clave: STAFF_KEY })).location, "/nueva");
});

Deno.test("a name alone is not a session", async () => {
  await using board = await attackedBoard();
  const { sobremesa_turno: _, ...rest } = jar(board.cookie);
  assertEquals(Object.keys(rest), ["sobremesa_nombre"]);
  const cookie = header(rest);
  const named = await board.ask("/entrar", formRequest({ nombre: "Mallory" }, { cookie }));
  assertEquals([named.status, named.headers.getSetCookie()], [403, []]);
});

Deno.test("a session without a name shows nothing before a name is typed", async () => {
  await using board = await attackedBoard();
  const { sobremesa_nombre: _, ...rest } = jar(board.cookie);
  const answer = await board.ask("/", { headers: { cookie: header(rest) } });
  assertEquals([answer.status, answer.location], [303, "/entrar"]);
  const form = formRequest({ nombre: "Beto" }, { cookie: header(rest) });
  const name = await board.ask("/entrar", form);
  assertEquals(name.status, 303);
  const named = `${header(rest)}; ${cookiesOf(name.headers)}`;
  const page = await board.ask("/", { headers: { cookie: named } });
  assertEquals([page.status, page.text.includes("Beto")], [200, true]);
});

Deno.test("nothing but the session's own cookie is a session", async () => {
  await using board = await attackedBoard();
  await using other = await attackedBoard();
  const cookies = jar(board.cookie);
  const session = cookies["sobremesa_turno"]!;
  // A flipped bit of what is sealed would flip the same bit of the generation or the end.
  const flipped = (at: number) => {
    const bytes = Buffer.from(session, "base64url");
    bytes[bytes.length + at]! ^= 1;
    return bytes.toString("base64url");
  };
  const forged = {
    "unsealed": `1.${Math.floor(board.clock.now() / 1000) + 86_400}`,
    "no tag": Buffer.from(session, "base64url").subarray(0, -TAG_BYTES).toString("base64url"),
    "another tag": flipped(-1),
    "a later end": flipped(-TAG_BYTES - 1),
    "a much later end": flipped(-TAG_BYTES - "1770000000".length),
    "another generation": flipped(-TAG_BYTES - ".1770000000".length - 1),
    "another role": flipped(-TAG_BYTES - "owner.AAAAAAAA.1770000000".length),
    "another nonce": flipped(-TAG_BYTES - "owner.AAAAAAAA.1770000000".length - 1),
    "a cut tag": session.slice(0, -4),
    "more text": `${session}AAAA`,
    "no base64url": `${session}.%%%`,
    "nothing": "",
    "a word": "true",
    "no role": board.storage.seals.seal(`AAAAAAAA.${LATER}`, "session"),
    "another role's name": board.storage.seals.seal(`cook.AAAAAAAA.${LATER}`, "session"),
    "very much": "1.".repeat(3_000),
  };
  for (const [what, value] of Object.entries(forged)) {
    await assertShutOut(board, header({ ...cookies, sobremesa_turno: value }), what);
  }
  const { sobremesa_turno: _, ...name } = cookies;
  await assertShutOut(board, "", "no cookie");
  await assertShutOut(board, header(name), "a name only");
  await assertShutOut(board, other.cookie, "another board's cookie");
  // Of two sessions the last counts.
  await assertShutOut(board, `${board.cookie}; sobremesa_turno=forged`, "two sessions");
});

Deno.test("a session of an earlier generation has ended, within a second of the end of all sessions", async () => {
  await using board = await attackedBoard();
  const device = await board.signIn("Beto");
  await board.storage.staffKey.replace(STAFF_KEY);
  await assertShutOut(board, board.cookie, "an earlier generation");
  await assertShutOut(board, device.cookie, "an earlier generation");
  const again = await board.signIn("Wendy");
  assertEquals((await again.get("/")).status, 200);
});

Deno.test("a session ends within 30 days, early in the morning, whatever the browser keeps", async () => {
  await using board = await attackedBoard();
  board.clock.advance(29 * DAY_MS);
  assertEquals((await board.get("/")).status, 200);
  // It began at noon: its last morning is the thirtieth.
  board.clock.advance(DAY_MS * 17 / 24 - 1);
  assertEquals((await board.get("/")).status, 200, "a second before five in the morning");
  board.clock.advance(1);
  await assertShutOut(board, board.cookie, "an expired session");
  // Five in the morning. Of a session that begins two hours before, the thirtieth morning is beyond the 30 days.
  board.clock.advance(DAY_MS * 22 / 24);
  const early = await board.signIn("Wendy");
  board.clock.advance(DAY_MS * (29 + 2 / 24));
  await assertShutOut(board, early.cookie, "a session of 29 days and two hours");
});

Deno.test("signing out ends the session everywhere it was copied to, and no other; the name stays", async () => {
  await using board = await attackedBoard();
  const other = await board.signIn("Beto");
  const answer = await board.post("/salir", {});
  assertEquals([answer.status, answer.location], [303, "/entrar"]);
  assertEquals(answer.headers.getSetCookie(), [
    "sobremesa_turno=; HttpOnly; Max-Age=0; SameSite=Strict; Path=/",
  ]);
  // It stays ended for as long as it could be open, whatever is deleted meanwhile because it is out of date.
  for (const pass of [0, 29 * DAY_MS]) {
    board.clock.advance(pass);
    await board.storage.database.write(outdated(board.clock.now()));
    await board.storage.poll.refresh();
    await assertShutOut(board, board.cookie, "a session that was signed out of");
    assertEquals((await other.get("/")).status, 200);
  }
});

Deno.test("signing out without a session writes nothing down", async () => {
  await using board = await attackedBoard();
  await assertNothingChanges(board, async () => {
    for (const cookie of ["", "sobremesa_turno=forged", "sobremesa_turno=1.9999999999.x.y"]) {
      assertEquals((await board.ask("/salir", formRequest({}, { cookie }))).status, 303);
    }
  });
});

Deno.test("cookies that other programs of the host have set break nothing", async () => {
  await using board = await attackedBoard();
  const others = ["=", "=x", "a", ";", " ; ; ", "a=b=c", "__proto__=1", 'a="b;c"', "\u00ff=\u00fe"];
  for (const other of others) {
    for (const cookie of [`${other}; ${board.cookie}`, `${board.cookie}; ${other}`]) {
      const { status, text } = await board.ask("/entrar", { headers: { cookie } });
      assertEquals([status, text.includes('value="Wendy"')], [200, true], cookie);
    }
    await assertShutOut(board, other, other);
  }
});

Deno.test("over https the cookies can only have been set by this very host", async () => {
  await using board = await attackedBoard({ staffUrl: "https://tablero.example" });
  const names = Object.keys(jar(board.cookie));
  assertEquals(names, ["__Host-sobremesa_turno", "__Host-sobremesa_nombre"]);
  const form = { clave: STAFF_KEY, nombre: "Wendy", volver: "/" };
  const answer = await board.ask("/entrar", formRequest(form));
  for (const cookie of answer.headers.getSetCookie()) {
    assert(cookie.includes("; Secure; HttpOnly; "), cookie);
    assert(cookie.endsWith("; SameSite=Strict; Path=/"), cookie);
  }
  const plain = board.cookie.replaceAll("__Host-", "");
  await assertShutOut(board, plain, "cookies that any page could have set");
});
