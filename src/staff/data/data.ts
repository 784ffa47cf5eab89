/** Export, and erasure of personal data: GET /datos, GET /datos.csv and POST /borrar. */
import { normalisePhone } from "../../domain/contact.ts";
import { addDays, type Day, isDay } from "../../domain/local_time.ts";
import { currentServiceDay, situationNow } from "../../domain/schedule/situation.ts";
import { type FieldProblem, hiddenFields, inputField } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { type Answer, downloadHeaders, seeOther } from "../../http/answer.ts";
import type { ErasedMonth, ErasureEntry, StaffDeps } from "../../ports/staff.ts";
import { moment, monthInWords } from "../day_words.ts";
import { guestText, peopleInWords, reservationsInWords, shownPhone } from "../guest.ts";
import { staffPageAnswer } from "../layout.ts";
import { type StaffAct, type StaffRoute, type StaffVisit } from "../route.ts";
import { CSV_HEAD, csvLines } from "./csv.ts";

export function dataRoutes(deps: StaffDeps): readonly StaffRoute[] {
  return [
    { method: "GET", path: "/datos", show: (visit) => dataPage(deps, visit, {}) },
    { method: "GET", path: "/datos.csv", show: (visit) => exportRange(deps, visit) },
    { method: "POST", path: "/borrar", act: (act) => eraseOnRequest(deps, act) },
  ];
}

/** A longer range is a typing error, and would keep the database busy for nothing. */
const MAX_DAYS = 3_660;
/** Read at a time, which bounds the memory of an export. */
const CHUNK_DAYS = 31;

async function exportRange(deps: StaffDeps, visit: StaffVisit): Promise<Answer> {
  const from = visit.query.get("desde") ?? "";
  const to = visit.query.get("hasta") ?? "";
  const problem = rangeProblem(from, to);
  if (problem !== null) return await dataPage(deps, visit, { problem });
  const lines = async (start: Day) => {
    const end = addDays(start, CHUNK_DAYS - 1);
    const chunk = await deps.book.range(start, end < to ? end : to);
    return csvLines(chunk, deps.restaurant().timeZone);
  };
  // Read before anything is sent: where the database fails, the answer is a page that says so.
  const first = await lines(from);
  // A later failure breaks the download off, so that half a file is not taken for the whole.
  const chunks = async function* () {
    yield CSV_HEAD + first;
    for (let start = addDays(from, CHUNK_DAYS); start <= to; start = addDays(start, CHUNK_DAYS)) {
      yield await lines(start);
    }
  };
  const name = from === to ? from : `${from}-a-${to}`;
  return {
    status: 200,
    headers: downloadHeaders(
      "text/csv; charset=utf-8; header=present",
      `reservaciones-${name}.csv`,
    ),
    body: null,
    stream: ReadableStream.from(chunks()).pipeThrough(new TextEncoderStream()),
  };
}

function rangeProblem(from: string, to: string): FieldProblem | null {
  if (!isDay(from) || !isDay(to)) {
    return { field: "desde", text: "Elige los dos días del calendario." };
  }
  if (from > to) return { field: "desde", text: "El primer día va antes que el último." };
  if (to < addDays(from, MAX_DAYS)) return null;
  return { field: "desde", text: "Elige diez años como máximo." };
}

interface Found {
  /** E.164. It is sent in the body, never in an address, which would be logged. */
  readonly phone: string;
  readonly past: number;
  readonly upcoming: number;
}

/** Shows how many reservations there are, or erases them. */
async function eraseOnRequest(deps: StaffDeps, act: StaffAct): Promise<Answer> {
  const { form, actor } = act;
  const phone = normalisePhone(form.get("telefono") ?? "");
  if (phone === null) {
    const text = "Escribe diez cifras, o + con el código del país.";
    return await dataPage(deps, act, { problem: { field: "telefono", text } });
  }
  const today = currentServiceDay(situationNow(deps));
  const upcoming = form.get("por_venir") === "si";
  const found = { phone, ...await deps.erasure.count(phone, today) };
  if (form.get("accion") !== "borrar") return await dataPage(deps, act, { found });
  if (found.past === 0 && found.upcoming > 0 && !upcoming) {
    const text = "Marca la casilla para borrar lo que está por venir, o no borres nada.";
    return await dataPage(deps, act, { found, problem: { field: "por_venir", text } });
  }
  const { erased, unerased } = await deps.erasure.erase(phone, { today, upcoming, actor });
  if (unerased.length > 0) return await dataPage(deps, act, { unerased });
  return seeOther(`/datos?borradas=${erased}#borrar`);
}

