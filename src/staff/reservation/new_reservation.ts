/** A reservation that staff take, by telephone or at the door: GET and POST /nueva. */
import {
  changesTo,
  folio as folioFrom,
  FOLIO_BYTES,
  FOLIO_FORM,
  possibleDuplicates,
  type Reservation,
  type ReservationValues,
} from "../../domain/reservation/reservation.ts";
import { isDay } from "../../domain/local_time.ts";
import { serviceDayOf, type Situation, situationNow } from "../../domain/schedule/situation.ts";
import { type EditableValues, readTyped, typedFrom } from "../../domain/reservation/fields.ts";
import { html } from "../../html/html.ts";
import { type Answer, seeOther } from "../../http/answer.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { staffPageAnswer } from "../layout.ts";
import {
  reservationForm,
  typedFromForm,
  type TypedState,
  typingRules,
} from "./reservation_form.ts";
import { reservationLink, reservationPage } from "./reservation_page.ts";
import { type StaffAct, type StaffRoute, type StaffVisit } from "../route.ts";
import { unlessAccepted, type Warning, warningsAbout } from "./time_warnings.ts";

/** The folios tried for a reservation: the form's, then random ones where another reservation has it. */
const DRAWS = 3;

export function newReservationRoutes(deps: StaffDeps): readonly StaffRoute[] {
  return [
    { method: "GET", path: "/nueva", show: (visit) => emptyForm(deps, visit) },
    { method: "POST", path: "/nueva", act: (act) => take(deps, act) },
  ];
}

function emptyForm(deps: StaffDeps, { actor, query }: StaffVisit): Promise<Answer> {
  const situation = situationNow(deps);
  const requested = query.get("dia") ?? "";
  // Not the service day: a party that comes at one in the morning comes on the calendar's day.
  const dia = isDay(requested) ? requested : typingRules(situation, true).today;
  const typed = typedFromForm(new URLSearchParams({ dia }));
  return newReservationPage(deps, actor, drawFolio(deps), { typed });
}

/** 303 to the reservation; 422 with the form where a field is wrong or a warning not accepted. */
async function take(deps: StaffDeps, act: StaffAct): Promise<Answer> {
  const { form, actor } = act;
  const situation = situationNow(deps);
  const folio = folioOf(form, deps);
  const typed = typedFromForm(form);
  const show = (status: number, state: Partial<TypedState>) =>
    newReservationPage(deps, actor, folio, { status, typed, ...state });
  if (form.has("horas") || form.has("poner")) return show(200, {});
  const read = readTyped(typed, typingRules(situation, true));
  if (!read.ok) return show(422, { errors: read.errors });
  const { values } = read;
  const serviceDay = serviceDayOf(situation, values);
  const warnings = await unreadWarnings(deps, act, { ...values, serviceDay, folio }, situation);
  if (warnings.length > 0) return show(422, { warned: { warnings, chosen: values } });
  const requested: ReservationValues = {
    ...values,
    serviceDay,
    note: null,
    table: null,
    status: "confirmed",
  };
  const taken = await takeAs(deps, requested, actor, folio);
  const isAsTyped = Object.keys(changesTo<EditableValues>(taken, values)).length === 0;
  return isAsTyped ? seeOther(`/reserva/${taken.folio}`) : takenBefore(deps, act, taken, values);
}

/** About the time, and about possible duplicates; none where the form has made its reservation already. */
async function unreadWarnings(
  { book }: StaffDeps,
  { form }: StaffAct,
  requested: EditableValues & Pick<Reservation, "serviceDay" | "folio">,
  situation: Situation,
): Promise<readonly Warning[]> {
  const own = { ...requested, status: "confirmed" as const };
  const others = await book.alike(own);
  if (others.some(({ folio }) => folio === requested.folio)) return [];
  const warnings = [
    ...warningsAbout(requested, situation),
    ...possibleDuplicates(own, others)
      .map((each) => ({ code: each.folio, text: html`Quizá ya está: ${reservationLink(each)}` })),
  ];
  return unlessAccepted(warnings, requested, form);
}

/** @throws {Error} where the database fails, or all folios are taken */
export async function takeAs(
  deps: StaffDeps,
  values: ReservationValues,
  actor: string,
  folio: string,
): Promise<Reservation> {
  for (let draw = 0; draw < DRAWS; draw++) {
    const taken = await deps.book.take(values, actor, draw === 0 ? folio : drawFolio(deps));
    if (taken !== null) return taken;
  }
  throw new Error("no folio was free for a reservation that staff take");
}

export function drawFolio({ randomBytes }: Pick<StaffDeps, "randomBytes">): string {
  return folioFrom(randomBytes(FOLIO_BYTES));
}

/** The folio that was drawn for the form: one that is sent twice makes one reservation. A new one where it holds none. */
export function folioOf(form: URLSearchParams, deps: Pick<StaffDeps, "randomBytes">): string {
  const sent = form.get("folio") ?? "";
  return FOLIO_FORM.test(sent) ? sent : drawFolio(deps);
}

/** A form that was sent before with other values: they are offered as a change. */
function takenBefore(
  deps: StaffDeps,
  act: StaffAct,
  taken: Reservation,
  values: EditableValues,
): Promise<Answer> {
  return reservationPage(deps, act, taken, {
    status: 409,
    notice:
      html`<p>Este formulario ya se había guardado, así que no se hizo otra. Lo que cambiaste está abajo, todavía sin guardar.</p>`,
    edit: { typed: typedFrom(values) },
  });
}

async function newReservationPage(
  deps: StaffDeps,
  actor: string,
  folio: string,
  { status, ...state }: TypedState & { readonly status?: number },
): Promise<Answer> {
  const form = await reservationForm(deps, {
    ...state,
    to: "/nueva",
    hidden: { folio },
    phoneOptional: true,
    submit: "Reservar",
  });
  return staffPageAnswer({
    status,
    restaurant: deps.restaurant(),
    title: "Nueva reservación",
    section: "nueva",
    actor,
    content: html`<div class="card narrow">${form}</div>`,
  });
}
