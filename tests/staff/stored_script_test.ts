/** Whatever guests and staff write is shown as text, on every page that shows it. */
import { assert, assertEquals } from "@std/assert";
import { reservationBody } from "../support/test_app.ts";
import { testBoard } from "../support/test_board.ts";

const MARKUP = [
  `<script>alert(1)</script>`,
  `"><img src=x onerror=alert(1)>`,
  `'-alert(1)-'`,
  `</textarea></title><svg/onload=alert(1)>`,
  `{{7*7}}\${7*7}<!--`,
];

/** Tags that only what was written could have brought. */
const LIVE = /<script>alert|<img src=x|<svg\/onload/;

Deno.test("markup in a guest's name, comment and landing stays text on every page of the board", async () => {
  await using board = await testBoard();
  for (const [n, text] of MARKUP.entries()) {
    const answer = await board.app.post(
      "/api/reserva",
      reservationBody({
        dia: "2026-03-10",
        telefono: `999765430${n}`,
        nombre: `Ana ${text}`,
        comentarios: `sin nuez ${text}`,
        landing: `bot ${text}`,
      }),
    );
    assertEquals(answer.status, 200, answer.text);
    const { folio } = answer.body;
    const pages = [
      "/",
      `/?dia=2026-03-10`,
      "/imprimir?dia=2026-03-10",
      `/reserva/${folio}`,
      `/buscar?q=${encodeURIComponent(text)}`,
      "/buscar?q=Ana",
    ];
    for (const path of pages) {
      const page = await board.get(path);
      assertEquals(page.status, 200, path);
      assert(!LIVE.test(page.text), `${path} with ${text}`);
      if (path.startsWith("/reserva")) assert(page.text.includes("&lt;") || !text.includes("<"));
    }
  }
});

Deno.test("markup in the name of who acts, in notes and reasons stays text", async () => {
  const actor = `<script>alert(1)</script>`;
  await using board = await testBoard({ actor });
  const { body } = await board.app.post("/api/reserva", reservationBody({ dia: "2026-03-10" }));
  const noted = await board.post(`/reserva/${body.folio}`, {
    accion: "nota",
    version: "1",
    nota: `mesa 4 "><img src=x onerror=alert(1)>`,
    volver: "/",
  });
  assertEquals(noted.status, 303, noted.text);
  const closed = await board.post("/cierres", { dia: "2026-03-14", motivo: MARKUP[1]! });
  assertEquals(closed.status, 303, closed.text);
  for (const path of ["/", `/reserva/${body.folio}`, "/cierres", "/casa", "/entrar", "/datos"]) {
    const { status, text } = await board.get(path);
    assertEquals(status, 200, path);
    assert(!LIVE.test(text), path);
  }
  const history = (await board.get(`/reserva/${body.folio}`)).text;
  assert(history.includes("&lt;script&gt;alert(1)&lt;/script&gt;"), "who acted is shown, as text");
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
    for (const path of paths) assert(!LIVE.test((await board.get(path)).text), path);
  }
});
