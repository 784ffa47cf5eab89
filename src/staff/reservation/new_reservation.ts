/** A reservation that staff take: /nueva; and a party that comes without one, in two taps: /llegaron. */
import { readWhole } from "../../domain/read.ts";
import {
  changesTo,
  folio as folioFrom,
  FOLIO_BYTES,
  FOLIO_FORM,
  possibleDuplicates,
  type Reservation,
  type ReservationValues,
  WALK_IN_NAME,
} from "../../domain/reservation/reservation.ts";
import { dayOf, isDay, isTime, timeOf, wallMinute } from "../../domain/local_time.ts";
import {
  serviceDayOf,
  type Situation,
  situationNow,
  staffServiceDay,
} from "../../domain/schedule/situation.ts";
import {
  type EditableValues,
  NOTHING_GIVEN,
  readName,
  readPhone,
  RESERVATION_LIMITS,
  typedFrom,
} from "../../domain/reservation/fields.ts";
import { NO_RESERVATION } from "../../domain/reservation/known_guest.ts";
import { enterButton, hiddenFields, inputField } from "../../html/form.ts";
import { html } from "../../html/html.ts";
import { seeOther } from "../../http/answer.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { peopleInWords } from "../guest.ts";
import { knownGuests, knownPeople } from "../known_guest.ts";
import { alarm, STAFF_PAGE_HEADERS, type StaffPage } from "../layout.ts";
import { admissionQuestion, brokenBy, type ShownWarning, warnedOf } from "../admission.ts";
import {
  readReservation,
  reservationField,
  reservationForm,
  typedFromForm,
  type TypedState,
  typingRules,
} from "./reservation_form.ts";
import { reservationLink, reservationPage } from "./reservation_page.ts";
import { halfHours, roomInWords, roomNow, tablesOn } from "../room.ts";
import type { Shown, StaffAct, StaffRoute, StaffVisit } from "../route.ts";
import { choiceField, tableField, tableOf } from "./tables.ts";

export function newReservationRoutes(deps: StaffDeps): readonly StaffRoute[] {
  return [
    { method: "GET", path: "/nueva", show: (visit) => emptyForm(deps, visit) },
    { method: "POST", path: "/nueva", act: (act) => take(deps, act) },
    { method: "GET", path: "/llegaron", show: ({ query }) => emptyWalkIn(deps, query) },
    { method: "POST", path: "/llegaron", act: (act) => takeWalkIn(deps, act) },
  ];
}

function emptyForm(deps: StaffDeps, { query }: StaffVisit): Promise<StaffPage> {
  const situation = situationNow(deps);
  const requested = query.get("dia") ?? "";
  // Not the service day: a party that comes at one in the morning comes on the calendar's day.
  const dia = isDay(requested) ? requested : typingRules(situation, true).today;
  const form = new URLSearchParams({ dia, folio: drawFolio(deps) });
  return newReservationPage(deps, form, { typed: typedFromForm(form) });
}

/** 303 to the reservation; 422 with the form if a field is wrong or a warning not accepted. */
async function take(deps: StaffDeps, { form, actor }: StaffAct): Promise<Shown> {
  const situation = situationNow(deps);
  const folio = folioOf(form, deps);
  const table = tableOf(form);
  const requested = (chosen: EditableValues) => {
    return { ...chosen, ...EXPECTED, serviceDay: serviceDayOf(situation, chosen), table };
  };
  const values = await readReservation(
    form,
    typingRules(situation, true),
    (chosen) => warningsOf(deps, { ...requested(chosen), folio }, situation),
  );
  form.set("folio", folio);
  if ("typed" in values) return newReservationPage(deps, form, values);
  const taken = await takeAs(deps, requested(values), actor, folio);
  const changes = changesTo(taken, { ...values, table });
  if (Object.keys(changes).length === 0) return seeOther(`/reserva/${taken.folio}`);
  // The form was sent before with other values: they are offered as a change.
  return reservationPage(deps, taken, {
    status: 409,
    notice: html`<p>${SAVED_BEFORE}</p>`,
    edit: { typed: typedFrom(values) },
    note: { name: "mesa", typed: table ?? "" },
  });
}

const EXPECTED = {
  status: "confirmed",
  note: null,
  arrived: null,
  left: null,
  told: null,
  called: null,
} as const;

const SAVED_BEFORE =
  "Este formulario ya se había guardado, así que no se hizo otra. Lo que cambiaste está abajo, todavía sin guardar.";

