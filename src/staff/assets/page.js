/** What the modules share: the page's elements, what the tab remembers, taps, and messages. */

/** For this time after a tap the list stays, and another tap near it is ignored. */
const TAP_MS = 900;
const TAP_PX = 40;
/** For this time after another control came to a place, a tap there is ignored. */
const MOVED_MS = 500;
const ANSWER_MS = 3_000;
const TOLD_MS = 4_000;
/** The page counts as up to date for this time after it was read. */
export const SILENCE_MS = 4_500;

export const byId = (id) => document.getElementById(id);
export const pageOf = (markup) => new DOMParser().parseFromString(markup, "text/html");
export const stored = (key) => JSON.parse(sessionStorage.getItem(key) ?? "null");
export const store = (key, value) => sessionStorage.setItem(key, JSON.stringify(value));
export const here = () => location.pathname + location.search;
export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
/** How long ago an instant was; after the clock was set back, one that it has not reached is long ago. */
export const since = (at) => Date.now() < at ? Infinity : Date.now() - at;
export const isFolded = (element) =>
  element.closest("details:not([open]) > :not(summary)") !== null;

const TYPED = "[data-answer], form:is([method=post], [data-kept]) :is(textarea, input, option)";

/** Whether `place` holds what was typed or chosen for a form, other than `but`, and not saved. */
export const isTyped = (place, but = null) =>
  [...place.querySelectorAll(TYPED)].some((each) =>
    each !== but && each.form !== but &&
    ("answer" in each.dataset || each.value !== (each.defaultValue ?? each.value) ||
      each.checked !== each.defaultChecked || each.selected !== each.defaultSelected)
  );

/** The last tap, on this page or the one before. */
let tapped = stored("toque") ?? { at: 0, x: 0, y: 0 };
/** When a pointer was last pressed: its tap is lost if the element moves meanwhile. */
let pressedAt = 0;
/** Whether the list may move. */
export const isStill = () => Math.min(since(tapped.at), since(pressedAt)) > TAP_MS;

let lastRead = Date.now();
export const markRead = () => void (lastRead = Date.now());
export const isLost = () => !navigator.onLine || since(lastRead) > SILENCE_MS;

const CONTROL = "button, a, summary";
/** When the list last changed, and where its controls were before and after that. */
let moved = { at: 0, before: controlsAt(), after: controlsAt() };

/** Finds the control at a point of the window: the innermost, and what stays in sight covers the list. */
function controlsAt() {
  const places = ["board", "news"]
    .flatMap((id) => [...byId(id)?.querySelectorAll(CONTROL) ?? []])
    .filter((each) => !isFolded(each))
    .map((each) => ({ name: nameOf(each), box: each.getBoundingClientRect() }));
  const isAt = ({ left, right, top, bottom }, x, y) =>
    left <= x && x <= right && top <= y && y <= bottom;
  return (x, y) => places.findLast(({ box }) => isAt(box, x, y))?.name;
}

/** What a control is, whatever it counts: in its row or table, where it leads or what it says. */
function nameOf(control) {
  const { id, textContent } = control;
  return id || `${control.closest("[id]").id} ${control.getAttribute("href") ?? textContent}`;
}

/** Runs `change`, and remembers the places of controls before and after it. */
export function replacing(change) {
  const before = controlsAt();
  change();
  moved = { at: Date.now(), before, after: controlsAt() };
}

const isMoving = () => since(moved.at) < MOVED_MS;
/** Whether a tap is taken anywhere. */
export const isSteady = () => isStill() && !isMoving();

export function startTaps() {
  addEventListener("pointerdown", () => void (pressedAt = Date.now()), true);
  addEventListener("click", takeTap, true);
}

function takeTap(event) {
  const { target, clientX: x, clientY: y } = event;
  // A key acts on the focused element, which does not move.
  if (event.detail === 0 || !target.closest(CONTROL)) return;
  const isSecond = since(tapped.at) < TAP_MS &&
    Math.hypot(x - tapped.x, y - tapped.y) < TAP_PX;
  const isMisled = !isSecond && isMoving() && target.closest("#board, #news") !== null &&
    moved.before(x, y) !== moved.after(x, y);
  if (isSecond || isMisled) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  if (isMisled) return tell("La lista se movió: vuelve a tocar.");
  store("toque", tapped = { at: Date.now(), x, y });
}

let fading = 0;

/** Shows `words` in the bar on top for `ms`; none hides it. Its button undoes `undoes`, a folio and its version. */
export function tell(words, ms = TOLD_MS, undoes = null) {
  /** @type {any} */
  const bar = byId("undo");
  clearTimeout(fading);
  if (words === "" && bar.contains(document.activeElement)) byId("main").focus();
  bar.hidden = words === "";
  bar.querySelector("p").textContent = words;
  const { accion, version } = bar.elements;
  accion.hidden = undoes === null;
  version.value = undoes?.version;
  bar.action = `/reserva/${undoes?.folio}`;
  if (words !== "") fading = setTimeout(tell, ms, "");
}

/** @param says texts and links; none if all is well */
export function alarm(...says) {
  const words = says.map((each) => each.textContent ?? each).join("");
  if (byId("lost").textContent !== words) byId("lost").replaceChildren(...says);
}

/** @returns null without an answer, which the line reports */
export async function request(line, address, options) {
  line.ariaBusy = "true";
  const slow = setTimeout(() => report(line, "Todavía no hay respuesta…"), ANSWER_MS);
  const answer = await fetch(address, options).catch(() => null);
  clearTimeout(slow);
  line.ariaBusy = null;
  report(line, answer ? "" : "No hubo respuesta: revisa si quedó y vuelve a intentarlo.");
  return answer;
}

/** Writes below the line, in place of what was written there. */
export function report({ id }, textContent) {
  if (!byId(id)) return alarm(textContent);
  byId(id).querySelector(":scope > .wrong")?.remove();
  const words = { className: "wrong", role: "alert", textContent };
  byId(id).append(Object.assign(document.createElement("p"), words));
}
