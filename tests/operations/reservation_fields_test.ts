/** Every field of a reservation, at the edge of what it may hold and just over it. */
import { assertEquals } from "@std/assert";
import { reservationBody } from "../support/test_app.ts";
import { checkedApp, countRows } from "./_checked_app.ts";

const PATH = "/api/reserva";

/** Values at the very edge of what is accepted. */
const ACCEPTED: readonly Readonly<Record<string, unknown>>[] = [
  { personas: 1 },
  { personas: 40 },
  { personas: 4.0 },
  { nombre: "Ña", hora: "19:00" },
  { nombre: "😀".repeat(80), hora: "19:30" },
  { nombre: `  ${"x".repeat(80)}  `, hora: "18:30" },
  { telefono: "+12025550123" },
  { telefono: "+52 999 000 0001" },
  { telefono: " 999 000 0002 " },
  { ocasion: "general", telefono: "9990000003" },
  { comentarios: "x".repeat(500) },
  { comentarios: "uno\ndos\ttres" },
  { landing: "x".repeat(120), hora: "18:00" },
  { dia: "2026-03-10", hora: "13:00" },
  { dia: "2026-06-07", hora: "12:00" },
];

Deno.test("values at the edge of the limits are accepted", async () => {
  await using app = await checkedApp();
  for (const changes of ACCEPTED) {
    const { status, text } = await app.post(PATH, reservationBody(changes));
    assertEquals(status, 200, `${JSON.stringify(changes)} ${text}`);
  }
  assertEquals(await countRows(app, "reservations"), ACCEPTED.length);
});

/** Values just over the edge, and the error that names them. */
const REFUSED: readonly (readonly [Readonly<Record<string, unknown>>, string])[] = [
  [{ dia: undefined }, "campo_falta"],
  [{ dia: null }, "campo_falta"],
  [{ dia: 20260312 }, "tipo_invalido"],
  [{ dia: "2026-02-30" }, "dia_malformado"],
  [{ dia: "2026-3-12" }, "dia_malformado"],
  [{ dia: "2026-03-09" }, "dia_fuera_de_rango"],
  [{ dia: "2026-06-09" }, "dia_fuera_de_rango"],
  [{ hora: "20:15" }, "hora_no_reservable"],
  [{ hora: "23:00" }, "hora_no_reservable"],
  [{ hora: "24:00" }, "hora_malformada"],
  [{ hora: "8:30" }, "hora_malformada"],
  [{ hora: "20:30:00" }, "hora_malformada"],
  [{ hora: ["20:30"] }, "tipo_invalido"],
  [{ personas: 0 }, "personas_fuera_de_rango"],
  [{ personas: 41 }, "personas_fuera_de_rango"],
  [{ personas: 2.5 }, "personas_no_entero"],
  [{ personas: "4" }, "tipo_invalido"],
  [{ personas: true }, "tipo_invalido"],
  [{ nombre: "A" }, "nombre_longitud"],
  [{ nombre: "   " }, "nombre_longitud"],
  [{ nombre: "x".repeat(81) }, "nombre_longitud"],
  [{ nombre: "Ana\nPech" }, "nombre_caracteres"],
  [{ nombre: "Ana\u0000" }, "nombre_caracteres"],
  [{ nombre: "Ana \ud83d" }, "nombre_caracteres"],
  [{ nombre: "\u200b\u200b\u200b" }, "nombre_caracteres"],
  [{ nombre: "Ana\u202ehceP" }, "nombre_caracteres"],
  [{ nombre: { de: "Ana" } }, "tipo_invalido"],
  [{ telefono: "12345" }, "telefono_invalido"],
  [{ telefono: "+0999123456" }, "telefono_invalido"],
  [{ telefono: "99912345678" }, "telefono_invalido"],
  [{ telefono: "999\u0000123456" }, "telefono_invalido"],
  [{ telefono: 9991234567 }, "tipo_invalido"],
  [{ telefono: "0000000000" }, "telefono_invalido"],
  [{ telefono: "1234567890" }, "telefono_invalido"],
  [{ ocasion: "boda" }, "ocasion_desconocida"],
  [{ ocasion: "" }, "ocasion_desconocida"],
  [{ comentarios: "x".repeat(501) }, "comentarios_longitud"],
  [{ comentarios: "a\u0007" }, "comentarios_caracteres"],
  [{ comentarios: 5 }, "tipo_invalido"],
  [{ landing: "x".repeat(121) }, "landing_longitud"],
  [{ landing: "a\u001b[31m" }, "landing_caracteres"],
];

Deno.test("a wrong field is 422 datos, with its name in campo, and nothing is stored", async () => {
  await using app = await checkedApp();
  for (const [changes, error] of REFUSED) {
    const [campo] = Object.keys(changes);
    const { status, body, text } = await app.post(PATH, reservationBody(changes));
    assertEquals([status, body.motivo, body.error, body.campo], [422, "datos", error, campo], text);
  }
  assertEquals(await countRows(app, "reservations"), 0);
  assertEquals(await countRows(app, "idempotency_keys"), 0);
});

Deno.test("all wrong fields are named in one refusal, in the contract's order, the first in campo", async () => {
  await using app = await checkedApp();
  const order = ["dia", "hora", "personas", "nombre", "telefono"];
  const optional = ["ocasion", "comentarios", "landing"];
  const refusalOf = async (sent: unknown) => {
    const { body } = await app.post(PATH, sent);
    const fields = [...body.detalle.matchAll(/campo (\w+)/g)].map(([, name]) => name);
    return { ...body, fields };
  };
  const nothing = await refusalOf({});
  assertEquals([nothing.error, nothing.campo, nothing.fields], ["campo_falta", "dia", order]);
  const wrong = { dia: "x", hora: "x", personas: 0, nombre: "", telefono: "", ocasion: "x" };
  const all = await refusalOf({ landing: "\0", comentarios: "\0", ...wrong });
  assertEquals([all.error, all.campo, all.fields], [
    ...["dia_malformado", "dia", [...order, ...optional]],
  ]);
  const some = await refusalOf(reservationBody({ telefono: "1", personas: "4" }));
  assertEquals([some.error, some.campo, some.fields], [
    ...["tipo_invalido", "personas", ["personas", "telefono"]],
  ]);
});

Deno.test("a refusal never repeats what a person typed", async () => {
  await using app = await checkedApp();
  const secret = "Xochitl-55512";
  const { text } = await app.post(PATH, {
    dia: secret,
    hora: secret,
    nombre: `${secret}\n`.repeat(2),
    telefono: secret,
    ocasion: secret,
    comentarios: secret.repeat(60),
    landing: `${secret}\u0000`,
  });
  assertEquals(text.includes("Xochitl"), false, text);
});
