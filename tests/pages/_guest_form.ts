/** A guest with a browser, for tests of the reservation form: opens the page and sends what it holds. */
import { assert } from "@std/assert";
import type { TestApp } from "../support/test_app.ts";
import { show, type Shown, shownBy } from "./_pages.ts";

export { show, type Shown };

/** What a guest types, by the form's names. */
export const TYPED = {
  cuando: "2026-03-12T20:30",
  nombre: "Guadalupe Pech",
  telefono: "999 123 4567",
};

export type Fields = Readonly<Record<string, string>>;

/** The fields that have a value when the page at `path` is opened: day, party and hidden ones. */
export async function openForm(
  app: TestApp,
  path = "/reservar?dia=2026-03-12&personas=4",
): Promise<Fields> {
  return preset(await show(app, path));
}

/** The fields of the page's form that a guest need not type. */
export function preset({ text }: Shown): Fields {
  const form = text.slice(text.indexOf('<form method="post"'));
  const filled = form.matchAll(
    /<input (?:type="hidden"|id="dia"|id="personas") name="(\w+)" value="([^"]*)"/g,
  );
  return Object.fromEntries([...filled].map(([, name, value]) => [name, value]));
}

/** Sends the form as a browser does, which follows no redirect. */
export async function send(
  app: TestApp,
  fields: Fields,
  { lang = "es", headers = {}, body = new URLSearchParams(fields) as BodyInit } = {},
): Promise<Shown> {
  const answer = await app.fetch(`/reservar?lang=${lang}`, {
    method: "POST",
    body,
    headers: { origin: app.url, ...headers },
    redirect: "manual",
  });
  return await shownBy(answer);
}

/** The confirmation's address, of a form that was accepted. */
export function confirmationOf({ status, headers, words }: Shown): string {
  assert(status === 303, `${status}: ${words}`);
  return headers.get("location")!;
}

/** What is stored of all reservations, in their order. */
export async function stored(app: TestApp): Promise<readonly Record<string, unknown>[]> {
  const rows = await app.storage.database.read({ sql: "SELECT * FROM reservations ORDER BY id" });
  return rows.map((row) => ({ ...row }));
}
