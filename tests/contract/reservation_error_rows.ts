/** POST /api/reserva: errors of bodies and fields. Nothing is reserved. */
import { assert, assertMatch } from "@std/assert";
import { type Api, assertRefused } from "./api.ts";
import { today } from "./calendar.ts";
import { assertRight, assertWrong } from "./reservation_limit_rows.ts";
import {
  assertOnlyTimeIsWrong,
  type Fields,
  postReservation,
  RESERVATION_PATH,
  unbookable,
} from "./reservations.ts";
import type { Suite } from "./suite.ts";

const ERROR = `error POST ${RESERVATION_PATH}`;
const DATOS = `${ERROR} 422 datos`;

/** A field, its value, the error. One for each field of the contract's table. */
const WRONG_FIELDS = [
  ["dia", "02/12/2026", "dia_malformado"],
  ["hora", "8 pm", "hora_malformada"],
  ["personas", "4", "tipo_invalido"],
  ["telefono", "12345", "telefono_invalido"],
  ["ocasion", "boda", "ocasion_desconocida"],
  ["nombre", undefined, "campo_falta"],
] as const;

const FURTHER_WRONG_FIELDS = [
  ...["dia", "hora", "personas", "telefono"].map((name) => [name, undefined, "campo_falta"]),
  ...["dia", "hora", "personas", "nombre", "telefono"].map((name) => [name, null, "campo_falta"]),
  ...["dia", "hora", "nombre", "telefono", "ocasion", "comentarios", "landing"].flatMap((name) =>
    [7, true, [], {}].map((value) => [name, value, "tipo_invalido"])
  ),
  ...[true, [2], {}].map((value) => ["personas", value, "tipo_invalido"]),
  ...["2026-02-30", "2026-1-02", "", "hoy", "+002026-12-02"].map((
    dia,
  ) => ["dia", dia, "dia_malformado"]),
  ...["20.30", "8:30", "24:00", "20:60", "", "20:30:00"].map((
    hora,
  ) => ["hora", hora, "hora_malformada"]),
  ["personas", 2.5, "personas_no_entero"],
  ["personas", -1, "personas_fuera_de_rango"],
  ["personas", 1e21, "personas_fuera_de_rango"],
  ["nombre", "", "nombre_longitud"],
  ["nombre", "A\u0000na", "nombre_caracteres"],
  ["nombre", "Ana\nPech", "nombre_caracteres"],
  ["nombre", "Ana\ud800", "nombre_caracteres"],
  ...[
    "",
    "llámame",
    "+0123456789",
    "+1234567",
    "+1234567890123456",
    "52 999 123 4567",
    "++5299",
    "999\u00001234567",
  ]
    .map((telefono) => ["telefono", telefono, "telefono_invalido"]),
  ["ocasion", "", "ocasion_desconocida"],
  ["ocasion", "Cumpleanos", "ocasion_desconocida"],
  ["comentarios", "a\u0000b", "comentarios_caracteres"],
  ["comentarios", "a\udfffb", "comentarios_caracteres"],
  ["landing", "a\u001bb", "landing_caracteres"],
] as unknown as readonly (readonly [string, unknown, string])[];

const BODIES = [
  ["empty", 400, "json_invalido", ""],
  ["a form", 400, "json_invalido", "dia=2026-12-02&hora=20:30"],
  ["cut short", 400, "json_invalido", '{"dia": "2026-12-02", "hora'],
  ["not UTF-8", 400, "utf8_invalido", new Uint8Array([0x22, 0xc3, 0x28, 0x22])],
  ["nested 1,000 deep", 422, "cuerpo_no_objeto", `${"[".repeat(1000)}${"]".repeat(1000)}`],
  ["null", 422, "cuerpo_no_objeto", "null"],
  ["a number", 422, "cuerpo_no_objeto", "1e309"],
] as const;

