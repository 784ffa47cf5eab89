/** A small restaurant for tests: two dishes, one addition, and hours of every kind. */
import {
  type Closure,
  type LiveState,
  UNSWITCHED,
  type WeekdayHours,
} from "../../src/domain/schedule/services.ts";
import { blankFileText, parseRestaurant, sampleRestaurant } from "../../src/restaurant/load.ts";
import type { LocalDateTime } from "../../src/domain/local_time.ts";
import type { Restaurant } from "../../src/domain/restaurant.ts";
import type { Situation } from "../../src/domain/schedule/situation.ts";

/** A weekday with services like `13:00-23:00`; an end at or before the beginning is after midnight. */
export function hoursOf(services: readonly string[], kitchenLeadMinutes = 60): WeekdayHours {
  return {
    kitchenLeadMinutes,
    services: services.map((service) => {
      const [opens, end] = service.split("-").map((time) => {
        const [hour, minute] = time.split(":").map(Number);
        return hour! * 60 + minute!;
      });
      return { opens: opens!, closes: end! <= opens! ? end! + 1440 : end! };
    }),
  };
}

/** The same service on every day of the week. */
export function everyDay(service: string, kitchenLeadMinutes?: number): readonly WeekdayHours[] {
  return Array.from({ length: 7 }, () => hoursOf([service], kitchenLeadMinutes));
}

/**
 * Closed on Monday, two services on Wednesday, past midnight on Friday and Saturday; the kitchen closes an hour before
 * the venue, half an hour on Sunday.
 */
export const TEST_HOURS = [
  hoursOf([]),
  hoursOf(["13:00-23:00"]),
  hoursOf(["08:15-12:00", "13:00-23:00"]),
  hoursOf(["13:00-23:00"]),
  hoursOf(["13:00-02:00"]),
  hoursOf(["13:00-02:00"]),
  hoursOf(["12:00-20:00"], 30),
] as const;

/** A restaurant before its first steps: it has a name and nothing else, but a place where the sample's map has streets. */
export const BLANK_RESTAURANT: Restaurant = {
  ...parseRestaurant(blankFileText("mesa.example")),
  location: { lat: 20.967, lng: -89.6237 },
};

const TEST_RESTAURANT: Restaurant = {
  name: "La Prueba",
  timeZone: "America/Merida",
  location: { lat: 20.967, lng: -89.6237 },
  address: "Calle 60 500, Centro, Mérida",
  town: "Mérida",
  phone: "+529991234567",
  whatsapp: "+529991234567",
  hours: TEST_HOURS,
  specialDays: [],
  maxParty: 40,
  booking: { arrivalMarginMinutes: 30, noticeMinutes: 15, peoplePerTime: null, room: null },
  tariff: { baseKm: 3, baseCents: 4000, extraKmCents: 1000, maxRadiusKm: 8 },
  routeChoice: "balanced",
  kitchenMinutes: { min: 25, max: 40 },
  valet: true,
  rating: { score: 4.6, count: 321, source: "Google" },
  contactTexts: {
    duda: { es: "Hola, tengo una duda.", en: "Hello, I have a question." },
    pedido: { es: "Hola, quiero hacer un pedido.", en: "Hello, I want to order." },
    reserva: { es: "Hola, quiero reservar.", en: "Hello, I want to book a table." },
  },
  faq: [{
    question: { es: "¿Hay estacionamiento?", en: "Is there parking?" },
    answer: { es: "Sí, con valet.", en: "Yes, with a valet." },
  }],
  privacyNotice: null,
  face: {
    sentence: null,
    cuisine: null,
    priceLevel: null,
    photo: null,
    logo: null,
    accent: null,
    links: [],
  },
  menu: {
    sections: [{
      name: "Antojitos",
      dishes: [
        {
          id: "panuchos",
          name: "Panuchos",
          description: { es: "Con frijol y pavo.", en: "With beans and turkey." },
          presentations: [{ id: "panuchos-3", label: null, priceCents: 9500 }],
          favourite: true,
          featured: false,
          soldOut: false,
        },
        {
          id: "sopa-de-lima",
          name: "Sopa de lima",
          description: { es: "Caldo de pavo con lima.", en: "Turkey broth with lime." },
          presentations: [
            { id: "sopa-chica", label: "chica", priceCents: 7000 },
            { id: "sopa-grande", label: "grande", priceCents: 9900 },
          ],
          favourite: false,
          featured: true,
          soldOut: false,
        },
      ],
    }],
    additions: [{ id: "tortillas", name: "Tortillas", priceCents: 1500 }],
  },
  sample: false,
  leftovers: [],
};

