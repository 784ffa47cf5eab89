/**
 * POST /mcp: the operations as tools of the Model Context Protocol (https://modelcontextprotocol.io/specification/2026-07-28), over
 * Streamable HTTP with JSON answers. Nothing is kept between two requests: what older clients negotiate by `initialize` changes
 * nothing, and session ids are ignored.
 */
import type { Answer } from "../http/answer.ts";
import { BODY_TIMEOUT_MS, readJson } from "../http/body.ts";
import type { Exchange, Route } from "../http/router.ts";
import type { Arguments, Tool } from "./tools.ts";

export interface McpOptions {
  readonly tools: readonly Tool[];
  /** Of the server, as clients show it. */
  readonly title: string;
  readonly version: string;
  /** What a model reads before it chooses a tool: the essentials in the first 512 characters. */
  instructions(): string;
  /** Origins whose pages may call, such as `https://inspector.example`; programs send none. */
  readonly origins: readonly string[];
  /** The largest body that one of the operations takes. */
  readonly maxBytes: number;
  readonly bodyTimeoutMs?: number;
}

/** The revision in which each request stands for itself. */
const MODERN = "2026-07-28";
/** Those with a handshake, newest first. */
const OLDER = ["2025-11-25", "2025-06-18", "2025-03-26"];
const SUPPORTED = [MODERN, ...OLDER];

/** What JSON-RPC and `_meta` may add to the body of an operation. */
const MAX_ENVELOPE = 8 * 1024;
/** Milliseconds for which a client may keep the list of tools: it changes with the program alone. */
const LIST_TTL_MS = 3_600_000;

const ALLOW = "POST, OPTIONS";
const BASE_HEADERS = {
  "content-type": "application/json",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
  vary: "Origin",
};

