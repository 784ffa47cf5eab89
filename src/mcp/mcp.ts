/**
 * POST /mcp: the operations as tools (https://modelcontextprotocol.io/specification/2026-07-28), over Streamable HTTP
 * with JSON answers. Requests share no state: `initialize` of older clients changes nothing.
 */
import type { Answer } from "../http/answer.ts";
import { isObject } from "../domain/read.ts";
import { BODY_TIMEOUT_MS, readJsonBody } from "../http/body.ts";
import type { Exchange, Route } from "../http/router.ts";
import type { Arguments, Tool } from "./tools.ts";

export interface McpOptions {
  readonly tools: readonly Tool[];
  title(): string;
  /** Only pages of its origin may call. Programs, such as the connectors of ChatGPT and Claude, send no Origin. */
  readonly websiteUrl: string;
  readonly version: string;
  /** Read by a model before it chooses a tool: the essentials in the first 512 characters. */
  instructions(): string;
  readonly maxBytes: number;
  readonly bodyTimeoutMs?: number;
}

/** The revision without a handshake. */
const MODERN = "2026-07-28";
/** Versions with a handshake, newest first. Batches, which 2025-03-26 wants, would evade limits. */
const OLDER = ["2025-11-25", "2025-06-18", "2025-03-26"];
const SUPPORTED = [MODERN, ...OLDER];

/** Bytes that JSON-RPC and `_meta` may add to the body of an operation. */
const MAX_ENVELOPE = 8 * 1024;

const ALLOW = "POST, OPTIONS";
const BASE_HEADERS = {
  "content-type": "application/json",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
  vary: "Origin",
};

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
const HEADER_MISMATCH = -32020;
const UNSUPPORTED_VERSION = -32022;

interface Message {
  readonly jsonrpc: "2.0";
  readonly method: string;
  /** Absent in a notification. */
  readonly id?: string | number;
  readonly params?: Arguments;
}

type Outcome = { readonly result: Arguments } | Refusal;
type Refusal = ReturnType<typeof refusal>;

/** Some clients end the address with a slash. */
export function mcpRoutes(options: McpOptions): readonly Route[] {
  const { websiteUrl, maxBytes, bodyTimeoutMs = BODY_TIMEOUT_MS } = options;
  const limits = { maxBytes: maxBytes + MAX_ENVELOPE, timeoutMs: bodyTimeoutMs };
  const own = new URL(websiteUrl).origin;
  const answerMessage = messageAnswerer(options);

  async function post(exchange: Exchange): Promise<Answer> {
    const json = await readJsonBody(exchange.request, limits);
    if ("error" in json) return answer(null, unreadable(json.error, limits.maxBytes));
    const message = json.value;
    if (!isMessage(message)) {
      const wrong = "The body must be one JSON-RPC 2.0 request or notification, not a batch.";
      return answer(null, refusal(INVALID_REQUEST, wrong));
    }
    if (message.id === undefined) return { status: 202, headers: BASE_HEADERS, body: null };
    return answer(message.id, await answerMessage(message, exchange));
  }

  return ["/mcp", "/mcp/"].map((path): Route => ({
    method: "*",
    path,
    async answer(exchange) {
      const { method, headers } = exchange.request;
      const origin = headers.get("origin");
      if (origin !== null && origin !== own) {
        return answer(null, refusal(INVALID_REQUEST, FOREIGN_ORIGIN, 403));
      }
      const answered = method === "POST"
        ? await post(exchange)
        : method === "OPTIONS"
        ? { status: 204, headers: PREFLIGHT_HEADERS, body: null }
        : answer(null, refusal(INVALID_REQUEST, `Use ${ALLOW}.`, 405));
      const more = {
        ...(answered.status === 405 ? { allow: ALLOW } : {}),
        ...(origin === null ? {} : { "access-control-allow-origin": origin }),
      };
      return { ...answered, headers: { ...answered.headers, ...more } };
    },
  }));
}

const FOREIGN_ORIGIN =
  "Pages of another origin may not call; the API at /openapi.json is open to them.";

const PREFLIGHT_HEADERS = {
  ...BASE_HEADERS,
  allow: ALLOW,
  "access-control-allow-methods": ALLOW,
  "access-control-allow-headers":
    "content-type, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id",
  "access-control-max-age": "86400",
};

function answer(id: string | number | null, outcome: Outcome): Answer {
  const { status, ...rest } = "error" in outcome ? outcome : { status: 200, ...outcome };
  return { status, headers: BASE_HEADERS, body: JSON.stringify({ jsonrpc: "2.0", id, ...rest }) };
}

function refusal(code: number, message: string, status = 400, data?: unknown) {
  return { status, error: { code, message, data } };
}

function unreadable(error: string, maxBytes: number): Refusal {
  if (error !== "cuerpo_grande") {
    return refusal(PARSE_ERROR, "The body must be complete JSON in UTF-8.");
  }
  const message =
    `The body exceeds ${maxBytes} bytes, of which ${MAX_ENVELOPE} are for all but the arguments.`;
  return refusal(INVALID_REQUEST, message, 413);
}

function isMessage(value: unknown): value is Message {
  return isObject(value) && value.jsonrpc === "2.0" && typeof value.method === "string" &&
    ["string", "number", "undefined"].includes(typeof value.id) &&
    (value.params === undefined || isObject(value.params));
}

/** How long a client may cache the list of tools, which changes only with the program. */
const CACHED = { ttlMs: 3_600_000, cacheScope: "public" };

