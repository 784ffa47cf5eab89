/** Why an evening or a time cannot be reserved: each reason, where it is the only one and among others. */
import { assertEquals } from "@std/assert";
import {
  type Cause,
  dayReason,
  eveningReason,
  type Reason,
  reasonText,
} from "../../../src/domain/schedule/reason.ts";
import { refusalOf } from "../../../src/domain/schedule/refusal.ts";
import { REASONS_EN } from "../../../src/domain/schedule/reasons_en.ts";
import { REASONS_ES } from "../../../src/domain/schedule/reasons_es.ts";
import type { Situation } from "../../../src/domain/schedule/situation.ts";
import type { Closure, LiveState } from "../../../src/domain/schedule/services.ts";
import type { Restaurant } from "../../../src/domain/restaurant.ts";
import {
  closedDay,
  closedSpan,
  everyDay,
  hoursOf,
  instantOf,
  situationAt,
} from "../../support/restaurant_fixture.ts";

const BOOKING = { arrivalMarginMinutes: 30, noticeMinutes: 15, peoplePerTime: null, room: null };
const FULL: readonly Closure[] = ["20:00", "20:30", "21:00"].map((time) => ({
  id: 3,
  kind: "full",
  from: `2026-03-12T${time}`,
  to: `2026-03-12T${time.slice(0, 4)}1`,
  reason: "prueba",
  isPublic: false,
}));

interface Row {
  readonly state?: Partial<LiveState>;
  readonly restaurant?: Partial<Restaurant>;
  readonly now?: string;
  readonly partySize?: number;
  /** Of Thursday 12 March, whose service is 20:00 to 22:30 unless the row says otherwise. */
  readonly evening: object | null;
  /** Of its 20:30. */
  readonly time?: object;
}

const closed = (why: string | null, { isWeekly = false, isPart = false } = {}) => {
  return { kind: "closed", isWeekly, isPart, why };
};
const isPublic = true;
const gas = (from: string, to: string): Partial<LiveState> => {
  const span = closedSpan(`2026-03-12T${from}`, `2026-03-12T${to}`);
  return { closures: [{ ...span, reason: "Gas", isPublic }] };
};
const isPart = true;

const ROWS: Readonly<Record<string, Row>> = {
  off: { state: { pause: { until: null } }, evening: { kind: "off" } },
  "paused that night": {
    state: { pause: { night: "2026-03-12", until: instantOf("2026-03-12T21:00") } },
    evening: { kind: "paused_night", until: "21:00" },
  },
  "paused that night until now": {
    state: { pause: { night: "2026-03-12", until: instantOf("2026-03-10T12:00") } },
    now: "2026-03-10T12:00",
    evening: null,
  },
  "paused another night": { state: { pause: { night: "2026-03-11", until: 9e12 } }, evening: null },
  "out of range": {
    now: "2026-03-13T12:00",
    evening: { kind: "day_out_of_range", today: "2026-03-13", lastDay: "2026-06-11" },
  },
  "over the owner's party": {
    restaurant: { maxParty: 8 },
    partySize: 9,
    evening: { kind: "party_too_large", max: 8 },
  },
  "closed every week": {
    restaurant: {
      hours: everyDay("20:00-22:30").with(3, { services: [], kitchenLeadMinutes: 60 }),
    },
    evening: closed(null, { isWeekly: true }),
  },
  "a special day": {
    restaurant: { specialDays: [{ date: "03-12", services: [], reason: "Inventario" }] },
    evening: closed("Inventario"),
  },
  "a closure with a public reason": {
    state: { closures: [{ ...closedDay("2026-03-12"), reason: "Boda", isPublic }] },
    evening: closed("Boda"),
  },
  "a closure with another reason": {
    state: { closures: [closedDay("2026-03-12")] },
    evening: closed(null),
  },
  "closed for the hours of its times": {
    state: gas("19:00", "21:30"),
    evening: closed("Gas", { isPart }),
  },
  "closed for the hours of its service": {
    state: gas("20:00", "22:30"),
    evening: closed("Gas"),
  },
  "closed for the hours of the service that is left": {
    restaurant: { hours: everyDay("20:00-22:30").with(3, hoursOf(["08:00-12:00", "20:00-22:30"])) },
    now: "2026-03-12T10:40",
    state: gas("20:00", "22:30"),
    evening: closed("Gas", { isPart }),
  },
  "closed from now on": {
    now: "2026-03-12T20:10",
    state: gas("20:30", "22:30"),
    evening: closed("Gas", { isPart }),
  },
  "closed at that time alone": {
    state: gas("20:15", "20:45"),
    evening: null,
    time: closed("Gas", { isPart }),
  },
  full: { state: { closures: FULL }, evening: { kind: "full" } },
  "full at that time": { state: { closures: [FULL[1]!] }, evening: null, time: { kind: "full" } },
  "full at that time, within its grace": {
    now: "2026-03-12T20:17",
    state: { closures: [FULL[1]!] },
    evening: null,
    time: { kind: "full" },
  },
  "a party over what is left": {
    restaurant: { booking: { ...BOOKING, peoplePerTime: 8 } },
    state: { booked: [{ at: "2026-03-12T20:30", people: 6 }] },
    partySize: 9,
    evening: { kind: "party_over_left", partySize: 9, left: 8 },
  },
  "a party over what is left then": {
    restaurant: { booking: { ...BOOKING, peoplePerTime: 8 } },
    state: { booked: [{ at: "2026-03-12T20:30", people: 6 }] },
    partySize: 4,
    evening: null,
    time: { kind: "party_over_left", partySize: 4, left: 2 },
  },
  "the kitchen closes early": {
    state: { earlyKitchen: { serviceDay: "2026-03-12", closes: "2026-03-12T20:15" } },
    now: "2026-03-12T19:00",
    evening: { kind: "kitchen_closed" },
  },
  "too soon": {
    now: "2026-03-12T20:25",
    evening: null,
    time: { kind: "too_soon", minutes: 15 },
  },
  "the rest of the evening too soon": {
    now: "2026-03-12T20:50",
    evening: { kind: "too_soon", minutes: 15 },
  },
  over: { now: "2026-03-12T21:10", evening: { kind: "over" } },
  "a service too short for any time": {
    restaurant: { hours: everyDay("20:00-20:45") },
    evening: { kind: "not_listed" },
  },
  "the last day that can be reserved": { now: "2025-12-12T12:00", evening: null },
  "what is left is full": {
    now: "2026-03-12T20:10",
    state: { closures: FULL },
    evening: { kind: "full" },
  },
};

