import { assertEquals } from "@std/assert";
import { sourceOf } from "../../src/staff/guest.ts";
import { sampleReservation } from "./_board_pages.ts";

const TAKEN = { source: "personal", name: "Sin reservación", phone: null };

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

Deno.test("what staff write down is a walk-in without a name and a phone, else taken by phone", () => {
  const kindOf = (changes = {}) => sourceOf(sampleReservation({ ...TAKEN, ...changes }));
  assertEquals(kindOf(), "sin reservación");
  assertEquals(kindOf({ name: "Ana" }), "teléfono");
  assertEquals(kindOf({ phone: "+529991234567" }), "teléfono");
  assertEquals(kindOf({ source: "web", phone: "+529991234567" }), "página");
});