/** Some older clients ask for lists that no capability names, and show a failure without them. */
const EMPTY_LISTS = Object.entries({
  "resources/list": { resources: [] },
  "resources/templates/list": { resourceTemplates: [] },
  "prompts/list": { prompts: [] },
});

type Method = (params: Arguments, exchange: Exchange) => Outcome | Promise<Outcome>;

/** Answers by two tables of methods: one for each kind of client. */
function messageAnswerer(
  { tools, version, websiteUrl, ...options }: McpOptions,
): (message: Message, exchange: Exchange) => Promise<Outcome> {
  const call = toolCaller(tools);
  const list = { tools: tools.map(({ description }) => description) };
  const server = { name: "sobremesa", version, websiteUrl };
  const titled = () => ({ ...server, title: options.title() });
  const told = () => ({ capabilities: { tools: {} }, instructions: options.instructions() });

  const modernMethods = new Map<string, Method>([
    ["server/discover", () => ({ result: { supportedVersions: SUPPORTED, ...told(), ...CACHED } })],
    ["tools/list", () => ({ result: { ...list, ...CACHED } })],
    ["tools/call", call],
  ]);
  const olderMethods = new Map<string, Method>([
    ["initialize", ({ protocolVersion: requested }) => {
      const protocolVersion = OLDER.find((known) => known === requested) ?? OLDER[0]!;
      return { result: { protocolVersion, serverInfo: titled(), ...told() } };
    }],
    ["ping", () => ({ result: {} })],
    ["tools/list", () => ({ result: list })],
    ...EMPTY_LISTS.map(([name, result]) => [name, () => ({ result })] as const),
    ["tools/call", call],
  ]);

  /** A request without a handshake: its `_meta` and its headers name the version. */
  async function modern(message: Message, exchange: Exchange): Promise<Outcome> {
    const { method, params = {} } = message;
    const refused = wrongEnvelope(message, exchange.request.headers);
    if (refused) return refused;
    const outcome = await modernMethods.get(method)?.(params, exchange);
    if (!outcome) return refusal(METHOD_NOT_FOUND, "Method not found.", 404);
    if ("error" in outcome) return outcome;
    // Failures of a call are part of its tool's answer.
    const serverInfo = method === "tools/call" ? server : titled();
    const _meta = { [`${META}serverInfo`]: serverInfo };
    return { result: { ...outcome.result, resultType: "complete", _meta } };
  }

  return async (message, exchange) => {
    if (isModern(message, exchange.request.headers)) return await modern(message, exchange);
    const { method, params = {} } = message;
    const outcome = await olderMethods.get(method)?.(params, exchange) ??
      refusal(METHOD_NOT_FOUND, "Method not found.");
    // The libraries of before 2026 end their session on a status of 400.
    return "error" in outcome ? { ...outcome, status: 200 } : outcome;
  };
}

function toolCaller(tools: readonly Tool[]): Method {
  const byName = new Map(tools.map((tool) => [tool.description.name, tool]));
  return async (params, exchange) => {
    const tool = byName.get(String(params.name));
    const sent = params.arguments ?? {};
    if (!tool) {
      const message = `Unknown tool; there are ${[...byName.keys()].join(", ")}.`;
      return refusal(INVALID_PARAMS, message);
    }
    if (!isObject(sent)) return refusal(INVALID_PARAMS, "arguments must be an object.");
    return { result: await tool.call(sent, exchange, metaOf(params).client) };
  };
}

/** The prefix of the protocol's own keys in `_meta`. */
const META = "io.modelcontextprotocol/";

function metaOf({ _meta }: Arguments) {
  const meta = isObject(_meta) ? _meta : {};
  const info = meta[`${META}clientInfo`];
  return {
    version: meta[`${META}protocolVersion`],
    capabilities: meta[`${META}clientCapabilities`],
    client: isObject(info) && typeof info.name === "string" ? info.name : undefined,
  };
}

const VERSION_HEADER = "mcp-protocol-version";

function isModern({ params = {} }: Message, headers: Headers): boolean {
  const { version, capabilities } = metaOf(params);
  const named = headers.get(VERSION_HEADER);
  return version !== undefined || capabilities !== undefined ||
    (named !== null && named >= MODERN);
}

/** The headers repeat the body for proxies that route requests without reading it. */
function wrongEnvelope({ method, params = {} }: Message, headers: Headers): Refusal | null {
  const { version, capabilities } = metaOf(params);
  if (typeof version !== "string" || !isObject(capabilities)) {
    const message = `_meta must carry ${META}protocolVersion and ${META}clientCapabilities.`;
    return refusal(INVALID_PARAMS, message);
  }
  const expected = [[VERSION_HEADER, version], ["mcp-method", method]];
  if (method === "tools/call") expected.push(["mcp-name", String(params.name)]);
  const wrong = expected.find(([name, value]) => headerText(headers, name!) !== value);
  if (wrong) return refusal(HEADER_MISMATCH, `The header ${wrong[0]} must equal the body.`);
  if (version === MODERN) return null;
  const data = { supported: SUPPORTED, requested: version };
  return refusal(UNSUPPORTED_VERSION, "Unsupported protocol version.", 400, data);
}

/** A header, decoded if it is written `=?base64?...?=`; undefined if it is absent or not valid base64. */
function headerText(headers: Headers, name: string): string | undefined {
  const value = headers.get(name)?.trim();
  const encoded = value && /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
  if (!encoded) return value;
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(encoded), (c) => c.charCodeAt(0)));
  } catch {
    return undefined;
  }
}