/** What it breaks, and possible duplicates; none if the form has made its reservation already. */
async function warningsOf(
  deps: StaffDeps,
  requested: ReservationValues & Pick<Reservation, "folio">,
  situation: Situation,
): Promise<readonly ShownWarning[]> {
  const others = await deps.book.alike(requested);
  if (others.some(({ folio }) => folio === requested.folio)) return [];
  return [
    ...await brokenBy(deps, situation, { action: "taken", before: null, after: requested }),
    ...possibleDuplicates(requested, others)
      .map((each) => ({ code: each.folio, text: html`Quizá ya está: ${reservationLink(each)}` })),
  ];
}

/** The address holds the folio, so that a browser that goes back loads the same form: sent again, it asks. */
function emptyWalkIn(deps: StaffDeps, query: URLSearchParams): Shown | Promise<Shown> {
  if (query.has("folio")) return walkInPage(deps, query, null);
  return seeOther(`/llegaron?folio=${drawFolio(deps)}`, STAFF_PAGE_HEADERS);
}

async function takeWalkIn(deps: StaffDeps, { form, actor }: StaffAct): Promise<Shown> {
  const people = form.get("personas") || (form.get("otras") ?? "");
  const { min, max } = RESERVATION_LIMITS.partySize;
  const partySize = readWhole(people, { min, max });
  if (partySize === null) return walkInPage(deps, form, `Deben ser de ${min} a ${max} personas.`);
  const typed = form.get("nombre")?.trim() ?? "";
  const name = typed === "" ? { value: WALK_IN_NAME } : readName(typed);
  if ("error" in name) return walkInPage(deps, form, "Ese nombre no se puede guardar: revísalo.");
  const number = form.get("telefono")?.trim() ?? "";
  const phone = number === "" ? { value: null } : readPhone(number);
  if ("error" in phone) return walkInPage(deps, form, "Ese teléfono no se entiende: revísalo.");
  const situation = situationNow(deps);
  const minute = wallMinute(situation.now, situation.restaurant.timeZone);
  const [day, time] = [dayOf(minute), timeOf(minute)];
  const values = {
    day,
    time,
    serviceDay: staffServiceDay(situation),
    partySize,
    name: name.value,
    phone: phone.value,
    ...NOTHING_GIVEN,
    ...EXPECTED,
    ...seatedOrWaiting(form, `${day}T${time}`),
  };
  const folio = folioOf(form, deps);
  const [before] = await deps.book.find([folio]);
  // The page was kept: sent twice, or gone back to for the next party.
  const isAsked = before?.partySize === partySize && before.status !== "cancelled";
  if (isAsked) return askIfAnother(deps, partySize, form);
  const broken = await brokenBy(deps, situation, { action: "taken", before: null, after: values });
  // Without the minute, which is another when it is accepted.
  const warned = warnedOf(broken, { day: values.day, time: "" }, form);
  if (warned) {
    // Whether they wait is answered anew.
    form.delete("espera");
    const wait = html`<button name="espera" value="0">Que esperen</button>`;
    const again = { to: "/llegaron", back: "/", label: "Sí, anotarlas de todos modos" };
    return admissionQuestion(warned, form, again, wait);
  }
  const taken = await takeAs(deps, values, actor, before === undefined ? folio : drawFolio(deps));
  return seeOther(`/?llego=${taken.folio}#${taken.folio}`);
}

/** The minutes that a waiting party was told; 0 if none. */
const WAITING_CHOICES = [
  ["", "Se sientan"],
  ["0", "Que esperen"],
  ...[15, 30, 45].map((minutes) => [String(minutes), `${minutes} min`] as const),
] as const;

function seatedOrWaiting(form: URLSearchParams, now: string) {
  const chosen = form.get("espera") ?? "";
  const told = Number(chosen);
  return chosen === "" || WAITING_CHOICES.every(([minutes]) => minutes !== chosen)
    ? { status: "arrived", arrived: now, told: null, table: tableOf(form) } as const
    : { status: "waiting", arrived: null, told, table: null } as const;
}

function askIfAnother(deps: StaffDeps, partySize: number, form: URLSearchParams): StaffPage {
  const people = peopleInWords(partySize);
  const kept = ["nombre", "telefono", "espera"].map((name) => [name, form.get(name) ?? ""]);
  const party = { ...Object.fromEntries(kept), mesa: tableOf(form) ?? "" };
  const hidden = { folio: drawFolio(deps), personas: String(partySize), ...party };
  return {
    title: "¿Llegó otro grupo igual?",
    content: html`
      <p>Desde esa página ya se habían anotado ${people}.</p>
      <p class="buttons"><a class="button main" href="/">No, son las mismas</a></p>
      <form method="post" action="/llegaron">
        ${hiddenFields(hidden)} <button>Sí, llegaron otras ${people}</button>
      </form>
    `,
  };
}

