/** Finding a reservation by what somebody remembers of it: GET /buscar?q=. */
import type { Reservation } from "../../domain/reservation/reservation.ts";
import { currentServiceDay, situationNow } from "../../domain/schedule/situation.ts";
import { codePoints, isPlainLine, normaliseText } from "../../domain/text.ts";
import type { Answer } from "../../http/answer.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { type Html, html } from "../../pages/html.ts";
import { reservationsInWords } from "../guest.ts";
import { staffPageAnswer } from "../layout.ts";
import { type ListScope, reservationRow } from "./day_list.ts";
import { type StaffRoute, type StaffVisit } from "../route.ts";

/** As many as a person will look through. */
const SHOWN = 60;
const SHORTEST = 2;
const LONGEST = 100;

export function searchRoutes(deps: StaffDeps): readonly StaffRoute[] {
  return [{ method: "GET", path: "/buscar", show: (visit) => searchPage(deps, visit) }];
}

async function searchPage(deps: StaffDeps, { query, actor }: StaffVisit): Promise<Answer> {
  const restaurant = deps.restaurant();
  const situation = situationNow(deps);
  const today = currentServiceDay(situation);
  const text = normaliseText(query.get("q") ?? "");
  const length = codePoints(text);
  const sought = isPlainLine(text) && length >= SHORTEST && length <= LONGEST;
  const found = sought ? await deps.book.search(text, today, SHOWN + 1) : null;
  const shown = found?.slice(0, SHOWN) ?? [];
  const path = `/buscar?${new URLSearchParams({ q: text })}`;
  const scope = { situation, today, path, day: null };
  return staffPageAnswer({
    restaurant,
    title: "Buscar",
    section: "buscar",
    actor,
    content: html`
      ${searchForm(text)}
      ${found === null
        ? text !== "" && html`
          <p class="notice">Escribe de ${SHORTEST} a ${LONGEST} letras o cifras.</p>
        `
        : results(shown, found.length > SHOWN, scope)}
    `,
  });
}

function searchForm(text: string): Html {
  return html`
    <form method="get" action="/buscar" class="inline field" role="search">
      <div>
        <label for="q">Nombre, teléfono o folio</label>
        <input id="q" type="search" name="q" value="${text}" required minlength="${SHORTEST}"
          maxlength="${LONGEST}" autocomplete="off" ${text === "" && html`autofocus`}>
      </div>
      <button class="main">Buscar</button>
    </form>
  `;
}

function results(shown: readonly Reservation[], more: boolean, scope: ListScope): Html {
  const upcoming = shown.filter(({ serviceDay }) => serviceDay >= scope.today);
  const past = shown.filter(({ serviceDay }) => serviceDay < scope.today);
  return html`
    <section aria-labelledby="resultados">
      <h2 id="resultados">${more && "Las primeras "}${reservationsInWords(shown.length)}</h2>
      ${more && html`
        <p
          class="notice">Hay más. Escribe algo más del nombre, el teléfono o el folio para llegar a ellas.</p>
      `}
      ${shown.length === 0 &&
        html`<p>Prueba con parte del nombre, tres cifras seguidas del teléfono o el folio.</p>`}
      ${rows("De hoy en adelante", upcoming, scope)} ${rows("Pasadas", past, scope)}
    </section>
  `;
}

function rows(
  title: string,
  reservations: readonly Reservation[],
  scope: ListScope,
): Html | null {
  if (reservations.length === 0) return null;
  return html`
    <h3>${title} <small>${reservations.length}</small></h3>
    <ul class="rows">${reservations.map((reservation) => reservationRow(reservation, scope))}</ul>
  `;
}
