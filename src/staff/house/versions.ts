/** Changes and versions of the restaurant's file: GET /versiones, GET and POST /archivo. */
import { imagesOf, storedImages } from "../../domain/restaurant.ts";
import { type Situation, situationNow } from "../../domain/schedule/situation.ts";
import { buttonForm, hiddenFields, inputField } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { type Answer, bytesAnswer, downloadHeaders } from "../../http/answer.ts";
import type { FileChange, RestaurantVersion } from "../../ports/restaurant.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { momentInWords } from "../day_words.ts";
import { guestText } from "../guest.ts";
import { card, savedNotice, type StaffPage } from "../layout.ts";
import type { Shown, StaffAct, StaffRoute } from "../route.ts";
import { hoursHits, leftOutside } from "./closure_hits.ts";
import {
  BASE,
  changeWords,
  FILE,
  IMAGE,
  MAX_FILES,
  propose,
  refusedPage,
  savedVersions,
  UNMARKED,
} from "./review.ts";

export function versionRoutes(deps: StaffDeps): readonly StaffRoute[] {
  return [
    { method: "GET", path: "/versiones", show: ({ query }) => versionsPage(deps, query) },
    { method: "GET", path: FILE, show: ({ query }) => download(deps, query) },
    {
      method: "POST",
      path: FILE,
      maxBytes: MAX_FILES,
      tooLarge: TOO_LARGE,
      hasImages: true,
      act: (act) => changeFile(deps, act),
    },
  ];
}

/** Changes the file to version `n`, which is saved as a new one, or to the text that was sent. */
async function changeFile(deps: StaffDeps, act: StaffAct): Promise<Shown> {
  const n = act.form.get("n");
  const file = act.files.get("texto");
  if (file !== undefined) {
    const read = await deps.restaurantBook.unpacked(file);
    if ("problems" in read) return refusedPage(read.problems);
    for (const image of read.images.values()) await deps.images.add(image);
    act.form.set("texto", read.text);
    if (read.version === null) act.form.set(UNMARKED, "sí");
    else act.form.set(BASE, String(read.version));
  }
  const text = n === null ? act.form.get("texto") ?? "" : await deps.restaurantBook.text(Number(n));
  if (text === null) return [404, "No está aquí", "Esa versión ya no está."];
  return await propose(deps, act, text);
}

const TOO_LARGE =
  'No se guardó nada: por aquí pasan hasta 8 MB. Un archivo más grande se copia a la máquina del servicio, y ahí: "sudo sobremesa import ARCHIVO".';

async function versionsPage(deps: StaffDeps, query: URLSearchParams): Promise<StaffPage> {
  const situation = situationNow(deps);
  const versions = await deps.restaurantBook.all();
  const [saved, before] = savedVersions(versions, query);
  const hits = before === undefined ? null : await hitsSince(before, deps);
  const content = html`
    ${await savedNotice(deps, query)}
    ${hits}
    <p>Lo que guardas lo ven los clientes en dos segundos.</p>
    <p
      class="buttons"><a class="button" href="/platillos">Carta y precios</a> <a class="button" href="/casa">Ajustes</a></p>
    ${versions.length > 0 && await historyCard(deps, versions, query, situation)}
    ${fileCard(deps)}
  `;
  const page = { title: "Versiones y archivo", section: "casa", content } as const;
  if (hits === null || query.has("aplicado")) return page;
  // Other instances may take reservations at the old hours until they follow.
  return { ...page, headers: { refresh: `3;url=/versiones?hecho=${saved!.version}&aplicado` } };
}