/** @throws {Error} if the database fails, or another reservation has the folio, and the one that is drawn then */
async function takeAs(
  deps: StaffDeps,
  values: ReservationValues,
  actor: string,
  folio: string,
): Promise<Reservation> {
  const taken = await deps.book.take(values, actor, folio) ??
    await deps.book.take(values, actor, drawFolio(deps));
  if (taken === null) throw new Error("no folio was free for a reservation that staff take");
  return taken;
}

function drawFolio({ randomBytes }: StaffDeps): string {
  return folioFrom(randomBytes(FOLIO_BYTES));
}

/** The folio that was drawn for the form: one that is sent twice makes one reservation. A new one if it has none. */
function folioOf(form: URLSearchParams, deps: StaffDeps): string {
  const sent = form.get("folio") ?? "";
  return FOLIO_FORM.test(sent) ? sent : drawFolio(deps);
}

/** @param sent the form, with the folio that was drawn for it */
async function newReservationPage(
  deps: StaffDeps,
  sent: URLSearchParams,
  state: TypedState,
): Promise<StaffPage> {
  const situation = situationNow(deps);
  const { dia: day, hora: time, telefono, nombre: name } = state.typed;
  const read = readPhone(telefono);
  const phone = "value" in read ? read.value : null;
  const known = await knownGuests(deps, [phone], situation);
  const guest = known({ ...NO_RESERVATION, phone, name });
  const night = isDay(day) && isTime(time) ? serviceDayOf(situation, { day, time }) : day;
  const evening = isDay(night) ? night : staffServiceDay(situation);
  const tables = await tablesOn(evening, deps, situation);
  const form = await reservationForm(deps, {
    ...state,
    known: phone !== null && knownPeople(guest, situation, deps),
    to: "/nueva",
    hidden: { folio: sent.get("folio")! },
    optional: ["telefono"],
    submit: "Reservar",
    last: tableField(tables, tableOf(sent)),
  });
  const content = html`<div class="card narrow">${form}</div>`;
  return { status: state.status, title: "Nueva reservación", section: "nueva", content };
}

/** Of the forecast for who comes now: this one and the next two. */
const HALF_HOURS = 3;

/** What a walk-in need not say. */
const OPTIONAL = ["nombre", "telefono"] as const;

/** Each size of a walk-in party up to this one has a button. */
const MAX_BUTTON = 10;

/** The number of people is the last tap, which sends the form. @param wrong what to correct; null at first */
async function walkInPage(
  deps: StaffDeps,
  sent: URLSearchParams,
  wrong: string | null,
): Promise<StaffPage> {
  const situation = situationNow(deps);
  const today = staffServiceDay(situation);
  const [tables, totals] = await Promise.all([
    tablesOn(today, deps, situation),
    deps.book.arrivals(today),
  ]);
  const room = { day: today, today, ...roomNow(situation) };
  const typed = typedFromForm(sent);
  const sizes = Array.from({ length: MAX_BUTTON }, (_, index) => index + 1);
  const content = html`
    <form class="card narrow" method="post" action="/llegaron" novalidate>
      ${enterButton()} ${hiddenFields({ folio: folioOf(sent, deps) })}
      ${wrong !== null && alarm(wrong)}
      <p>
        <b>${roomInWords(totals, room)}</b>
        <small>${situation.restaurant.booking.room === null ? "por llegar:" : "después:"}</small>
      </p>
      ${halfHours(room, totals, HALF_HOURS)}
      ${OPTIONAL.map((name) => reservationField(name, { typed, optional: OPTIONAL }))}
      ${choiceField("espera", "Se sientan o esperan", WAITING_CHOICES, sent.get("espera") ?? "")}
      ${tableField(tables, tableOf(sent))}
      <div class="people">
        <p id="walkin-t"><b>¿Cuántas personas llegaron?</b></p>
        <div class="buttons" role="group" aria-labelledby="walkin-t">
          ${sizes.map((size) => html`<button name="personas" value="${size}">${size}</button>`)}
        </div>
        <div class="inline">
          ${inputField({
            name: "otras",
            label: "Más",
            value: sent.get("otras") ?? "",
            attributes: html`inputmode="numeric"`,
          })}
          <button name="personas" value="">Anotar</button>
        </div>
      </div>
    </form>
  `;
  return { status: wrong === null ? 200 : 422, title: "Llegaron sin reservación", content };
}
