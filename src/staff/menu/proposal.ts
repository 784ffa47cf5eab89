/** A change of the restaurant's file: shown first, then saved, and undone: GET and POST /version. */
import { addDays, minuteOfDay, startOfDay, wallMinute } from "../../domain/local_time.ts";
import type { Reservation } from "../../domain/reservation/reservation.ts";
import type { Restaurant } from "../../domain/restaurant.ts";
import { servicesAround, UNSWITCHED } from "../../domain/schedule/services.ts";
import {
  currentServiceDay,
  type Situation,
  situationNow,
} from "../../domain/schedule/situation.ts";
import type { Answer } from "../../http/answer.ts";
import { type Html, html } from "../../pages/html.ts";
import type { FileChange, RestaurantVersion } from "../../ports/restaurant.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { momentInWords } from "../day_words.ts";
import { buttonForm } from "../form.ts";
import { guestText } from "../guest.ts";
import { hitRow, hitsInWords } from "../house/closure_hits.ts";
import { type StaffPage, staffPageAnswer } from "../layout.ts";
import {
  refusalPage,
  seeOther,
  type StaffAct,
  type StaffRoute,
  type StaffVisit,
} from "../route.ts";

/** What is to be served instead. */
export interface Proposal {
  /** Its text, made of what is served at that moment. */
  make(): string;
  /** Where the form is posted to that saves it, and what it holds. */
  readonly to: string;
  readonly hidden: Readonly<Record<string, string | readonly string[]>>;
}

/** The field that says on which version a form was based. */
export const BASE = "version";

/**
 * Shows what `proposal` changes or, where the form says so and no other change came between, saves it.
 * Nothing is stored before: a crash between both changes nothing.
 */
export async function propose(deps: StaffDeps, act: StaffAct, proposal: Proposal): Promise<Answer> {
  const book = deps.restaurantBook;
  const { version, text: old, restaurant: before } = book.served();
  const text = proposal.make();
  const after = book.read(text);
  if (!isRestaurant(after)) return refusedPage(deps, act, after);
  if (!isSamePlace(before, after)) return refusedPage(deps, act, [FIXED]);
  const preview = () => previewPage(deps, act, proposal, { text, restaurant: after });
  if (act.form.get("accion") !== "guardar") return await preview();
  if (text === old) return seeOther(`/version?n=${version}`);
  if (Number(act.form.get(BASE)) === version) {
    const saved = await book.save(text, version, act.actor);
    if (saved !== null) return seeOther(`/version?n=${saved}&hecho=guardado`);
    // Another was added a moment ago, and is served now.
    if (book.served().version === version) throw new Error("the newest version cannot be read");
    return await propose(deps, act, proposal);
  }
  return await preview();
}

const FIXED =
  "la ubicación y la zona horaria no se cambian en el tablero: de ellas dependen el mapa y las reservaciones";

function isSamePlace({ location, timeZone }: Restaurant, other: Restaurant): boolean {
  return location.lat === other.location.lat && location.lng === other.location.lng &&
    timeZone === other.timeZone;
}

function isRestaurant(read: Restaurant | readonly string[]): read is Restaurant {
  return !Array.isArray(read);
}

export function refusedPage(
  deps: StaffDeps,
  { actor }: StaffVisit,
  problems: readonly string[],
): Answer {
  const content = html`
    <div class="alarm" role="alert" tabindex="-1" autofocus>
      <ul class="wrongs">${problems.map((problem) => html`<li>${problem}</li>`)}</ul>
    </div>
    <p>No se guardó nada. Vuelve con el botón Atrás: lo que escribiste sigue ahí.</p>
  `;
  const title = "Así no se puede guardar";
  return menuPage({ status: 422, situation: situationNow(deps), actor, title, content });
}

