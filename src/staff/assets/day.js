// @ts-check
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/** The day stays up to date: it is read after each change, put in the place of the old one, and an alarm says when it could not be read. */
import {
  alarm,
  byId,
  here,
  isFolded,
  isLost,
  isStill,
  markRead,
  pageOf,
  replacing,
  SILENCE_MS,
  sleep,
  startTaps,
  TAP_MS,
  unrest,
} from "./page.js";
import { focusLike, keepRest, showUndo, startRows } from "./rows.js";
import { announce, startShift } from "./shift.js";

/** A page reads its day at most once in READ_MS, and at least once in POLL_MS. */
const READ_MS = 500;
const POLL_MS = 2_000;
/** All pages learn of a change at once: their reads are spread. */
const SPREAD_MS = 250;
/** For this time a row that was settled stays in its place, unless one scrolls. */
const HELD_MS = 5_000;
const LOST = "Sin conexión: lo que ves puede no estar al día. Se vuelve a intentar…";
const UNREADABLE = "El tablero no puede leer las reservaciones. Lo sigue intentando.";

let reading = false;
let again = false;
/** The day's markup as last shown, and its entity tag; both empty if it must be read and shown whatever it is. */
let shown = "";
let tag = "";
let lastAsked = 0;
let lastHeard = 0;
/** @type {EventSource} */
let source;
/** Until when a settled row stays in its place, by folio. */
let held = new Map();
/** Where the window stood after the last change of the list. */
let placed = 0;

/** Begins at once: the page may be older than its script. */
export function start() {
  document.documentElement.classList.add("script");
  startTaps();
  startRows();
  if (!byId("lost")) return;
  showUndo();
  startShift();
  listen();
  setInterval(watch, READ_MS);
  addEventListener("offline", lose);
  // Whatever fails, the page may no longer show what is: only a reading that succeeds to its end takes the alarm back.
  addEventListener("error", lose);
  addEventListener("unhandledrejection", lose);
  addEventListener("hecho", readAnew);
  addEventListener("pagehide", () => source.close());
  addEventListener("scroll", () => Math.abs(scrollY - placed) > 4 && release());
}

/** Whether the page shows what it knows. */
export const isIdle = () => !reading && !again;

function readAnew() {
  shown = tag = "";
  return readChanges();
}

/** Reads the day again, and once more if it changes meanwhile. */
export async function readChanges() {
  again = true;
  if (reading) return;
  for (reading = true; again;) {
    await sleep(Math.max(Math.random() * SPREAD_MS, unrest()));
    again = false;
    await Promise.all([readDay().catch(lose), sleep(READ_MS)]);
  }
  reading = false;
}

async function readDay() {
  lastAsked = Date.now();
  const signal = AbortSignal.timeout(SILENCE_MS);
  /** @type {Record<string, string>} */
  const headers = tag === "" ? {} : { "if-none-match": tag };
  const address = `/tablero?dia=${byId("board")?.dataset.dia ?? ""}`;
  const answer = await fetch(address, { signal, headers }).catch(() => null);
  const markup = await answer?.text().catch(() => null) ?? null;
  if (answer === null || markup === null) return;
  if (answer.status === 401) return location.assign(here());
  const isKnown = answer.status === 304;
  if (!answer.ok && !isKnown) alarm(UNREADABLE);
  if (!isKnown && !(answer.ok && isStill())) return void (again = true);
  if (!isKnown && markup !== shown) {
    const fresh = pageOf(markup);
    const version = fresh.getElementById("board")?.dataset.version;
    if (version !== document.body.dataset.version) return location.assign(here());
    showDay(fresh);
    announce(document);
    shown = markup;
  }
  if (!isKnown) tag = answer.headers.get("etag") ?? "";
  markRead();
  alarm("");
  document.body.dataset.vivo = "si";
}

/** @param {Document} fresh */
function showDay(fresh) {
  const [news, board] = ["news", "board"].map((id) => fresh.getElementById(id));
  replacing(() => {
    if (news) swapNews(news);
    if (board && byId("board")) swap(board);
  });
  showUndo();
}

/** @param {HTMLElement} fresh */
function swapNews(fresh) {
  const active = document.activeElement?.closest("#news *");
  const wasOpen = document.querySelector("#news-list[open]") !== null;
  byId("news")?.replaceWith(fresh);
  byId("news-list")?.toggleAttribute("open", wasOpen);
  if (active) focusLike(active, []);
}

