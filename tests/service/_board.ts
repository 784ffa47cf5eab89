/** The staff's board over HTTP: signing in, forms, and the event stream of an open board. */
import { assert, assertEquals } from "@std/assert";
import type { ServiceProcess } from "../support/service_process.ts";
import { cookiesOf } from "../support/test_board.ts";

/** Signs in to the board of `service` with `key`. @returns the session's cookies; null if the key is refused */
export async function signIn(
  { staffUrl }: ServiceProcess,
  key: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<string | null> {
  const response = await fetch(`${staffUrl}/entrar`, {
    method: "POST",
    body: new URLSearchParams({ clave: key, nombre: "Wendy", volver: "/" }),
    headers: { origin: staffUrl, ...headers },
    redirect: "manual",
  });
  await response.body?.cancel();
  return response.status === 303 ? cookiesOf(response.headers) : null;
}

/** Sends forms of the board. @returns the query of the answer's redirect */
export interface Forms {
  send(path: string, form: Readonly<Record<string, string>>): Promise<URLSearchParams>;
}

/** A device signed in with `key`. */
export async function signedIn(service: ServiceProcess, key: string): Promise<Forms> {
  const cookie = await signIn(service, key);
  assert(cookie !== null, "the key opens the board");
  return {
    async send(path, form) {
      const response = await fetch(`${service.staffUrl}${path}`, {
        method: "POST",
        body: new URLSearchParams(form),
        headers: { cookie, origin: service.staffUrl },
        redirect: "manual",
      });
      assertEquals(response.status, 303, `${path}: ${await response.text()}`);
      return new URL(response.headers.get("location")!, service.staffUrl).searchParams;
    },
  };
}

/** The event stream of an open board. */
export interface BoardStream {
  /** Whether the service has ended it. */
  readonly ended: boolean;
}

/** Opens the event stream that every page of the board reads. */
export async function openStream(
  { staffUrl }: ServiceProcess,
  cookie: string,
): Promise<BoardStream> {
  const response = await fetch(`${staffUrl}/eventos`, {
    headers: { cookie, accept: "text/event-stream" },
  });
  assertEquals(response.headers.get("content-type"), "text/event-stream");
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  for (let text = ""; !text.includes("event:cambio");) {
    const { done, value } = await reader.read();
    assert(!done, `the stream ended after ${text}`);
    text += decoder.decode(value, { stream: true });
  }
  const stream = { ended: false };
  (async () => {
    while (!(await reader.read().catch(() => ({ done: true }))).done);
    stream.ended = true;
  })();
  return stream;
}
