/** Versions of the restaurant's file: a change is shown first, then saved, and each one can be brought back. */
import { addDays } from "../../domain/local_time.ts";
import type { Reservation } from "../../domain/reservation/reservation.ts";
import { timeWarnings } from "../../domain/reservation/staff_time.ts";
import type { Restaurant } from "../../domain/restaurant.ts";
import {
  currentServiceDay,
  type Situation,
  situationNow,
} from "../../domain/schedule/situation.ts";
import { buttonForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { seeOther } from "../../http/answer.ts";
import type { FileChange, FileProblem, RestaurantVersion } from "../../ports/restaurant.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { momentInWords } from "../day_words.ts";
import { guestText } from "../guest.ts";
import { hitSection, hitsInWords } from "../house/closure_hits.ts";
import { alarm, card, type StaffPage } from "../layout.ts";
import type { Shown, StaffAct } from "../route.ts";

/** The field with the version that a form was based on. */
export const BASE = "version";

export const GONE = [404, "No está aquí", "Ese platillo o esa versión ya no está."] as const;

interface Change {
  /** The new text, made from the served one; null if what it changes is gone. */
  make(): string | null;
  /** The page with the problems of that text. Default: one that asks for another file. */
  refuse?(problems: readonly FileProblem[]): StaffPage;
}

/**
 * Shows what a change does or, if the form says so and no other version came between, saves it. Nothing is stored until then: a
 * crash in between changes nothing.
 * @param isLate whether another version came after the one that the form was based on
 */
export async function propose(
  deps: StaffDeps,
  act: StaffAct,
  change: Change,
  isLate: boolean = Number(act.form.get(BASE)) !== deps.restaurantBook.served().version,
): Promise<Shown> {
  const { restaurantBook: book } = deps;
  const { version, text: old, restaurant: before } = book.served();
  const { make, refuse = refusedPage } = change;
  const text = make();
  if (text === null) return GONE;
  const after = book.read(text);
  if ("problems" in after) return refuse(after.problems);
  const place = ({ location, timeZone }: Restaurant) => JSON.stringify([location, timeZone]);
  if (place(before) !== place(after)) return refuse([{ text: FIXED, placed: FIXED }]);
  if (act.form.get("accion") === "guardar") {
    if (text === old) return seeOther(SAVED);
    const saved = isLate ? null : await book.save(text, version, act.actor);
    if (saved !== null) return seeOther(SAVED);
    // Another version was added a moment before.
    if (!isLate) return await propose(deps, act, change, true);
  }
  return await previewPage(deps, act, isLate, book.changes(old, text), after);
}

export const SAVED = "/platillos?hecho=guardado";
const FIXED =
  "La ubicación y la zona horaria no se cambian en el tablero, sino en el servidor, en el archivo que nombra RESTAURANT_FILE: de ellas dependen el mapa y las reservaciones.";

function refusedPage(problems: readonly FileProblem[]): StaffPage {
  const content = html`
    ${problemList(problems.map(({ placed }) => placed))}
    <p>Corrige el archivo y súbelo de nuevo. <a class="button" href="/platillos">Carta y precios</a></p>
  `;
  return { status: 422, title: "Así no se puede guardar", section: "casa", content };
}

export function problemList(problems: readonly string[]): Html {
  return html`
    <div class="alarm" role="alert" tabindex="-1" autofocus>
      <p><b>No se guardó nada.</b></p>
      <ul class="wrongs">${problems.map((problem) => html`<li>${problem}</li>`)}</ul>
    </div>
  `;
}

async function previewPage(
  deps: StaffDeps,
  { form, pathname }: StaffAct,
  isLate: boolean,
  changes: readonly FileChange[],
  after: Restaurant,
): Promise<StaffPage> {
  const situation = situationNow(deps);
  const { version } = deps.restaurantBook.served();
  const names = [...new Set(form.keys())].filter((name) => name !== "accion" && name !== BASE);
  const typed = Object.fromEntries(names.map((name) => [name, form.getAll(name)]));
  const hidden = { ...typed, [BASE]: String(version) };
  const change = html`
    ${changeList(changes)}
    <p><b>Todavía no se guarda nada.</b></p>
    <div class="buttons">
      ${buttonForm({ to: pathname, action: "guardar", label: "Guardar", look: "main", hidden })}
      <a class="button quiet" href="/platillos">No guardar</a>
    </div>
  `;
  const content = html`
    ${isLate && alarm(LATE)} ${card("cambia", "Lo que cambia para los clientes", change)}
    ${await hitsBetween(deps, { before: situation.restaurant, after }, situation)}
  `;
  return { status: isLate ? 409 : 200, title: "Antes de guardar", section: "casa", content };
}

const LATE = html`<b>La carta cambió mientras tanto.</b> Lo tuyo no se guardó: revísalo otra vez.`;

function changeList(changes: readonly FileChange[]): Html {
  if (changes.length === 0) return html`<p>Para los clientes no cambia nada.</p>`;
  const words = ({ before, after }: FileChange) =>
    before === null
      ? html`nuevo: <b>${after}</b>`
      : html`<s>${before}</s> → ${after === null ? "se quita" : html`<b>${after}</b>`}`;
  return html`
    <ul class="plainlist">${changes.map((change) =>
      html`<li><b><bdi>${change.label}</bdi></b>: ${words(change)}</li>`
    )}</ul>
  `;
}

/** No reservation is further ahead. */
const MAX_DAYS_AHEAD = 800;

/** The reservations that the newest version leaves outside its hours. */
export async function hitsOfLast(
  deps: StaffDeps,
  [, previous]: readonly RestaurantVersion[],
  situation: Situation,
): Promise<Html | null> {
  const text = previous === undefined ? null : await deps.restaurantBook.text(previous.version);
  const before = text === null ? null : deps.restaurantBook.read(text);
  if (before === null || "problems" in before) return null;
  return await hitsBetween(deps, { before, after: situation.restaurant }, situation);
}

/** The confirmed reservations within the hours of `before` and outside those of `after`; null if these are the same. */
async function hitsBetween(
  { book }: StaffDeps,
  { before, after }: { readonly before: Restaurant; readonly after: Restaurant },
  situation: Situation,
): Promise<Html | null> {
  const rules = ({ hours, booking }: Restaurant) => JSON.stringify([hours, booking]);
  if (rules(before) === rules(after)) return null;
  const from = currentServiceDay(situation);
  const all = await book.hitBy({ kind: "days", from, to: addDays(from, MAX_DAYS_AHEAD) });
  const warningsAt = (restaurant: Restaurant, reservation: Reservation) =>
    timeWarnings({ ...situation, restaurant }, reservation).map(({ kind }) => kind);
  const hit = all.filter((reservation) => {
    const warnings = warningsAt(after, reservation);
    return warnings.includes("outside_hours") && !warnings.includes("past") &&
      !warningsAt(before, reservation).includes("outside_hours");
  });
  const title = `Fuera del horario nuevo: ${hitsInWords(hit)}`;
  return hitSection(title, NEWS, { hit, situation, list: null });
}

const NEWS = {
  es: "cambió nuestro horario y a esa hora ya no alcanzaríamos a atenderle",
  en: "our opening hours have changed and we could not serve you at that time",
};

/** The versions with a way back to each. @param served the number of the one that is served */
export function historyCard(
  versions: readonly RestaurantVersion[],
  served: number,
  situation: Situation,
): Html {
  const rows = versions.map(({ version, actor, at, fileHash }, n) => {
    const before = versions[n + 1];
    const replaced = before?.fileHash === null && `, que reemplazó a la versión ${before.version}`;
    const imported = html`archivo importado del servidor${replaced}`;
    const who = fileHash === null ? guestText(actor) : imported;
    return html`
      <li class="between">
        <p>Versión ${version}: ${who}, ${momentInWords(at, situation)}</p>
        ${version === served ? "la de ahora" : buttonForm({
          to: "/version",
          action: "revisar",
          label: `Volver a la versión ${version}`,
          hidden: { n: String(version), [BASE]: String(served) },
        })}
      </li>
    `;
  });
  return card("historial", "Historial", html`<ul class="plainlist">${rows}</ul>`);
}