function fileCard({ restaurantBook }: StaffDeps): Html {
  const { version, restaurant } = restaurantBook.served();
  const hasImages = imagesOf(restaurant).length > 0;
  const file = inputField({
    name: "texto",
    label: "Archivo cambiado",
    attributes: html`type="file" required accept=".json,.tar"`,
  });
  const content = html`
    <p>Todo lo de Ajustes es un archivo: descárgalo para guardarlo, para otro restaurante o para cambiarlo con un editor, y súbelo. Antes de guardar se ve qué cambia.</p>
    <p class="buttons">
      <a class="button" href="/archivo">Descargar el archivo</a>
      ${hasImages && html`<a class="button" href="/archivo?con=fotos">Con sus fotos, en .tar</a>`}
    </p>
    <form method="post" action="/archivo" enctype="multipart/form-data">
      ${hiddenFields({ [BASE]: String(version) })} ${file}
      <button name="accion" value="revisar">Ver qué cambia</button>
    </form>
  `;
  return card("archivo", "El archivo", content);
}

async function download(
  { restaurantBook: book, images }: StaffDeps,
  query: URLSearchParams,
): Promise<Answer> {
  const { version, restaurant } = book.served();
  const isWhole = query.get("con") === "fotos";
  const given = isWhole ? await storedImages(restaurant, images.read) : new Map();
  const [type, ending] = given.size > 0
    ? ["application/x-tar", "tar"]
    : ["application/json; charset=utf-8", "json"];
  const headers = downloadHeaders(type, `restaurante-${version}.${ending}`);
  return bytesAnswer(headers, book.packed(given));
}

/** The reservations that the hours of now leave outside, and those of this version did not. */
async function hitsSince(
  { version }: RestaurantVersion,
  deps: StaffDeps,
): Promise<Html | null> {
  const text = await deps.restaurantBook.text(version);
  const before = text === null ? null : deps.restaurantBook.read(text);
  if (before === null || "problems" in before) return null;
  const left = await leftOutside(deps, before, deps.restaurant());
  return left && hoursHits(left, situationNow(deps));
}

/** What each version changed, with a way back to it. @param served the number of the one that is served */
async function historyCard(
  { restaurantBook: book }: StaffDeps,
  versions: readonly RestaurantVersion[],
  query: URLSearchParams,
  situation: Situation,
): Promise<Html> {
  const { version: served } = book.served();
  const newest = Number(query.get("antes") ?? Infinity);
  const older = versions.filter(({ version }) => version < newest);
  const shown = older.slice(0, MAX_SHOWN);
  const rows = shown.map(async ({ version, actor, at }, n) => {
    const before = older[n + 1];
    const what = before !== undefined && inOneLine(await book.changesIn(version, before.version));
    return html`
      <li class="between">
        <p>Versión ${version}: ${guestText(actor)}, ${momentInWords(at, situation)}
          ${what && html`<br><small>${what}</small>`}</p>
        ${version === served ? "la de ahora" : buttonForm({
          to: "/archivo",
          action: "revisar",
          label: `Volver a la versión ${version}`,
          hidden: { n: String(version), [BASE]: String(served) },
        })}
      </li>
    `;
  });
  const list = html`<ul class="plainlist">${await Promise.all(rows)}</ul>`;
  const more = older.length > shown.length &&
    html`<p><a class="button" href="/versiones?antes=${shown.at(-1)!.version}">Anteriores</a></p>`;
  return card("historial", "Historial", [list, more]);
}

const MAX_SHOWN = 20;

function inOneLine([first, ...others]: readonly FileChange[]): Html {
  if (first === undefined) return html`sin cambios para los clientes`;
  const cut = (text: string | null) => {
    const words = text?.replaceAll(new RegExp(IMAGE, "g"), "imagen") ?? null;
    return words !== null && words.length > MAX_WORDS ? `${words.slice(0, MAX_WORDS)}…` : words;
  };
  const { length } = others;
  const rest = length === 1 ? "; y otro cambio" : `; y otros ${length} cambios`;
  const short = { label: first.label, before: cut(first.before), after: cut(first.after) };
  return html`${changeWords(short)}${length > 0 && rest}`;
}

const MAX_WORDS = 60;
