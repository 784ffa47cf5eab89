/** Saves a change of the restaurant's file, shows before what it does where that must be seen, and undoes it. */
import { mapLink } from "../../domain/location.ts";
import type { Reservation } from "../../domain/reservation/reservation.ts";
import type { Restaurant } from "../../domain/restaurant.ts";
import { situationNow } from "../../domain/schedule/situation.ts";
import { errorSummary, hiddenFields, sentFields } from "../../html/form.ts";
import { attributes, type Html, html, type HtmlValue, trustedHtml } from "../../html/html.ts";
import { seeOther } from "../../http/answer.ts";
import type {
  FileChange,
  FileMerge,
  FileProblem,
  FileQuestion,
  RestaurantVersion,
} from "../../ports/restaurant.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { isStepTaken, openSteps } from "../first_steps.ts";
import { alarm, card, isJustDone, RETURNABLE, type StaffPage } from "../layout.ts";
import { localPath, type Shown, type StaffAct, type StaffVisit } from "../route.ts";
import { hoursHits, leftOutside } from "./closure_hits.ts";
import { NOTHING_SAVED } from "./settings_form.ts";

/** The field with the version that a form was based on. */
export const BASE = "version";
/** The field with the version over which the change was last shown. */
const SEEN = "visto";
/** The field of a file that does not say which version it was. */
export const UNMARKED = "sin_marca";
/** The bytes of a form with photos: a hundred, as browsers draw them. Reading it takes ten times as much. */
export const MAX_FILES = 8_000_000;
/** The fields of the largest section, or of 400 pasted dishes. */
export const MAX_FIELDS = 12_500;
/** Where a whole file is sent. */
export const FILE = "/archivo";

/** The text from which a form was made; if it is no longer kept, the oldest that is. */
export async function baseText(
  { restaurantBook: book }: StaffDeps,
  form: URLSearchParams,
): Promise<{ readonly text: string; readonly isKept: boolean }> {
  const { version, text: served } = book.served();
  const own = await book.text(Number(form.get(BASE) ?? version));
  if (own !== null) return { text: own, isKept: true };
  const oldest = (await book.all()).at(-1)?.version ?? version;
  return { text: await book.text(oldest) ?? served, isKept: false };
}

/** What would be served, and what must be seen before. */
interface Proposal extends FileMerge {
  readonly after: Restaurant;
  /** The reservations that it leaves outside the hours; null if these stay. */
  readonly left: readonly Reservation[] | null;
  readonly isLate: boolean;
}

/**
 * Saves the parts `names` of the file `base` as they were typed.
 * @param wrong what is known to be wrong with them
 * @param refuse makes the form again with all that is, whether it cannot be read or breaks a rule
 */
export async function proposeTyped(
  deps: StaffDeps,
  act: StaffAct,
  { names, base, wrong = [] }: {
    readonly names: readonly string[];
    readonly base: string;
    readonly wrong?: readonly FileProblem[];
  },
  refuse: Refuse,
): Promise<Shown> {
  // A new dish would be sold out as one of its name was that is no longer in the file.
  const marked = deps.state().soldOut.map(({ dishId }) => dishId);
  const { text, problems } = deps.restaurantBook.answered(names, act.form, base, marked);
  const unread = [...wrong, ...problems.map((typed) => ({ text: typed.text, typed }))];
  if (unread.length === 0) return await propose(deps, act, text, refuse);
  const read = deps.restaurantBook.read(text);
  return await refuse([...unread, ..."problems" in read ? read.problems : []]);
}

type Refuse = (problems: readonly FileProblem[]) => StaffPage | Promise<StaffPage>;

/**
 * Saves `text`, merged into what others have saved since the form was made, or shows first what it changes.
 * @param refuse makes the page with the problems of `text`. Default: one that asks for another file
 */
export async function propose(
  deps: StaffDeps,
  act: StaffAct,
  text: string,
  refuse: Refuse = refusedPage,
): Promise<Shown> {
  const { restaurantBook: book } = deps;
  const { form } = act;
  const base = await baseText(deps, form);
  const { version, text: old, restaurant: before } = book.served();
  const read = book.read(text);
  if ("problems" in read) return await refuse(read.problems);
  const isSeen = form.get(SEEN) === String(version);
  const merge = book.merge(base.text, text, isSeen ? form : new URLSearchParams());
  const after = book.read(merge.text);
  if ("problems" in after) return await refuse(after.problems);
  // A restaurant that has no more than a name has not chosen its zone.
  const isChosen = before.phone !== null && after.phone !== null;
  if (isChosen && before.timeZone !== after.timeZone) return await refuse([{ text: FIXED }]);
  const isSaving = form.get("accion") !== "revisar";
  const isAnswered = merge.questions.every(({ chosen }) => chosen !== null);
  if (isSaving && isAnswered && merge.text === old) {
    return seeOther(pageAfter(act, version, UNCHANGED));
  }
  const isLate = (form.get(SEEN) ?? form.get(BASE) ?? `${version}`) !== `${version}`;
  const proposal = { ...merge, after, isLate, left: await leftOutside(deps, before, after) };
  const isReady = isAnswered && (isSeen || base.isKept && !mustBeSeen(act, before, proposal));
  if (!isSaving || !isReady) return previewPage(deps, act, proposal);
  const saved = await save(deps, act, proposal, version);
  if (saved !== null) return seeOther(saved);
  // This instance may not serve yet what another has saved: nothing can be read over it.
  return book.served().version === version
    ? previewPage(deps, act, { ...proposal, isLate: true })
    : await propose(deps, act, text, refuse);
}