export function testRestaurant(overrides: Partial<Restaurant> = {}): Restaurant {
  return { ...TEST_RESTAURANT, ...overrides };
}

/** The test restaurant with a hidden section, and with a menu of `day` of one dish. */
export function restaurantWithToday(day: string): Restaurant {
  const { menu: { sections: [section], additions } } = TEST_RESTAURANT;
  const [soup] = section!.dishes;
  const presentations = [{ id: "pozole-1", label: null, priceCents: 12_000 }];
  const pozole = { ...soup!, id: "pozole", name: "Pozole", presentations };
  const id = `dia-${day.replaceAll("-", "")}`;
  const ofDay = [{ id: `${id}-1-1`, label: null, priceCents: 8_000 }];
  const stew = { ...soup!, id: `${id}-1`, name: "Puchero", presentations: ofDay };
  const hidden = { name: "Temporada", visible: "hidden", dishes: [pozole] } as const;
  const today = { id, name: "Menú del día", visible: day, dishes: [stew] };
  return testRestaurant({ menu: { sections: [section!, hidden, today], additions } });
}

/** The test restaurant with `changes` of how guests book. */
export function restaurantBooking(changes: Partial<Restaurant["booking"]>): Restaurant {
  return testRestaurant({ booking: { ...TEST_RESTAURANT.booking, ...changes } });
}

/** A state without any switch, with `overrides`. */
export function testState(overrides: Partial<LiveState> = {}): LiveState {
  return { ...UNSWITCHED, ...overrides };
}

/** The instant (epoch milliseconds) at which the clock of `timeZone` shows `local`. */
export function instantOf(local: LocalDateTime, timeZone = "America/Merida"): number {
  return Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).epochMilliseconds;
}

/** The test restaurant at the local time `local`. */
export function situationAt(
  local: LocalDateTime,
  overrides: { restaurant?: Partial<Restaurant>; state?: Partial<LiveState> } = {},
): Situation {
  const restaurant = testRestaurant(overrides.restaurant);
  return {
    restaurant,
    state: testState(overrides.state),
    now: instantOf(local, restaurant.timeZone),
  };
}

export function closedDay(day: string): Closure {
  return { id: 1, kind: "day", day, reason: "prueba", isPublic: false };
}

export function closedSpan(from: LocalDateTime, to: LocalDateTime): Closure {
  return { id: 2, kind: "span", from, to, reason: "prueba", isPublic: false };
}

/** The sample restaurant's location and delivery radius. */
export const { location: SAMPLE_ORIGIN, tariff: { maxRadiusKm: SAMPLE_RADIUS_KM } } =
  sampleRestaurant();

/** What guests pay, by presentation, in an answer of GET /api/menu. */
export function pricesOn(menu: unknown): Readonly<Record<string, number>> {
  const { secciones } = menu as Sold;
  const sold = secciones.flatMap(({ platillos }) =>
    platillos.flatMap((dish) => dish.presentaciones)
  );
  return Object.fromEntries(sold.map(({ id, precio }) => [id, precio]));
}

interface Sold {
  readonly secciones: readonly {
    readonly platillos: readonly {
      readonly presentaciones: readonly { readonly id: string; readonly precio: number }[];
    }[];
  }[];
}