/** @param {Element} element */
const topOf = (element) => element.getBoundingClientRect().top;

/** Replaces the day's markup; focus, scroll, open rows and half-typed text stay. @param {HTMLElement} fresh */
function swap(fresh) {
  const old = byId("board");
  if (old === null) return;
  const read = [...old.querySelectorAll(".row")].find((row) => topOf(row) > 0);
  const top = read ? topOf(read) : 0;
  const active = document.activeElement?.closest("#board *");
  const line = active?.closest("li[id]");
  hold(old, fresh);
  old.after(fresh);
  for (const before of old.querySelectorAll("details[id], input[id]")) {
    const now = fresh.querySelector(`[id="${before.id}"]`);
    if (!(now instanceof HTMLDetailsElement && before instanceof HTMLDetailsElement)) {
      Object.assign(now ?? {}, { value: /** @type {HTMLInputElement} */ (before).value });
      continue;
    }
    now.open = before.open;
    if (before.open && now.matches(".row > *")) keepRest(before, now);
  }
  old.remove();
  const moved = read && byId(read.id);
  if (moved && !isFolded(moved) && scrollY > 0) scrollBy(0, topOf(moved) - top);
  placed = scrollY;
  if (active) focusLike(active, [line, line?.nextElementSibling, line?.previousElementSibling]);
}

/**
 * Leaves rows that were settled a moment ago in their place, so that no other row comes under the finger.
 * @param {Element} old @param {Element} fresh
 */
function hold(old, fresh) {
  const until = new Map();
  for (const before of old.querySelectorAll(".hour .row")) {
    const row = fresh.querySelector(`#settled [id="${before.id}"]`);
    const end = held.get(before.id) ?? Date.now() + HELD_MS;
    if (row === null || end <= Date.now()) continue;
    const list = hourOf(before, fresh);
    const next = following(before, (each) => list?.querySelector(`[id="${each.id}"]`) ?? null);
    row.classList.add("held");
    list?.insertBefore(row, next);
    until.set(before.id, end);
    if (!held.has(before.id)) setTimeout(release, HELD_MS, before.id);
  }
  held = until;
}

/** The rows of the hour of `before`, which stays while a row of it does. @param {Element} before @param {Element} fresh */
function hourOf(before, fresh) {
  const old = before.closest(".hour");
  /** @param {Element} hour */
  const same = (hour) => fresh.querySelector(`.hour[id="${hour.id}"]`);
  const hour = old && (same(old) ?? old.cloneNode(true));
  if (!(hour instanceof HTMLElement)) return null;
  const rows = hour.querySelector(".rows");
  if (!hour.isConnected && !fresh.contains(hour)) {
    rows?.replaceChildren();
    fresh.querySelector(".day")?.insertBefore(hour, following(old, same));
  }
  return rows;
}

/**
 * What `same` finds of the first element after `element` of which it finds something.
 * @param {Element | null} element @param {(each: Element) => Element | null} same
 */
function following(element, same) {
  for (let next = element?.nextElementSibling; next; next = next.nextElementSibling) {
    const found = same(next);
    if (found !== null) return found;
  }
  return null;
}

/** Lets settled rows go to their fold: one, or all. @param {string} [folio] */
function release(folio) {
  const due = [...held.keys()].filter((each) => folio === undefined || each === folio);
  if (due.length === 0) return;
  if (!isStill()) return void setTimeout(release, TAP_MS, folio);
  for (const each of due) held.set(each, 0);
  if (shown !== "") showDay(pageOf(shown));
}

/** The browser reconnects by itself, but not after a refusal or while a connection is silent: watch() does. */
function listen() {
  source?.close();
  lastHeard = Date.now();
  source = new EventSource("/eventos");
  for (const kind of ["latido", "cambio"]) {
    source.addEventListener(kind, () => {
      lastHeard = Date.now();
      if (kind === "cambio" || shown === "") readChanges();
    });
  }
}

function watch() {
  if (isLost()) lose();
  const isSilent = Date.now() - lastHeard > SILENCE_MS;
  if (isSilent || source.readyState === EventSource.CLOSED) listen();
  if (Date.now() - lastAsked > POLL_MS) readChanges();
}

function lose() {
  shown = tag = "";
  delete document.body.dataset.vivo;
  alarm(LOST);
}
