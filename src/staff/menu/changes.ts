/** What changes for guests from one version of the restaurant to another, and which reservations its hours no longer allow. */
import {
  addDays,
  minuteOfDay,
  startOfDay,
  timeOf,
  wallMinute,
  WEEKDAYS,
} from "../../domain/local_time.ts";
import type { Dish, Menu, Presentation } from "../../domain/menu.ts";
import type { Reservation } from "../../domain/reservation/reservation.ts";
import type { Restaurant } from "../../domain/restaurant.ts";
import { type ServiceRun, servicesAround, UNSWITCHED } from "../../domain/schedule/services.ts";
import { currentServiceDay, type Situation } from "../../domain/schedule/situation.ts";
import type { Bilingual } from "../../domain/text.ts";
import { formatMoney, type Html, html } from "../../pages/html.ts";
import type { ReservationBook } from "../../ports.ts";

/** Something that guests are told, as it was and as it will be; null where there is none. */
export interface Change {
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
}

interface Line {
  /** Tells it from others, in both versions alike. */
  readonly key: string;
  readonly label: string;
  readonly value: string;
  /** What is compared; the value where absent. */
  readonly mark?: string;
}

/** In the order of the file: what is left or new, then what is gone. */
export function restaurantChanges(before: Restaurant, after: Restaurant): readonly Change[] {
  const old = new Map(linesOf(before, after).map((line) => [line.key, line]));
  const now = linesOf(after, before);
  const keys = new Set(now.map(({ key }) => key));
  const gone = [...old.values()].filter(({ key }) => !keys.has(key));
  return [
    ...now.flatMap(({ key, label, value, mark = value }) => {
      const was = old.get(key);
      if (was !== undefined && (was.mark ?? was.value) === mark) return [];
      return [{ label, before: was?.value ?? null, after: value }];
    }),
    ...gone.map(({ label, value }) => ({ label, before: value, after: null })),
  ];
}

export function changeList(changes: readonly Change[]): Html {
  if (changes.length === 0) return html`<p>Para los clientes no cambia nada.</p>`;
  return html`
    <ul class="plainlist">${changes.map(({ label, before, after }) =>
      html`<li><b><bdi>${label}</bdi></b>: ${
        before === null
          ? html`nuevo: <b>${after}</b>`
          : after === null
          ? html`se quita <s>${before}</s>`
          : html`<s>${before}</s> → <b>${after}</b>`
      }</li>`
    )}</ul>
  `;
}

/** Beyond it nobody reserves. */
const MAX_DAYS_AHEAD = 800;

/** Confirmed reservations that lie within the hours of `before` and not within those of `after`, by time. */
export async function hitByHours(
  before: Restaurant,
  after: Restaurant,
  situation: Situation,
  book: Pick<ReservationBook, "hitBy">,
): Promise<readonly Reservation[]> {
  if (sameHours(before, after)) return [];
  const from = currentServiceDay(situation);
  const all = await book.hitBy({ kind: "days", from, to: addDays(from, MAX_DAYS_AHEAD) });
  const now = wallMinute(situation.now, after.timeZone);
  return all.filter((reservation) =>
    minuteOf(reservation) >= now && isServed(before, reservation) && !isServed(after, reservation)
  );
}

export function sameHours(one: Restaurant, other: Restaurant): boolean {
  return JSON.stringify([one.hours, one.booking]) === JSON.stringify([other.hours, other.booking]);
}

function minuteOf({ day, time }: Reservation): number {
  return startOfDay(day) + minuteOfDay(time);
}

function isServed({ hours, booking }: Restaurant, reservation: Reservation): boolean {
  const minute = minuteOf(reservation);
  const fits = ({ opens, kitchenCloses }: ServiceRun) =>
    opens <= minute && minute <= kitchenCloses - booking.arrivalMarginMinutes;
  return servicesAround(hours, reservation.day, UNSWITCHED).some(fits);
}

