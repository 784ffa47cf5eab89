/** Search for reservations by name, phone or folio: GET /buscar?q=. */
import type { Reservation } from "../../domain/reservation/reservation.ts";
import { currentServiceDay, situationNow } from "../../domain/schedule/situation.ts";
import { codePoints, isPlainLine, normaliseText } from "../../domain/text.ts";
import { attributes, type Html, html } from "../../html/html.ts";
import type { Answer } from "../../http/answer.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { reservationsInWords } from "../guest.ts";
import { staffPageAnswer } from "../layout.ts";
import { type ListScope, reservationRow } from "./day_list.ts";
import { type StaffRoute, type StaffVisit } from "../route.ts";

/** As many as a person will look through. */
const MAX_SHOWN = 60;
/** Code points of what is searched for. */
const LENGTHS = { min: 2, max: 100 };

export function searchRoutes(deps: StaffDeps): readonly StaffRoute[] {
  return [{ method: "GET", path: "/buscar", show: (visit) => searchPage(deps, visit) }];
}

async function searchPage(deps: StaffDeps, { query, actor }: StaffVisit): Promise<Answer> {
  const restaurant = deps.restaurant();
  const situation = situationNow(deps);
  const today = currentServiceDay(situation);
  const text = normaliseText(query.get("q") ?? "");
  const length = codePoints(text);
  const isValid = isPlainLine(text) && length >= LENGTHS.min && length <= LENGTHS.max;
  const found = isValid ? await deps.book.search(text, today, MAX_SHOWN + 1) : null;
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
          <p class="notice">Escribe de ${LENGTHS.min} a ${LENGTHS.max} letras o cifras.</p>
        `
        : results(found, scope)}
    `,
  });
}

function searchForm(text: string): Html {
  return html`
    <form method="get" action="/buscar" class="inline field" role="search">
      <div>
        <label for="q">Nombre, teléfono o folio</label>
        <input id="q" type="search" name="q" value="${text}" required minlength="${LENGTHS.min}"
          maxlength="${LENGTHS.max}" autocomplete="off" ${attributes({ autofocus: text === "" })}>
      </div>
      <button class="main">Buscar</button>
    </form>
  `;
}

/** @param found those of today and later before the past ones */
function results(found: readonly Reservation[], scope: ListScope): Html {
  const shown = found.slice(0, MAX_SHOWN);
  const more = found.length > shown.length;
  const groups = Map.groupBy(
    shown,
    ({ serviceDay }) => serviceDay >= scope.today ? "De hoy en adelante" : "Pasadas",
  );
  return html`
    <section aria-labelledby="resultados">
      <h2 id="resultados">${more && "Las primeras "}${reservationsInWords(shown.length)}</h2>
      ${more && html`
        <p
          class="notice">Hay más. Escribe algo más del nombre, el teléfono o el folio para llegar a ellas.</p>
      `}
      ${shown.length === 0 &&
        html`<p>Prueba con parte del nombre, tres cifras seguidas del teléfono o el folio.</p>`}
      ${[...groups].map(([title, group]) =>
        html`
          <h3>${title} <small>${group.length}</small></h3>
          <ul class="rows">${group.map((each) => reservationRow(each, scope))}</ul>
        `
      )}
    </section>
  `;
}
