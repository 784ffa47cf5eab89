import { assertEquals, assertThrows } from "@std/assert";
import { Failure } from "../../../src/domain/failure.ts";
import { DRAFT_ERRORS, parseDraft } from "../../../src/domain/order_draft/request.ts";

const LINES = [{ id: "sopa-de-lima", cantidad: 2 }];
const HOME = { modo: "domicilio", direccion: "Calle 60 #491", lat: 20.967, lng: -89.623 };
const PICKUP = { modo: "recoger" };

function refusal(body: unknown): Pick<Failure, "motivo" | "error"> & { campo?: string } {
  const { motivo, error, detalle, details } = assertThrows(() => parseDraft(body), Failure);
  assertEquals(DRAFT_ERRORS.some((known) => known.error === error), true, error);
  assertEquals(/^\S.*\.$/.test(detalle), true, detalle);
  return { motivo, error, ...details };
}

function refusedWith(fields: Record<string, unknown>): string {
  const { motivo, error, campo } = refusal({ lineas: LINES, entrega: HOME, ...fields });
  return `${motivo} ${error} ${campo}`;
}

const refusedHome = (fields: Record<string, unknown>) =>
  refusedWith({ entrega: { ...HOME, ...fields } });

Deno.test("a home delivery is read with its texts trimmed and composed", () => {
  const body = {
    lineas: LINES,
    entrega: { ...HOME, direccion: "  Me\u0301rida, Calle 60 ", referencias: "reja\r\nverde" },
    comentarios: " sin cebolla\n",
  };
  assertEquals(parseDraft(body), {
    lines: [{ id: "sopa-de-lima", quantity: 2 }],
    delivery: {
      mode: "domicilio",
      address: "Mérida, Calle 60",
      references: "reja\nverde",
      destination: { lat: 20.967, lng: -89.623 },
    },
    comments: "sin cebolla",
  });
});

Deno.test("a pickup needs nothing but its mode and ignores whatever else it brings", () => {
  const delivery = { mode: "recoger" } as const;
  assertEquals(parseDraft({ lineas: LINES, entrega: PICKUP }).delivery, delivery);
  const entrega = { ...PICKUP, direccion: 7, lat: "20.9" };
  assertEquals(parseDraft({ lineas: LINES, entrega }).delivery, delivery);
});

Deno.test("null and blank optional texts are the same as absent ones", () => {
  for (const text of [null, undefined, "", " \n "]) {
    const entrega = { ...HOME, referencias: text };
    const draft = parseDraft({ lineas: LINES, entrega, comentarios: text });
    assertEquals(draft.comments, null);
    assertEquals(draft.delivery.mode === "domicilio" && draft.delivery.references, null);
  }
});

Deno.test("a body that is no object is refused without a field", () => {
  for (const body of [null, undefined, 7, "x", true, [LINES]]) {
    assertEquals(refusal(body), { motivo: "forma", error: "cuerpo_invalido" });
  }
});

Deno.test("lines that are missing, empty, no list or too many are refused", () => {
  for (const lineas of [undefined, null, []]) {
    assertEquals(refusedWith({ lineas }), "forma lineas_faltan lineas");
  }
  assertEquals(refusedWith({ lineas: LINES[0] }), "forma lineas_invalidas lineas");
  const lineas = Array(60).fill(LINES[0]);
  assertEquals(parseDraft({ lineas, entrega: PICKUP }).lines.length, 60);
  assertEquals(refusedWith({ lineas: [...lineas, LINES[0]] }), "forma lineas_demasiadas lineas");
});

Deno.test("a line that is no object or has no id is refused by its place", () => {
  for (const line of [null, "sopa", 3, []]) {
    assertEquals(refusedWith({ lineas: [LINES[0], line] }), "forma linea_invalida lineas[1]");
  }
  for (const id of [undefined, null, 7, ["a"]]) {
    assertEquals(refusedWith({ lineas: [{ id, cantidad: 1 }] }), "forma id_invalido lineas[0].id");
  }
});

Deno.test("a wrong quantity is left for the menu's rules, which answer 422", () => {
  const { lines } = parseDraft({
    lineas: [{ id: "x", cantidad: "2" }, { id: "y" }],
    entrega: PICKUP,
  });
  assertEquals(lines, [{ id: "x", quantity: "2" }, { id: "y", quantity: undefined }]);
});

Deno.test("delivery that is missing, no object or of an unknown mode is refused", () => {
  assertEquals(refusedWith({ entrega: undefined }), "forma entrega_falta entrega");
  assertEquals(refusedWith({ entrega: null }), "forma entrega_falta entrega");
  assertEquals(refusedWith({ entrega: "domicilio" }), "forma entrega_invalida entrega");
  for (const modo of [undefined, null, "Domicilio", "delivery", 1]) {
    assertEquals(refusedWith({ entrega: { modo } }), "forma modo_invalido entrega.modo");
  }
});

Deno.test("home delivery without an address or a coordinate is refused", () => {
  for (const direccion of [undefined, null, "  "]) {
    assertEquals(refusedHome({ direccion }), "forma direccion_falta entrega.direccion");
  }
  assertEquals(refusedHome({ lat: null }), "forma coordenadas_faltan entrega.lat");
  assertEquals(refusedHome({ lng: undefined }), "forma coordenadas_faltan entrega.lng");
});

Deno.test("coordinates are finite numbers in range, poles and antimeridian included", () => {
  for (const lat of ["20.9", NaN, Infinity, 90.0001, -91, true, [20]]) {
    assertEquals(refusedHome({ lat }), "forma coordenadas_invalidas entrega.lat");
  }
  assertEquals(refusedHome({ lng: 180.1 }), "forma coordenadas_invalidas entrega.lng");
  const entrega = { ...HOME, lat: -90, lng: 180 };
  assertEquals(parseDraft({ lineas: LINES, entrega }).delivery.mode, "domicilio");
});

Deno.test("texts hold 300 code points after trimming, not one more", () => {
  const full = "🌶".repeat(300);
  for (const field of ["direccion", "referencias"]) {
    parseDraft({ lineas: LINES, entrega: { ...HOME, [field]: ` ${full} ` } });
    assertEquals(refusedHome({ [field]: `${full}a` }), `forma texto_largo entrega.${field}`);
  }
  parseDraft({ lineas: LINES, entrega: PICKUP, comentarios: full });
  assertEquals(refusedWith({ comentarios: `${full}a` }), "forma texto_largo comentarios");
});

Deno.test("texts that are no strings, hold control characters or half an emoji are refused", () => {
  for (const text of [7, {}, ["a"], "a\u0000b", "a\u001bb", "a\u0085b", "half \ud83c"]) {
    assertEquals(refusedHome({ direccion: text }), "forma texto_invalido entrega.direccion");
    assertEquals(refusedHome({ referencias: text }), "forma texto_invalido entrega.referencias");
    assertEquals(refusedWith({ comentarios: text }), "forma texto_invalido comentarios");
  }
  parseDraft({ lineas: LINES, entrega: PICKUP, comentarios: "uno\n\tdos" });
});