/** Whether it is a whole file or another place, or leaves reservations outside the hours. */
function mustBeSeen(
  { form, pathname }: StaffAct,
  before: Restaurant,
  { after, isLate, left }: Proposal,
): boolean {
  const isUndo = form.get("accion") === UNDO && !isLate;
  if (pathname === FILE && !isUndo) return true;
  if (mapLink(before.location) !== mapLink(after.location)) return true;
  if (before.timeZone !== after.timeZone) return true;
  return left !== null && left.length > 0;
}

/** The page that follows: the list of first steps if that took one of them. Null if another version came first. */
async function save(
  deps: StaffDeps,
  act: StaffAct,
  { text, left }: Proposal,
  version: number,
): Promise<string | null> {
  const steps = await openSteps(deps);
  const saved = await deps.restaurantBook.save(text, version, act.actor);
  if (saved === null) return null;
  // What new hours leave outside of them is told on the page of versions.
  if (left !== null && left.length > 0) return versionPage(saved);
  return await isStepTaken(deps, steps) ? "/?hecho=guardado" : pageAfter(act, saved);
}

/** Instead of the saved version, where nothing was to be saved. */
export const UNCHANGED = "igual";

const UNDO = "deshacer";

/** @param version the one that is served now @param done what the page tells of it */
function pageAfter({ form, pathname }: StaffAct, version: number, done = `${version}`): string {
  if (pathname !== FILE) return `${pathname}?hecho=${done}`;
  return form.has("volver")
    ? `${localPath(form.get("volver"))}?hecho=${done}`
    : versionPage(version);
}

function versionPage(version: number): string {
  return `/versiones?hecho=${version}`;
}

/** The version that a page's address says was saved, and the one before it, as far as they are kept. */
export function savedVersions(
  all: readonly RestaurantVersion[],
  query: URLSearchParams,
): readonly RestaurantVersion[] {
  const n = all.findIndex(({ version }) => `${version}` === query.get("hecho"));
  return n === -1 ? [] : all.slice(n, n + 2);
}

/** The bar of a page that was just saved, which undoes that. */
export async function undoSave(
  { restaurantBook, now }: StaffDeps,
  { pathname, query }: StaffVisit,
): Promise<StaffPage["undo"]> {
  const all = query.has("hecho") ? await restaurantBook.all() : [];
  const [saved, before] = savedVersions(all, query);
  if (before === undefined || !isJustDone(saved!.at, now())) return undefined;
  const fields = { [BASE]: `${saved!.version}`, n: `${before.version}`, volver: pathname };
  return { to: FILE, words: "Guardado", fields };
}

const FIXED =
  'La zona horaria no se cambia en el tablero, sino en el servidor, con "sobremesa import": de ella dependen las reservaciones.';

export function refusedPage(problems: readonly FileProblem[]): StaffPage {
  const content = html`
    ${errorSummary(NOTHING_SAVED, problems.map(({ text }) => ({ field: "", text })))}
    <p>Corrige el archivo y súbelo de nuevo. <a class="button" href="/versiones">Versiones y archivo</a></p>
  `;
  const title = "Así no se puede guardar";
  return { status: 422, headers: RETURNABLE, title, section: "casa", content };
}

function previewPage(
  deps: StaffDeps,
  { form, pathname }: StaffAct,
  { text, after, questions, isLate, left }: Proposal,
): StaffPage {
  const situation = situationNow(deps);
  const { version, text: served } = deps.restaurantBook.served();
  const asked = questions.map(({ name }) => name);
  // The form keeps the version that it was typed over, so that changes saved since then stay.
  const hidden = {
    [BASE]: String(version),
    ...sentFields(form, "accion", ...asked),
    [SEEN]: String(version),
  };
  const change = html`
    <form method="post" action="${pathname}">
      ${form.has(UNMARKED) && html`<p class="notice">${WHOLE}</p>`}
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
  const content = html`
    ${isLate &&
      alarm(html`<b>Algo cambió mientras tanto.</b> Lo tuyo no se guardó: revísalo otra vez.`)}
    ${card("cambia", "Lo que cambia para los clientes", change)}
    ${left && hoursHits(left, situation)}
  `;
  const headers = left === null ? RETURNABLE : {};
  const status = isLate ? 409 : 200;
  return { status, headers, title: "Antes de guardar", section: "casa", content };
}

const WHOLE =
  "El archivo no dice de qué versión salió: deja todo como lo trae, también lo que alguien cambió después de que se descargó. Mira bien la lista.";

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

export function changeWords({ label, before, after }: FileChange): Html {
  const now = after === null ? "se quita" : html`<b>${pictured(after)}</b>`;
  const words = before === null ? html`nuevo: ${now}` : html`<s>${pictured(before)}</s> → ${now}`;
  return html`<b><bdi>${label}</bdi></b>: ${words}`;
}

export const IMAGE = /imagen ([0-9a-f]{64})/;

/** The words of a change, with the images that they name. */
function pictured(words: string): HtmlValue {
  return words.split(IMAGE).map((part, n) =>
    n % 2 === 0 ? part : html`<img class="kept" src="/presentacion/${part}" alt="imagen">`
  );
}
