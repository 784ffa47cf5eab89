import { assertEquals } from "@std/assert";
import { type Source, sourceOf } from "../../../src/domain/reservation/source.ts";

const phone = "+529991234567";

Deno.test("each landing is of one kind on the fixed list", () => {
  const kinds: Readonly<Record<Source, readonly (string | null)[]>> = {
    page: ["web", "web?lang=en", "Página"],
    phone: ["personal"],
    walk_in: [],
    chatgpt: ["ChatGPT", "chatgpt.com", "OpenAI GPT-5", "Chat GPT (web)"],
    claude: ["Claude", "claude.ai", "Anthropic"],
    gemini: ["Gemini", "Google Gemini 3", "bard"],
    copilot: ["Copilot", "Microsoft COPILOT", "Bing chat"],
    other: [null, "", "Perplexity", "website of a friend", "Geminiano", "Asistente"],
  };
  for (const [kind, landings] of Object.entries(kinds)) {
    for (const source of landings) {
      assertEquals(sourceOf({ source, name: "Ana", phone }), kind, `${source}`);
    }
  }
});

Deno.test("what staff write down is a walk-in without a name and a phone, else taken by phone", () => {
  const taken = { source: "personal", name: "Sin reservación", phone: null };
  assertEquals(sourceOf(taken), "walk_in");
  assertEquals(sourceOf({ ...taken, name: "Ana" }), "phone");
  assertEquals(sourceOf({ ...taken, phone }), "phone");
  assertEquals(sourceOf({ ...taken, source: "web", phone }), "page");
});
