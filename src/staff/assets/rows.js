/** The rows: they open, their forms are sent without loading the page again, and the last move can be undone. */
import {
  alarm,
  byId,
  here,
  isFolded,
  isLost,
  isTyped,
  pageOf,
  report,
  request,
  since,
  store,
  stored,
  tell,
} from "./page.js";

/** The last move can be undone for this time. */
const UNDO_MS = 10_000;
const ELSEWHERE = "Antes guarda o borra lo que escribiste en otra parte del tablero.";
const OFFLINE = "Sin conexión: se puede en cuanto vuelva.";

export function startRows() {
  addEventListener("toggle", open, true);
  addEventListener("click", openLink);
  addEventListener("submit", send);
  addEventListener("change", followDay);
  addEventListener("input", followPhone);
  /** @type {any} */
  const bar = byId("undo");
  // One that comes with the page is newer than the last move, or is that move.
  const [, folio] = bar.action.split("/reserva/");
  const last = folio && { folio, version: Number(bar.elements.version.value), at: Date.now() };
  if (!bar.hidden) store("hecho", last ?? null);
  setTimeout(() => bar.matches("[action='/cierres']") && tell(""), UNDO_MS);
  bar.querySelector("[type=button]").addEventListener("click", () => tell(""));
}

/** Gives the focus to the same control, else to the first of `lines` that is not folded away. */
export function focusLike(active, lines) {
  const isSame = (each) => each.id ? each.id === active.id : each.isEqualNode(active);
  const same = [...document.querySelectorAll("#news *, main *")].find(isSame);
  const places = [same, ...lines.map((each) => each && byId(`${each.id}-n`)), byId("main")];
  places.find((each) => each && !isFolded(each)).focus({ preventScroll: true });
}

/** An open row shows a part of the reservation's page below its line. */
function open({ target }) {
  if (target.open && target.querySelector(":scope > .unread")) readRest(target);
}

async function readRest({ parentElement: { id } }) {
  const answer = await request(byId(id), `/reserva/${id}`);
  const rest = answer && pageOf(await answer.text()).querySelector(".more");
  const old = byId(id)?.querySelector(".more");
  if (!rest || !old || isHeld(old)) return;
  const active = document.activeElement;
  const hadFocus = old.contains(active);
  old.replaceWith(rest);
  if (hadFocus) focusLike(active, [byId(id)]);
}

/** Whether the part below a line holds what another reading of it would take away. */
const isHeld = (rest) => isTyped(rest) || rest.querySelector(".change") !== null;

/** The version that each row has after what was last done to it here. */
const own = new Map();

/** Keeps a half-typed form, for the version that was read: sending it is refused after another's change. */
export function keepRest(before, now) {
  const rest = before.querySelector(".more");
  now.querySelector(".more").remove();
  // A field that is inserted, not moved, loses the focus, and a tablet's keyboard closes.
  (now.moveBefore ?? now.insertBefore).call(now, rest, null);
  const { id, dataset } = now.parentElement;
  for (const field of rest.querySelectorAll("[name=version]")) {
    const isNext = Number(field.value) + 1 === own.get(id);
    if (isNext && dataset.version === String(own.get(id))) field.value = dataset.version;
  }
  if (isHeld(rest)) return;
  const markOf = ({ parentElement: { className, dataset } }) => className + dataset.version;
  if (markOf(now) !== markOf(before)) readRest(now);
}

/** "Cambiar" opens its form in the row. Without a connection no link is followed, to the browser's error page. */
async function openLink(event) {
  const link = event.target.closest("a[href^='/']");
  const isHere = link?.hash !== "" && link?.pathname + link?.search === here();
  const row = event.target.closest(".row .acting a[href*='?']")?.closest(".row");
  if (!link || isHere || !(isLost() || row)) return;
  event.preventDefault();
  const answer = isLost() ? tell(OFFLINE) : await request(row, link.href);
  const form = answer && pageOf(await answer.text()).querySelector(".change");
  if (!form) return;
  // Only one form may be open: the ids of its fields are those of the page's form.
  const other = document.querySelector(".row .change");
  if (other && isTyped(other)) return tell(ELSEWHERE);
  other?.remove();
  byId(row.id)?.querySelector(".more").append(form);
  byId("f-dia")?.focus();
}

const SENT_HERE = "#board form[method=post], #news, #undo[action^='/reserva/']";

/** Sends the board's forms without loading the page again. */
function send(event) {
  const { target: form, submitter } = event;
  if (submitter?.name === "poner") choose(form, submitter.value);
  else if (!submitter || !form.matches(SENT_HERE)) {
    // The browser's error page would replace the board for good.
    if (!isLost()) return remember(form, submitter);
    tell(OFFLINE);
  } else if (!submitter.closest("[aria-busy], .sent")) act(form, submitter);
  event.preventDefault();
}

/** Puts a time into the form's field, and shows which listed one it is. */
function choose(form, time) {
  form.elements.hora.value = time;
  for (const each of form.querySelectorAll("[name=poner]")) {
    each.ariaPressed = String(each.value === time);
  }
}

