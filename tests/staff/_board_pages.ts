/** What tests of the board's pages do again and again: reserve as a guest, read a page as people do, fill a form in. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Reservation } from "../../src/domain/reservation/reservation.ts";
import { instantOf } from "../support/restaurant_fixture.ts";
import {
  type BoardAnswer,
  type Device,
  type TestBoard,
  testBoard,
  type TestBoardOptions,
} from "../support/test_board.ts";

/** Four days after the tests' clock. The test restaurant serves until two in the morning. */
export const SATURDAY = "2026-03-14";
export const SATURDAY_EVENING = instantOf(`${SATURDAY}T18:40`);

/** The board on Saturday evening. */
export function saturdayBoard(options: TestBoardOptions = {}): Promise<TestBoard> {
  return testBoard({ now: SATURDAY_EVENING, ...options });
}

/** A guest's request for Saturday. */
const REQUEST = {
  dia: SATURDAY,
  hora: "20:00",
  personas: 4,
  nombre: "Ana Pérez",
  telefono: "9991234567",
};

type Changes = Readonly<Record<string, unknown>>;

/**
 * Asks for a table over the public API, once what the board did is read: room that it freed is offered within a second.
 * @returns the answer: a folio, or the code of the refusal
 */
export async function ask(
  { app, storage }: TestBoard,
  changes: Changes = {},
): Promise<Awaited<ReturnType<TestBoard["app"]["post"]>>> {
  await storage.poll.refresh();
  return await app.post("/api/reserva", { ...REQUEST, ...changes });
}

/** Reserves over the public API. @returns the folio */
export async function reserve(board: TestBoard, changes: Changes = {}): Promise<string> {
  const { status, body } = await ask(board, changes);
  assertEquals(status, 200, JSON.stringify(body));
  return body.folio;
}

/** Does `accion` with a reservation as it is now. @param more further fields, such as a note */
export async function act(
  board: TestBoard,
  folio: string,
  accion: string,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { version } = await stored(board, folio);
  const form = { accion, version: `${version}`, volver: "/", seguro: "si", ...more };
  assertEquals((await board.post(`/reserva/${folio}`, form)).status, 303);
}

/** A confirmed table for four on Saturday, with some of its values replaced. */
export function sampleReservation(changes: Partial<Reservation> = {}): Reservation {
  return {
    folio: "R-7K3M9QAB",
    day: SATURDAY,
    time: "20:30",
    serviceDay: SATURDAY,
    partySize: 4,
    name: "Guadalupe Pech",
    phone: "+529991234567",
    occasion: "general",
    comments: null,
    note: null,
    table: null,
    arrived: null,
    left: null,
    told: null,
    called: null,
    status: "confirmed",
    source: null,
    createdAt: instantOf("2026-03-10T12:00"),
    isWalkIn: false,
    version: 1,
    acknowledged: null,
    ...changes,
  };
}

/** The reservation as the database has it. */
export async function stored({ storage }: TestBoard, folio: string): Promise<Reservation> {
  const [reservation] = await storage.book.find([folio]);
  if (reservation === undefined) throw new Error(`there is no ${folio}`);
  return reservation;
}

/** The folios of a page's rows, in their order. */
export function rowsOf(page: string): string[] {
  return [...page.matchAll(/<li id="(R-[^"]+)"/g)].map(([, folio]) => folio!);
}

/** The folios that a page announces as new, in their order. */
export function announced(page: string): string[] {
  return [...page.matchAll(/<li id="u-(R-[^"]+)"/g)].map(([, folio]) => folio!);
}

/** What the page sends that asks before something opens to guests. */
export function takingBack(page: string): (readonly [string, string])[] {
  const fields = page.matchAll(/name="(abre|volver)" value="([^"]*)"/g);
  return [
    ["accion", "quitar"],
    ...Array.from(fields, ([, name, value]) => [name!, unescaped(value!)] as const),
  ];
}