export function reservationErrorRows(suite: Suite): void {
  const { row, variant } = suite;
  for (const wrong of WRONG_FIELDS) row(...wrongField(wrong));
  for (const wrong of FURTHER_WRONG_FIELDS) variant(...wrongField(wrong));

  row(`${DATOS}: a hora that is not listed; detalle names today's date`, async (api) => {
    const answer = await postReservation(api, await unbookable(api));
    assertOnlyTimeIsWrong(answer);
    if (answer.status === 503) return;
    assertRefused(answer, { status: 422, motivo: "datos", campo: "hora" });
    assert(answer.body.detalle.includes(await today(api)), answer.body.detalle);
    assertMatch(answer.body.detalle, /\d\d:[03]0/);
  });
  variant(`${DATOS}: the body is JSON but not an object, campo cuerpo`, async (api) => {
    const answer = await api.post(RESERVATION_PATH, "[]");
    const error = "cuerpo_no_objeto";
    assertRefused(answer, { status: 422, motivo: "datos", error, campo: "cuerpo" });
  });
  row(
    `${ERROR} 400 json: the body is not JSON`,
    async (api) =>
      assertRefused(await api.post(RESERVATION_PATH, "hola"), {
        status: 400,
        motivo: "json",
        error: "json_invalido",
      }),
  );
  for (const [what, status, error, body] of BODIES) {
    variant(`${ERROR} ${status}: the body is ${what}`, async (api) => {
      const motivo = status === 400 ? "json" : "datos";
      assertRefused(await api.post(RESERVATION_PATH, body), { status, motivo, error });
    });
  }
  acceptedRows(suite);
}

/** Fails unless the refusal of fields with `wrong` names each of them. */
async function assertAllNamed(api: Api, wrong: Readonly<Record<string, unknown>>): Promise<void> {
  const answer = await postReservation(api, { ...await unbookable(api), ...wrong });
  assertRefused(answer, { status: 422, motivo: "datos" });
  const { detalle } = answer.body;
  for (const campo of Object.keys(wrong)) assert(detalle.includes(campo), `${campo} in ${detalle}`);
}

function acceptedRows({ variant }: Suite): void {
  variant(
    `${DATOS}: of several wrong fields the first in the contract's order is campo, detalle names each`,
    async (api) => {
      const wrong = { telefono: "1", nombre: "", personas: 0, hora: "x", dia: "x" };
      for (const campo of ["dia", "hora", "personas", "nombre", "telefono"] as const) {
        await assertWrong(api, wrong, campo);
        await assertAllNamed(api, wrong);
        Reflect.deleteProperty(wrong, campo);
      }
    },
  );
  variant("reservation fields: of duplicate JSON keys the last counts", async (api) => {
    const body = JSON.stringify(await unbookable(api));
    const answer = await api.post(RESERVATION_PATH, `{"personas":0,"dia":[],${body.slice(1)}`);
    assertOnlyTimeIsWrong(answer);
  });
  const right: readonly (readonly [string, Fields])[] = [
    ["null for optional fields", { ocasion: null, comentarios: null, landing: null }],
    ["optional fields left out", {
      ocasion: undefined,
      comentarios: undefined,
      landing: undefined,
    }],
    ["comments with newlines and tabs", { comentarios: "Terraza\r\n\tSilla para bebé\n" }],
    ["right-to-left marks in texts", { nombre: "\u200fדנה\u200e", comentarios: "\u202eabc\u202c" }],
    ["personas 4.0", { personas: 4.0 }],
    ["ocasion general", { ocasion: "general" }],
    ["ocasion cumpleanos", { ocasion: "cumpleanos" }],
    ["unknown fields", { mesa: 4, nota: { a: [1] } }],
    ["the longest phone", { telefono: "+123456789012345" }],
    ["the shortest phone", { telefono: "+12345678" }],
  ];
  for (const [what, changes] of right) {
    variant(`reservation fields: ${what} are accepted`, (api) => assertRight(api, changes));
  }
}

function wrongField(
  [campo, value, error]: readonly [string, unknown, string],
): [string, (api: Api) => Promise<void>] {
  const shown = value === undefined ? "missing" : JSON.stringify(value);
  return [
    `${DATOS}, ${error}: ${campo} ${shown}`,
    (api) => assertWrong(api, { [campo]: value }, campo, error),
  ];
}
