// @ts-check
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/** The rows under a finger: they open, their forms are sent without loading the page again, and the last move can be undone. */
import {
  alarm,
  byId,
  closest,
  here,
  isFolded,
  isLost,
  pageOf,
  request,
  store,
  stored,
  tell,
} from "./page.js";

/** For this time the last move is offered to be undone. */
const UNDO_MS = 10_000;
const OFFLINE = "Sin conexión: se puede en cuanto vuelva.";

/**
 * Gives the focus to the same control, else to the first of `lines` that is not folded away.
 * @param {Element} active @param {(Element | null | undefined)[]} lines
 */
export function focusLike(active, lines) {
  /** @param {Element} each */
  const isSame = (each) => each.id ? each.id === active.id : each.isEqualNode(active);
  const same = [...document.querySelectorAll("#board *, #news *, .row *")].find(isSame);
  const places = [same, ...lines.map((each) => each && byId(`${each.id}-n`)), byId("main")];
  const place = places.find((each) => each && !isFolded(each));
  if (place instanceof HTMLElement) place.focus({ preventScroll: true });
}

export function startRows() {
  addEventListener("toggle", open, true);
  addEventListener("click", openForm);
  addEventListener("click", stayHere, true);
  addEventListener("submit", send);
  addEventListener("change", followDay);
  byId("print")?.addEventListener("click", () => print());
  byId("undo")?.addEventListener("click", ({ target }) => {
    if (closest(target, "[type=button]")) tell("");
  });
}

/** An open row shows a part of the reservation's page below its line. @param {Event} event */
function open({ target }) {
  if (!(target instanceof HTMLDetailsElement) || !target.open) return;
  if (target.querySelector(":scope > .unread")) readRest(target);
}

/** @param {Element} details of the row */
async function readRest({ parentElement: row }) {
  const answer = row && await request(row, `/reserva/${row.id}`);
  const rest = answer && pageOf(await answer.text()).querySelector(".more");
  const shown = rest && byId(row.id);
  const active = document.activeElement;
  const hadFocus = shown?.querySelector(".more")?.contains(active);
  if (rest) shown?.querySelector(".more")?.replaceWith(rest);
  if (hadFocus && active) focusLike(active, [shown]);
}

/**
 * A half-typed form stays, for the version that was read: if another change came first, sending it is refused.
 * @param {Element} before @param {Element} now
 */
export function keepRest(before, now) {
  const rest = before.querySelector(".more");
  if (rest === null) return;
  now.querySelector(".more")?.remove();
  // Moved if the browser can: a field that is inserted again loses the focus, and a tablet's keyboard closes.
  const place = /** @type {{ moveBefore?: Element["insertBefore"] } & Element} */ (now);
  (place.moveBefore ?? place.insertBefore).call(now, rest, null);
  const isTyped = [...rest.querySelectorAll("textarea, input")]
    .some((field) => fieldOf(field).value !== fieldOf(field).defaultValue);
  if (isTyped || rest.querySelector(".change")) return;
  /** @param {Element} details */
  const markOf = ({ parentElement: row }) => `${row?.className} ${row?.dataset.version}`;
  if (markOf(now) !== markOf(before)) readRest(now);
}

/** @param {Element} field @returns {HTMLInputElement} */
const fieldOf = (field) => /** @type {HTMLInputElement} */ (field);

/** "Cambiar" opens its form in the row. @param {MouseEvent} event */
async function openForm(event) {
  const link = closest(event.target, ".row .acting a[href*='?']");
  const row = link?.closest("li");
  if (!(link instanceof HTMLAnchorElement) || !row) return;
  event.preventDefault();
  const answer = isLost() ? tell(OFFLINE) : await request(row, link.href);
  const form = answer && pageOf(await answer.text()).querySelector(".change");
  if (!form) return;
  // One at a time: the ids of its fields are those of the page's form.
  document.querySelector(".row .change")?.remove();
  byId(row.id)?.querySelector(".more")?.append(form);
  /** @type {HTMLElement | null} */ (form.querySelector("[name=dia]"))?.focus();
}

