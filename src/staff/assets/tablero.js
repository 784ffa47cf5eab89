// The board's script. The board works without it, but then does not update itself or ring, and each tap loads the page again.
"use strict";

/** For this time after a tap nothing moves, and another tap near it is ignored. */
const TAP_MS = 900;
const TAP_PX = 40;
const ANSWER_MS = 3_000;
/** The server sends a heartbeat every 2 seconds. */
const SILENCE_MS = 4_500;
/** A page reads its day at most once in READ_MS. All pages learn of a change at once: their reads are spread. */
const READ_MS = 500;
const SPREAD_MS = 250;

const byId = (id) => document.getElementById(id);
const pageOf = (markup) => new DOMParser().parseFromString(markup, "text/html");
const stored = (key) => JSON.parse(sessionStorage.getItem(key) ?? "null");
const store = (key, value) => sessionStorage.setItem(key, JSON.stringify(value));
/** During a shift the page rings and the screen stays on, which browsers allow only after a tap. */
const onShift = () => stored("turno") === true;
const isStill = () => Date.now() - tapped.at > TAP_MS;
const here = () => location.pathname + location.search;
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The last tap, on this page or the one before. */
let tapped = stored("toque") ?? { at: 0, x: 0, y: 0 };
let reading = false;
let again = false;
/** The day's markup as last read; empty if the next one must be swapped in even if it is equal. */
let shown = "";
let source = null;
let lastHeard = 0;
let sound = null;
let screenLock = null;

addEventListener("click", (event) => {
  keepShift();
  // A key acts on the focused element, which does not move.
  if (event.detail === 0 || !event.target.closest("button, a, summary")) return;
  const { clientX: x, clientY: y } = event;
  if (!isStill() && Math.hypot(x - tapped.x, y - tapped.y) < TAP_PX) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  store("toque", tapped = { at: Date.now(), x, y });
}, true);

/** Reads the day again, and once more if it changes meanwhile. */
async function readChanges() {
  again = true;
  if (reading) return;
  for (reading = true; again;) {
    await sleep(Math.max(Math.random() * SPREAD_MS, tapped.at + TAP_MS - Date.now()));
    again = false;
    await Promise.all([readDay(), sleep(READ_MS)]);
  }
  reading = false;
}

async function readDay() {
  const dia = byId("board")?.dataset.dia ?? "";
  const signal = AbortSignal.timeout(SILENCE_MS);
  const answer = await fetch(`/tablero?dia=${dia}`, { signal }).catch(() => null);
  const markup = await answer?.text().catch(() => null) ?? null;
  if (markup === null) return;
  if (answer.status === 401) return location.assign(here());
  alarm(answer.ok ? "" : "El tablero no puede leer las reservaciones. Lo sigue intentando.");
  if (!answer.ok || !isStill()) return void (again = true);
  if (markup === shown) return;
  const fresh = pageOf(markup).getElementById("board");
  if (fresh?.dataset.version !== document.body.dataset.version) return location.assign(here());
  shown = markup;
  if (byId("board")) swap(byId("board"), fresh);
  announce(fresh);
  document.body.dataset.vivo = "si";
}

/** Replaces the day's markup; focus, scroll, open rows and half-typed text stay. */
function swap(old, fresh) {
  const topOf = (element) => element.getBoundingClientRect().top;
  const read = [...old.querySelectorAll(".row")].find((row) => topOf(row) > 0);
  const top = read && topOf(read);
  const active = document.activeElement.closest("#board *");
  const line = active?.closest("li[id]");
  old.after(fresh);
  for (const before of old.querySelectorAll("details[id], input[id]")) {
    const now = fresh.querySelector(`#${before.id}`);
    if (!now) continue;
    Object.assign(now, { open: before.open, value: before.value });
    if (before.open && now.matches(".row > *")) keepRest(before, now);
  }
  old.remove();
  const moved = read && byId(read.id);
  if (moved && !isFolded(moved) && scrollY > 0) scrollBy(0, topOf(moved) - top);
  if (active) focusLike(active, [line, line?.nextElementSibling, line?.previousElementSibling]);
  showUndo();
}

