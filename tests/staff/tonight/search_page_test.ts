/** The page of the search over HTTP: what was found is marked where it was said. */
import { assertEquals } from "@std/assert";
import { testBoard } from "../../support/test_board.ts";
import { act, reserve } from "../_board_pages.ts";

Deno.test("what was said is listed below its row with the words that were searched for marked, whole and escaped", async () => {
  await using board = await testBoard();
  const comentarios = "Que <b>Don Ángel</b> tenga\nperiquera, y nuez no";
  const folio = await reserve(board, {
    comentarios,
    landing: "Concierge Ángel",
    ocasion: "cumpleanos",
  });
  await act(board, folio, "mesa", { mesa: "T4" });
  await act(board, folio, "nota", { nota: "Junto a la nuez" });
  const marked = async (q: string) => {
    const { text } = await board.get(`/buscar?${new URLSearchParams({ q })}`);
    const places = /<li class="places">([^]*?)<\/li>/.exec(text)?.[1] ?? "";
    const plain = (html: string) => html.replace(/<[^>]*>/g, "");
    return [...places.matchAll(/<p>([^]*?)<\/p>/g)].map((
      [, place],
    ) => [
      plain(place!),
      ...Array.from(place!.matchAll(/<mark>(.*?)<\/mark>/g), ([, word]) => plain(word!)),
    ]);
  };
  const said = "Que &lt;b&gt;Don Ángel&lt;/b&gt; tenga\nperiquera, y nuez no";
  const cases = {
    "ANGEL": [[said, "Ángel&lt;/b&gt;"], ["Concierge Ángel", "Ángel"]],
    "angel periquera": [[said, "Ángel&lt;/b&gt;", "periquera,"]],
    "nuez": [[said, "nuez"], ["Junto a la nuez", "nuez"]],
    "t4": [["T4", "T4"]],
    "cumplea": [["cumpleaños", "cumpleaños"]],
    "Ana Pérez": [],
  };
  for (const [q, expected] of Object.entries(cases)) assertEquals(await marked(q), expected, q);
});