/** An error of JSON-RPC, with the status of the answer that carries it. */
interface RpcError {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

const PARSE_ERROR = { status: 400, code: -32700 };
const INVALID_REQUEST = { status: 400, code: -32600 };
const INVALID_PARAMS = { status: 400, code: -32602 };
const HEADER_MISMATCH = { status: 400, code: -32020 };
const UNSUPPORTED_VERSION = { status: 400, code: -32022 };

interface Message {
  readonly jsonrpc: "2.0";
  readonly method: string;
  /** Absent in a notification. */
  readonly id?: string | number;
  readonly params?: Arguments;
}

/** The result of a method, or its error. */
type Outcome = { readonly result: Arguments } | { readonly error: RpcError };

export function mcpRoute(options: McpOptions): Route {
  const { origins, maxBytes, bodyTimeoutMs = BODY_TIMEOUT_MS } = options;
  const limits = { maxBytes: maxBytes + MAX_ENVELOPE, timeoutMs: bodyTimeoutMs };
  const answerMessage = messageAnswerer(options);

  async function post(exchange: Exchange): Promise<Answer> {
    const json = await readJson(exchange.request, limits);
    if ("error" in json) return errorAnswer(null, unreadable(json.error, limits.maxBytes));
    const message = json.value;
    if (!isMessage(message)) {
      const wrong = "The body must be one JSON-RPC 2.0 request or notification; batches are not.";
      return errorAnswer(null, { ...INVALID_REQUEST, message: wrong });
    }
    if (message.id === undefined) return { status: 202, headers: BASE_HEADERS, body: null };
    const outcome = await answerMessage(message, exchange);
    if ("error" in outcome) return errorAnswer(message.id, outcome.error);
    return answer(200, { jsonrpc: "2.0", id: message.id, result: outcome.result });
  }

  return {
    method: "*",
    path: "/mcp",
    async answer(exchange) {
      const { method, headers } = exchange.request;
      const origin = headers.get("origin");
      if (origin !== null && !origins.includes(origin)) {
        return errorAnswer(null, { ...INVALID_REQUEST, status: 403, message: FOREIGN_ORIGIN });
      }
      const answered = method === "POST"
        ? await post(exchange)
        : method === "OPTIONS"
        ? { status: 204, headers: PREFLIGHT_HEADERS, body: null }
        : errorAnswer(null, { ...INVALID_REQUEST, status: 405, message: `Use ${ALLOW}.` });
      const more = {
        ...(answered.status === 405 ? { allow: ALLOW } : {}),
        ...(origin === null ? {} : { "access-control-allow-origin": origin }),
      };
      return { ...answered, headers: { ...answered.headers, ...more } };
    },
  };
}

const FOREIGN_ORIGIN =
  "Pages of this origin may not call: the server's owner allows origins by MCP_ORIGINS.";

const PREFLIGHT_HEADERS = {
  ...BASE_HEADERS,
  allow: ALLOW,
  "access-control-allow-methods": ALLOW,
  "access-control-allow-headers":
    "content-type, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id",
  "access-control-max-age": "86400",
};

function answer(status: number, value: unknown): Answer {
  return { status, headers: BASE_HEADERS, body: JSON.stringify(value) };
}

function errorAnswer(id: string | number | null, { status, ...error }: RpcError): Answer {
  return answer(status, { jsonrpc: "2.0", id, error });
}

function unreadable(error: string, maxBytes: number): RpcError {
  if (error !== "cuerpo_grande") {
    return { ...PARSE_ERROR, message: "The body must be whole JSON in UTF-8." };
  }
  const message =
    `The body exceeds ${maxBytes} bytes, of which ${MAX_ENVELOPE} are for all but the arguments.`;
  return { ...INVALID_REQUEST, status: 413, message };
}

function isObject(value: unknown): value is Arguments {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isMessage(value: unknown): value is Message {
  return isObject(value) && value.jsonrpc === "2.0" && typeof value.method === "string" &&
    ["string", "number", "undefined"].includes(typeof value.id) &&
    (value.params === undefined || isObject(value.params));
}

function messageAnswerer(
  options: McpOptions,
): (message: Message, exchange: Exchange) => Promise<Outcome> {
  const { tools, title, version } = options;
  const byName = new Map(tools.map((tool) => [tool.description.name, tool]));
  const list = { tools: tools.map(({ description }) => description) };
  const capabilities = { tools: {} };
  const serverInfo = { name: "sobremesa", title, version };

  async function call(params: Arguments, exchange: Exchange): Promise<Outcome> {
    const tool = byName.get(String(params.name));
    const sent = params.arguments ?? {};
    if (!tool) {
      const message = `Unknown tool; there are ${[...byName.keys()].join(", ")}.`;
      return { error: { ...INVALID_PARAMS, message } };
    }
    if (!isObject(sent)) {
      return { error: { ...INVALID_PARAMS, message: "arguments must be an object." } };
    }
    return { result: { ...await tool.call(sent, { exchange, name: clientName(params) }) } };
  }

  /** A request that stands for itself: its `_meta` and its headers say what it is. */
  async function modern(message: Message, exchange: Exchange): Promise<Outcome> {
    const { method, params = {} } = message;
    const error = wrongMeta(params) ?? wrongHeaders(message, exchange.request.headers) ??
      unsupported(metaOf(params).protocolVersion);
    if (error) return { error };
    const cached = { ttlMs: LIST_TTL_MS, cacheScope: "public" };
    const outcome: Outcome = method === "tools/call"
      ? await call(params, exchange)
      : method === "tools/list"
      ? { result: { ...list, ...cached } }
      : method === "server/discover"
      ? {
        result: {
          supportedVersions: SUPPORTED,
          capabilities,
          instructions: options.instructions(),
          ...cached,
        },
      }
      : unknownMethod(404);
    if ("error" in outcome) return outcome;
    const _meta = { [`${META}serverInfo`]: serverInfo };
    return { result: { ...outcome.result, resultType: "complete", _meta } };
  }

  async function older({ method, params = {} }: Message, exchange: Exchange): Promise<Outcome> {
    switch (method) {
      case "initialize": {
        const asked = String(params.protocolVersion);
        const protocolVersion = OLDER.includes(asked) ? asked : OLDER[0]!;
        const instructions = options.instructions();
        return {
          result: { protocolVersion, capabilities, serverInfo, instructions },
        };
      }
      case "ping":
        return { result: {} };
      case "tools/list":
        return { result: list };
      case "tools/call":
        return await call(params, exchange);
      default:
        return unknownMethod(200);
    }
  }

  return (message, exchange) =>
    isModern(message, exchange.request.headers)
      ? modern(message, exchange)
      : older(message, exchange);
}

/** The prefix of the protocol's own keys in `_meta`. */
const META = "io.modelcontextprotocol/";

interface Meta {
  readonly protocolVersion: unknown;
  readonly clientCapabilities: unknown;
  readonly clientInfo: unknown;
}

function metaOf({ _meta }: Arguments): Meta {
  const meta = isObject(_meta) ? _meta : {};
  return {
    protocolVersion: meta[`${META}protocolVersion`],
    clientCapabilities: meta[`${META}clientCapabilities`],
    clientInfo: meta[`${META}clientInfo`],
  };
}

function clientName(params: Arguments): string | undefined {
  const { clientInfo } = metaOf(params);
  return isObject(clientInfo) && typeof clientInfo.name === "string" ? clientInfo.name : undefined;
}

function isModern({ params = {} }: Message, headers: Headers): boolean {
  const { protocolVersion, clientCapabilities } = metaOf(params);
  const version = headers.get(VERSION_HEADER);
  return protocolVersion !== undefined || clientCapabilities !== undefined ||
    (version !== null && !OLDER.includes(version) && version !== FIRST);
}

/** Of 2024: its clients send no header, but name it in `initialize`. */
const FIRST = "2024-11-05";
const VERSION_HEADER = "mcp-protocol-version";

function wrongMeta(params: Arguments): RpcError | null {
  const { protocolVersion, clientCapabilities } = metaOf(params);
  if (typeof protocolVersion === "string" && isObject(clientCapabilities)) return null;
  const message = `_meta must carry ${META}protocolVersion and ${META}clientCapabilities.`;
  return { ...INVALID_PARAMS, message };
}

/** The headers repeat the body for those that route requests without reading it. */
function wrongHeaders({ method, params = {} }: Message, headers: Headers): RpcError | null {
  const expected: Record<string, unknown> = {
    [VERSION_HEADER]: metaOf(params).protocolVersion,
    "mcp-method": method,
    ...(method === "tools/call" ? { "mcp-name": params.name } : {}),
  };
  const wrong = Object.keys(expected).find((name) => headerText(headers, name) !== expected[name]);
  if (wrong === undefined) return null;
  return { ...HEADER_MISMATCH, message: `The header ${wrong} must equal the body.` };
}

/** A header, which may come as `=?base64?...?=`; undefined where it is absent or no such text. */
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

function unsupported(requested: unknown): RpcError | null {
  if (requested === MODERN) return null;
  const data = { supported: SUPPORTED, requested };
  return { ...UNSUPPORTED_VERSION, message: "Unsupported protocol version.", data };
}

function unknownMethod(status: number): Outcome {
  return { error: { status, code: -32601, message: "Method not found." } };
}