const isFolded = (element) => element.closest("details:not([open]) > :not(summary)") !== null;

/** Gives the focus to the same control, else to the first of `lines` that is not folded away. */
function focusLike(active, lines) {
  const isSame = (each) => each.id ? each.id === active.id : each.isEqualNode(active);
  const same = [...document.querySelectorAll("#board *")].find(isSame);
  const places = [same, ...lines.map((each) => each && byId(`${each.id}-n`)), byId("main")];
  places.find((each) => each && !isFolded(each)).focus({ preventScroll: true });
}

// An open row shows a part of the reservation's page below its line.
addEventListener("toggle", ({ target }) => {
  if (target.open && target.querySelector(":scope > .unread")) readRest(target);
}, true);

async function readRest({ parentElement: { id } }) {
  const answer = await request(byId(id), `/reserva/${id}`);
  const rest = answer && pageOf(await answer.text()).querySelector(".more");
  if (rest) byId(id)?.querySelector(".more").replaceWith(rest);
}

/** A half-typed form stays, for the version that was read: if another change came first, sending it is refused. */
function keepRest(before, now) {
  const rest = before.querySelector(".more");
  now.querySelector(".more").remove();
  // Moved if the browser can: a field that is inserted again loses the focus, and a tablet's keyboard closes.
  (now.moveBefore ?? now.insertBefore).call(now, rest, null);
  const fields = [...rest.querySelectorAll("textarea, input")];
  if (fields.some(({ value, defaultValue }) => value !== defaultValue)) return;
  const markOf = ({ parentElement: { className, dataset } }) => className + dataset.version;
  if (markOf(now) !== markOf(before)) readRest(now);
}

/** The browser reconnects by itself, but not after a refusal or while a connection is silent: watch() does. */
function listen() {
  source?.close();
  lastHeard = Date.now();
  source = Object.assign(new EventSource("/eventos"), { onerror: showLost });
  for (const kind of ["latido", "cambio"]) {
    source.addEventListener(kind, () => {
      lastHeard = Date.now();
      if (kind === "cambio" || shown === "") readChanges();
    });
  }
}

function watch() {
  const isSilent = Date.now() - lastHeard > SILENCE_MS;
  if (!isSilent && source.readyState !== EventSource.CLOSED) return;
  showLost();
  listen();
  readChanges();
}

function showLost() {
  shown = "";
  delete document.body.dataset.vivo;
  alarm("Sin conexión: lo que ves puede no estar al día. Se vuelve a intentar…");
}

function alarm(words) {
  if (byId("lost").textContent !== words) byId("lost").textContent = words;
}

// Sends the board's forms without loading the page again.
addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  const [, folio] = form.action.split("/reserva/");
  const version = Number(form.elements.version?.value) + 1;
  if (folio && submitter?.name === "accion") store("hecho", { folio, version });
  // Also while the connection is lost: the browser's error page would replace the board for good.
  if (submitter?.name === "poner") byId("f-hora").value = submitter.value;
  else if (!submitter || !form.matches("#board form[method=post], #undo")) return;
  else if (!submitter.closest("[aria-busy], .sent")) act(form, submitter);
  event.preventDefault();
});

async function act(form, submitter) {
  const line = submitter.closest("li") ?? form;
  const body = new URLSearchParams(new FormData(form, submitter));
  // A form in an open row comes from the reservation's page, and would return there.
  body.set("volver", here());
  const options = { method: "POST", body, redirect: "manual" };
  const answer = await request(line, submitter.getAttribute("formaction") ?? form.action, options);
  if (answer === null) return;
  if (answer.type !== "opaqueredirect") return show(pageOf(await answer.text()));
  for (const field of form.querySelectorAll("textarea, input")) field.defaultValue = field.value;
  line.classList.add("sent");
  shown = "";
  readChanges();
}

/** @returns null if there is no answer, which the line reports */
async function request(line, address, options) {
  line.ariaBusy = "true";
  const slow = setTimeout(() => report(line, "Todavía no hay respuesta…"), ANSWER_MS);
  const answer = await fetch(address, options).catch(() => null);
  clearTimeout(slow);
  line.ariaBusy = null;
  report(line, answer ? "" : "No hubo respuesta: revisa si quedó y vuelve a intentarlo.");
  return answer;
}

