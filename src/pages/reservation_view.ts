/** What the form that holds a table shows: what was typed, what is wrong with it, and the times to choose from. */
import {
  addDays,
  type Day,
  daysFrom,
  isDay,
  isTime,
  type LocalDateTime,
  type WallMinute,
} from "../domain/local_time.ts";
import {
  GUEST_FIELD_LIST,
  readPartySize,
  SAID_WIRES,
  type TypedField,
} from "../domain/reservation/fields.ts";
import { listedEvening, type RequestedTime } from "../domain/schedule/availability.ts";
import { COMING_DAYS, placeOf, refusalOf, type RefusedTime } from "../domain/schedule/refusal.ts";
import {
  bookableDays,
  currentServiceDay,
  type Situation,
  situationNow,
} from "../domain/schedule/situation.ts";
import type { FieldProblem } from "../html/form.ts";
import type { PageDeps } from "./layout.ts";
import type { Texts } from "./texts/es.ts";

/** A field that guests give. `dia` is the service day, `cuando` the local date and time chosen in it. */
type GivenField = Exclude<TypedField, "hora"> | "cuando";
const GIVEN_FIELDS = GUEST_FIELD_LIST.map(([, { wire }]): GivenField =>
  wire === "hora" ? "cuando" : wire
);

/**
 * `listado` is the service day whose times are shown. If it has none, `antes` is the time that was chosen before: the
 * page does not show it, so it is never reserved.
 */
export const FORM_FIELDS = ["clave", "listado", "antes", ...GIVEN_FIELDS] as const;
export type TypedForm = Readonly<Partial<Record<(typeof FORM_FIELDS)[number], string | undefined>>>;

/** Buttons with a day, a party, or a nearby time that is offered instead of the chosen one. */
export const PRESSED = { ver: "dia", gente: "personas", otra: "cuando" } as const;

export type WrongName = keyof Texts["wrong"];

/** The form as it is shown. */
export interface FormState {
  readonly status: number;
  readonly typed: TypedForm;
  /** Idempotency key, sent back with the form. */
  readonly key: string;
  readonly notice?: keyof Texts["notices"];
  /** Whether writing to the restaurant is the remedy of a refusal. */
  readonly offersContact?: boolean;
  /** Seconds until the form may be sent again. */
  readonly wait?: number | undefined;
  /** The problem of each field. */
  readonly wrong?: Readonly<Partial<Record<WrongName, WrongName>>>;
}

/** Where times begin. */
export const TIMES = "hora";

/** The fields with a problem to be told, in the page's order. */
const CHOSEN = ["dia", "personas", TIMES] as const;
const SUMMED = [...CHOSEN, "nombre", "telefono", ...SAID_WIRES] as const;

export const USUAL_PARTY = "2";
export const WEEK = 7;
const WEEK_MS = WEEK * 86_400_000;

/** A service day with the times that the party can choose from. */
interface Evening {
  readonly day: Day;
  readonly minutes: readonly WallMinute[];
}

/** What the parts of the form show. */
export interface FormView extends FormState {
  readonly situation: Situation;
  readonly texts: Texts;
  readonly words: Texts["reservation"];
  /** Null if it is none, or more than the owner lets reserve on line. */
  readonly people: number | null;
  readonly today: Day;
  readonly week: readonly Evening[];
  readonly shown: Evening;
  readonly wrong: NonNullable<FormState["wrong"]>;
  readonly problems: readonly FieldProblem<(typeof SUMMED)[number]>[];
  readonly refusal: RefusedTime | null;
  /** Times in place of a refused one. */
  readonly offered: readonly LocalDateTime[];
  /** Whether there is a time to choose. Otherwise the guest's details are not asked. */
  readonly canSend: boolean;
}

export function viewOf(deps: PageDeps, state: FormState, texts: Texts): FormView {
  const situation = situationNow(deps);
  const { dia = "", personas = USUAL_PARTY, cuando, antes } = state.typed;
  const typed = { ...state.typed, personas, cuando: cuando || antes };
  const people = peopleIn(personas, situation);
  const evening = (day: Day) => ({ day, minutes: listedEvening(situation, day, people ?? 1) });
  const today = currentServiceDay(situation);
  const coming = daysFrom(today, COMING_DAYS).map(evening);
  const first = coming.find(({ minutes }) => minutes.length > 0) ?? coming[0]!;
  const choices = wrongChoices(typed, situation);
  const shown = dia !== "" && choices.dia === undefined ? evening(dia) : first;
  const isListed = shown.minutes.length > 0;
  // Whatever a form was refused for, it can be sent again only with another time if its own evening has none left.
  const isGone = state.status !== 200 && !isListed &&
    eveningOf(typed.cuando, situation) === shown.day;
  const gone = isGone ? { hora: "hora_no_reservable" } as const : {};
  const wrong = { ...choices, ...state.wrong, ...gone };
  const time = wrong.hora === "hora_no_reservable" ? timeIn(typed.cuando) : undefined;
  const refusal = time ? refusalOf({ ...situation, ...time, partySize: people ?? 1 }) : null;
  const offered = refusal ? [...new Set([...refusal.meant, ...refusal.nearest])] : [];
  const canSend = isListed || offered.length > 0;
  // An hour is asked for where the day that was asked for has one.
  const asksHour = canSend && choices.dia === undefined;
  const problems = (canSend ? SUMMED : CHOSEN).flatMap((field) => {
    const text = wrong[field] && texts.wrong[wrong[field]];
    if (!text || (field === TIMES && refusal === null && !asksHour)) return [];
    return { field, text: typeof text === "string" ? text : text(situation.restaurant.maxParty) };
  });
  const { reservation: words } = texts;
  // The week in which the shown day is, counted from today.
  const ahead = Math.max(0, Math.floor((Date.parse(shown.day) - Date.parse(today)) / WEEK_MS));
  const week = daysFrom(addDays(today, ahead * WEEK), WEEK).map(evening);
  const choice = { people, today, week, shown, wrong, problems, typed, refusal, offered, canSend };
  return { ...state, situation, texts, words, ...choice };
}

/** The service day of `cuando`; undefined if that is no time. */
export function eveningOf(cuando: string | undefined, situation: Situation): Day | undefined {
  const time = timeIn(cuando);
  return time && placeOf({ ...situation, ...time }).evening;
}

function timeIn(cuando = ""): RequestedTime | undefined {
  const [day = "", time = ""] = cuando.split("T");
  return isDay(day) && isTime(time) ? { day, time } : undefined;
}

/** Null also for more than the owner lets reserve on line. */
function peopleIn(text: string, { restaurant }: Situation): number | null {
  const size = readPartySize(/^\d+$/.test(text) ? Number(text) : NaN);
  return "value" in size && size.value <= restaurant.maxParty ? size.value : null;
}

/** The problems of a chosen day and party; what was not chosen has none. */
export function wrongChoices(
  { dia = "", personas = USUAL_PARTY }: TypedForm,
  situation: Situation,
): NonNullable<FormState["wrong"]> {
  const isOffered = bookableDays(situation).includes(dia);
  return {
    ...(dia !== "" && !isOffered && { dia: "dia" }),
    ...(peopleIn(personas, situation) === null && { personas: "personas" }),
  };
}
