/** Whatever guests and staff write is shown as text, on every page that shows it. */
import { assert, assertEquals } from "@std/assert";
import { testBoard } from "../support/test_board.ts";
import { reserve, takeBack } from "./_board_pages.ts";

const MARKUP = [
  `<script>alert(1)</script>`,
  `"><img src=x onerror=alert(1)>`,
  `'-alert(1)-'`,
  `</textarea></title><svg/onload=alert(1)>`,
  `{{7*7}}\${7*7}<!--`,
];

/** Fails if a page has a tag or an attribute that only what was written could have brought. */
function assertTame(page: string, path: string): void {
  assert(!/<script>alert|<img|<svg\/onload/.test(page), path);
  assert(!/\son\w+=/.test(page.replace(/>[^<]*</g, "><").replace(/="[^"]*"/g, "=")), path);
}

Deno.test("markup in what guests and staff write stays text on every page of the board", async () => {
  await using board = await testBoard({ actor: MARKUP[0]! });
  for (const [n, text] of MARKUP.entries()) {
    const folio = await reserve(board, {
      dia: "2026-03-10",
      telefono: `999765430${n}`,
      nombre: `Ana ${text}`,
      comentarios: `sin nuez ${text}`,
      landing: `bot ${text}`,
    });
    const note = { accion: "nota", version: "1", nota: `mesa 4 ${text}` };
    assertEquals((await board.post(`/reserva/${folio}`, note)).status, 303);
    const closure = { accion: "cerrar", dia: `2026-04-0${n + 1}`, motivo: text };
    const closed = await board.post("/cierres", closure);
    const again = await board.post("/cierres", { ...closure, dia: `2026-05-0${n + 1}` });
    const asking = closed.location!.replace("cierre=", "quitar=");
    const { location } = await takeBack(board, again.location!.replace("cierre=", "quitar="));
    const written = await board.post("/dia", { platillos: `Sopa ${text} 65\n\n${text}` });
    assertTame(written.text, `/dia with ${text}`);
    const pages = [
      asking,
      location!,
      "/",
      "/?dia=2026-04-01",
      "/imprimir",
      `/reserva/${folio}`,
      `/buscar?q=${encodeURIComponent(text)}`,
      "/cierres",
      closed.location!,
      "/cierres?dia=2026-03-10&motivo=Luz",
      "/casa",
      "/datos",
      "/mes",
      "/entrar",
    ];
    for (const path of pages) {
      const page = await board.get(path);
      assertEquals(page.status, 200, path);
      assertTame(page.text, `${path} with ${text}`);
    }
    const history = (await board.get(`/reserva/${folio}`)).text;
    assert(history.includes("&lt;script&gt;alert(1)&lt;/script&gt;"), "who acted, as text");
  }
});

Deno.test("markup in the address of a page stays text in it", async () => {
  await using board = await testBoard();
  for (const text of MARKUP) {
    const query = encodeURIComponent(text);
    const paths = [
      `/?dia=${query}`,
      `/buscar?q=${query}`,
      `/imprimir?dia=${query}`,
      `/reserva/${query}`,
      `/nueva?dia=${query}`,
      `/cierres?dia=${query}&motivo=${query}`,
      `/datos?desde=${query}&hasta=${query}&borradas=${query}`,
      `/entrar?volver=/${query}`,
      `/nada/${query}`,
    ];
    for (const path of paths) assertTame((await board.get(path)).text, path);
  }
});
