/** A change of the restaurant's file: shown first, then saved, with all versions that were: GET and POST /version. */
import type { Reservation } from "../../domain/reservation/reservation.ts";
import type { Restaurant } from "../../domain/restaurant.ts";
import { type Situation, situationNow } from "../../domain/schedule/situation.ts";
import type { Answer } from "../../http/answer.ts";
import { type Html, html } from "../../pages/html.ts";
import type { RestaurantVersion, StaffDeps } from "../../ports.ts";
import { momentInWords } from "../day_words.ts";
import { buttonForm } from "../form.ts";
import { guestText } from "../guest.ts";
import { hitRow, hitsInWords } from "../house/closure_hits.ts";
import { staffPageAnswer } from "../layout.ts";
import {
  refusalPage,
  seeOther,
  type StaffAct,
  type StaffRoute,
  type StaffVisit,
} from "../route.ts";
import { changeList, hitByHours, restaurantChanges, sameHours } from "./changes.ts";

/** What is to be served instead. */
export interface Proposal {
  /** Its text, made of what is served at that moment. */
  make(): string;
  /** Where the form is posted to that saves it, and what it holds. */
  readonly to: string;
  readonly hidden: Readonly<Record<string, string | readonly string[]>>;
  /** The page for a text that the rules of the file refuse. */
  refuse(problems: readonly string[]): Promise<Answer> | Answer;
}

/** The field that says on which version a form was based. */
export const BASE = "version";

/**
 * Shows what `proposal` changes or, where the form says so and no other change came between, saves it.
 * Nothing is stored before: a crash between both changes nothing.
 */
export async function propose(deps: StaffDeps, act: StaffAct, proposal: Proposal): Promise<Answer> {
  const book = deps.restaurantBook;
  const base = Number(act.form.get(BASE));
  const { version, text: old, restaurant: before } = book.served();
  const text = proposal.make();
  const after = book.read(text);
  if (!isRestaurant(after)) return await proposal.refuse(after);
  if (!isSamePlace(before, after)) return await proposal.refuse([FIXED]);
  const isSent = act.form.get("accion") === "guardar";
  if (isSent && text === old) return seeOther(`/version?n=${version}`);
  if (isSent && base === version) {
    const saved = await book.save(text, version, act.actor);
    if (saved !== null) return seeOther(`/version?n=${saved}&hecho=guardado`);
    // Another was added a moment ago, and is served now.
    if (book.served().version === version) throw new Error("the newest version cannot be read");
    return await propose(deps, act, proposal);
  }
  return await previewPage(deps, act, proposal, after);
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

async function previewPage(
  deps: StaffDeps,
  { form, actor }: StaffAct,
  { to, hidden }: Proposal,
  after: Restaurant,
): Promise<Answer> {
  const situation = situationNow(deps);
  const { version, restaurant } = deps.restaurantBook.served();
  const base = Number(form.get(BASE));
  const hit = await hitByHours(restaurant, after, situation, deps.book);
  const content = html`
    ${base !== version && await sinceThen(deps, base, situation)}
    <section class="card" aria-labelledby="cambia">
      <h2 id="cambia">Lo que cambia para los clientes</h2>
      ${changeList(restaurantChanges(restaurant, after))}
      <p><b>Todavía no se guarda nada.</b></p>
      <div class="buttons">
        ${buttonForm({
          to,
          action: "guardar",
          label: "Guardar",
          look: "main",
          hidden: { ...hidden, [BASE]: String(version) },
        })}
        <a class="button quiet" href="/platillos">No guardar</a>
      </div>
    </section>
    ${!sameHours(restaurant, after) && hitSection(hit, situation)}
  `;
  return menuPage({
    status: base === version ? 200 : 409,
    situation,
    actor,
    title: "Antes de guardar",
    content,
  });
}

/** What others have saved since version `base`. */
async function sinceThen(deps: StaffDeps, base: number, situation: Situation): Promise<Html> {
  const { version, restaurant } = deps.restaurantBook.served();
  const [last] = await deps.restaurantBook.versions();
  const before = await versionOf(deps, base);
  return html`
    <section class="card" aria-labelledby="entretanto">
      <p class="alarm" role="alert"><b>La carta cambió mientras tanto.</b> Lo tuyo no se guardó: revisa las dos listas.</p>
      <h2 id="entretanto">Lo que se guardó mientras</h2>
      ${last !== undefined && html`<p>Versión ${version}: ${savedBy(last, situation)}</p>`}
      ${before !== null && changeList(restaurantChanges(before, restaurant))}
    </section>
  `;
}

async function versionOf({ restaurantBook: book }: StaffDeps, version: number) {
  const text = await book.text(version);
  const read = text === null ? [] : book.read(text);
  return isRestaurant(read) ? read : null;
}

/** Those who come when the new hours have no kitchen for them. */
function hitSection(hit: readonly Reservation[], situation: Situation): Html {
  return html`
    <section class="hits" aria-labelledby="afectadas">
      <h2 id="afectadas">Fuera del horario nuevo: ${hitsInWords(hit)}</h2>
      ${hit.length === 0 && html`<p>Ninguna reservación confirmada queda fuera.</p>`}
      <ul class="hitlist">${hit.map((each) => hitRow(each, situation, NEWS))}</ul>
    </section>
  `;
}

const NEWS = {
  es: "cambió nuestro horario y a esa hora ya no alcanzaríamos a atenderle",
  en: "our opening hours have changed and we could not serve you at that time",
};

export interface MenuPage {
  readonly status?: number;
  readonly situation: Situation;
  readonly actor: string;
  readonly title: string;
  readonly content: Html;
}

export function menuPage({ situation: { restaurant }, content, ...page }: MenuPage): Answer {
  const isList = page.title === MENU_TITLE;
  const back = isList
    ? html`<a class="button" href="/casa">Volver a Casa</a>`
    : html`<a class="button" href="/platillos">Volver a la carta</a>`;
  const whole = html`${content}<p>${back}</p>`;
  return staffPageAnswer({ ...page, restaurant, section: "casa", content: whole });
}

export const MENU_TITLE = "Carta y precios";

/** The problems of a file or of a form, each a sentence. */
export function problemList(problems: readonly string[]): Html {
  return html`
    <div class="alarm" role="alert" tabindex="-1" autofocus>
      <p><b>Así no se puede guardar.</b></p>
      <ul class="wrongs">${problems.map((problem) => html`<li>${problem}</li>`)}</ul>
    </div>
  `;
}

export function savedBy({ actor, at, fileHash }: RestaurantVersion, situation: Situation): Html {
  const { now, restaurant: { timeZone } } = situation;
  const who = fileHash === null ? guestText(actor) : html`archivo importado`;
  return html`${who}, ${momentInWords(at, now, timeZone)}`;
}

export function historyRoutes(deps: StaffDeps): readonly StaffRoute[] {
  return [
    { method: "GET", path: "/versiones", show: (visit) => historyPage(deps, visit) },
    { method: "GET", path: "/version", show: (visit) => changePage(deps, visit) },
    { method: "POST", path: "/version", act: (act) => goBack(deps, act) },
  ];
}

async function historyPage(deps: StaffDeps, { actor }: StaffVisit): Promise<Answer> {
  const situation = situationNow(deps);
  const versions = await deps.restaurantBook.versions();
  const content = html`
    <section class="card">
      ${versions.length === 0 && html`<p>Todavía no se ha guardado ninguna versión.</p>`}
      <ul class="plainlist">${versions.map((version) =>
        html`
          <li class="between">
            <p>Versión ${version.version}: ${savedBy(version, situation)}</p>
            <a class="button"
              href="/version?n=${version
                .version}">Ver<span class="unseen"> la versión ${version.version}</span></a>
          </li>
        `
      )}</ul>
    </section>
  `;
  return menuPage({ situation, actor, title: "Historial de la carta", content });
}