interface PageState {
  readonly problem?: FieldProblem;
  /** The reservations with the phone number that was typed; absent where none was. */
  readonly found?: Found;
  /** Copies that still hold what was just erased from the database. */
  readonly unerased?: readonly { readonly path: string }[];
}

/** Lines of each list of erased reservations: of months, two years. */
const MAX_LINES = 24;

async function dataPage(
  deps: StaffDeps,
  visit: StaffVisit & Partial<StaffAct>,
  { problem, found, unerased = [] }: PageState,
): Promise<Answer> {
  const { query, actor } = visit;
  const situation = situationNow(deps);
  const { entries, months } = await deps.erasure.left(MAX_LINES);
  const today = currentServiceDay(situation);
  return staffPageAnswer({
    status: problem ? 422 : 200,
    restaurant: situation.restaurant,
    title: "Datos",
    section: "datos",
    actor,
    content: html`
      <div class="house">
        ${exportCard(query, today, problem)}
        <section class="card" aria-labelledby="borrar">
          <h2 id="borrar">Borrar los datos de una persona</h2>
          ${erasedNotice(query.get("borradas"))}
          ${unerased.length > 0 && unerasedNotice(unerased)}
          <p>Los datos personales se borran solos <b>${deps
            .retentionDays} días</b> después de la reservación. Aquí, antes, cuando alguien lo pide.</p>
          ${found === undefined
            ? phoneForm(visit.form?.get("telefono") ?? "", problem)
            : erasureForm(found, problem)}
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

/** The current month, unless other days were sent. */
function exportCard(query: URLSearchParams, today: Day, problem?: FieldProblem): Html {
  const first = `${today.slice(0, 7)}-01`;
  const last = addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1);
  const attributes = html`type="date" required`;
  const field = (name: string, label: string, usual: Day) =>
    inputField({ name, label, attributes, value: query.get(name) ?? usual, problem });
  return html`
    <section class="card" aria-labelledby="exportar">
      <h2 id="exportar">Descargar para hoja de cálculo</h2>
      <p>Un archivo CSV con nombres y teléfonos: guárdalo con cuidado.</p>
      <form method="get" action="/datos.csv">
        <div class="fields">
          ${field("desde", "Desde", first)} ${field("hasta", "Hasta, inclusive", last)}
        </div>
        <button class="main">Descargar CSV</button>
      </form>
    </section>
  `;
}

function phoneForm(value: string, problem?: FieldProblem): Html {
  const attributes = html`type="tel" required maxlength="40" autocomplete="off"`;
  return html`
    <form method="post" action="/borrar" class="inline">
      ${inputField({ name: "telefono", label: "Teléfono", attributes, value, problem })}
      <button name="accion" value="contar">Ver cuántas hay</button>
    </form>
  `;
}

/** The counts, and the button that erases. */
function erasureForm({ phone, past, upcoming }: Found, problem?: FieldProblem): Html {
  const tables = reservationsInWords(upcoming);
  return html`
    <h3>${shownPhone(phone)}</h3>
    <p>Pasadas o canceladas: <b>${past}</b>. Por venir: <b>${upcoming}</b>.</p>
    ${problem !== undefined && html`<p class="alarm" role="alert">${problem.text}</p>`}
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
  const words = `Listo. Reservaciones borradas con los datos de la persona: ${Number(count)}.`;
  return html`<p class="done" role="status">${words}</p>`;
}

function unerasedNotice(copies: readonly { readonly path: string }[]): Html {
  return html`
    <p class="alarm"
      role="alert">Se borró de la base, pero estas copias todavía lo tienen: ${copies.map((
        { path },
      ) => path).join(
        ", ",
      )}. Cierra el programa que las tenga abiertas y bórralo otra vez aquí, o quita esos archivos.</p>
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
