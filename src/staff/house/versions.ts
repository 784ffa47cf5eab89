/** Changes and versions of the restaurant's file: GET /versiones, GET and POST /archivo. */
import { mapLink } from "../../domain/location.ts";
import { imagesOf, type Restaurant, storedImages } from "../../domain/restaurant.ts";
import { type Situation, situationNow } from "../../domain/schedule/situation.ts";
import { buttonForm, errorSummary, hiddenFields, inputField } from "../../html/form.ts";
import { attributes, type Html, html, type HtmlValue, trustedHtml } from "../../html/html.ts";
import { type Answer, bytesAnswer, downloadHeaders, seeOther } from "../../http/answer.ts";
import type {
  FileChange,
  FileMerge,
  FileProblem,
  FileQuestion,
  RestaurantVersion,
} from "../../ports/restaurant.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { momentInWords } from "../day_words.ts";
import { openSteps } from "../first_steps_card.ts";
import { guestText } from "../guest.ts";
import { alarm, card, RETURNABLE, type StaffPage } from "../layout.ts";
import {
  localPath,
  type Refusal,
  type Shown,
  type StaffAct,
  type StaffRoute,
  type StaffVisit,
} from "../route.ts";
import { hoursHits, leftOutside } from "./closure_hits.ts";

/** The field with the version that a form was based on. */
export const BASE = "version";
/** The field with the version over which the change was last shown. */
const SEEN = "visto";

