/** Keeps the day up to date: reads it every `READ_MS`, and raises an alarm if it cannot be read. */
import {
  alarm,
  byId,
  here,
  isFolded,
  isLost,
  isStill,
  isTyped,
  markRead,
  pageOf,
  replacing,
  SILENCE_MS,
  since,
  sleep,
  startTaps,
} from "./page.js";
import { focusLike, keepRest, showUndo, startRows } from "./rows.js";
import { announce, startShift } from "./shift.js";

const READ_MS = 500;
/** Settled rows stay in their place for this time after the last one, unless one scrolls. */
const HELD_MS = 5_000;
const LOST = "Sin conexión: lo que ves puede no estar al día. Se vuelve a intentar…";
const SIGNED_OUT =
  "Tu sesión terminó: esta pantalla ya no se actualiza. Lo que escribiste se queda. ";
const SIGN_IN = { href: "/entrar", target: "_blank", textContent: "Entrar en otra pestaña" };
const OUTDATED =
  "Hay un tablero nuevo: esta pantalla ya no se actualiza. Guarda o borra lo que escribiste y toca Hoy.";
const UNREADABLE = "El tablero no puede leer las reservaciones. Lo sigue intentando.";

/** The entity tag of the day that is shown; empty if it must be shown anew. */
let shown = "";
/** The number of acts on this page: a reading that began before the last one may not show it. */
let done = 0;
/** When the last row was settled; 0 once one scrolls. */
let settledAt = 0;
/** The scroll position after the last change of the list. */
let placed = 0;

/** Reads the day at once: the page may be older than its script. */
export function start() {
  document.documentElement.classList.add("script");
  byId("print")?.addEventListener("click", () => print());
  startTaps();
  if (!byId("lost")) return;
  startRows();
  showUndo();
  startShift();
  setInterval(watch, READ_MS);
  addEventListener("offline", lose);
  // After any failure the page may be out of date: only a complete reading takes the alarm back.
  addEventListener("error", lose);
  addEventListener("unhandledrejection", lose);
  addEventListener("hecho", () => {
    shown = "";
    done++;
  });
  addEventListener("scroll", () => {
    if (Math.abs(scrollY - placed) > 4) settledAt = 0;
  });
  keepReading();
}

/** Whether the page shows what was read last. */
export const isIdle = () => shown !== "";

/** A hidden tab slows timers down to one a minute, but not those after an answer. */
async function keepReading() {
  for (;;) {
    await readDay().catch(lose);
    await sleep(READ_MS);
  }
}

/** Loads the page anew, and waits: another try would cancel this one. It only says why while that would lose text. */
function leave(...why) {
  if (isTyped(document)) {
    halt(...why);
    return sleep(2_000);
  }
  location.assign(here());
  return sleep(10_000);
}

async function readDay() {
  const before = done;
  const signal = AbortSignal.timeout(SILENCE_MS);
  const headers = { "if-none-match": shown };
  const address = `/tablero?dia=${byId("board")?.dataset.dia ?? ""}`;
  const answer = await fetch(address, { signal, headers, redirect: "manual" }).catch(() => null);
  const markup = await answer?.text().catch(() => null) ?? null;
  if (markup === null) return;
  // The session has ended.
  if (answer.type === "opaqueredirect") {
    return leave(SIGNED_OUT, Object.assign(document.createElement("a"), SIGN_IN));
  }
  // The alarm was raised meanwhile: the day must be shown anew.
  if (answer.status === 304 && shown === "") return;
  if (answer.status !== 304) {
    if (!answer.ok) return halt(UNREADABLE);
    if (!isStill()) return markRead();
    const fresh = pageOf(markup);
    const { version } = fresh.getElementById("board").dataset;
    if (version !== document.body.dataset.version) return leave(OUTDATED);
    showDay(fresh);
    announce();
    shown = done === before ? answer.headers.get("etag") : "";
  }
  markRead();
  alarm("");
  document.body.dataset.vivo = "si";
}

function showDay(fresh) {
  const topOf = (element) => element.getBoundingClientRect().top;
  const read = [...document.querySelectorAll("#board .row")].find((row) => topOf(row) > 0);
  const top = read && topOf(read);
  const [news, board] = ["news", "board"].map((id) => fresh.getElementById(id));
  replacing(() => {
    swap(byId("news"), news);
    if (!byId("board")) return;
    hold(byId("board"), board);
    swap(byId("board"), board);
    const moved = read && byId(read.id);
    if (moved && !isFolded(moved) && scrollY > 0) scrollBy(0, topOf(moved) - top);
  });
  placed = scrollY;
  showUndo();
}

/** Replaces `old` by `fresh`, and keeps focus, open rows, half-typed text and what is scrolled inside. */
function swap(old, fresh) {
  const active = document.activeElement;
  const hadFocus = old.contains(active);
  const line = active.closest("li[id]");
  const scrolled = [...old.querySelectorAll("[id]")]
    .map(({ id, scrollLeft, scrollTop }) => ({ id, scrollLeft, scrollTop }))
    .filter(({ scrollLeft, scrollTop }) => scrollLeft !== 0 || scrollTop !== 0);
  old.after(fresh);
  for (const before of old.querySelectorAll("details[id], input[id]")) {
    const now = fresh.querySelector(`[id="${before.id}"]`);
    if (!now) continue;
    now.open = before.open;
    if (before.value !== before.defaultValue) now.value = before.value;
    if ((before.open || isTyped(before)) && now.matches(".row > *")) keepRest(before, now);
  }
  old.remove();
  for (const { id, scrollLeft, scrollTop } of scrolled) byId(id)?.scrollTo(scrollLeft, scrollTop);
  if (hadFocus) focusLike(active, [line, line?.nextElementSibling, line?.previousElementSibling]);
}

/** Keeps rows that were just settled in their place, so that no other row comes under the finger. */
function hold(old, fresh) {
  const lists = ".hour, .room";
  /** The row as it is now, if it belongs to another list. */
  const gone = (row) => {
    const now = fresh.querySelector(`:is(.room, #settled) [id="${row.id}"]`);
    return now?.closest(lists)?.id === row.closest(lists).id ? null : now;
  };
  if ([...old.querySelectorAll(":is(.hour, .room) .row:not(.held)")].some(gone)) {
    settledAt = Date.now();
  }
  if (since(settledAt) > HELD_MS) return;
  for (const list of old.querySelectorAll(lists)) {
    const now = fresh.querySelector(`[id="${list.id}"]`);
    let next = null;
    for (const before of now ? [...list.querySelectorAll(".row")].reverse() : []) {
      const row = gone(before);
      if (row) {
        row.classList.add("held");
        now.querySelector(".rows").insertBefore(row, next);
        now.hidden = false;
      }
      next = row ?? now.querySelector(`[id="${before.id}"]`) ?? next;
    }
  }
}

function watch() {
  if (isLost()) lose();
  if (since(settledAt) > HELD_MS && document.querySelector(".held")) shown = "";
}

const lose = () => outdate(LOST);

/** There is a connection, and yet the page cannot be brought up to date. */
function halt(...why) {
  markRead();
  outdate(...why);
}

function outdate(...why) {
  shown = "";
  delete document.body.dataset.vivo;
  alarm(...why);
}