/** Follows a link that asks whether to take something back, and says yes. */
export async function takeBack(device: Device, link: string): Promise<BoardAnswer> {
  const asked = await device.get(link);
  assertEquals(asked.status, 200);
  return await device.post("/cierres", takingBack(asked.text));
}

/** Presses "Deshacer" on the page that an answer leads to. */
export async function undo(device: Device, { location }: BoardAnswer): Promise<BoardAnswer> {
  const fields = formFields((await device.get(location!)).text, "deshacer");
  return await device.post("/cierres", { accion: "deshacer", ...fields });
}

/** The markup of one row. */
export function rowOf(page: string, folio: string): string {
  const start = page.indexOf(`<li id="${folio}"`);
  return page.slice(start, page.indexOf("</li>", start));
}

/** Fails unless the page says each of `words`. */
export function assertSays({ text }: { readonly text: string }, ...words: readonly string[]): void {
  const said = wordsOf(text);
  for (const each of words) assertStringIncludes(said, each);
}

/** What a page says, without its markup: every run of blanks is one. */
export function wordsOf(page: string): string {
  const text = page.slice(page.indexOf("<main"))
    .replace(/<\/?(bdi|a|b|i|mark|time|span|small|del|ins)\b[^>]*>/g, "")
    .replace(/<[^>]*>/g, " ");
  return unescaped(text).replace(/\s+/g, " ");
}

/** The fields of the page's form whose `accion` or action is `which`, as a browser sends them; no button is pressed. */
export function formFields(page: string, which: string): Record<string, string> {
  const form = [...page.matchAll(/<form[^>]*>.*?<\/form>/gs)].map(([text]) => text)
    .find((text) =>
      text.includes(`name="accion" value="${which}"`) || text.includes(`action="${which}"`)
    );
  if (form === undefined) throw new Error(`the page has no form for ${which}`);
  const fields: Record<string, string> = {};
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const name = attribute(tag, "name");
    if (/type="(checkbox|radio)"/.test(tag) && !tag.includes(" checked")) continue;
    if (name !== null) fields[name] = attribute(tag, "value") ?? "";
  }
  for (const [, tag, text] of form.matchAll(/(<textarea[^>]*>)(.*?)<\/textarea>/gs)) {
    fields[attribute(tag!, "name")!] = unescaped(text!.replace(/^\n/, ""));
  }
  for (const [, tag, options] of form.matchAll(/(<select[^>]*>)(.*?)<\/select>/gs)) {
    const all = [...options!.matchAll(/<option[^>]*>/g)].map(([option]) => option);
    const chosen = all.find((option) => / selected/.test(option)) ?? all[0];
    fields[attribute(tag!, "name")!] = chosen === undefined ? "" : attribute(chosen, "value")!;
  }
  return fields;
}

/** The addresses of the page's links that begin with `start`. */
export function linksTo(page: string, start: string): string[] {
  return Array.from(page.matchAll(/ href="([^"]*)"/g), ([, href]) => unescaped(href!))
    .filter((href) => href.startsWith(start));
}

/** The messages that the page's links send to `phone` on WhatsApp. */
export function messagesTo(page: string, phone = "529991234567"): string[] {
  return linksTo(page, `https://wa.me/${phone}?`)
    .map((link) => new URL(link).searchParams.get("text")!);
}

/** The value of the button that says `label`. */
export function buttonNamed(page: string, label: string): readonly [string, string] {
  const button = [...page.matchAll(/(<button[^>]*>)(.*?)<\/button>/gs)]
    .find(([, , text]) => text!.replace(/<[^>]*>/g, "").trim() === label);
  if (button === undefined) throw new Error(`the page has no button ${label}`);
  return [attribute(button[1]!, "name")!, attribute(button[1]!, "value")!];
}

function attribute(tag: string, name: string): string | null {
  const value = new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? null : unescaped(value);
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
};

/** What a browser shows for the text of a page or of an attribute. */
export function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name]!);
}
