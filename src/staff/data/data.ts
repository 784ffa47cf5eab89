/** Data that leaves and data that goes: GET /datos, GET /datos.csv and POST /borrar, all of it on one page. */
import { normalisePhone } from "../../domain/contact.ts";
import { addDays, type Day, isDay } from "../../domain/local_time.ts";
import { currentServiceDay } from "../../domain/schedule/situation.ts";
import type { Answer } from "../../http/answer.ts";
import { type Html, html } from "../../pages/html.ts";
import type { ErasedMonth, ErasureEntry, StaffDeps } from "../../ports.ts";
import { monthInWords } from "../day_words.ts";
import { hiddenFields } from "../form.ts";
import { peopleInWords, reservationsInWords, shownPhone } from "../guest_contact.ts";
import { guestText } from "../guest_text.ts";
import { staffPageAnswer } from "../layout.ts";
import { moment } from "../reservation/reservation_history.ts";
import {
  currentSituation,
  seeOther,
  type StaffAct,
  type StaffRoute,
  type StaffVisit,
} from "../route.ts";
import { CSV_HEAD, csvLines } from "./csv.ts";

export function dataRoutes(deps: StaffDeps): readonly StaffRoute[] {
  return [
    { method: "GET", path: "/datos", show: (visit) => dataPage(deps, visit, {}) },
    { method: "GET", path: "/datos.csv", show: (visit) => exportRange(deps, visit) },
    { method: "POST", path: "/borrar", act: (act) => eraseOnRequest(deps, act) },
  ];
}

/** More is a slip of the finger, and would keep the database busy for nothing. */
const MAX_DAYS = 3_660;
/** Read at a time, so that years fill no memory. */
const CHUNK_DAYS = 31;

