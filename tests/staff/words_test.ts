/** Days and moments in words, and what guests wrote, and by what, as the board shows it. */
import { assertEquals } from "@std/assert";
import { wallMinuteOf } from "../../src/domain/local_time.ts";
import { timesInWords } from "../../src/staff/day_words.ts";
import { renderHtml } from "../../src/html/html.ts";
import { guestComment, guestText, plainGuestText } from "../../src/staff/guest.ts";
import { sourceOf } from "../../src/domain/reservation/source.ts";
import { sampleReservation } from "./_board_pages.ts";

const shown = (text: string) => renderHtml(guestText(text));
const comment = (text: string) => renderHtml(guestComment(text));

Deno.test("times a half hour apart are told as one span", () => {
  const words = (...times: string[]) =>
    timesInWords(times.map((time) => wallMinuteOf(`2026-03-${time}`)));
  assertEquals(words("14T20:30"), "20:30");
  assertEquals(words("14T13:00", "14T13:30", "14T14:00"), "13:00 a 14:00");
  const tail = ["14T23:00", "14T23:30", "15T00:00", "15T00:30"];
  assertEquals(words("14T13:00", "14T20:00", ...tail), "13:00, 20:00, 23:00 a 00:30");
});

Deno.test("allergies are marked in comments, and only there", () => {
  assertEquals(
    comment("Soy <b>alérgica</b> al\ngluten"),
    '<bdi class="said">Soy &lt;b&gt;<mark>alérgica</mark>&lt;/b&gt; al\n<mark>gluten</mark></bdi>',
  );
  assertEquals(shown("Nuez"), "<bdi>Nuez</bdi>");
});

Deno.test("what turns the reading around or cannot be seen is left out, of messages too", () => {
  for (
    const hidden of ["\u202e", "\u2066", "\u200f", "\u200b", "\u00ad", "\u3164", "\u2028", "\u001b"]
  ) {
    assertEquals(shown(`Ana${hidden}${hidden} Luz`), "<bdi>Ana Luz</bdi>");
    assertEquals(plainGuestText(`Ana${hidden} Luz`), "Ana Luz");
  }
  // Letters that write a second, hidden text.
  const smuggled = Array.from(
    "hola",
    (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)),
  );
  assertEquals(shown(`Ana${smuggled.join("")}`), "<bdi>Ana</bdi>");
});

Deno.test("names and emoji of all languages are left as they are", () => {
  for (const text of ["Íñigo", "שלום", "مرحبا", "👩‍👩‍👧‍👦", "❤️", "می‌خواهم", "Nguyễn Thị", "🎂🎉"]) {
    assertEquals(shown(text), `<bdi>${text}</bdi>`);
    assertEquals(plainGuestText(text), text);
  }
});

Deno.test("accents piled up do not reach the rows around", () => {
  assertEquals(shown(`Z${"\u0301".repeat(80)}a`), `<bdi>Z${"\u0301".repeat(4)}a</bdi>`);
});

Deno.test("each landing is of one kind on the fixed list", () => {
  const kinds = {
    página: ["web", "web?lang=en", "Página"],
    teléfono: ["personal"],
    ChatGPT: ["ChatGPT", "chatgpt.com", "OpenAI GPT-5", "Chat GPT (web)"],
    Claude: ["Claude", "claude.ai", "Anthropic"],
    Gemini: ["Gemini", "Google Gemini 3", "bard"],
    Copilot: ["Copilot", "Microsoft COPILOT", "Bing chat"],
    "otro asistente": [null, "", "Perplexity", "website of a friend", "Geminiano", "Asistente"],
  };
  for (const [kind, landings] of Object.entries(kinds)) {
    for (const source of landings) {
      assertEquals(sourceOf(sampleReservation({ source })), kind, `${source}`);
    }
  }
});

Deno.test("every icon that a page names is drawn", async () => {
  const folder = new URL("../../src/staff/", import.meta.url);
  const read = (path: string) => Deno.readTextFile(new URL(path, folder));
  const drawn = (await read("assets/icons.svg")).match(/(?<=id="i-)[\w-]+/g)!;
  const files = [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) =>
    isDirectory
      ? [...Deno.readDirSync(new URL(name, folder))].map((file) => `${name}/${file.name}`)
      : [name]
  );
  const texts = await Promise.all(files.filter((file) => file.endsWith(".ts")).map(read));
  const named = texts.join("\n").match(/(?<=\bicon\("|\bpicture: ")[\w-]+(?=")/g)!;
  assertEquals(named.filter((name) => !drawn.includes(name)), []);
});
