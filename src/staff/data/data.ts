/** Export, and erasure of personal data: GET /datos, GET /datos.csv and POST /borrar. */
import { internationalPhone, shownPhone, soughtPhone } from "../../domain/contact.ts";
import { addDays, type Day, isDay, localDateTime, wallMinute } from "../../domain/local_time.ts";
import { readWhole } from "../../domain/read.ts";
import { stateOf } from "../../domain/reservation/moves.ts";
import { type Reservation, SAID, VALUE_NAMES } from "../../domain/reservation/reservation.ts";
import {
  currentServiceDay,
  type Situation,
  situationNow,
  staffServiceDay,
} from "../../domain/schedule/situation.ts";
import { type FieldProblem, hiddenFields, inputField } from "../../html/form.ts";
import { attributes, type Html, html } from "../../html/html.ts";
import { downloadHeaders, seeOther } from "../../http/answer.ts";
import type { Erasure, ErasureEntry, StaffDeps } from "../../ports/staff.ts";
import { moment } from "../day_words.ts";
import { guestText, reservationsInWords } from "../guest.ts";
import { capitalised } from "../../domain/text.ts";
import { STATE_WORDS } from "../history.ts";
import { alarm, card, isJustDone, type StaffPage } from "../layout.ts";
import type { Shown, StaffAct, StaffRoute, StaffVisit } from "../route.ts";
import { monthOf, monthRoute } from "./month.ts";

export function dataRoutes(deps: StaffDeps): readonly StaffRoute[] {
  return [
    { method: "GET", path: "/datos", show: (visit) => dataPage(deps, visit, {}) },
    monthRoute(deps),
    { method: "GET", path: "/datos.csv", show: (visit) => exportRange(deps, visit) },
    { method: "POST", path: "/borrar", act: (act) => eraseOnRequest(deps, act) },
  ];
}

/** A longer range is a typing error. */
const MAX_DAYS = 3_660;
/** Reading two thousand reservations of a week holds others up for 30 ms. */
const CHUNK_DAYS = 7;

