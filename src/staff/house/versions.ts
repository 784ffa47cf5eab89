/** Changes and versions of the restaurant's file: GET /versiones, GET and POST /archivo. */
import { mapLink } from "../../domain/location.ts";
import { imagesOf, type Restaurant, storedImages } from "../../domain/restaurant.ts";
import { type Situation, situationNow } from "../../domain/schedule/situation.ts";
import { buttonForm, errorSummary, hiddenFields, inputField } from "../../html/form.ts";
import { type Html, html, trustedHtml } from "../../html/html.ts";
import { type Answer, bytesAnswer, downloadHeaders, seeOther } from "../../http/answer.ts";
import type { FileChange, FileProblem, RestaurantVersion } from "../../ports/restaurant.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { momentInWords } from "../day_words.ts";
import { isBeginning } from "../first_steps_card.ts";
import { guestText } from "../guest.ts";
import { alarm, card, RETURNABLE, type StaffPage } from "../layout.ts";
import type { Shown, StaffAct, StaffRoute } from "../route.ts";
import { hoursHits, leftOutside } from "./closure_hits.ts";

/** The field with the version that a form was based on. */
export const BASE = "version";
/** The field with the version over which the change was last shown. */
const SEEN = "visto";

export function versionRoutes(deps: StaffDeps): readonly StaffRoute[] {
  return [
    { method: "GET", path: "/versiones", show: ({ query }) => versionsPage(deps, query) },
    { method: "GET", path: "/archivo", show: ({ query }) => download(deps, query) },
    {
      method: "POST",
      path: "/archivo",
      maxBytes: MAX_FILE_FORM,
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
    const read = deps.restaurantBook.unpacked(file);
    if ("problems" in read) return refusedPage(read.problems);
    for (const image of read.images.values()) await deps.images.add(image);
    act.form.set("texto", read.text);
  }
  // Browsers send a form's line breaks as CR LF.
  const text = n === null
    ? (act.form.get("texto") ?? "").replaceAll("\r\n", "\n")
    : await deps.restaurantBook.text(Number(n));
  if (text === null) return [404, "No está aquí", "Esa versión ya no está."];
  return await propose(deps, act, text) ?? await changeFile(deps, act);
}

/** A file of 1 MB, of which a form encodes most characters as three; or with two images and 80 photos of dishes. */
const MAX_FILE_FORM = 8_000_000;

async function versionsPage(deps: StaffDeps, query: URLSearchParams): Promise<StaffPage> {
  const situation = situationNow(deps);
  const versions = await deps.restaurantBook.all();
  const done = query.get("hecho");
  const hits = done === null ? null : await hitsOfLast(deps, versions);
  const content = html`
    ${done !== null && html`<p class="done" role="status">Listo: se guardó.</p>`}
    ${hits}
    <p>Lo que guardas lo ven los clientes en dos segundos.</p>
    <p
      class="buttons"><a class="button" href="/platillos">Carta y precios</a> <a class="button" href="/casa">Ajustes</a></p>
    ${versions.length > 0 && await historyCard(deps, versions, query, situation)}
    ${fileCard(deps)}
  `;
  const page = { title: "Versiones y archivo", section: "casa", content } as const;
  if (done !== "guardado" || hits === null) return page;
  // Other instances may take reservations at the old hours until they follow.
  return { ...page, headers: { refresh: "3;url=/versiones?hecho=aplicado" } };
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
  const { version, text, restaurant } = book.served();
  if (query.get("con") === "fotos") {
    const archive = book.packed(await storedImages(restaurant, images.read));
    return bytesAnswer(downloadHeaders("application/x-tar", `restaurante-${version}.tar`), archive);
  }
  return {
    status: 200,
    headers: downloadHeaders("application/json; charset=utf-8", `restaurante-${version}.json`),
    body: text,
  };
}

/**
 * Shows what `text` changes or, if the form says so and its version is still the newest, saves it.
 * @param refuse makes the page with the problems of `text`. Default: one that asks for another file
 * @returns null if another version was saved meanwhile: the caller reads what was typed over that one
 */
export async function propose(
  deps: StaffDeps,
  act: StaffAct,
  text: string,
  refuse: (problems: readonly FileProblem[]) => StaffPage = refusedPage,
): Promise<Shown | null> {
  const { restaurantBook: book } = deps;
  const { version, text: old, restaurant: before } = book.served();
  const after = book.read(text);
  if ("problems" in after) return refuse(after.problems);
  // A restaurant that has no more than a name has not chosen its zone.
  const isChosen = before.phone !== null && after.phone !== null;
  if (isChosen && before.timeZone !== after.timeZone) return refuse([{ text: FIXED }]);
  const isSaving = act.form.get("accion") === "guardar";
  const saved = async () => {
    // What new hours leave outside of them is told on the page of versions.
    const left = await leftOutside(deps, before, after) ?? [];
    return seeOther(left.length === 0 && await isBeginning(deps) ? "/?hecho=guardado" : SAVED);
  };
  const isLate = Number(act.form.get(SEEN) ?? act.form.get(BASE)) !== version;
  if (isSaving && text === old) return await saved();
  if (!isSaving || isLate) return await previewPage(deps, act, { text, after, isLate });
  if (await book.save(text, version, act.actor) !== null) return await saved();
  // This instance may not serve yet what another has saved: nothing can be read over it.
  if (book.served().version !== version) return null;
  return await previewPage(deps, act, { text, after, isLate: true });
}

const SAVED = "/versiones?hecho=guardado";
const FIXED =
  'La zona horaria no se cambia en el tablero, sino en el servidor, con "sobremesa import": de ella dependen las reservaciones.';

function refusedPage(problems: readonly FileProblem[]): StaffPage {
  const content = html`
    ${errorSummary(NOTHING_SAVED, problems.map(({ text }) => ({ field: "", text })))}
    <p>Corrige el archivo y súbelo de nuevo. <a class="button" href="/versiones">Versiones y archivo</a></p>
  `;
  const title = "Así no se puede guardar";
  return { status: 422, headers: RETURNABLE, title, section: "casa", content };
}

export const NOTHING_SAVED = "No se guardó nada.";

async function previewPage(
  deps: StaffDeps,
  act: StaffAct,
  { text, after, isLate }: {
    readonly text: string;
    readonly after: Restaurant;
    readonly isLate: boolean;
  },
): Promise<StaffPage> {
  const { form, pathname } = act;
  const situation = situationNow(deps);
  const { version, text: served } = deps.restaurantBook.served();
  const { accion: _, [SEEN]: __, ...typed } = Object.groupBy(form, ([name]) => name);
  const sent = Object.fromEntries(
    Object.entries(typed).map(([name, pairs = []]) => [name, pairs.map(([, value]) => value)]),
  );
  // The form keeps the version that it was typed over, so that changes saved since then stay.
  const hidden = { [BASE]: String(version), ...sent, [SEEN]: String(version) };
  const change = html`
    ${changeList(deps.restaurantBook.changes(served, text))}
    ${newPlace(deps, situation.restaurant, after)}
    <p><b>Todavía no se guarda nada.</b></p>
    <div class="buttons">
      ${buttonForm({ to: pathname, action: "guardar", label: "Guardar", look: "main", hidden })}
      <a class="button quiet" href="/casa">No guardar</a>
    </div>
  `;
  const hits = await hoursHits(deps, situation.restaurant, after);
  const content = html`
    ${isLate &&
      alarm(html`<b>Algo cambió mientras tanto.</b> Lo tuyo no se guardó: revísalo otra vez.`)}
    ${card("cambia", "Lo que cambia para los clientes", change)} ${hits}
  `;
  const headers = hits === null ? RETURNABLE : {};
  const status = isLate ? 409 : 200;
  return { status, headers, title: "Antes de guardar", section: "casa", content };
}

/** The place of `after` on the map, if it is another: the owner sees there what was understood. */
function newPlace(
  { routePicture }: StaffDeps,
  before: Restaurant,
  { location }: Restaurant,
): Html | null {
  const link = mapLink(location);
  if (link === mapLink(before.location)) return null;
  const picture = routePicture?.(location, PICTURE_WORDS) ?? null;
  return html`
    ${picture !== null && html`<figure class="place">${trustedHtml(picture)}</figure>`}
    <p><a class="button" href="${link}">Ver el lugar nuevo en el mapa</a></p>
  `;
}

const PICTURE_WORDS = {
  restaurant: "Hasta ahora",
  destination: "Lugar nuevo",
  title: "Mapa con el camino en coche del lugar de ahora al nuevo, en ",
  nameless: "una calle sin nombre",
  invented: "MUESTRA: mapa inventado",
};

function changeList(changes: readonly FileChange[]): Html {
  if (changes.length === 0) return html`<p>Para los clientes no cambia nada.</p>`;
  const lines = changes.map((change) => html`<li>${changeWords(change)}</li>`);
  return html`<ul class="plainlist">${lines}</ul>`;
}

function changeWords({ label, before, after }: FileChange): Html {
  const words = before === null
    ? html`nuevo: <b>${after}</b>`
    : html`<s>${before}</s> → ${after === null ? "se quita" : html`<b>${after}</b>`}`;
  return html`<b><bdi>${label}</bdi></b>: ${words}`;
}

/** The reservations that the newest version leaves outside its hours. */
async function hitsOfLast(
  deps: StaffDeps,
  [, previous]: readonly RestaurantVersion[],
): Promise<Html | null> {
  const text = previous === undefined ? null : await deps.restaurantBook.text(previous.version);
  const before = text === null ? null : deps.restaurantBook.read(text);
  if (before === null || "problems" in before) return null;
  return await hoursHits(deps, before, deps.restaurant());
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
  const shown = older.slice(0, SHOWN_VERSIONS);
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

const SHOWN_VERSIONS = 20;

function inOneLine([first, ...others]: readonly FileChange[]): Html {
  if (first === undefined) return html`sin cambios para los clientes`;
  const cut = (text: string | null) =>
    text !== null && text.length > MAX_WORDS ? `${text.slice(0, MAX_WORDS)}…` : text;
  const { length } = others;
  const rest = length === 1 ? "; y otro cambio" : `; y otros ${length} cambios`;
  const short = { label: first.label, before: cut(first.before), after: cut(first.after) };
  return html`${changeWords(short)}${length > 0 && rest}`;
}

const MAX_WORDS = 60;
