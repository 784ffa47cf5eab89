import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { isMissing } from "../support/missing_part.ts";
import { freePort, programCommand, startServiceProcess } from "../support/service_process.ts";
import { run } from "./_run.ts";
import { SCRIPT, spawnAtTerminal } from "../service/_spawned.ts";
import { inTempFolder, testInFolder } from "../support/temp_folder.ts";

/** Each question by what begins it, what is typed, and what is said of it where it is wrong. */
const CONVERSATION: readonly (readonly [string, string, RegExp?])[] = [
  ["Nombre", "", /No: se esperaba un texto que no esté en blanco/],
  ["Nombre", "Casa Ceiba"],
  ["Dirección", "Calle 60 núm. 420, Centro, Mérida"],
  ["Ciudad o pueblo", "", /No: se esperaba un texto que no esté en blanco/],
  ["Ciudad o pueblo", "Mérida"],
  ["Ubicación", "https://maps.app.goo.gl/AbCdEf", /No: ese enlace no trae coordenadas/],
  ["Ubicación", "20.967, 89.624", /No: .* fuera de México: .*¿es 20\.967, -89\.624\?/],
  ["Ubicación", `20°58'01.2"N 89°37'26.4"W`],
  ["Estado", "Yucatam", /No: ¿quisiste decir Yucatán\?/],
  ["Estado", ""],
  [
    "Zona horaria [America/Merida]",
    "Mérida",
    /No: se esperaba el nombre de una zona horaria, como "America\/Merida"/,
  ],
  ["Zona horaria", ""],
  ["Teléfono", "0000000000", /No: se esperaba un teléfono de diez dígitos, que no empiezan con 0/],
  ["Teléfono", "(999) 123 45 67"],
  ["WhatsApp [+529991234567]", ""],
  ["Horario del lunes", "", /No: .*"13-17:30, 19-1:30" o "cerrado"/],
  ["Horario del lunes", "cerrado"],
  ["Horario del martes", "25-3", /No: 25:00 no es una hora/],
  ["Horario del martes", "13-23"],
  ["Horario del miércoles", ""],
  ["Horario del jueves", ""],
  ["Horario del viernes", "13-17:30, 17-22", /No: .*sin traslapes/],
  ["Horario del viernes", "13-17:30, 19-1:30"],
  ["Horario del sábado", ""],
  ["Horario del domingo", "1-5", /No: "1-5" puede ser de la mañana o de la tarde: .*"13-17"/],
  ["Horario del domingo", "01-03", /No: .*sin traslapes/],
  ["Horario del domingo", "12-19"],
  ["Cuántos minutos antes", "600", /No: se esperaba un servicio de más de 630 minutos/],
  ["Cuántos minutos antes", ""],
  ["Minutos que tarda", "40-25", /No: se esperaba 40 o más/],
  ["Minutos que tarda", ""],
  ["Envío", "3, 40", /No: escribe 3 números/],
  ["Envío", "3, 40, 10.505", /No: se esperaba pesos con dos decimales/],
  ["Envío", "no"],
  ["Dominio para los comensales", "<"],
  ["Envío", "3 km, $40, $10.50"],
  ["Hasta cuántos", "2", /No: se esperaba más de 3,/],
  ["Hasta cuántos", "8"],
  ["Dominio para los comensales", "mesa.example/carta", /No: es un nombre como/],
  ["Dominio para los comensales", "mesa.example"],
  ["Dominio para el personal [tablero.mesa.example]", "mesa.example", /No: tiene que ser otro/],
  ["Dominio para el personal", ""],
];

const ALL_GIVEN = [
  ["--name", "Casa Ceiba"],
  ["--address", "Calle 60 núm. 420, Centro, Mérida"],
  ["--town", "Mérida"],
  ["--location", "https://www.google.com/maps/place/Casa/@1,2,17z/data=!3d20.967!4d-89.624"],
  ["--phone", "9991234567"],
  ["--hours", "cerrado; 13-23; 13-23; 13-23; 13-17:30, 19-1:30; 13-17:30, 19-1:30; 12-19"],
  ["--tariff", "3, 40, 10.5"],
  ["--radius", "8"],
  ["--public", "mesa.example"],
].flat();

async function contentsOf(dir: string): Promise<Record<string, string>> {
  const entries = await Array.fromAsync(Deno.readDir(dir));
  const files = entries.filter(({ isFile }) => isFile).map(({ name }) => name).sort();
  return Object.fromEntries(
    await Promise.all(
      files.map(async (name) => [name, await Deno.readTextFile(join(dir, name))] as const),
    ),
  );
}