async function exportRange(deps: StaffDeps, visit: StaffVisit): Promise<Shown> {
  const from = visit.query.get("desde") ?? "";
  const to = visit.query.get("hasta") ?? "";
  const problem = rangeProblem(from, to);
  if (problem !== null) return await dataPage(deps, visit, { problem });
  const lines = async (start: Day) => {
    const end = addDays(start, CHUNK_DAYS - 1);
    const chunk = await deps.book.range(start, end < to ? end : to);
    return csvLines(chunk, deps.restaurant().timeZone);
  };
  // Read before anything is sent: if the database fails, the answer is a page that says so.
  const first = await lines(from);
  // A later failure breaks the download off: half a file must not pass for the whole.
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

interface Found extends Awaited<ReturnType<Erasure["count"]>> {
  readonly phone: string;
  /** It is sent in the body, never in an address, which would be logged. */
  readonly typed: string;
}

/** Shows how many reservations there are, or erases them. */
async function eraseOnRequest(deps: StaffDeps, act: StaffAct): Promise<Shown> {
  const { form, actor } = act;
  const typed = form.get("telefono") ?? "";
  const phone = soughtPhone(typed);
  if (phone === null) {
    const text = "Escribe diez cifras, o + con el código del país.";
    return await dataPage(deps, act, { problem: { field: "telefono", text } });
  }
  const today = staffServiceDay(situationNow(deps));
  if (form.get("accion") !== "borrar") {
    const found = { phone, typed, ...await deps.erasure.count(phone, today) };
    return await dataPage(deps, act, { found });
  }
  const upcoming = form.get("por_venir") === "si";
  const { erased, unerased } = await deps.erasure.erase(phone, { today, upcoming, actor });
  if (unerased.length > 0) return await dataPage(deps, act, { unerased });
  if (erased === 0) return await dataPage(deps, act, { isGone: true });
  return seeOther(`/datos?borradas=${erased}#borrar`);
}

interface PageState {
  readonly problem?: FieldProblem;
  /** The reservations with the phone number that was typed; absent if none was. */
  readonly found?: Found;
  /** Whether the database had nothing of what was asked for, and copies have nothing of it now. */
  readonly isGone?: boolean;
  /** Files that still hold what was just erased. */
  readonly unerased?: readonly { readonly path: string }[];
}

const MAX_LINES = 24;

async function dataPage(
  deps: StaffDeps,
  visit: StaffVisit & Partial<StaffAct>,
  { problem, found, isGone = false, unerased = [] }: PageState,
): Promise<StaffPage> {
  const { query } = visit;
  const situation = situationNow(deps);
  const records = await deps.erasure.records(MAX_LINES);
  const today = currentServiceDay(situation);
  const days = deps.retentionDays;
  const erasure = html`
    ${isJustDone(records[0]?.at, deps.now()) && erasedNotice(query.get("borradas"))}
    ${unerased.length > 0 && unerasedNotice(unerased)}
    ${isGone &&
      doneNotice("Listo. De lo pedido no queda nada, tampoco en las copias de esta máquina.")}
    <p>Los datos personales se borran solos <b>${days} días</b> después de la reservación. Aquí, antes, cuando alguien lo pide.</p>
    ${found === undefined
      ? phoneForm(visit.form?.get("telefono") ?? "", problem)
      : erasureForm(found)}
  `;
  const erased = html`
    ${records.length === 0 && html`<p>Todavía nada.</p>`}
    <ul class="plainlist">${records.map((each) => erasureLine(each, situation))}</ul>
  `;
  const cards = [
    card(
      "mes",
      "Este mes",
      html`<p><a class="button" href="/mes">Ver por semana y origen</a> <small>También de lo que ya se borró.</small></p>`,
    ),
    exportCard(query, today, problem),
    card("borrar", "Borrar los datos de una persona", erasure),
    card("borrados", "Lo que ya se borró", erased),
  ];
  return {
    status: problem ? 422 : 200,
    title: "Datos",
    section: "datos",
    content: html`<div class="house">${cards}</div>`,
  };
}

/** The form offers the current month, unless other days were sent. */
function exportCard(query: URLSearchParams, today: Day, problem?: FieldProblem): Html {
  const { first, last } = monthOf(today);
  const attributes = html`type="date" required`;
  const field = (name: string, label: string, usual: Day) =>
    inputField({ name, label, attributes, value: query.get(name) ?? usual, problem });
  const content = html`
    <p>Un archivo CSV con nombres y teléfonos: guárdalo con cuidado.</p>
    <form method="get" action="/datos.csv">
      <div class="fields">
        ${field("desde", "Desde", first)} ${field("hasta", "Hasta, inclusive", last)}
      </div>
      <button class="main">Descargar CSV</button>
    </form>
  `;
  return card("exportar", "Descargar para hoja de cálculo", content);
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

function erasureForm({ phone, typed, past, upcoming }: Found): Html {
  const label = past === 0 ? "Borrar" : `Borrar ${reservationsInWords(past)} de antes`;
  const given = hiddenFields({ telefono: typed });
  return html`
    <h3>${shownPhone(phone)}</h3>
    <p>Pasadas o canceladas: <b>${past}</b>. Por venir o en curso: <b>${upcoming}</b>.</p>
    ${past + upcoming === 0 ? nothingFound(given) : html`
      <p>Se borran nombre, teléfono, comentarios, notas e historial. Queda escrito que se borró, cuándo y quién lo hizo. <b>No se puede deshacer.</b></p>
      <form method="post" action="/borrar">
        ${given} ${upcoming > 0 && upcomingTick(upcoming, past === 0)}
        <p><button class="bad" name="accion" value="borrar">${label}</button></p>
      </form>
    `}
    <p><a class="button quiet" href="/datos">No borrar</a></p>
  `;
}

/** A restore may have left some in copies alone. */
function nothingFound(given: Html): Html {
  return html`
    <p>No hay reservaciones con ese teléfono. Si una copia de la base en esta máquina todavía las tiene, bórralas de ahí.</p>
    <form method="post" action="/borrar">
      ${given}
      <p><button class="bad" name="accion" value="borrar">Borrar de las copias</button></p>
    </form>
  `;
}

function upcomingTick(upcoming: number, required: boolean): Html {
  const tables = reservationsInWords(upcoming);
  const words =
    `Borrar también ${tables} por venir o en curso: salen del tablero, y sus mesas quedan libres.`;
  const must = attributes({ required });
  const tick = html`<input type="checkbox" name="por_venir" value="si" ${must}>`;
  return html`<p class="alarm"><label class="tick">${tick} ${words}</label></p>`;
}

function erasedNotice(count: string | null): Html | null {
  const erased = readWhole(count ?? "", { min: 0, max: 999_999 });
  if (erased === null) return null;
  return doneNotice(`Listo. Reservaciones borradas con los datos de la persona: ${erased}.`);
}

function doneNotice(words: string): Html {
  return html`<p class="done" role="status">${words}</p>`;
}

function unerasedNotice(files: readonly { readonly path: string }[]): Html {
  const paths = files.map(({ path }) => path).join(", ");
  return alarm(
    `Ya no está en el tablero, pero estos archivos todavía lo tienen: ${paths}. Cierra el programa que los tenga abiertos, y en un minuto se termina solo; o quita las copias.`,
  );
}

function erasureLine(
  { actor, at, reservations, reason }: ErasureEntry,
  situation: Situation,
): Html {
  const why = reason === "request" ? "a petición de la persona" : "por antigüedad";
  const words = `${reservationsInWords(reservations)}, ${why}`;
  return html`<li>${guestText(actor)}, ${moment(at, situation)}: ${words}</li>`;
}

type CsvValue = string | number | null;

/** What a spreadsheet reads as a formula: also full-width, small and raised signs, after any separator of cells. */
const FORMULA = /(^|[;|\t\r\n])([\s\p{Cf}"']*)(?=[=+\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−])/gu;

const DATE_WORD =
  "e|de|[apm]|[ap]m|(ene|jan|feb|mar|abr|apr|may|jun|jul|ago|aug|sep|oct|nov|dic|dec)\\p{L}*";

/** What spreadsheets make a number, a day or an error of, such as `07`, `12/4`, `1E5`, `5 de mayo`, `#N/A`. */
const VALUE = new RegExp(
  `^(?=.*\\p{N})([^\\p{L}]|(?<!\\p{L})(${DATE_WORD})(?!\\p{L}))*$` +
    "|^\\s*(#\\S*|true|false|verdadero|falso)\\s*$",
  "isu",
);

/** What people typed, which may be anything. */
const TEXTS = ["name", "source", ...SAID] as const;
/** What staff noted the time of. */
const NOTED = ["arrived", "left", "called"] as const;

const VALUES = Object.keys(VALUE_NAMES) as (keyof typeof VALUE_NAMES)[];
const TITLES = [...Object.values(VALUE_NAMES), "vista por", "vista el"];

/** A byte order mark, by which spreadsheets recognise UTF-8, and the names of the columns. */
export const CSV_HEAD = "\ufeff" +
  csvLine(TITLES.map(capitalised));

/** Reservations as CSV (RFC 4180). A text that would be a formula, a number or a day gets an apostrophe before it. */
export function csvLines(reservations: readonly Reservation[], timeZone: string): string {
  const clockTime = (at: number) => localDateTime(wallMinute(at, timeZone)).replace("T", " ");
  return reservations.map((reservation) => {
    const { phone, table, occasion, createdAt, acknowledged } = reservation;
    const shown: Record<keyof typeof VALUE_NAMES, CsvValue> = {
      ...reservation,
      ...Object.fromEntries(TEXTS.map((name) => [name, typedText(reservation[name])])),
      ...Object.fromEntries(
        NOTED.map((name) => [name, reservation[name]?.replace("T", " ") ?? null]),
      ),
      table: table && `mesa ${table}`,
      phone: phone && spreadsheetPhone(phone),
      status: STATE_WORDS[stateOf(reservation)],
      occasion: occasion === "cumpleanos" ? "cumpleaños" : "general",
      createdAt: clockTime(createdAt),
    };
    const seen = acknowledged
      ? [typedText(acknowledged.by), clockTime(acknowledged.at)]
      : [null, null];
    return csvLine([...VALUES.map((value) => shown[value]), ...seen]);
  }).join("");
}

/** A formula is left to {@linkcode cell}. */
function typedText(text: string | null): string | null {
  return text !== null && VALUE.test(text) && text.search(FORMULA) !== 0 ? `'${text}` : text;
}

/** `values` as a line that ends in CR LF. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(cell).join(",")}\r\n`;
}

function cell(value: CsvValue): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const safe = value.replace(FORMULA, "$1$2'").replace(/^(?=[\t\r\n])/, "'");
  return /[",;|\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** `(+52) 999 123 4567`: spreadsheets change bare digits and a plus sign. It reads back as the number. */
export function spreadsheetPhone(phone: string): string {
  return internationalPhone(phone).replace(/^\+\d+/, "($&)");
}