function situationOf({ restaurant, state = {}, now = "2026-03-10T12:00" }: Row): Situation {
  const hours = everyDay("20:00-22:30");
  return situationAt(now, { restaurant: { hours, booking: BOOKING, ...restaurant }, state });
}

for (const [name, row] of Object.entries(ROWS)) {
  Deno.test(`why an evening or its time cannot be reserved: ${name}`, () => {
    const { partySize = 2, evening, time = evening } = row;
    const request = { ...situationOf(row), day: "2026-03-12", partySize };
    const cause = (reason: Reason | null) => {
      if (reason === null) return null;
      const { day: _, time: __, ...cause } = reason;
      return cause;
    };
    assertEquals<object | null>(cause(eveningReason(request)), evening);
    if (evening !== null) assertEquals<object>(cause(dayReason(request))!, evening);
    if (time) assertEquals<object>(cause(refusalOf({ ...request, time: "20:30" }).reason)!, time);
  });
}

Deno.test("every reason is drawn", () => {
  const drawn = Object.values(ROWS).flatMap(({ evening, time }) => [evening, time])
    .flatMap((reason) => reason && "kind" in reason ? [String(reason.kind)] : []);
  assertEquals(Object.keys(REASONS_ES).filter((kind) => !drawn.includes(kind)), []);
});

const CAUSES: readonly Cause[] = [
  ...(["full", "kitchen_closed", "over", "not_listed"] as const).map((kind) => ({ kind })),
  { kind: "too_soon", minutes: 15 },
  { kind: "party_over_left", partySize: 4, left: 2 },
  ...[false, true].map((isPart) =>
    ({ kind: "closed", isWeekly: false, isPart, why: "Gas." }) as const
  ),
];

Deno.test("in each language the sentence of a time names it, and that of an evening names none", () => {
  for (const words of [REASONS_ES, REASONS_EN]) {
    for (const cause of CAUSES) {
      const named = ["20:30", null].map((time) =>
        reasonText(words, { ...cause, day: "2026-03-12", time }, (day) => day).includes("20:30")
      );
      assertEquals(named, [true, false], cause.kind);
    }
  }
});

Deno.test("of an evening that is over nothing is said to be left", () => {
  const over = { kind: "over", day: "2026-03-12", time: null } as const;
  assertEquals([REASONS_ES, REASONS_EN].map((words) => reasonText(words, over, () => "12")), [
    "Las horas del 12 ya pasaron.",
    "The times on 12 are past.",
  ]);
});

Deno.test("what is closed is said to be the day or what is left of it, every week or for its reason, with one full stop", () => {
  const said = (isWeekly: boolean, why: string | null, isPart = false) =>
    [REASONS_ES, REASONS_EN].map((words) =>
      reasonText(
        words,
        { kind: "closed", day: "2026-03-12", time: null, isWeekly, isPart, why },
        () => "12",
      )
    );
  assertEquals(said(true, null), [
    "El 12 está cerrado, como cada semana.",
    "Closed on 12, as every week.",
  ]);
  assertEquals(said(false, null), ["El 12 está cerrado.", "Closed on 12."]);
  assertEquals(said(false, "Gas. "), ["El 12 está cerrado: Gas.", "Closed on 12: Gas."]);
  assertEquals(said(false, null, true), [
    "Las horas que quedan del 12 están cerradas.",
    "What is left of 12 is closed.",
  ]);
  assertEquals(said(false, "Gas. ", true), [
    "Las horas que quedan del 12 están cerradas: Gas.",
    "What is left of 12 is closed: Gas.",
  ]);
});
