/** The staff's board as a browser meets it: signing in, and the stream that an open board reads. */
import { assert, assertEquals } from "@std/assert";
import type { ServiceProcess } from "../support/service_process.ts";
import { cookiesOf } from "../support/test_board.ts";

/** Tries `key` on the board of `service`; gives the cookies of the session, or null. */
export async function signIn({ staffUrl }: ServiceProcess, key: string): Promise<string | null> {
  const response = await fetch(`${staffUrl}/entrar`, {
    method: "POST",
    body: new URLSearchParams({ clave: key, nombre: "Wendy", volver: "/" }),
    headers: { origin: staffUrl },
    redirect: "manual",
  });
  await response.body?.cancel();
  return response.status === 303 ? cookiesOf(response.headers) : null;
}

/** What the service tells an open board. */
export interface BoardStream {
  /** Whether the service has ended it. */
  readonly ended: boolean;
}

/** Reads what a board of today reads. */
export async function openStream(
  { staffUrl }: ServiceProcess,
  cookie: string,
): Promise<BoardStream> {
  const version = await assetsVersion(staffUrl, cookie);
  const query = `dia=${new Date().toISOString().slice(0, 10)}&hoy=1&desde=0&v=${version}`;
  const response = await fetch(`${staffUrl}/eventos?${query}`, {
    headers: { cookie, accept: "text/event-stream" },
  });
  assertEquals(response.headers.get("content-type"), "text/event-stream");
  const reader = response.body!.getReader();
  const { done } = await reader.read();
  assert(!done, "it tells something at once");
  const stream = { ended: false };
  (async () => {
    while (!(await reader.read().catch(() => ({ done: true }))).done);
    stream.ended = true;
  })();
  return stream;
}

/** The page says which version of the script it goes with: a board of another one is told to load itself again, and no more. */
async function assetsVersion(staffUrl: string, cookie: string): Promise<string> {
  const page = await (await fetch(staffUrl, { headers: { cookie } })).text();
  const [, version] = /data-guion="([^"]+)"/.exec(page) ?? [];
  assert(version !== undefined, "the board's page tells its version");
  return version;
}
