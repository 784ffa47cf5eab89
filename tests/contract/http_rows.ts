/** HTTP on every path: entity tags, HEAD, preflight, no authentication. */
import { assert, assertEquals } from "@std/assert";
import { type Answer, type Api, assertOk } from "./api.ts";
import { postDraft } from "./drafts.ts";
import type { Suite } from "./suite.ts";

/** Each path of the API, with its method. */
const PATHS = [
  ["GET", "/api/info", ""],
  ["GET", "/api/menu", ""],
  ["GET", "/api/disponibilidad", ""],
  ["GET", "/api/envio", "?lat=0&lng=0"],
  ["GET", "/api/contacto", ""],
  ["GET", "/openapi.json", ""],
  ["POST", "/api/pedido/borrador", ""],
  ["POST", "/api/reserva", ""],
] as const;
const READ = PATHS.filter(([method]) => method === "GET");
const TAGGED = ["/api/info", "/api/menu", "/api/menu?lang=en", "/openapi.json"];
export function httpRows(suite: Suite): void {
  tagRows(suite);
  methodRows(suite);
  openRows(suite);
}

function tagRows({ row }: Suite): void {
  for (const path of TAGGED) {
    row(`GET ${path}: an ETag, and 304 without a body for If-None-Match`, (api) =>
      // The answer changes if a minute passes meanwhile.
      twice(async () => {
        const tag = strongTag(await api.get(path));
        for (const known of [tag, `W/${tag}`, `"x", ${tag}`, "*"]) {
          const answer = await api.get(path, { "if-none-match": known });
          assertEquals([answer.status, strongTag(answer)], [304, tag], known);
        }
        assertOk(await api.get(path, { "if-none-match": '"x"' }));
      }));
  }
}

function methodRows({ row }: Suite): void {
  row("HEAD /api/disponibilidad: errors have their status and no body", async (api) => {
    assertEquals((await api.request("HEAD", "/api/disponibilidad?dias=0")).status, 400);
  });
  for (const [method, path] of PATHS) {
    const allowed = method === "GET" ? "GET, HEAD, OPTIONS" : "POST, OPTIONS";
    row(`OPTIONS ${path}: a preflight from any origin is allowed`, async (api) => {
      const answer = await api.request("OPTIONS", path, {
        headers: {
          origin: "https://asistente.example",
          "access-control-request-method": method,
          "access-control-request-headers": "content-type,idempotency-key",
        },
      });
      assertEquals(answer.status, 204);
      assertEquals(answer.headers.get("allow"), allowed);
      assertEquals(answer.headers.get("access-control-allow-methods"), allowed);
      const headers = answer.headers.get("access-control-allow-headers")!.toLowerCase();
      assert(headers.includes("content-type") && headers.includes("idempotency-key"), headers);
    });
  }
}

function openRows({ row }: Suite): void {
  row("authentication: none is needed, and credentials are ignored", async (api) => {
    const headers = { authorization: "Bearer x", cookie: "sesion=x" };
    for (const [, path, query] of READ) assertOk(await api.get(path + query, headers));
  });
  row("CORS: any origin may read, without credentials", async (api) => {
    const answer = await api.get("/api/info", { origin: "null" });
    assertEquals(answer.headers.get("access-control-allow-origin"), "*");
    assertOk(await postDraft(api));
  });
}

/** The entity tag without the weak mark that a compressing proxy may add. */
function strongTag({ headers }: Answer): string {
  return headers.get("etag")!.replace(/^W\//, "");
}

/** Runs `check`, again if it fails. */
async function twice(check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch {
    await check();
  }
}

/** GET /healthz. */
export function healthRows({ row }: Suite): void {
  row("GET /healthz is 200 while the database answers", async (api: Api) => {
    const answer = await api.get<{ ok: boolean }>("/healthz");
    assertEquals([answer.status, answer.body.ok], [200, true]);
  });
}