function report({ id }, textContent) {
  if (!byId(id)) return alarm(textContent);
  byId(id).querySelector(":scope > .wrong")?.remove();
  const words = { className: "wrong", role: "alert", textContent };
  byId(id).append(Object.assign(document.createElement("p"), words));
}

/** Shows an answer that is no redirect: a question or a refusal. */
function show(page) {
  const main = page.getElementById("main");
  if (!main) return alarm("No se pudo guardar: vuelve a intentarlo.");
  byId("main").replaceWith(main);
  document.title = page.title;
  scrollTo(0, 0);
  main.focus();
}

/** Offers to undo the last move, away from the finger, until the reservation changes again. */
function showUndo() {
  const bar = byId("undo");
  const { folio, version } = stored("hecho") ?? {};
  const row = byId(folio);
  if (!bar) return;
  bar.hidden = !row?.dataset.hecho || Number(row.dataset.version) !== version;
  if (bar.hidden) return;
  bar.querySelector("p").textContent = row.dataset.hecho + row.querySelector(".named").textContent;
  bar.action = `/reserva/${folio}`;
  bar.elements.version.value = version;
  bar.className = tapped.y > innerHeight / 2 ? "undo above" : "undo";
}

/** Counts the unacknowledged reservations in the title, and rings for new ones and those that have waited for long. */
function announce(fresh) {
  const news = [...fresh.querySelectorAll("#news li")];
  const count = news.length > 0 ? `(${news.length}) ` : "";
  document.title = document.title.replace(/^(\(\d+\) )?/, count);
  const rung = stored("sonaron") ?? [];
  store("sonaron", news.map(({ dataset }) => dataset.turno));
  const due = news.find(({ dataset }) => !rung.includes(dataset.turno));
  if (!due) return;
  byId("said").textContent = `${due.dataset.aviso}: ${due.querySelector("a").textContent}`;
  ring();
}

function ring() {
  if (!onShift() || sound?.state !== "running") return;
  const now = sound.currentTime;
  const [tone, volume] = [sound.createOscillator(), sound.createGain()];
  tone.frequency.setValueCurveAtTime([988, 988, 784, 784], now, 1);
  volume.gain.setValueCurveAtTime([0.4, 0.1, 0], now, 1);
  tone.connect(volume).connect(sound.destination);
  tone.start(now);
  tone.stop(now + 1);
}

/** Sound first: Safari allows it only while a tap is handled. */
async function keepShift() {
  if (onShift()) sound ??= Object.assign(new AudioContext(), { onstatechange: showShift });
  const heard = onShift() ? sound.resume() : sound?.suspend();
  if (!onShift()) screenLock?.release();
  else if (document.visibilityState === "visible" && screenLock?.released !== false) {
    screenLock = await navigator.wakeLock?.request("screen").catch(() => null);
  }
  showShift();
  await heard;
}

function showShift() {
  if (!byId("shift")) return;
  const [button, state] = byId("shift").children;
  button.lastChild.textContent = onShift() ? " Terminar turno" : " Empezar turno";
  const heard = sound?.state === "running" ? "Suena" : "Toca para que suene";
  state.textContent = onShift() ? heard : "";
}

// The listed times follow the form's day.
addEventListener("change", async ({ target: { id, form } }) => {
  if (id !== "f-dia") return;
  const body = new URLSearchParams(new FormData(form, form.elements.horas));
  const answer = await fetch(form.action, { method: "POST", body }).catch(() => null);
  const hours = pageOf(await answer?.text() ?? "").getElementById("horas");
  if (hours) byId("horas").replaceWith(hours);
});

byId("print")?.addEventListener("click", () => print());
byId("shift")?.querySelector("button").addEventListener("click", () => {
  store("turno", !onShift());
  keepShift().then(ring);
});

if (byId("lost")) {
  showUndo();
  listen();
  setInterval(watch, 500);
  addEventListener("offline", showLost);
  addEventListener("pagehide", () => source.close());
  document.addEventListener("visibilitychange", keepShift);
  keepShift();
}
