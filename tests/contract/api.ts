/** A client of the API. Every answer is checked against the service's OpenAPI document. */
import { assertEquals } from "@std/assert";
import { type Answer, assertConduct, type ErrorBody } from "./conduct.ts";
import { describe, type Description } from "../openapi/_document.ts";
import type { Target } from "./target.ts";

export type { Answer, ErrorBody } from "./conduct.ts";

export type SentHeaders = Readonly<Record<string, string>>;

export interface Api extends Pick<Target, "point" | "delivers"> {
  readonly description: Description;
  get<T>(path: string, headers?: SentHeaders): Promise<Answer<T>>;
  /** Posts text and bytes unchanged, anything else as JSON. */
  post<T>(path: string, body: unknown, headers?: SentHeaders): Promise<Answer<T>>;
  request(method: string, path: string, init?: RequestInit): Promise<Answer>;
  /** Sends a request without checking the answer, for pages. */
  fetch(path: string, init?: RequestInit): Promise<Answer<null>>;
}

/** Connects to the service at `url` and reads its OpenAPI document. */
export async function connect(
  url: string,
  { point, delivers }: Pick<Target, "point" | "delivers">,
): Promise<Api> {
  const document = await fetchWithRetry(`${url}/openapi.json`, {});
  const description = describe(JSON.parse(document.text));

  const request = async <T>(
    method: string,
    path: string,
    init: RequestInit = {},
  ): Promise<Answer<T>> => {
    const asked = { method, path: path.replace(/\?.*$/s, "") };
    const check = (answer: Answer) => assertConduct(description, asked, answer);
    const answer = await fetchWithRetry(`${url}${path}`, { ...init, method }, check);
    return answer as Answer<T>;
  };

  return {
    point,
    delivers,
    description,
    get: (path, headers = {}) => request("GET", path, { headers }),
    post: (path, body, headers = {}) =>
      request("POST", path, {
        body: typeof body === "string" || body instanceof Uint8Array
          ? body as BodyInit
          : JSON.stringify(body),
        headers: { "content-type": "application/json", ...headers },
      }),
    request,
    fetch: async (path, init = {}) => ({
      ...await fetchWithRetry(`${url}${path}`, init),
      body: null,
    }),
  };
}

/** Sends a request, and retries after a 429 for as long as its Retry-After says. */
async function fetchWithRetry(
  url: string,
  init: RequestInit,
  check: (answer: Answer) => void = () => {},
): Promise<Answer> {
  for (;;) {
    const response = await fetch(url, { ...init, redirect: "manual" });
    const answer = await readAnswer(response);
    check(answer);
    if (answer.status !== 429) return answer;
    const seconds = Number(response.headers.get("retry-after"));
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

async function readAnswer(response: Response): Promise<Answer> {
  const { status, headers } = response;
  const text = new TextDecoder("utf-8", { fatal: true }).decode(await response.bytes());
  const isJson = text !== "" && headers.get("content-type")?.startsWith("application/json");
  return { status, headers, text, body: isJson ? JSON.parse(text) : null };
}

interface ExpectedRefusal {
  readonly status: number;
  readonly motivo: string;
  readonly error?: string;
  /** Null if no field may be named. */
  readonly campo?: string | null;
}

/** Fails unless `answer` is the expected refusal. @returns its body */
export function assertRefused(
  answer: Answer<unknown>,
  { status, motivo, error, campo }: ExpectedRefusal,
): ErrorBody {
  const body = answer.body as ErrorBody;
  const about = `got ${answer.status} ${answer.text.slice(0, 400)}`;
  assertEquals(answer.status, status, about);
  assertEquals(body.motivo, motivo, about);
  if (error !== undefined) assertEquals(body.error, error, about);
  if (campo !== undefined) assertEquals(body.campo ?? null, campo, about);
  return body;
}

/** Fails unless `answer` is a 200. */
export function assertOk(answer: Answer<unknown>): void {
  assertEquals(answer.status, 200, `got ${answer.status} ${answer.text.slice(0, 400)}`);
}

/** Memoizes `make` for each API, because rate limits make some answers slow. */
export function once<T>(make: (api: Api) => Promise<T>): (api: Api) => Promise<T> {
  const made = new WeakMap<Api, Promise<T>>();
  return (api) => {
    const value = made.get(api) ?? make(api);
    made.set(api, value);
    return value;
  };
}
