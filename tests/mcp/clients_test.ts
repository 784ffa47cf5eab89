/** The official client packages, as assistants use them, in every mode they have. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { assertEquals } from "@std/assert";
import { OPERATIONS } from "../../src/app.ts";
import { homeDraftBody, reservationBody, testApp } from "../support/test_app.ts";
import { MODERN, origins } from "./_mcp.ts";

interface Result {
  readonly isError?: boolean;
  readonly structuredContent?: unknown;
  readonly content?: unknown;
}

interface AnyClient {
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<Result>;
  close(): Promise<void>;
}

const NAME = { name: "Concierge (test)", version: "1.0.0" };

async function connect(url: string, mode: "legacy" | "auto" | { pin: string }): Promise<Client> {
  const client = new Client(NAME, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", url)));
  return client;
}

/** Each with its negotiation and the origin that staff see on its reservation. */
const CLIENTS: Readonly<
  Record<string, { connect(url: string): Promise<AnyClient>; origin: string }>
> = {
  "client 2.4, auto": { connect: (url) => connect(url, "auto"), origin: NAME.name },
  "client 2.4, legacy": { connect: (url) => connect(url, "legacy"), origin: "MCP" },
  "client 2.4, modern": {
    connect: (url) => connect(url, { pin: MODERN }),
    origin: NAME.name,
  },
  "sdk 1.32": {
    async connect(url) {
      const client = new OlderClient(NAME);
      await client.connect(new OlderTransport(new URL("/mcp", url)));
      return client as AnyClient;
    },
    origin: "MCP",
  },
};

/** Arguments that each tool accepts, then some that it refuses. */
const CALLS: Readonly<Record<string, readonly unknown[]>> = {
  info: [{ lang: "en" }, { lang: "fr" }],
  menu: [{}, { lang: "fr" }],
  getAvailableReservationTimes: [{ dia: "2026-03-12" }, { dia: "hoy" }],
  envio: [{ lat: 20.9745, lng: -89.6212 }, { lat: 20.9745 }],
  ubicacion: [{ texto: "58 por 59" }, { texto: " " }],
  contacto: [{ motivo: "duda" }, { motivo: "queja" }],
  pedidoBorrador: [homeDraftBody(), {}],
  createRestaurantReservation: [reservationBody(), { dia: "2026-03-12" }],
};

for (const [name, { connect, origin }] of Object.entries(CLIENTS)) {
  Deno.test(`${name} lists, calls and fails each tool`, async () => {
    await using app = await testApp();
    const client = await connect(app.url);
    const { tools } = await client.listTools();
    assertEquals(tools.map((tool) => tool.name), OPERATIONS.map(({ operationId }) => operationId));
    for (const tool of tools) {
      const [good, bad] = CALLS[tool.name]! as Record<string, unknown>[];
      const answered = await client.callTool({ name: tool.name, arguments: good! });
      assertEquals([tool.name, answered.isError ?? false], [tool.name, false]);
      const text = (answered.content as { text: string }[])[0]!.text;
      assertEquals(answered.structuredContent, JSON.parse(text));
      const refused = await client.callTool({ name: tool.name, arguments: bad! });
      assertEquals([tool.name, refused.isError], [tool.name, true]);
    }
    await client.close();
    assertEquals(await origins(app), [origin]);
  });
}