/** What a version changed; of the one that is served, whom its hours hit, also those who reserved elsewhere before they held there. */
async function changePage(deps: StaffDeps, { query, actor }: StaffVisit): Promise<Answer> {
  const situation = situationNow(deps);
  const { restaurantBook: book } = deps;
  const versions = await book.versions();
  const at = versions.findIndex(({ version }) => String(version) === query.get("n"));
  const version = versions[at];
  if (version === undefined) return refusalPage(situation.restaurant, GONE);
  const previous = versions[at + 1];
  const [after, before] = await Promise.all([
    versionOf(deps, version.version),
    previous === undefined ? null : versionOf(deps, previous.version),
  ]);
  const isServed = version.version === book.served().version;
  const isHourly = isServed && before !== null && after !== null && !sameHours(before, after);
  const done = query.get("hecho") === "guardado";
  const content = html`
    ${done &&
      html`<p class="done" role="status">Listo: se guardó. En dos segundos lo ve todo el mundo.</p>`}
    <section class="card" aria-labelledby="cambio">
      <h2 id="cambio">${savedBy(version, situation)}</h2>
      ${before === null || after === null
        ? html`<p>No hay una versión anterior con la que compararla.</p>`
        : changeList(restaurantChanges(before, after))}
      ${isServed
        ? previous !== undefined && backButton(deps, previous, "Deshacer este cambio")
        : backButton(deps, version, "Volver a esta versión")}
    </section>
    ${isHourly && hitSection(await hitByHours(before, after, situation, deps.book), situation)}
  `;
  const page = menuPage({ situation, actor, title: `Versión ${version.version}`, content });
  if (!done || !isHourly) return page;
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
  const situation = situationNow(deps);
  if (text === null) return refusalPage(situation.restaurant, GONE);
  return await propose(deps, act, {
    make: () => text,
    to: "/version",
    hidden: { n },
    refuse: (problems) =>
      menuPage({
        status: 422,
        situation,
        actor: act.actor,
        title: `Versión ${n}`,
        content: problemList(problems),
      }),
  });
}