async function exportRange(deps: StaffDeps, visit: StaffVisit): Promise<Answer> {
  const from = visit.query.get("desde") ?? "";
  const to = visit.query.get("hasta") ?? "";
  const rangeProblem = problemOf(from, to);
  if (rangeProblem !== null) return await dataPage(deps, visit, { rangeProblem });
  const lines = csvChunks(deps, from, to);
  // Where the database fails, a page says so: that is known before anything is sent.
  const first = await lines.next();
  const rest = (async function* () {
    yield first.value ?? "";
    yield* lines;
  })();
  const name = from === to ? from : `${from}-a-${to}`;
  return {
    status: 200,
    headers: {
      "content-type": "text/csv; charset=utf-8; header=present",
      "content-disposition": `attachment; filename="reservaciones-${name}.csv"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
    body: null,
    stream: ReadableStream.from(rest).pipeThrough(new TextEncoderStream()),
  };
}

function problemOf(from: string, to: string): string | null {
  if (!isDay(from) || !isDay(to)) return "Elige los dos días del calendario.";
  if (from > to) return "El primer día va antes que el último.";
  return to < addDays(from, MAX_DAYS) ? null : "Elige a lo más diez años de una vez.";
}

/** A chunk that cannot be read breaks the download, so that half a file is not taken for the whole. */
async function* csvChunks({ book, restaurant }: StaffDeps, from: Day, to: Day) {
  let head = CSV_HEAD;
  for (let start = from; start <= to; start = addDays(start, CHUNK_DAYS)) {
    const end = addDays(start, CHUNK_DAYS - 1);
    const chunk = await book.range(start, end < to ? end : to);
    yield head + csvLines(chunk, restaurant().timeZone);
    head = "";
  }
}

interface Found {
  /** E.164. It travels in the body, never in an address that is logged. */
  readonly phone: string;
  readonly past: number;
  readonly upcoming: number;
}

/** First shows how many reservations there are, then erases them. */
async function eraseOnRequest(deps: StaffDeps, act: StaffAct): Promise<Answer> {
  const { form, actor } = act;
  const phone = normalisePhone(form.get("telefono") ?? "");
  if (phone === null) {
    const phoneProblem = "Escribe diez cifras, o + con el código del país.";
    return await dataPage(deps, act, { phoneProblem, typedPhone: form.get("telefono") ?? "" });
  }
  const today = currentServiceDay(currentSituation(deps));
  const upcoming = form.get("por_venir") === "si";
  const found = { phone, ...await deps.erasure.count(phone, today) };
  if (form.get("accion") !== "borrar") return await dataPage(deps, act, { found });
  if (found.past === 0 && found.upcoming > 0 && !upcoming) {
    const phoneProblem = "Marca la casilla para borrar lo que está por venir, o no borres nada.";
    return await dataPage(deps, act, { found, phoneProblem });
  }
  const erased = await deps.erasure.erase(phone, { today, upcoming, actor });
  return seeOther(`/datos?borradas=${erased}#borrar`);
}

interface PageState {
  readonly rangeProblem?: string;
  readonly phoneProblem?: string;
  readonly typedPhone?: string;
  /** What bears the telephone that was asked for; absent before one was. */
  readonly found?: Found;
}

/** How many lines are read of what was erased: of months, two years. */
const MAX_LINES = 24;

async function dataPage(
  deps: StaffDeps,
  { query, actor }: StaffVisit,
  state: PageState,
): Promise<Answer> {
  const situation = currentSituation(deps);
  const { entries, months } = await deps.erasure.left(MAX_LINES);
  const today = currentServiceDay(situation);
  return staffPageAnswer({
    status: state.rangeProblem || state.phoneProblem ? 422 : 200,
    restaurant: situation.restaurant,
    title: "Datos",
    section: "datos",
    actor,
    content: html`
      <div class="house">
        ${exportCard(query, today, state.rangeProblem)}
        <section class="card" aria-labelledby="borrar">
          <h2 id="borrar">Borrar los datos de una persona</h2>
          ${erasedNotice(query.get("borradas"))}
          <p>Los datos personales se borran solos <b>${deps
            .retentionDays} días</b> después de la reservación. Aquí, antes, cuando alguien lo pide.</p>
          ${state.found === undefined
            ? phoneForm(state)
            : erasureForm(state.found, state.phoneProblem)}
        </section>
        <section class="card" aria-labelledby="borrados">
          <h2 id="borrados">Lo que ya se borró</h2>
          ${entries.length === 0 && html`<p>Todavía nada.</p>`}
          <ul class="plainlist">${months.map((month) => html`<li>${monthLine(month)}</li>`)}</ul>
          <ul class="plainlist">${entries.map((entry) =>
            html`<li>${guestText(entry.actor)}, ${moment(entry.at, situation)}: ${
              erasedLine(entry)
            }</li>`
          )}</ul>
        </section>
      </div>
    `,
  });
}

/** The month of today, unless other days were sent. */
function exportCard(query: URLSearchParams, today: Day, problem: string | undefined): Html {
  const first = `${today.slice(0, 7)}-01`;
  const last = addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1);
  const field = (name: string, label: string, value: string) =>
    html`<div class="field"><label for="${name}">${label}</label>
      <input id="${name}" type="date" name="${name}" required value="${value}"></div>`;
  return html`
    <section class="card" aria-labelledby="exportar">
      <h2 id="exportar">Descargar para hoja de cálculo</h2>
      <p>Un archivo CSV con nombres y teléfonos: guárdalo con cuidado.</p>
      ${problem !== undefined && html`<p class="alarm" role="alert">${problem}</p>`}
      <form method="get" action="/datos.csv">
        <div class="fields">
          ${field("desde", "Desde", query.get("desde") ?? first)}
          ${field("hasta", "Hasta, inclusive", query.get("hasta") ?? last)}
        </div>
        <button class="main">Descargar CSV</button>
      </form>
    </section>
  `;
}

function phoneForm({ phoneProblem, typedPhone = "" }: PageState): Html {
  return html`
    <form method="post" action="/borrar" class="inline">
      <div>
        <label for="telefono">Teléfono</label>
        <input id="telefono" type="tel" name="telefono" required maxlength="40" autocomplete="off"
          value="${typedPhone}" ${phoneProblem !== undefined &&
            html`aria-invalid="true" aria-describedby="telefono-mal"`}>
      </div>
      <button name="accion" value="contar">Ver cuántas hay</button>
    </form>
    ${phoneProblem !== undefined &&
      html`<p class="wrong" id="telefono-mal" role="alert">${phoneProblem}</p>`}
  `;
}

/** How many there are, and which of them shall go. */
function erasureForm({ phone, past, upcoming }: Found, problem: string | undefined): Html {
  const tables = reservationsInWords(upcoming);
  return html`
    <h3>${shownPhone(phone)}</h3>
    <p>Pasadas o canceladas: <b>${past}</b>. Por venir: <b>${upcoming}</b>.</p>
    ${problem !== undefined && html`<p class="alarm" role="alert">${problem}</p>`}
    ${past + upcoming === 0
      ? html`<p>No hay reservaciones con ese teléfono: no hay nada que borrar.</p>`
      : html`
        <p>Se borran nombre, teléfono, comentarios, notas e historial. Queda escrito que se borró, cuándo y quién lo hizo. <b>No se puede deshacer.</b></p>
        <form method="post" action="/borrar">
          ${hiddenFields({ telefono: phone })}
          ${upcoming > 0 && html`
            <p
              class="alarm"><label class="tick"><input type="checkbox" name="por_venir" value="si"> Borrar también ${tables} por venir: ya nadie espera a esas personas.</label></p>
          `}
          <p><button class="bad" name="accion" value="borrar">${past === 0
            ? "Borrar"
            : `Borrar ${reservationsInWords(past)} de antes`}</button></p>
        </form>
      `}
    <p><a class="button quiet" href="/datos">No borrar</a></p>
  `;
}

function erasedNotice(count: string | null): Html | null {
  if (count === null || !/^\d{1,6}$/.test(count)) return null;
  return html`
    <p class="done"
      role="status">Listo. Reservaciones borradas con los datos de la persona: ${Number(count)}.</p>
  `;
}

function monthLine({ month, people, parties, cancelled, noShows }: ErasedMonth): Html {
  return html`<b>${monthInWords(month)}</b>: ${peopleInWords(people)} en ${
    reservationsInWords(parties)
  }; canceladas ${cancelled}, no vino ${noShows}`;
}

function erasedLine({ reservations: count, reason }: ErasureEntry): string {
  const why = reason === "request" ? "a petición de la persona" : "por antigüedad";
  return `${reservationsInWords(count)}, ${why}`;
}