async function previewPage(
  deps: StaffDeps,
  { form, actor }: StaffAct,
  { to, hidden }: Proposal,
  after: { readonly text: string; readonly restaurant: Restaurant },
): Promise<Answer> {
  const situation = situationNow(deps);
  const { version, text, restaurant } = deps.restaurantBook.served();
  const base = Number(form.get(BASE));
  const save = { ...hidden, [BASE]: String(version) };
  const content = html`
    ${base !== version && await sinceThen(deps, base, situation)}
    <section class="card" aria-labelledby="cambia">
      <h2 id="cambia">Lo que cambia para los clientes</h2>
      ${changeList(deps.restaurantBook.changes(text, after.text))}
      <p><b>Todavía no se guarda nada.</b></p>
      <div class="buttons">
        ${buttonForm({ to, action: "guardar", label: "Guardar", look: "main", hidden: save })}
        <a class="button quiet" href="/platillos">No guardar</a>
      </div>
    </section>
    ${await hitSection(deps, restaurant, after.restaurant, situation)}
  `;
  const status = base === version ? 200 : 409;
  return menuPage({ status, situation, actor, title: "Antes de guardar", content });
}

function changeList(changes: readonly FileChange[]): Html {
  if (changes.length === 0) return html`<p>Para los clientes no cambia nada.</p>`;
  const words = ({ before, after }: FileChange) =>
    before === null
      ? html`nuevo: <b>${after}</b>`
      : html`<s>${before}</s> → ${after === null ? "se quita" : html`<b>${after}</b>`}`;
  return html`
    <ul class="plainlist">${changes.map((change) =>
      html`<li><b><bdi>${change.label}</bdi></b>: ${words(change)}</li>`
    )}</ul>
  `;
}

/** What others have saved since version `base`. */
async function sinceThen(
  { restaurantBook: book }: StaffDeps,
  base: number,
  situation: Situation,
): Promise<Html> {
  const [last] = await book.versions();
  const before = await book.text(base);
  return html`
    <section class="card" aria-labelledby="entretanto">
      <p class="alarm" role="alert"><b>La carta cambió mientras tanto.</b> Lo tuyo no se guardó: revisa las dos listas.</p>
      <h2 id="entretanto">Lo que se guardó mientras</h2>
      ${last !== undefined && html`<p>${savedBy(last, situation)}</p>`}
      ${before !== null && changeList(book.changes(before, book.served().text))}
    </section>
  `;
}

/** Reservations lie nearer than this. */
const MAX_DAYS_AHEAD = 800;

/** The confirmed reservations that lie within the hours of `before` and not within those of `after`; null where these are the same. */
async function hitSection(
  { book }: StaffDeps,
  before: Restaurant,
  after: Restaurant,
  situation: Situation,
): Promise<Html | null> {
  const rules = ({ hours, booking }: Restaurant) => JSON.stringify([hours, booking]);
  if (rules(before) === rules(after)) return null;
  const from = currentServiceDay(situation);
  const all = await book.hitBy({ kind: "days", from, to: addDays(from, MAX_DAYS_AHEAD) });
  const now = wallMinute(situation.now, after.timeZone);
  const hit = all.filter((reservation) =>
    minuteOf(reservation) >= now && isServed(before, reservation) && !isServed(after, reservation)
  );
  return html`
    <section class="hits" aria-labelledby="afectadas">
      <h2 id="afectadas">Fuera del horario nuevo: ${hitsInWords(hit)}</h2>
      <ul class="hitlist">${hit.map((each) => hitRow(each, situation, NEWS))}</ul>
    </section>
  `;
}

const NEWS = {
  es: "cambió nuestro horario y a esa hora ya no alcanzaríamos a atenderle",
  en: "our opening hours have changed and we could not serve you at that time",
};

function minuteOf({ day, time }: Reservation): number {
  return startOfDay(day) + minuteOfDay(time);
}