export function versionRoutes(deps: StaffDeps): readonly StaffRoute[] {
  return [
    { method: "GET", path: "/versiones", show: ({ query }) => versionsPage(deps, query) },
    { method: "GET", path: FILE, show: ({ query }) => download(deps, query) },
    {
      method: "POST",
      path: FILE,
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
  return await propose(deps, act, text);
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

/** The text from which a form was made; null if that version is no longer kept. */
export async function baseText(
  { restaurantBook: book }: StaffDeps,
  form: URLSearchParams,
): Promise<string | null> {
  const { version, text } = book.served();
  const base = Number(form.get(BASE) ?? version);
  return base === version ? text : await book.text(base);
}

export const TOO_OLD: Refusal = [
  409,
  "Esta página es de hace mucho",
  "De entonces a hoy cambió todo, y no se guardó nada. Ábrela otra vez y repite el cambio.",
];

/** What would be served, and what must be seen before. */
interface Proposal extends FileMerge {
  readonly after: Restaurant;
  readonly isLate: boolean;
}

/**
 * Saves `text`, merged into what others have saved since the form was made, or shows first what it changes.
 * @param refuse makes the page with the problems of `text`. Default: one that asks for another file
 */
export async function propose(
  deps: StaffDeps,
  act: StaffAct,
  text: string,
  refuse: (problems: readonly FileProblem[]) => StaffPage = refusedPage,
): Promise<Shown> {
  const { restaurantBook: book } = deps;
  const { form, actor } = act;
  const base = await baseText(deps, form);
  if (base === null) return TOO_OLD;
  const { version, text: old, restaurant: before } = book.served();
  const read = book.read(text);
  if ("problems" in read) return refuse(read.problems);
  const isSeen = form.get(SEEN) === String(version);
  const merge = book.merge(base, text, isSeen ? form : new URLSearchParams());
  const after = book.read(merge.text);
  if ("problems" in after) return refuse(after.problems);
  // A restaurant that has no more than a name has not chosen its zone.
  const isChosen = before.phone !== null && after.phone !== null;
  if (isChosen && before.timeZone !== after.timeZone) return refuse([{ text: FIXED }]);
  const isSaving = form.get("accion") !== "revisar";
  const isAnswered = merge.questions.every(({ chosen }) => chosen !== null);
  if (isSaving && isAnswered && merge.text === old) return seeOther(pageAfter(act, UNCHANGED));
  const isLate = (form.get(SEEN) ?? form.get(BASE) ?? `${version}`) !== `${version}`;
  const proposal = { ...merge, after, isLate };
  const isReady = isAnswered && (isSeen || !await mustBeSeen(deps, act, proposal));
  if (!isSaving || !isReady) return await previewPage(deps, act, proposal);
  const steps = await openSteps(deps);
  const saved = await book.save(merge.text, version, actor);
  if (saved !== null) return seeOther(await afterSave(deps, act, { before, after, saved, steps }));
  // This instance may not serve yet what another has saved: nothing can be read over it.
  return book.served().version === version
    ? await previewPage(deps, act, { ...proposal, isLate: true })
    : await propose(deps, act, text, refuse);
}

/** Whether it is a whole file or another place, or leaves reservations outside the hours. */
async function mustBeSeen(
  deps: StaffDeps,
  { form, pathname }: StaffAct,
  { after, isLate }: Proposal,
): Promise<boolean> {
  const { restaurant: before } = deps.restaurantBook.served();
  const isUndo = form.get("accion") === UNDO && !isLate;
  if (pathname === FILE && !isUndo) return true;
  if (mapLink(before.location) !== mapLink(after.location)) return true;
  if (before.timeZone !== after.timeZone) return true;
  return (await leftOutside(deps, before, after) ?? []).length > 0;
}

/** Instead of the saved version, where nothing was to be saved. */
export const UNCHANGED = "igual";

const FILE = "/archivo";
const UNDO = "deshacer";

/** The page that was saved; the list of first steps if that took one of them. */
async function afterSave(
  deps: StaffDeps,
  act: StaffAct,
  { before, after, saved, steps }: {
    readonly before: Restaurant;
    readonly after: Restaurant;
    readonly saved: number;
    readonly steps: readonly string[];
  },
): Promise<string> {
  // What new hours leave outside of them is told on the page of versions.
  const left = await leftOutside(deps, before, after) ?? [];
  if (left.length > 0) return SAVED;
  const open = await openSteps(deps);
  const isTaken = steps.some((step) => !open.includes(step));
  return isTaken ? "/?hecho=guardado" : pageAfter(act, String(saved));
}

function pageAfter({ form, pathname }: StaffAct, done: string): string {
  if (pathname !== FILE) return `${pathname}?hecho=${done}`;
  return form.has("volver") ? `${localPath(form.get("volver"))}?hecho=${done}` : SAVED;
}

/** The bar of a page that was saved as version `done`, which undoes that. */
export async function undoSave(
  { restaurantBook }: StaffDeps,
  { pathname, query }: StaffVisit,
): Promise<StaffPage["undo"]> {
  const done = query.get("hecho");
  const all = done === null ? [] : await restaurantBook.all();
  const n = all.findIndex(({ version }) => String(version) === done);
  const before = n === -1 ? undefined : all[n + 1];
  if (before === undefined) return undefined;
  const fields = { [BASE]: `${done}`, n: `${before.version}`, volver: pathname };
  return { to: FILE, words: "Guardado", fields };
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
  { form, pathname }: StaffAct,
  { text, after, questions, isLate }: Proposal,
): Promise<StaffPage> {
  const situation = situationNow(deps);
  const { version, text: served } = deps.restaurantBook.served();
  const { accion: _, [SEEN]: __, ...typed } = Object.groupBy(form, ([name]) => name);
  const asked = questions.map(({ name }) => name);
  const sent = Object.entries(typed).filter(([name]) => !asked.includes(name))
    .map(([name, pairs = []]) => [name, pairs.map(([, value]) => value)]);
  // The form keeps the version that it was typed over, so that changes saved since then stay.
  const hidden = {
    [BASE]: String(version),
    ...Object.fromEntries(sent),
    [SEEN]: String(version),
  };
  const change = html`
    <form method="post" action="${pathname}">
      ${hiddenFields(hidden)} ${questions.map(questionField)}
      ${changeList(deps.restaurantBook.changes(served, text))}
      ${newPlace(deps, situation.restaurant, after)} ${limitNotice(after)}
      <p><b>Todavía no se guarda nada.</b></p>
      <p class="buttons">
        ${(text !== served || asked.length > 0) &&
          html`<button class="main" name="accion" value="guardar">Guardar</button>`}
        <a class="button quiet" href="/casa">No guardar</a>
      </p>
    </form>
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

function questionField({ name, label, before, mine, theirs, chosen }: FileQuestion): Html {
  const choice = (value: string, whose: string, words: string | null) => {
    const more = attributes({ checked: chosen === value });
    const stays = words === null ? "quitarlo" : html`<b>${pictured(words)}</b>`;
    return html`
      <label class="tick"><input type="radio" name="${name}" value="${value}" required ${more}>
        <span>${whose}: ${stays}</span></label>
    `;
  };
  return html`
    <div class="entry" role="radiogroup" aria-label="${label}">
      <p><b>${label}</b>: lo cambiaron dos personas. ¿Qué se queda?</p>
      ${before !== null && html`<p>Antes: ${pictured(before)}</p>`}
      ${choice("mio", "Lo tuyo", mine)} ${choice("suyo", "Lo que otra persona guardó", theirs)}
    </div>
  `;
}

/** Says which limits the largest party exceeds. */
export function limitNotice({ booking, maxParty }: Restaurant): Html | null {
  const limits = [booking.peoplePerTime, booking.room?.people ?? null]
    .filter((people) => people !== null && people < maxParty);
  const words =
    `Un grupo de ${maxParty}, el más grande que reserva en línea, nunca cabe: el cupo es de ${
      limits.join(" y ")
    }. Baja el grupo más grande, o sube el cupo.`;
  return limits.length === 0 ? null : html`<p class="notice">${words}</p>`;
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
  const now = after === null ? "se quita" : html`<b>${pictured(after)}</b>`;
  const words = before === null ? html`nuevo: ${now}` : html`<s>${pictured(before)}</s> → ${now}`;
  return html`<b><bdi>${label}</bdi></b>: ${words}`;
}

const IMAGE = /imagen ([0-9a-f]{64})/;

/** The words of a change, with the images that they name. */
function pictured(words: string): HtmlValue {
  return words.split(IMAGE).map((part, n) =>
    n % 2 === 0 ? part : html`<img class="kept" src="/presentacion/${part}" alt="imagen">`
  );
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
