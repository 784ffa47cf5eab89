/** Ways through HTTP to the failures that operations declare, and what they are made of. */
import { rawRequest } from "../support/raw_http.ts";
import {
  homeDraftBody,
  reservationBody,
  type TestAnswer,
  type TestApp,
  type TestAppOptions,
} from "../support/test_app.ts";

/** What is asked: the test application, or over HTTP any deployment, which has no `port` of its own. */
export type Asked = Pick<TestApp, "get" | "post"> & Partial<Pick<TestApp, "port">>;

/** By `operationId status motivo error`. */
export type Ways = Readonly<Record<string, readonly Way[]>>;

export interface Way {
  /** What is prepared; the ordinary application where absent. */
  readonly app?: TestAppOptions;
  /** What must have happened before. */
  prepare?(app: TestApp): Promise<unknown>;
  /** Whether it leads there only in the test application: it needs its clock, its menu or its port. */
  readonly here?: true;
  ask(app: Asked): Promise<TestAnswer>;
  /** The field that the answer must name; it must name none where absent. */
  readonly campo?: string;
  /** Words of the answer that tell how to mend it. */
  readonly says: string;
}

/** What a fault of the service says inside; it must not get out. */
export const SECRET = "the innermost reason";

const fault = (): never => {
  throw new Error(SECRET);
};
/** Nothing can be answered without the restaurant. */
const WITHOUT_RESTAURANT: TestAppOptions = { deps: () => ({ restaurant: fault }) };

export function get(path: string): Way["ask"] {
  return (app) => app.get(path);
}

export function post(path: string, body: unknown, headers?: Record<string, string>): Way["ask"] {
  return (app) => app.post(path, body, headers);
}

/** Ways that lead there only in the test application. */
export function here(ways: readonly Way[]): Way[] {
  return ways.map((way) => ({ ...way, here: true }));
}

/** The failures that every operation shares. */
export function shared(id: string, method: "GET" | "POST", path: string, query = ""): Ways {
  const body = id === "pedidoBorrador" ? homeDraftBody() : reservationBody();
  return {
    [`${id} 400 peticion destino_invalido`]: [{
      here: true,
      ask: (app) =>
        raw(app, `${method} ${path} HTTP/1.1\r\nHost: a b\r\nContent-Length: 0\r\n\r\n`),
      says: "La cabecera Host o la URL no son válidas",
    }],
    [`${id} 405 metodo metodo_no_admitido`]: [{
      ask: (app) => app.get(path, { method: "PUT" }),
      says: `usa ${method}`,
    }],
    [`${id} 500 interno error_interno`]: [{
      app: WITHOUT_RESTAURANT,
      ask: method === "GET" ? get(`${path}${query}`) : post(path, body),
      says: "intenta de nuevo",
    }],
  };
}

/** A second request, over a limit of one. */
export function secondOf(
  limit: "envio" | "ubicacion" | "borrador" | "reserva",
  ask: Way["ask"],
): Way[] {
  const app = { limits: { [limit]: { tokens: 1, seconds: 60 } } };
  return [{ app, prepare: ask, ask, says: "Espera 60 s" }];
}

/** Bodies that are not JSON, by the error that they get, and one longer than `maxBytes`. */
export function notJson(path: string, maxBytes: number): Readonly<Record<string, readonly Way[]>> {
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: `;
  const text = JSON.stringify(path === "/api/reserva" ? reservationBody() : homeDraftBody());
  return {
    json_invalido: ["", "{", "{'dia':1}", "dia=2026-03-12", '{"dia":', "NaN"].map((body) => ({
      ask: post(path, body),
      says: "JSON válido",
    })),
    utf8_invalido: [{
      here: true,
      ask: (app) =>
        raw(
          app,
          new TextEncoder().encode(`${head}4\r\n\r\n`),
          Uint8Array.of(0x22, 0xc3, 0x28, 0x22),
        ),
      says: "UTF-8",
    }],
    cuerpo_incompleto: [{
      app: { bodyTimeoutMs: 30 },
      ask: (app) => raw(app, `${head}99\r\n\r\n{"dia":`),
      says: "envíalo otra vez",
    }],
    cuerpo_grande: [text + " ".repeat(maxBytes + 1 - text.length), "{".repeat(maxBytes + 1)]
      .map((body) => ({ ask: post(path, body), says: `pasa de ${maxBytes} bytes` })),
  };
}

async function raw({ port }: Asked, ...parts: (string | Uint8Array)[]): Promise<TestAnswer> {
  const { status, headers, text } = await rawRequest(parts, { port: port! });
  return { status, headers: new Headers({ ...headers }), text, body: JSON.parse(text) };
}