Deno.test({
  name:
    "setup played at a terminal, with wrong answers, gives a restaurant that serves with nothing invented",
  ignore: isMissing("a pseudo-terminal", [SCRIPT]),
  async fn() {
    await inTempFolder(async (dir) => {
      await Deno.writeTextFile(join(dir, "Caddyfile"), "# mine\n");
      await using terminal = openTerminal(["setup", "--dir", dir]);
      for (const [question, typed, reason] of CONVERSATION) {
        await terminal.answer(question, typed);
        if (reason !== undefined) await terminal.readUntil(reason);
      }
      await terminal.readUntil(/restaurante\.json\r?\n\{[^]*"nombre": "Casa Ceiba"/);
      await terminal.answer("¿Escribirlo? [s]", "");
      await terminal.readUntil(/BASE_URL=https:\/\/mesa\.example/);
      await terminal.answer("¿Escribirlo? [s]", "claro");
      await terminal.readUntil(/No: contesta s o n/);
      await terminal.answer("¿Escribirlo? [s]", "sí");
      await terminal.readUntil(/reverse_proxy 127\.0\.0\.1:8000/);
      await terminal.answer("Ya existe otro. ¿Reemplazarlo? [n]", "");
      await terminal.readUntil(/\n {2}(.*deno(@\S+)? run -qP src\/main\.ts|sobremesa) serve --env/);
      await terminal.readUntil(
        /clave del personal queda en .*staff_key\./,
      );
      await terminal.readUntil(/Para cobrar envíos falta un mapa/);
      assertEquals((await terminal.child.status).code, 0);
      const { Caddyfile, ...written } = await contentsOf(dir);
      assertEquals(Caddyfile, "# mine\n");
      assertEquals(Object.keys(written), ["restaurante.json", "sobremesa.env"]);
      await assertServes(dir);
    });
  },
});

async function assertServes(dir: string): Promise<void> {
  const file = join(dir, "sobremesa.env");
  const io = await run(["check", "--env", file]);
  assertMatch(io.written[0]!, /restaurante\.json\b.*: bien$/);
  assertEquals(io.written.slice(3, 10), [
    "  lunes: cerrado",
    ...["martes", "miércoles", "jueves"].map((day) => `  ${day}: 13:00-23:00 (cocina hasta 22:00)`),
    ...["viernes", "sábado"].map((day) =>
      `  ${day}: 13:00-17:30 (cocina hasta 16:30), 19:00-01:30 (cocina hasta 00:30)`
    ),
    "  domingo: 12:00-19:00 (cocina hasta 18:00)",
  ]);
  const env = {
    BASE_URL: "https://mesa.example",
    STAFF_BASE_URL: "https://tablero.mesa.example",
    PORT: String(freePort()),
    STAFF_PORT: String(freePort()),
  };
  await using service = await startServiceProcess({ args: ["serve", "--env", file], env });
  const [info, menu, page] = await Promise.all(
    ["/api/info", "/api/menu", "/"].map(async (path) =>
      await (await fetch(service.url + path)).text()
    ),
  );
  const { nombre, calificacion, envio: { detalle, ...envio } } = JSON.parse(info!);
  assertMatch(detalle, /se cotiza por WhatsApp/, "without a map");
  assertEquals(nombre, "Casa Ceiba");
  assertEquals(calificacion, { puntaje: 0, total: 0, fuente: "" });
  assertEquals(envio, { base_km: 3, base_costo: 40, costo_km_extra: 10.5, radio_maximo_km: 8 });
  const { secciones, total_platillos } = JSON.parse(menu!);
  assertEquals([secciones.length, total_platillos], [7, 0]);
  assert(!/MUESTRA|SIN TERMINAR|opiniones|undefined/.test(page!));
  assertStringIncludes(page!, "https://wa.me/529991234567");
}

testInFolder(
  "setup with flags asks nothing, and gives the same as the answers at a terminal",
  async (dir) => {
    await run(["setup", ...ALL_GIVEN, "--yes", "--dir", dir]);
    const asked = await Deno.makeTempDir();
    const answers = CONVERSATION.filter(([, , reason]) => reason === undefined)
      .map(([, typed]) => typed);
    await run(["setup", "--dir", asked], {}, 0, [...answers, "", "", ""]);
    const { "sobremesa.env": settings, ...files } = await contentsOf(dir);
    const { "sobremesa.env": other, ...same } = await contentsOf(asked);
    assertEquals(files, same);
    assertEquals(settings, other!.replaceAll(asked, dir));
    assertEquals((await Deno.stat(join(dir, "sobremesa.env"))).mode! & 0o777, 0o640);
    await Deno.remove(asked, { recursive: true });
  },
);

testInFolder(
  "setup with flags names all that are missing, and the one that is wrong with its reason",
  async (dir) => {
    const said = async (...args: string[]) => {
      const io = await run(["setup", "--yes", "--dir", dir, ...args], {}, 2);
      return io.complained[0]!.split("\n")[0]!;
    };
    assertMatch(
      await said("--name", "Casa"),
      /--address, --town, --location, --phone, --hours, --tariff,/,
    );
    assertMatch(
      await said(...ALL_GIVEN.with(9, "12")),
      /--phone: Teléfono: se esperaba un teléfono/,
    );
    assertMatch(await said(...ALL_GIVEN.with(11, "13-23")), /--hours: faltan partes: son 7/);
    assertEquals(await contentsOf(dir), {});
  },
);

testInFolder(
  "setup overwrites nothing unasked: with flags it refuses, --replace replaces, the same again changes nothing",
  async (dir) => {
    const path = join(dir, "sobremesa.env");
    const mine = "mine\n# for the map\nPORT=9000\nBASE_URL=http://old.example\n";
    await Deno.writeTextFile(path, mine);
    const given = ["setup", ...ALL_GIVEN, "--yes", "--dir", dir];
    const refused = await run(given, {}, 1);
    assertMatch(refused.complained[0]!, /sobremesa\.env ya existe .*--replace/);
    assertEquals(await contentsOf(dir), { "sobremesa.env": mine });
    await run([...given, "--replace"]);
    const { "sobremesa.env": settings, Caddyfile } = await contentsOf(dir);
    assertMatch(
      settings!,
      /^STAFF_BASE_URL=[^]*::1\n# for the map\nPORT=9000\nBASE_URL=https:\/\/mesa\.example\n$/,
    );
    assertMatch(Caddyfile!, /reverse_proxy 127\.0\.0\.1:9000/);
    const again = await run(given);
    assertEquals(again.written.filter((line) => line.endsWith("ya está así")).length, 3);
  },
);

testInFolder(
  "setup replaces a link that leads elsewhere, never what it leads to, and says where it cannot write",
  async (dir) => {
    const given = ["setup", ...ALL_GIVEN, "--yes", "--replace"];
    await Deno.symlink(join(dir, "elsewhere.json"), join(dir, "restaurante.json"));
    await run([...given, "--dir", dir]);
    assertEquals("elsewhere.json" in await contentsOf(dir), false);
    const io = await run([...given, "--dir", join(dir, "Caddyfile")], {}, 1);
    assertMatch(io.complained[0]!, /no se puede escribir .*Caddyfile\/restaurante\.json: /);
    const talk = await run(["setup", "--dir", join(dir, "Caddyfile")], {}, 1, ["Casa Ceiba"]);
    assertEquals(talk.written, [], "no question is asked in vain");
  },
);

testInFolder(
  "a second setup begins from what is served, keeps what is not answered otherwise, and goes back a question",
  async (dir) => {
    await run(["setup", ...ALL_GIVEN, "--yes", "--dir", dir]);
    const [file, env] = [join(dir, "restaurante.json"), join(dir, "sobremesa.env")];
    const own = (await Deno.readTextFile(file))
      .replace('"preguntas_frecuentes": []', `"preguntas_frecuentes": ${FAQ}`);
    await Deno.writeTextFile(file, own);
    await Deno.writeTextFile(env, `${await Deno.readTextFile(env)}LOG_LEVEL=debug\n`);
    await Deno.chmod(env, 0o600);
    // With a map, nothing is said of one.
    await Deno.mkdir(join(dir, "data"));
    await Deno.writeTextFile(join(dir, "data", "mapa.bin"), "");
    const before = await contentsOf(dir);
    const enters = Array(QUESTIONS_AGAIN).fill("");
    const same = await run(["setup", "--dir", dir], {}, 0, enters);
    assertMatch(same.written[0]!, /^Empiezo de .*restaurante\.json, que aún no se importa/);
    assertEquals(await contentsOf(dir), before);
    assert(!same.written.join("\n").includes(" import "), "nothing is new");
    assert(
      same.written.includes(
        'Horario del viernes ("13-17:30, 19-1:30" o "cerrado") [13:00-17:30, 19:00-01:30]:',
      ),
    );

    const answers = ["Casa Seiba", "<", "Casa Ceibo", ...enters.slice(1), "", ""];
    const { written } = await run(["setup", "--dir", dir], {}, 0, answers);
    assert(written.includes("  Nombre del restaurante: Casa Ceiba → Casa Ceibo"));
    assertMatch(
      written.at(-1)!,
      /^Después, para que se sirva lo nuevo:\n {2}.*(main\.ts|sobremesa) import .*restaurante\.json --env /,
    );
    const renamed = own.replace("Casa Ceiba", "Casa Ceibo");
    const { "restaurante.json": changed, ...others } = await contentsOf(dir);
    assertEquals(JSON.parse(changed!), JSON.parse(renamed));
    assertEquals({ ...others, "restaurante.json": own }, before);
    await run([
      "setup",
      "--yes",
      "--phone",
      "9997654321",
      "--public",
      "otra.example",
      "--dir",
      dir,
      "--replace",
    ]);
    const { "restaurante.json": text, "sobremesa.env": settings } = await contentsOf(dir);
    assertEquals(JSON.parse(text!), { ...JSON.parse(renamed), telefono: "+529997654321" });
    assertMatch(
      settings!,
      /^BASE_URL=https:\/\/otra\.example\nSTAFF_BASE_URL=https:\/\/tablero\.mesa\.example\n[^]*LOG_LEVEL=debug\n$/,
    );
    assertEquals((await Deno.stat(env)).mode! & 0o777, 0o600);
  },
);

const FAQ =
  '[{ "pregunta": { "es": "¿Hay?", "en": "Is there?" }, "respuesta": { "es": "Sí.", "en": "Yes." } }]';
/** Without the state, which only leads to the zone of a new restaurant. */
const QUESTIONS_AGAIN = 20;

testInFolder("setup for localhost gives a service to try out, without a proxy", async (dir) => {
  const given = ALL_GIVEN.with(-1, "Localhost");
  await run(["setup", ...given, "--yes", "--dir", dir]);
  const { "sobremesa.env": settings, Caddyfile } = await contentsOf(dir);
  assertEquals(Caddyfile, undefined);
  assertMatch(
    settings!,
    /^BASE_URL=http:\/\/127\.0\.0\.1:8000\nSTAFF_BASE_URL=http:\/\/127\.0\.0\.1:8001\n/,
  );
});

testInFolder("setup that is left half-way, or has no terminal, writes nothing", async (dir) => {
  const io = await run(["setup", "--dir", dir], {}, 1, ["Casa Ceiba", "Calle 60"]);
  assertMatch(io.complained[0]!, /no se escribió nada/);
  assertEquals(await contentsOf(dir), {});
});

Deno.test({
  name: "setup interrupted at a terminal says so, and writes nothing",
  ignore: isMissing("a pseudo-terminal", [SCRIPT]),
  async fn() {
    await inTempFolder(async (dir) => {
      for (const key of ["\x03", "\x04"]) {
        await using terminal = openTerminal(["setup", "--dir", dir]);
        await terminal.answer("Nombre", "Casa Ceiba");
        await terminal.answer("Dirección", key);
        // Deno 2.6, of which executables are made, ends at Ctrl-C by the signal, without a word.
        if (key === "\x04") await terminal.readUntil(/Interrumpido: no se escribió nada\./);
        assert((await terminal.child.status).code !== 0);
      }
      assertEquals(await contentsOf(dir), {});
    });
  },
});

testInFolder(
  "setup shows the hours as it read them, and names no next step for files that were not written",
  async (dir) => {
    const answers = CONVERSATION.filter(([, , reason]) => reason === undefined)
      .map(([, typed]) => typed);
    const io = await run(["setup", "--dir", dir], {}, 0, [...answers, "n", "n", "n"]);
    assert(io.written.includes("  martes: 13:00-23:00 (cocina hasta 22:00)"));
    assertMatch(
      io.written.at(-1)!,
      /setup --dir .*: para seguir falta .*restaurante\.json y .*sobremesa\.env\.$/,
    );
    assertEquals(io.written.some((line) => line.includes("--env")), false);
    assertEquals(await contentsOf(dir), {});
  },
);

/** The program at a terminal. */
function openTerminal(args: readonly string[]) {
  const terminal = spawnAtTerminal(programCommand(args));
  return {
    ...terminal,
    async answer(question: string, typed: string) {
      await terminal.readUntil(new RegExp(question.replace(/[[\]?.+]/g, "\\$&") + "[^\\n]*:"));
      await terminal.type(`${typed}\n`);
    },
  };
}
