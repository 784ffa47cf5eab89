/** Reports whether a restaurant file is valid, and what guests see of it. */
import { delivers } from "../domain/tariff.ts";
import type { Environment } from "../config/config.ts";
import { VARIABLES } from "../config/environment.ts";
import { timeOf, WEEKDAYS } from "../domain/local_time.ts";
import { type LatLng, mapLink } from "../domain/location.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import { UNSWITCHED, type WeekdayHours } from "../domain/schedule/services.ts";
import { nextKitchenOpening, openingNow } from "../domain/schedule/situation.ts";
import { dayText, formatMoney } from "../html/words.ts";
import { ES } from "../pages/texts/es.ts";
import { whenText } from "../pages/texts/languages.ts";
import { quoteDelivery } from "../operations/delivery.ts";
import type { RoutePlanner } from "../ports/streets.ts";
import { nearest } from "../domain/text.ts";
import { loadRestaurant } from "../restaurant/load.ts";
import { type Warning, warningsOf } from "../restaurant/warnings.ts";
import { boxAround } from "../streets/mod.ts";
import { readServed } from "../service/restaurant.ts";
import { mapStreets, plannerOf } from "../service/streets.ts";
import type { Command } from "./command.ts";
import { refuseRoot } from "./root_refusal.ts";

export const check: Command = {
  name: "check",
  isOwners: true,
  usage: "[FILE]",
  summary: "check a restaurant file, FILE or the served one, and show what guests see",
  openToRoot: true,
  /** Summarizes a valid file and what guests see of it today, so that its owner can see how it was read. */
  async run({ words: [file] }, { io, config, environment }) {
    if (file === undefined) await refuseRoot(config(), "check");
    const { restaurant, says } = file === undefined
      ? await readServed(config())
      : { restaurant: await loadRestaurant(file), says: file };
    io.out(`${says}: ${restaurant.leftovers.length === 0 ? "bien" : "sin terminar"}`);
    for (const line of summary(restaurant)) io.out(`  ${line}`);
    const planner = await plannerFor(restaurant, environment()["MAP_FILE"] || null);
    for (const line of await seenToday(restaurant, planner, Date.now())) io.out(line);
    const warnings = [...unknownVariables(environment()), ...warningsOf(restaurant, Date.now())];
    for (const { field, says, remedy } of warnings) {
      io.out(`aviso  ${field}: ${says}`);
      io.out(`       ${remedy}`);
    }
  },
};

/** Warns of variables that neither the program nor its runtime reads, such as misspelt ones. */
export function unknownVariables(environment: Environment): readonly Warning[] {
  return Object.keys(environment)
    .filter((name) => !VARIABLES.includes(name) && !RUNTIME_VARIABLES.test(name))
    .map((name) => {
      const near = nearest(name, VARIABLES);
      return {
        field: name,
        says: "no hay ninguna variable con ese nombre, y no hace nada",
        remedy: near === null ? "quítala" : `¿quisiste decir ${near}?`,
      };
    });
}

/** Read by Deno, its TLS and the system's libraries. */
const RUNTIME_VARIABLES = /^(DENO_\w+|TZ|TMPDIR|NO_COLOR|SSL_CERT_\w+|\w+_PROXY|MALLOC_\w+)$/;

function summary(restaurant: Restaurant): string[] {
  const { sections, additions } = restaurant.menu;
  const dishes = sections.flatMap((section) => section.dishes);
  const soldOut = dishes.filter((dish) => dish.soldOut).length;
  return [
    `${restaurant.name}, ${restaurant.phone}, ${restaurant.timeZone}`,
    `${dishes.length} platillos en ${sections.length} secciones (agotados: ${soldOut}), ${additions.length} adiciones`,
    ...weekInWords(restaurant),
  ];
}

/** What a guest sees at `now`, in epoch milliseconds, by the file alone, without what staff switch on the board. */
async function seenToday(
  restaurant: Restaurant,
  planner: RoutePlanner | null,
  now: number,
): Promise<string[]> {
  const situation = { restaurant, state: UNSWITCHED, now };
  const { day, time, open, kitchenOpen } = openingNow(situation);
  const next = nextKitchenOpening(situation);
  const prices = !delivers(restaurant)
    ? ["sin envío a domicilio"]
    : planner === null
    ? ["sin mapa: ningún envío tiene precio"]
    : await pricesAround(restaurant, planner);
  return [
    `Hoy, ${dayText(day, "es")}, a las ${time}, un comensal ve:`,
    `  ${open ? "abierto" : "cerrado"}, cocina ${kitchenOpen ? "abierta" : "cerrada"}`,
    ...(kitchenOpen || next === null ? [] : [`  abre ${whenText(next, day, ES)}`]),
    `  ubicación: ${mapLink(restaurant.location)}`,
    ...prices.map((line) => `  ${line}`),
  ];
}

/** The price to three of four points half-way to the radius. Those with a route come first: one side may be the sea. */
async function pricesAround(restaurant: Restaurant, planner: RoutePlanner): Promise<string[]> {
  const { location: { lat, lng }, tariff } = restaurant;
  const halfway = tariff.maxRadiusKm / 2;
  const { north, south, east, west } = boxAround({ lat, lng }, halfway);
  const points: Record<string, LatLng> = {
    norte: { lat: north, lng },
    oriente: { lat, lng: east },
    sur: { lat: south, lng },
    poniente: { lat, lng: west },
  };
  const deps = { restaurant: () => restaurant, planner, onPlannerError: () => {} };
  const quotes = await Promise.all(
    Object.entries(points).map(async ([side, point]) => {
      const { km, price } = await quoteDelivery(deps, point);
      const cost = price === null ? "fuera del radio" : formatMoney(price.cents);
      const said = km === null ? "sin ruta" : `${cost} (${km} km por calles)`;
      return { km, line: `envío a ${halfway} km al ${side}: ${said}` };
    }),
  );
  return quotes.sort((a, b) => Number(a.km === null) - Number(b.km === null)).slice(0, 3)
    .map(({ line }) => line);
}

/** Plans on the map at `path`, or the sample's own; null without one. Never on OSRM, which may be away. */
async function plannerFor(
  restaurant: Restaurant,
  path: string | null,
): Promise<RoutePlanner | null> {
  const streets = await mapStreets(path, restaurant);
  return streets && plannerOf(streets.drives);
}

export function weekInWords({ hours }: Restaurant): string[] {
  return hours.map((day, i) => `${WEEKDAYS[i]}: ${hoursInWords(day)}`);
}

function hoursInWords({ services, kitchenLeadMinutes }: WeekdayHours): string {
  if (services.length === 0) return "cerrado";
  const spans = services.map(({ opens, closes }) =>
    `${timeOf(opens)}-${timeOf(closes)} (cocina hasta ${timeOf(closes - kitchenLeadMinutes)})`
  );
  return spans.join(", ");
}