function isServed({ hours, booking }: Restaurant, reservation: Reservation): boolean {
  const minute = minuteOf(reservation);
  return servicesAround(hours, reservation.day, UNSWITCHED).some(({ opens, kitchenCloses }) =>
    opens <= minute && minute <= kitchenCloses - booking.arrivalMarginMinutes
  );
}

export function menuPage(
  { situation: { restaurant }, content, ...page }:
    & Pick<StaffPage, "status" | "actor" | "title" | "content">
    & { readonly situation: Situation },
): Answer {
  const whole = html`
    ${content}
    <p
      class="buttons"><a class="button" href="/platillos">Carta y precios</a> <a class="button quiet" href="/casa">Casa</a></p>
  `;
  return staffPageAnswer({ ...page, restaurant, section: "casa", content: whole });
}

/** `Versión 7: Lupe, hoy a las 20:30`. */
export function savedBy(saved: RestaurantVersion, { now, restaurant }: Situation): Html {
  const { version, actor, at, fileHash } = saved;
  const who = fileHash === null ? guestText(actor) : html`archivo importado`;
  return html`Versión ${version}: ${who}, ${momentInWords(at, now, restaurant.timeZone)}`;
}

export function versionRoutes(deps: StaffDeps): readonly StaffRoute[] {
  return [
    { method: "GET", path: "/version", show: (visit) => versionPage(deps, visit) },
    { method: "POST", path: "/version", act: (act) => goBack(deps, act) },
  ];
}

/** What a version changed; of the one that is served, whom its hours hit, also those who reserved elsewhere before they held there. */
async function versionPage(deps: StaffDeps, { query, actor }: StaffVisit): Promise<Answer> {
  const situation = situationNow(deps);
  const { restaurantBook: book } = deps;
  const versions = await book.versions();
  const at = versions.findIndex(({ version }) => String(version) === query.get("n"));
  const [version, previous] = versions.slice(at, at + 2);
  if (at < 0 || version === undefined) return refusalPage(situation.restaurant, GONE);
  const after = await book.text(version.version) ?? "";
  const before = previous === undefined ? null : await book.text(previous.version);
  const isServed = version.version === book.served().version;
  const done = query.get("hecho") === "guardado";
  const was = isServed && before !== null ? book.read(before) : [];
  const hits = isRestaurant(was)
    ? await hitSection(deps, was, book.served().restaurant, situation)
    : null;
  const content = html`
    ${done &&
      html`<p class="done" role="status">Listo: se guardó. En dos segundos lo ve todo el mundo.</p>`}
    <section class="card" aria-labelledby="cambio">
      <h2 id="cambio">${savedBy(version, situation)}</h2>
      ${before === null
        ? html`<p>No hay una versión anterior con la que compararla.</p>`
        : changeList(book.changes(before, after))}
      ${isServed
        ? previous !== undefined && backButton(deps, previous, "Deshacer este cambio")
        : backButton(deps, version, "Volver a esta versión")}
    </section>
    ${hits}
  `;
  const page = menuPage({ situation, actor, title: "Cambio de la carta", content });
  if (!done || hits === null) return page;
  // Until the other instances have followed they may take a reservation at the old hours.
  const refresh = `3;url=/version?n=${version.version}`;
  return { ...page, headers: { ...page.headers, refresh } };
}

const GONE = [404, "No está aquí", "Esa versión ya no se guarda."] as const;

function backButton({ restaurantBook }: StaffDeps, { version }: RestaurantVersion, label: string) {
  const hidden = { n: String(version), [BASE]: String(restaurantBook.served().version) };
  return buttonForm({ to: "/version", action: "revisar", label, hidden });
}

/** To an earlier version, as a new one. */
async function goBack(deps: StaffDeps, act: StaffAct): Promise<Answer> {
  const n = act.form.get("n") ?? "";
  const text = await deps.restaurantBook.text(Number(n));
  if (text === null) return refusalPage(deps.restaurant(), GONE);
  return await propose(deps, act, { make: () => text, to: "/version", hidden: { n } });
}
