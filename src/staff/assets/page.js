// @ts-check
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/** What the modules share: the page's elements, what the tab remembers, taps, and words to the person at the board. */

/** For this time after a tap nothing moves, and another tap near it is ignored. */
export const TAP_MS = 900;
const TAP_PX = 40;
/** For this time after another row has come under the finger, a tap there does nothing. */
const MOVED_MS = 500;
const ANSWER_MS = 3_000;
const TOLD_MS = 4_000;
/** What was shown counts as up to date for this time after it was read. */
export const SILENCE_MS = 4_500;

/** @param {string} id */
export const byId = (id) => document.getElementById(id);
/** @param {string} markup */
export const pageOf = (markup) => new DOMParser().parseFromString(markup, "text/html");
/** @param {string} key */
export const stored = (key) => JSON.parse(sessionStorage.getItem(key) ?? "null");
/** @param {string} key @param {unknown} value */
export const store = (key, value) => sessionStorage.setItem(key, JSON.stringify(value));
export const here = () => location.pathname + location.search;
/** @param {number} ms */
export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
/** @param {EventTarget | null} target @param {string} selector */
export const closest = (target, selector) =>
  target instanceof Element ? target.closest(selector) : null;

/** @param {Element} element */
export const isFolded = (element) =>
  element.closest("details:not([open]) > :not(summary)") !== null;

/** The last tap, on this page or the one before. */
let tapped = stored("toque") ?? { at: 0, x: 0, y: 0 };
/** When a finger was last put down: what it is on stays until it is lifted, or else its tap is lost. */
let pressedAt = 0;
/** How long nothing may move yet, in milliseconds. */
export const unrest = () => Math.max(tapped.at, pressedAt) + TAP_MS - Date.now();
export const isStill = () => unrest() < 0;

let lastRead = Date.now();
export const markRead = () => void (lastRead = Date.now());
export const isLost = () => !navigator.onLine || Date.now() - lastRead > SILENCE_MS;

const MOVABLE = "li[id], details.time";
/** Where the rows were before and after the last change of the list. */
let moved = { at: 0, before: rowsAt(), after: rowsAt() };

/** What row is at a point of the window, until the list changes. */
function rowsAt() {
  const places = [...document.querySelectorAll(MOVABLE)].filter((row) => !isFolded(row))
    .map((row) => ({ id: row.id, box: row.getBoundingClientRect() }));
  /** @param {number} x @param {number} y */
  return (x, y) =>
    places.findLast(({ box }) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom)
      ?.id;
}

/** Changes the list, and remembers what row came into the place of another. @param {() => void} change */
export function replacing(change) {
  const before = rowsAt();
  change();
  moved = { at: Date.now(), before, after: rowsAt() };
}

/** Whether taps are taken wherever they fall. */
export const isSteady = () => isStill() && Date.now() - moved.at > MOVED_MS;

/** @param {number} x @param {number} y */
const isAnotherRow = (x, y) =>
  Date.now() - moved.at < MOVED_MS && moved.before(x, y) !== moved.after(x, y);

export function startTaps() {
  addEventListener("pointerdown", () => void (pressedAt = Date.now()), true);
  addEventListener("click", takeTap, true);
}

/** @param {MouseEvent} event */
function takeTap(event) {
  // A key acts on the focused element, which does not move.
  if (event.detail === 0 || !closest(event.target, "button, a, summary")) return;
  const { clientX: x, clientY: y } = event;
  const isSecond = Date.now() - tapped.at < TAP_MS &&
    Math.hypot(x - tapped.x, y - tapped.y) < TAP_PX;
  const isMisled = !isSecond && isAnotherRow(x, y);
  if (isSecond || isMisled) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  if (isMisled) return tell("La lista se movió: vuelve a tocar.");
  store("toque", tapped = { at: Date.now(), x, y });
}

/** @type {ReturnType<typeof setTimeout>} */
let fading;

/**
 * Says `words` beside the buttons at the top, where they cover no row, until they are old or closed.
 * @param {string} words none to say nothing any more
 * @param {number} ms for how long
 * @param {{ folio: string, version: number } | null} undoes the change that the bar's button takes back
 */
export function tell(words, ms = TOLD_MS, undoes = null) {
  const bar = byId("undo");
  if (!(bar instanceof HTMLFormElement)) return;
  clearTimeout(fading);
  if (words === "" && bar.contains(document.activeElement)) byId("main")?.focus();
  bar.hidden = words === "";
  for (const said of bar.querySelectorAll("p")) said.textContent = words;
  for (const button of bar.querySelectorAll("button")) {
    if (button.name === "accion") button.hidden = undoes === null;
  }
  bar.action = `/reserva/${undoes?.folio}`;
  for (const field of bar.querySelectorAll("input")) field.value = String(undoes?.version);
  if (words !== "") fading = setTimeout(() => tell(""), ms);
}

/** @param {string} words none if all is well */
export function alarm(words) {
  const place = byId("lost");
  if (place !== null && place.textContent !== words) place.textContent = words;
}

/**
 * @param {HTMLElement} line which reports it if there is no answer
 * @param {string} address
 * @param {RequestInit} [options]
 */
export async function request(line, address, options) {
  line.setAttribute("aria-busy", "true");
  const slow = setTimeout(() => report(line, "Todavía no hay respuesta…"), ANSWER_MS);
  const answer = await fetch(address, options).catch(() => null);
  clearTimeout(slow);
  line.removeAttribute("aria-busy");
  report(line, answer ? "" : "No hubo respuesta: revisa si quedó y vuelve a intentarlo.");
  return answer;
}

/** @param {HTMLElement} line @param {string} textContent */
function report({ id }, textContent) {
  const row = byId(id);
  if (row === null) return alarm(textContent);
  row.querySelector(":scope > .wrong")?.remove();
  const words = { className: "wrong", role: "alert", textContent };
  row.append(Object.assign(document.createElement("p"), words));
}
