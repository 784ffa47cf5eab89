/** Ways through HTTP to the failures that operations declare, and what they are made of. */
import { rawRequest } from "../support/raw_http.ts";
import {
  homeDraftBody,
  reservationBody,
  type TestAnswer,
  type TestApp,
  type TestAppOptions,
} from "../support/test_app.ts";

/** By `operationId status motivo error`. */
export type Ways = Readonly<Record<string, Way>>;

export interface Way {
  /** What is prepared; the ordinary application where absent. */
  readonly app?: TestAppOptions;
  /** What must have happened before. */
  prepare?(app: TestApp): Promise<unknown>;
  ask(app: TestApp): Promise<TestAnswer>;
  /** The field that the answer must name; it must name none where absent. */
  readonly campo?: string;
}

/** What a fault of the service says inside; it must not get out. */
export const SECRET = "the innermost reason";

const fault = (): never => {
  throw new Error(SECRET);
};
/** Nothing can be answered without the restaurant. */
const WITHOUT_RESTAURANT: TestAppOptions = { deps: () => ({ restaurant: fault }) };
/** A limit that a second request is over. */
export const ONE_TOKEN = { tokens: 1, seconds: 60 };

/** Asks with GET. */
export function get(path: string): Way["ask"] {
  return (app) => app.get(path);
}

/** Asks with POST. */
export function post(path: string, body: unknown, headers?: Record<string, string>): Way["ask"] {
  return (app) => app.post(path, body, headers);
}

/** A way that ends in a failure which names `campo`. */
export function sent(campo: string, ask: Way["ask"]): Way {
  return { ask, campo };
}

/** The failures that every operation shares. */
export function shared(id: string, method: "GET" | "POST", path: string, query = ""): Ways {
  const body = id === "pedidoBorrador" ? homeDraftBody() : reservationBody();
  return {
    [`${id} 400 peticion destino_invalido`]: {
      ask: (app) =>
        raw(app, `${method} ${path} HTTP/1.1\r\nHost: a b\r\nContent-Length: 0\r\n\r\n`),
    },
    [`${id} 405 metodo metodo_no_admitido`]: { ask: (app) => app.get(path, { method: "PUT" }) },
    [`${id} 500 interno error_interno`]: {
      app: WITHOUT_RESTAURANT,
      ask: method === "GET" ? get(`${path}${query}`) : post(path, body),
    },
  };
}

/** A body that never arrives whole. */
export function cutShort(path: string): Way {
  return {
    app: { bodyTimeoutMs: 30 },
    ask: (app) =>
      raw(app, `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{"dia":`),
  };
}

/** A body of four bytes that are no text. */
export function badUtf8(app: TestApp, path: string): Promise<TestAnswer> {
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\n`;
  return raw(app, new TextEncoder().encode(head), Uint8Array.of(0x22, 0xc3, 0x28, 0x22));
}

async function raw(app: TestApp, ...parts: (string | Uint8Array)[]): Promise<TestAnswer> {
  const { status, headers, text } = await rawRequest(parts, { port: app.port });
  return { status, headers: new Headers({ ...headers }), text, body: JSON.parse(text) };
}
