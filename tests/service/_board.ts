/** The staff's board over HTTP: signing in, forms, and an open board. */
import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import type { ServiceProcess } from "../support/service_process.ts";
import { cookiesOf } from "../support/test_board.ts";
import { statusOf } from "./_guests.ts";

/** The key in the folder of a service's data. */
export async function keyIn(dataDir: string): Promise<string> {
  return (await Deno.readTextFile(join(dataDir, "staff_key"))).trim();
}

/**
 * Signs in to the board of `service` with `key`, or the one in its folder.
 * @returns the session's cookies; null if the key is refused
 */
export async function signIn(
  { staffUrl, dataDir }: ServiceProcess,
  key?: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<string | null> {
  const response = await fetch(`${staffUrl}/entrar`, {
    method: "POST",
    body: new URLSearchParams({ clave: key ?? await keyIn(dataDir), nombre: "Wendy", volver: "/" }),
    headers: { origin: staffUrl, ...headers },
    redirect: "manual",
  });
  await response.body?.cancel();
  return response.status === 303 ? cookiesOf(response.headers) : null;
}

/** Sends forms of the board. @returns the query of the answer's redirect */
export interface Forms {
  send(path: string, form: Readonly<Record<string, string>> | FormData): Promise<URLSearchParams>;
}

/** A signed-in device. */
export async function signedIn(service: ServiceProcess): Promise<Forms> {
  const cookie = await signIn(service);
  assert(cookie !== null, "the key opens the board");
  return {
    async send(path, form) {
      const response = await fetch(`${service.staffUrl}${path}`, {
        method: "POST",
        body: form instanceof FormData ? form : new URLSearchParams(form),
        headers: { cookie, origin: service.staffUrl },
        redirect: "manual",
      });
      assertEquals(response.status, 303, `${path}: ${await response.text()}`);
      return new URL(response.headers.get("location")!, service.staffUrl).searchParams;
    },
  };
}

/** Reads the day as an open board does. */
export async function readDay({ staffUrl }: ServiceProcess, cookie: string): Promise<number> {
  return await statusOf(`${staffUrl}/tablero`, { headers: { cookie } });
}

/** Keeps a board open, as its script does, until the service ends. */
export async function openBoard(service: ServiceProcess, cookie: string): Promise<void> {
  while (true) {
    const status = await readDay(service, cookie).catch(() => null);
    if (status === null) return;
    assertEquals(status, 200);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
