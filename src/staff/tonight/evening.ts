/** An evening as a whole: its end with the parties still open, GET /noche, and the day on paper, GET /imprimir. */
import { shownPhone } from "../../domain/contact.ts";
import { type Day, timeOf, wallMinute } from "../../domain/local_time.ts";
import { isExpected, type Reservation } from "../../domain/reservation/reservation.ts";
import { moved, movesOf } from "../../domain/reservation/moves.ts";
import { isLarge, servedUntil } from "../../domain/reservation/service_night.ts";
import { hiddenFields } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { seeOther } from "../../http/answer.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { acts, BUTTONS } from "../acts.ts";
import { fitting } from "../admission.ts";
import { atTime, dayInWords } from "../day_words.ts";
import { bySource, countOf, figuresTable, reserved, sumsOf } from "../figures.ts";
import { allergyWords, guestText, partiesInWords, partyLink, saidParagraphs } from "../guest.ts";
import { card, icon, staffPageAnswer, titledTable } from "../layout.ts";
import { type Shown, type StaffAct, type StaffRoute, UNKNOWN_ACTION } from "../route.ts";
import { type BoardScope, boardScope } from "./day_list.ts";
import { specialRequests } from "./special.ts";

/** `dia` is the service day. Default: that of now. */
export function eveningRoutes(deps: StaffDeps): readonly StaffRoute[] {
  return [
    {
      method: "GET",
      path: "/noche",
      show: ({ query }) => eveningPage(deps, boardScope(query.get("dia"), deps)),
    },
    { method: "POST", path: "/noche", act: (act) => settle(deps, act) },
  ];
}

/** @param marked what was marked just now, which can be undone */
async function eveningPage(
  deps: StaffDeps,
  scope: BoardScope,
  marked: Html | null = null,
): Promise<Shown> {
  const { day, today, path } = scope;
  const all = await deps.book.onServiceDay(day);
  return {
    title: `Cierre del ${dayInWords(day, today)}`,
    content: html`
      <p><a class="button" href="${path}">Volver al tablero</a></p>
      ${marked} ${openParties(all, scope)}
      ${card("cifras", "La noche en cifras", eveningFigures(all), "card sheet")}
    `,
  };
}

const MARKS = {
  todas: { move: "arrived", label: "Todas llegaron" },
  ninguna: { move: "no_show", label: "Ninguna vino" },
  deshacer: { move: "undone", label: BUTTONS.undone.label },
} as const;
type Mark = keyof typeof MARKS;

/** A button for each of `marks`, which settles those of `parties` that are not changed meanwhile. */
function settling(parties: readonly Reservation[], day: Day, ...marks: readonly Mark[]): Html {
  return html`
    <form class="buttons" method="post" action="/noche">
      ${hiddenFields({ dia: day, folio: parties.map(versionOf).join(" ") })}
      ${marks.map((each) =>
        html`<button name="accion" value="${each}">${MARKS[each].label}</button>`
      )}
    </form>
  `;
}

const versionOf = ({ folio, version }: Reservation): string => `${folio}.${version}`;

/** An arrival is noted at the booked time. Parties of which staff are to be asked are left as they are, and named. */
async function settle(deps: StaffDeps, { form, actor }: StaffAct): Promise<Shown> {
  const scope = boardScope(form.get("dia"), deps);
  const mark = Object.entries(MARKS).find(([name]) => name === form.get("accion"));
  if (mark === undefined) return UNKNOWN_ACTION;
  const [, { move: action, label }] = mark;
  const listed = new Set(form.get("folio")?.split(" "));
  const all = await deps.book.onServiceDay(scope.day);
  const admissions = all
    .filter((each) => listed.has(versionOf(each)) && movesOf(each, scope).includes(action))
    .map((before) => {
      const changes = moved(before, action, `${before.day}T${before.time}`)!;
      return { action, before, changes, after: { ...before, ...changes } };
    });
  const fit = await fitting(all, scope.situation, admissions);
  const outcomes = await Promise.all(
    fit.map(({ before: { folio, version }, changes }) =>
      deps.book.edit({ folio, version, action, changes, actor })
    ),
  );
  const done = outcomes.flatMap((each) => each.kind === "changed" ? [each.reservation] : []);
  const left = admissions.filter((each) => !fit.includes(each)).map(({ before }) => before);
  const marked = action === "undone" ? [] : done;
  if (marked.length + left.length === 0) return seeOther(`/noche?dia=${scope.day}`);
  const notice = html`
    ${marked.length > 0 && html`
      <div class="done between" role="status">
        <p>${label}: ${partiesInWords(marked)}.</p>
        ${settling(marked, scope.day, "deshacer")}
      </div>
    `}
    ${left.length > 0 && html`
      <div class="notice" role="status">
        <p>Estas siguen igual, porque ya no caben o su mesa está ocupada. Ábrelas una por una:</p>
        <ul>${left.map((each) => html`<li>${partyLink(each)}</li>`)}</ul>
      </div>
    `}
  `;
  return eveningPage(deps, scope, notice);
}

