/** Search for reservations by name, phone, folio, or what was said about them: GET /buscar?q=. */
import { type Reservation, saidBy } from "../../domain/reservation/reservation.ts";
import { situationNow, staffServiceDay } from "../../domain/schedule/situation.ts";
import { codePoints, foldText, hasInOrder, isPlainLine, normaliseText } from "../../domain/text.ts";
import { inputField } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { guestComment, reservationsInWords } from "../guest.ts";
import { knownGuests } from "../known_guest.ts";
import type { StaffPage } from "../layout.ts";
import { withOverstays } from "../room.ts";
import { type ListScope, reservationRow } from "./row.ts";
import type { StaffRoute } from "../route.ts";

/** As many as a person will look through. */
const MAX_SHOWN = 60;
/** Code points of what is searched for. */
const LENGTHS = { min: 2, max: 100 };

export function searchRoute(deps: StaffDeps): StaffRoute {
  return { method: "GET", path: "/buscar", show: ({ query }) => searchPage(deps, query) };
}

async function searchPage(deps: StaffDeps, query: URLSearchParams): Promise<StaffPage> {
  const situation = situationNow(deps);
  const today = staffServiceDay(situation);
  const text = normaliseText(query.get("q") ?? "");
  const length = codePoints(text);
  const isValid = isPlainLine(text) && length >= LENGTHS.min && length <= LENGTHS.max;
  const found = isValid ? await deps.book.search(text, today, MAX_SHOWN + 1) : null;
  const path = `/buscar?${new URLSearchParams({ q: text })}`;
  const [known, totals] = await Promise.all([
    knownGuests(deps, (found ?? []).map(({ phone }) => phone), situation),
    deps.book.arrivals(today),
  ]);
  const scope = { situation: withOverstays(situation, totals), today, path, day: null, known };
  return {
    title: "Buscar",
    section: "buscar",
    content: html`
      ${searchForm(text)}
      ${found === null
        ? text !== "" &&
          html`<p class="notice">Escribe de ${LENGTHS.min} a ${LENGTHS.max} letras o cifras.</p>`
        : results(found, text, scope)}
    `,
  };
}

function searchForm(text: string): Html {
  const { min, max } = LENGTHS;
  return html`
    <form method="get" action="/buscar" class="inline field" role="search">
      ${inputField({
        name: "q",
        label: "Nombre, teléfono, folio o algo que se dijo",
        value: text,
        autofocus: text === "",
        attributes:
          html`type="search" required minlength="${min}" maxlength="${max}" autocomplete="off"`,
      })}
      <button class="main">Buscar</button>
    </form>
  `;
}

const MORE = "Hay más. Escribe algo más del nombre, el teléfono o el folio para llegar a ellas.";

/** @param found those of today and later before the past ones */
function results(found: readonly Reservation[], text: string, scope: ListScope): Html {
  const words = foldText(text).split(" ");
  const row = (each: Reservation) => [reservationRow(each, scope), places(each, words)];
  const shown = found.slice(0, MAX_SHOWN);
  const more = found.length > shown.length;
  const when = ({ serviceDay }: Reservation) =>
    serviceDay >= scope.today ? "De hoy en adelante" : "Pasadas";
  const groups = Map.groupBy(shown, when);
  return html`
    <section aria-labelledby="resultados">
      <h2 id="resultados">${more && "Las primeras "}${reservationsInWords(shown.length)}</h2>
      ${more && html`<p class="notice">${MORE}</p>`}
      ${shown.length === 0 &&
        html`<p>Prueba con parte del nombre, tres cifras seguidas del teléfono o el folio.</p>`}
      ${[...groups].map(([title, group]) =>
        html`
          <h3>${title} <small>${group.length}</small></h3>
          <ul class="rows">${group.map(row)}</ul>
        `
      )}
    </section>
  `;
}

/** What was said that holds `words`, which are marked in it. */
function places(reservation: Reservation, words: readonly string[]): Html | null {
  const { table, source, occasion } = reservation;
  const birthday = occasion === "cumpleanos" ? "cumpleaños" : null;
  const said = saidBy(reservation).map(({ text }) => text);
  const found = [...said, table, source, birthday]
    .filter((text) => text !== null && hasInOrder(foldText(text), words));
  if (found.length === 0) return null;
  return html`<li class="places">${found.map((text) => html`<p>${marked(text!, words)}</p>`)}</li>`;
}

function marked(text: string, words: readonly string[]): Html {
  const pieces = [...text.matchAll(/\S+/g)]
    .filter(([piece]) => words.some((word) => foldText(piece).includes(word)));
  return guestComment(
    text,
    pieces.map(({ index, 0: { length } }) => ({ from: index, to: index + length })),
  );
}
