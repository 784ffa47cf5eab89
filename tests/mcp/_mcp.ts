/** Requests to POST /mcp as clients of both generations send them. */
import { OPERATIONS } from "../../src/app.ts";
import { rows } from "../storage/_fixture.ts";
import type { TestAnswer, TestApp } from "../support/test_app.ts";

export const MODERN = "2026-07-28";
export const META = "io.modelcontextprotocol/";
/** What describes a request of a client without capabilities. */
export const WHOLE_META = { [`${META}protocolVersion`]: MODERN, [`${META}clientCapabilities`]: {} };
export const OLDER = { "mcp-protocol-version": "2025-11-25" };

type Json = Readonly<Record<string, unknown>>;

/** Posts a self-contained request, which `_meta` and headers describe. */
export function modernRpc(app: TestApp, method: string, params: Json = {}): Promise<TestAnswer> {
  const message = { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: WHOLE_META } };
  return app.post("/mcp", message, {
    "mcp-protocol-version": MODERN,
    "mcp-method": method,
    ...(method === "tools/call" ? { "mcp-name": String(params.name) } : {}),
  });
}

/** Posts a request as older clients do after their handshake. */
export function olderRpc(app: TestApp, method: string, params: Json = {}): Promise<TestAnswer> {
  return app.post("/mcp", { jsonrpc: "2.0", id: 1, method, params }, OLDER);
}

/** The application with `get` and `post` calling the operation's tool: an answer's body is the tool's text. */
export function overMcp(app: TestApp): TestApp {
  const call = async (path: string, sent: Json): Promise<TestAnswer> => {
    const { operationId } = OPERATIONS.find((known) => known.path === path)!;
    const answer = await modernRpc(app, "tools/call", { name: operationId, arguments: sent });
    const { text } = answer.body.result.content[0];
    return { ...answer, text, body: JSON.parse(text) };
  };
  return {
    ...app,
    get(target) {
      const { pathname, searchParams } = new URL(target, app.url);
      return call(pathname, Object.fromEntries(searchParams));
    },
    post: (path, body) => call(path, JSON.parse(JSON.stringify(body))),
  };
}

/** What staff see as the origin of each reservation. */
export async function origins({ storage }: TestApp): Promise<unknown[]> {
  return (await rows(storage, "SELECT source FROM reservations")).map(({ source }) => source);
}