/** Those that are noted neither as come nor as absent. */
function openParties(all: readonly Reservation[], scope: BoardScope): Html {
  const { day } = scope;
  const open = all.filter(({ status }) => status === "confirmed" || status === "waiting");
  const due = open.filter((each) => movesOf(each, scope).includes("no_show"));
  const items = open.map((each) =>
    html`
      <li class="between">
        <p>${partyLink(each)}</p>
        ${acts(each, scope, `/noche?dia=${day}`)}
      </li>
    `
  );
  const few = due.length < open.length && `De las ${due.length} que ya pasaron de su hora:`;
  const marks = due.length > 0 && html`${few} ${settling(due, day, "todas", "ninguna")}`;
  const list = open.length === 0
    ? "Todas están cerradas."
    : html`${marks}<ul class="plainlist">${items}</ul>`;
  return card("abiertas", `Sin cerrar: ${partiesInWords(open)}`, list);
}

function eveningFigures(all: readonly Reservation[]): Html {
  const counts = all.map((each) => ({ ...countOf(each), hour: `${each.time.slice(0, 2)}:00` }));
  const rows = [
    ["Reservaciones", reserved(counts)] as const,
    ...Map.groupBy(reserved(counts), ({ hour }) => hour),
    ...bySource(counts),
  ];
  const lines = rows.map(([label, those]) => {
    const { parties, people, came, missing, cancelled } = sumsOf(those);
    return [label, parties, people, came, missing, cancelled] as const;
  });
  return figuresTable(FIGURES, lines);
}

const FIGURES = ["Hora, origen", "Grupos", "Pers.", "Vino", "No vino", "Canc."];

/** For a failing battery or network. The parties of a service that is over are left out. */
export function printRoute(deps: StaffDeps): StaffRoute {
  return {
    method: "GET",
    path: "/imprimir",
    async show({ query }) {
      const { day, today, path, situation } = boardScope(query.get("dia"), deps);
      const all = await deps.book.onServiceDay(day);
      const coming = all.filter(isExpected);
      const served = servedUntil(day, situation);
      const expected = coming.filter((each) => `${each.day}T${each.time}` >= served);
      // They are in order of their time.
      const before = coming.slice(0, coming.length - expected.length);
      const title = dayInWords(day, today);
      const { now, restaurant } = situation;
      const printed = timeOf(wallMinute(now, restaurant.timeZone));
      const picture = icon("print");
      const content = html`
        <div class="sheet">
          <p class="onscreen buttons">
            <button type="button" class="main onscript" id="print">${picture} Imprimir</button>
            <a class="button" href="${path}">Volver al tablero</a>
          </p>
          ${specialRequests(expected, { day, today, situation }, true)}
          <h2>${partiesInWords(expected)}</h2>
          ${before.length > 0 &&
            html`<p>Sin las de antes de las ${served.slice(11)}, que ya pasaron: ${
              partiesInWords(before)
            }.</p>`}
          ${coming.length === 0 && html`<p>Nadie ha reservado.</p>`}
          ${expected.length > 0 &&
            titledTable("parties", TITLES, expected.map(printedRow))} ${all.length > 0 &&
            html`<h2>La noche en cifras</h2>${eveningFigures(all)}`}
          <p><small>Impresa ${atTime(printed)}.</small></p>
        </div>
      `;
      return staffPageAnswer({ title, content }, restaurant, null);
    },
  };
}

const TITLES = ["Hora", "Pers.", "Mesa", "Nombre", "Ojo", "Teléfono", "Folio"];

/** A line for a party expected or arrived, and its comments and note in full below it. */
function printedRow(reservation: Reservation): Html {
  const { time, partySize, name, phone, occasion, folio, status, table } = reservation;
  const allergies = allergyWords(reservation);
  const marked = allergies !== "" && html`<mark>${guestText(allergies)}</mark>`;
  const others = [isLarge(reservation) && "Grupo", occasion === "cumpleanos" && "Cumple"];
  return html`
    <tr>
      <td>${time}</td>
      <td>${partySize}</td>
      <td>${table !== null && guestText(table)}</td>
      <td>${status === "arrived" && "✓ "}${guestText(name)}</td>
      <td>${marked} ${others.filter(Boolean).join(", ")}</td>
      <td>${phone !== null && shownPhone(phone)}</td>
      <td>${folio}</td>
    </tr>
    ${remark(reservation)}
  `;
}

function remark(reservation: Reservation): Html | null {
  const said = saidParagraphs(reservation);
  return said.length === 0 ? null : html`
    <tr class="remark">
      <td colspan="7">${said}</td>
    </tr>
  `;
}