/** Sends the board's forms without loading the page again. @param {SubmitEvent} event */
function send(event) {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement)) return;
  const button = submitter instanceof HTMLButtonElement ? submitter : null;
  if (button?.name === "poner") choose(form, button.value);
  else if (!button || !form.matches("#board form[method=post], #news, #undo")) {
    // The browser's error page would replace the board for good.
    if (!isLost()) return;
    tell(OFFLINE);
  } else if (!button.closest("[aria-busy], .sent")) act(form, button);
  event.preventDefault();
}

/** Puts a time into the form's field, and shows which listed one it is. @param {HTMLFormElement} form @param {string} time */
function choose(form, time) {
  const field = form.querySelector("[name=hora]");
  if (field) fieldOf(field).value = time;
  for (const each of form.querySelectorAll("[name=poner]")) {
    each.setAttribute("aria-pressed", String(fieldOf(each).value === time));
  }
}

/** @param {HTMLFormElement} form @param {HTMLButtonElement} button */
async function act(form, button) {
  const line = button.closest("li") ?? form;
  const sent = new FormData(form, button);
  // A form in an open row comes from the reservation's page, and would return there.
  sent.set("volver", here());
  const [, folio] = form.action.split("/reserva/");
  const isMove = folio && button.name === "accion";
  if (isMove) store("hecho", { folio, version: Number(sent.get("version")) + 1, at: Date.now() });
  const body = new URLSearchParams(/** @type {any} */ (sent));
  const address = button.getAttribute("formaction") ?? form.action;
  const answer = await request(line, address, { method: "POST", body, redirect: "manual" });
  if (answer === null) return;
  if (answer.type !== "opaqueredirect") return show(pageOf(await answer.text()), form);
  for (const field of form.querySelectorAll("textarea, input")) {
    fieldOf(field).defaultValue = fieldOf(field).value;
  }
  form.closest(".change")?.remove();
  line.classList.add("sent");
  if (isMove && form.id === "undo") tell("");
  else if (folio && !isMove && address === form.action) tell("Guardado");
  dispatchEvent(new Event("hecho"));
}

/** Shows an answer that is no redirect: a question or a refusal. @param {Document} page @param {HTMLFormElement} form */
function show(page, form) {
  const place = form.closest(".change");
  const corrected = page.querySelector(".change:has([aria-invalid], [role=alert])");
  const main = page.getElementById("main");
  if (place && corrected && !page.querySelector("main > .alarm")) {
    place.replaceWith(corrected);
    /** @type {HTMLElement | null} */ (corrected.querySelector("[autofocus]"))?.focus();
  } else if (main) {
    byId("main")?.replaceWith(main);
    document.title = page.title;
    scrollTo(0, 0);
    main.focus();
  } else alarm("No se pudo guardar: vuelve a intentarlo.");
}

/** Offers to undo the last move until it is old or the reservation changes again. */
export function showUndo() {
  const { folio = "", version = 0, at = 0 } = stored("hecho") ?? {};
  const row = byId(folio);
  const left = at + UNDO_MS - Date.now();
  const isLast = row?.dataset.hecho && Number(row.dataset.version) === version;
  const offers = byId("undo")?.querySelector("[name=accion]:not([hidden])");
  if (isLast && left > 0) {
    const name = row.querySelector(".named")?.textContent;
    tell(`${row.dataset.hecho}${name}`, left, { folio, version });
  } else if (offers) tell("");
}

/** The listed times follow the form's day. @param {Event} event */
async function followDay({ target }) {
  if (!(target instanceof HTMLInputElement) || !target.form) return;
  const { form, id, value } = target;
  if (id === "f-hora") choose(form, value);
  if (id !== "f-dia") return;
  const sent = new FormData(form, form.querySelector("[name=horas]"));
  const body = new URLSearchParams(/** @type {any} */ (sent));
  const answer = await fetch(form.action, { method: "POST", body }).catch(() => null);
  const hours = pageOf(await answer?.text() ?? "").getElementById("horas");
  if (hours) byId("horas")?.replaceWith(hours);
}

/** A link that cannot be followed now would leave the browser's error page. @param {MouseEvent} event */
function stayHere(event) {
  const link = closest(event.target, "a[href^='/']");
  if (!(link instanceof HTMLAnchorElement) || !isLost()) return;
  if (link.hash !== "" && link.pathname + link.search === here()) return;
  event.preventDefault();
  tell(OFFLINE);
}