function linesOf(restaurant: Restaurant, other: Restaurant): Line[] {
  const { tariff, booking, kitchenMinutes, rating, location } = restaurant;
  const plain: readonly (readonly [label: string, value: string])[] = [
    ["Nombre", restaurant.name],
    ["Zona horaria", restaurant.timeZone],
    ["Ubicación", `${location.lat}, ${location.lng}`],
    ["Dirección", restaurant.address],
    ["Teléfono", restaurant.phone],
    ["WhatsApp", restaurant.whatsapp],
    ...restaurant.hours.map(({ services, kitchenLeadMinutes }, day) => {
      const spans = services.map(({ opens, closes }) => `${timeOf(opens)} a ${timeOf(closes)}`);
      const kitchen = `, cocina hasta ${kitchenLeadMinutes} min antes`;
      const value = spans.length === 0 ? "cerrado" : spans.join(" y ") + kitchen;
      return [`Horario del ${WEEKDAYS[day]}`, value] as const;
    }),
    ["Última reservación", `${booking.arrivalMarginMinutes} min antes de que cierre la cocina`],
    ["Reservar para hoy", `con ${booking.noticeMinutes} min de anticipación`],
    ["Personas por horario", booking.peoplePerTime?.toString() ?? "sin límite"],
    ["Envío", `${formatMoney(tariff.baseCents)} hasta ${tariff.baseKm} km`],
    ["Envío, km adicional", formatMoney(tariff.extraKmCents)],
    ["Envío, radio", `${tariff.maxRadiusKm} km`],
    ["Ruta que se cobra", ROUTES[restaurant.routeChoice]],
    ["Minutos de cocina", `${kitchenMinutes.min} a ${kitchenMinutes.max}`],
    ["Valet parking", restaurant.valet ? "sí" : "no"],
    ["Calificación", rating.count === 0 ? "ninguna" : `${rating.score}, ${rating.count} opiniones`],
    ["Fuente de la calificación", rating.source],
    ["Aviso de privacidad", restaurant.privacyNotice ?? "ninguno"],
    ...Object.entries(restaurant.contactTexts).map(([reason, text]) =>
      [`Mensaje de ${reason}`, inBoth(text)] as const
    ),
    ...restaurant.faq.map(({ question, answer }, n) =>
      [`Pregunta frecuente ${n + 1}`, `${inBoth(question)} ${inBoth(answer)}`] as const
    ),
    ...restaurant.menu.sections.map(({ name }, n) => [`Sección ${n + 1}`, name] as const),
  ];
  return [
    ...plain.map(([label, value]) => ({ key: label, label, value })),
    ...menuLines(restaurant.menu, other.menu),
  ];
}

const ROUTES = { balanced: "equilibrada", fastest: "rápida", shortest: "corta" } as const;

function inBoth({ es, en }: Bilingual): string {
  return `${es} / ${en}`;
}

function menuLines({ sections, additions }: Menu, other: Menu): Line[] {
  const there = new Map(
    other.sections.flatMap(({ dishes }) => dishes).map((dish) => [dish.id, dish]),
  );
  const dishes = sections.flatMap(({ name, dishes }) => {
    const lasting = dishes.filter(({ id }) => there.has(id));
    return dishes.flatMap((dish) => {
      const same = there.get(dish.id);
      if (same === undefined) {
        const prices = dish.presentations.map(priceOf).join("; ");
        return [{ key: dish.id, label: dish.name, value: `${name}: ${prices}` }];
      }
      return [
        placeLine(dish, name, lasting[lasting.indexOf(dish) - 1]),
        ...dishLines(dish, same),
      ];
    });
  });
  return [
    ...dishes,
    ...additions.map(({ id, name, priceCents }) => ({
      key: id,
      label: "Adición",
      value: `${name}, ${formatMoney(priceCents)}`,
    })),
  ];
}

/** @param previous of the dishes that are in both versions */
function placeLine({ id, name }: Dish, section: string, previous: Dish | undefined): Line {
  const where = previous === undefined ? "al principio" : `después de ${previous.name}`;
  return {
    key: `${id} lugar`,
    label: `${name}, lugar`,
    value: `${section}, ${where}`,
    mark: `${section} ${previous?.id}`,
  };
}

function dishLines(dish: Dish, same: Dish): Line[] {
  const { id, name, description, presentations } = dish;
  const lasting = presentations.filter((one) => same.presentations.some(({ id }) => id === one.id));
  const marks = [
    dish.favourite && "favorito",
    dish.featured && "especialidad",
    dish.soldOut && "agotado",
  ].filter((mark) => mark !== false);
  return [
    { key: `${id} nombre`, label: `${same.name}, nombre`, value: name },
    { key: `${id} es`, label: `${name}, descripción`, value: description.es },
    { key: `${id} en`, label: `${name}, descripción en inglés`, value: description.en },
    { key: `${id} marcas`, label: `${name}, marcas`, value: marks.join(", ") || "ninguna" },
    ...presentations.map((one) => ({ key: one.id, label: name, value: priceOf(one) })),
    {
      key: `${id} orden`,
      label: `${name}, orden`,
      value: presentations.map(({ label }) => label ?? "única").join(", "),
      mark: lasting.map(({ id }) => id).join(),
    },
  ];
}

/** `orden de 3, $108.00`. */
export function priceOf({ label, priceCents }: Omit<Presentation, "id">): string {
  const price = formatMoney(priceCents);
  return label === null ? price : `${label}, ${price}`;
}