const fieldsOf = (form, button) =>
  new URLSearchParams(/** @type {any} */ (new FormData(form, button)));

/** Remembers a move as what was done last: one that is asked about, once that is answered. @returns whether it is one */
function remember(form, button) {
  const [, folio] = form.action.split("/reserva/");
  const body = fieldsOf(form, button);
  const isMove = folio &&
    /^(llego|se_fue|avisar|no_vino|cancelar|deshacer)$/.test(body.get("accion"));
  if (isMove) store("hecho", { folio, version: Number(body.get("version")) + 1, at: Date.now() });
  return isMove;
}

async function act(form, button) {
  const line = button.closest("li") ?? form;
  const body = fieldsOf(form, button);
  const sent = [...form.querySelectorAll("textarea, input")].map((field) => [field, field.value]);
  // A form in an open row would return to the reservation's page, from which it comes.
  body.set("volver", here());
  const [, folio] = form.action.split("/reserva/");
  const isMove = remember(form, button);
  const address = button.getAttribute("formaction") ?? form.action;
  const answer = await request(line, address, { method: "POST", body, redirect: "manual" });
  if (answer === null) return;
  const page = answer.type === "opaqueredirect" ? null : pageOf(await answer.text());
  const chat = /** @type {any} */ (page?.getElementById("chat"));
  // Where the browser opens no tab, the page has the link.
  if (page && !(chat && globalThis.open(chat.href, "_blank"))) return show(page, form, line);
  for (const [field, value] of sent) field.defaultValue = value;
  form.closest(".change")?.remove();
  own.set(folio, Number(body.get("version")) + 1);
  // The bar stays, for the next move; everything else that is sent here is replaced.
  if (form.id !== "undo") line.classList.add("sent");
  else if (byId("board")) tell("");
  // No reading brings another page's rows up to date.
  else return location.assign(here());
  if (folio && !isMove && address === form.action) tell("Guardado");
  dispatchEvent(new Event("hecho"));
}

/**
 * Shows a question or a refusal, in the row's form if that must be corrected, else as the page, but for one that would
 * take away what is typed: then below the line.
 */
function show(page, form, line) {
  const place = form.closest(".row .change");
  const corrected = page.querySelector(".change:has([aria-invalid], [role=alert])");
  const main = page.getElementById("main");
  // The page of a session holds what it asks about.
  const holds = page.getElementById("lost") && main?.querySelector("form");
  if (place && corrected && !page.querySelector("main > .alarm")) {
    place.replaceWith(corrected);
    corrected.querySelector("form").dataset.answer = "";
    corrected.querySelector("[autofocus]")?.focus();
  } else if (!main) alarm("No se pudo guardar: vuelve a intentarlo.");
  else if (isTyped(document, holds && form)) {
    report(line, holds ? ELSEWHERE : main.querySelector("p").textContent);
  } else {
    byId("main").replaceWith(main);
    document.body.dataset.answer = "";
    document.title = page.title;
    scrollTo(0, 0);
    main.focus();
  }
}

/** Offers to undo the last move until it is old or the reservation changes again. */
export function showUndo() {
  const { folio, version, at = 0 } = stored("hecho") ?? {};
  const row = byId(folio);
  const left = UNDO_MS - since(at);
  const isLast = row?.dataset.hecho && Number(row.dataset.version) === version;
  if (isLast && left > 0) {
    const words = row.dataset.hecho + row.querySelector(".named").textContent;
    tell(words, left, { folio, version });
  } else if (folio && byId("undo").querySelector("[name=accion]:not([hidden])")) tell("");
}

/** Reads the listed times and the tables anew for the form's day. */
async function followDay(event) {
  const { id, form, value } = event.target;
  if (id === "f-hora") choose(form, value);
  if (id !== "f-dia") return;
  const chosen = () => ["hora", "mesa"].map((name) => fieldsOf(form).get(name)).join();
  const before = chosen();
  const page = await formAnew(form);
  if (event.target.value !== value) return;
  // The answer would put back what was chosen meanwhile.
  if (chosen() !== before) return followDay(event);
  for (const part of ["horas", "mesas"].map((part) => page.getElementById(part))) {
    if (part) byId(part.id)?.replaceWith(part);
  }
}

/** Shows what is known of a phone number once it is whole. */
async function followPhone({ target }) {
  const { id, form, value } = target;
  if (id !== "f-telefono" || !byId("known")) return;
  const isWhole = value.replace(/\D/g, "").length >= (/^\s*\+52/.test(value) ? 12 : 10);
  const known = isWhole ? (await formAnew(form)).getElementById("known") : null;
  if (target.value === value) byId("known").replaceChildren(...known?.childNodes ?? []);
}

/** The form's page for what was typed; empty without an answer. */
async function formAnew(form) {
  const body = fieldsOf(form, form.elements.horas);
  const answer = await fetch(form.action, { method: "POST", body }).catch(() => null);
  return pageOf(await answer?.text() ?? "");
}
