// The board's script. Everything works without it but this: changes come by themselves, new reservations ring on every page,
// nothing moves under a finger, and a tap does not load the page anew.
"use strict";

/** After a tap nothing moves for so long, and another one near it is part of it. */
const TAP_MS = 900;
const TAP_PX = 40;
const ANSWER_MS = 3_000;
/** The server is heard every 2 seconds. */
const SILENCE_MS = 4_500;
/** A page reads its day anew at most so often. All are told at once: their readings are spread. */
const READ_MS = 500;
const SPREAD_MS = 250;

const byId = (id) => document.getElementById(id);
const pageOf = (markup) => new DOMParser().parseFromString(markup, "text/html");
const stored = (key) => JSON.parse(sessionStorage.getItem(key) ?? "null");
const store = (key, value) => sessionStorage.setItem(key, JSON.stringify(value));
/** A shift has sound and a screen that stays on, which browsers give only after a tap. */
const onShift = () => stored("turno") === true;
const isQuiet = () => Date.now() - tapped.at > TAP_MS;
const here = () => location.pathname + location.search;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The last tap, on this page or the one before. */
let tapped = stored("toque") ?? { at: 0, x: 0, y: 0 };
let reading = false;
let again = false;
/** What the server said of the day last; empty where the page must be swapped all the same. */
let shown = "";
let source = null;
let lastHeard = 0;
let sound = null;
let screenLock = null;

addEventListener("click", (event) => {
  keepShift();
  // Keys press what has the focus, which does not move.
  if (event.detail === 0 || !event.target.closest("button, a, summary")) return;
  const { clientX: x, clientY: y } = event;
  if (!isQuiet() && Math.hypot(x - tapped.x, y - tapped.y) < TAP_PX) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  store("toque", tapped = { at: Date.now(), x, y });
}, true);

/** Reads the day anew, once more where it changes meanwhile. */
async function changed() {
  again = true;
  if (reading) return;
  for (reading = true; again;) {
    await pause(Math.max(Math.random() * SPREAD_MS, tapped.at + TAP_MS - Date.now()));
    again = false;
    await Promise.all([readAnew(), pause(READ_MS)]);
  }
  reading = false;
}

async function readAnew() {
  const dia = byId("board")?.dataset.dia ?? "";
  const signal = AbortSignal.timeout(SILENCE_MS);
  const answer = await fetch(`/tablero?dia=${dia}`, { signal }).catch(() => null);
  const markup = await answer?.text().catch(() => null) ?? null;
  if (markup === null) return;
  if (answer.status === 401) return location.assign(here());
  alarm(answer.ok ? "" : "El tablero no puede leer las reservaciones. Lo sigue intentando.");
  if (!answer.ok || !isQuiet()) return void (again = true);
  if (markup === shown) return;
  const fresh = pageOf(markup).getElementById("board");
  if (fresh?.dataset.version !== document.body.dataset.version) return location.assign(here());
  shown = markup;
  if (byId("board")) swap(byId("board"), fresh);
  announce(fresh);
  document.body.dataset.vivo = "si";
}

/** Puts the day as it is now in the page's place: focus, scroll, what is open and what is half typed stay. */
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

/** Gives the focus to the same control, else to the first of `lines` that is in sight. */
function focusLike(active, lines) {
  const isSame = (each) => each.id ? each.id === active.id : each.isEqualNode(active);
  const same = [...document.querySelectorAll("#board *")].find(isSame);
  const places = [same, ...lines.map((each) => each && byId(`${each.id}-n`)), byId("main")];
  places.find((each) => each && !isFolded(each)).focus({ preventScroll: true });
}

// A row that is open shows a part of the reservation's own page below its line.
addEventListener("toggle", ({ target }) => {
  if (target.open && target.querySelector(":scope > .unread")) readRest(target);
}, true);

async function readRest({ parentElement: { id } }) {
  const answer = await ask(byId(id), `/reserva/${id}`);
  const rest = answer && pageOf(await answer.text()).querySelector(".more");
  if (rest) byId(id)?.querySelector(".more").replaceWith(rest);
}

/** What is half typed stays for the version that was read: where another change came first, the answer to it says so. */
function keepRest(before, now) {
  const rest = before.querySelector(".more");
  now.querySelector(".more").remove();
  // Moved where the browser can: put in anew, a field loses the focus and a tablet's keyboard folds.
  (now.moveBefore ?? now.insertBefore).call(now, rest, null);
  const fields = [...rest.querySelectorAll("textarea, input")];
  if (fields.some(({ value, defaultValue }) => value !== defaultValue)) return;
  const markOf = ({ parentElement: { className, dataset } }) => className + dataset.version;
  if (markOf(now) !== markOf(before)) readRest(now);
}

/** The browser connects anew by itself, but for what the server refused, and a connection that falls silent. */
function listen() {
  source?.close();
  lastHeard = Date.now();
  source = Object.assign(new EventSource("/eventos"), { onerror: lose });
  for (const kind of ["latido", "cambio"]) {
    source.addEventListener(kind, () => {
      lastHeard = Date.now();
      if (kind === "cambio" || shown === "") changed();
    });
  }
}

function watch() {
  const isSilent = Date.now() - lastHeard > SILENCE_MS;
  if (!isSilent && source.readyState !== EventSource.CLOSED) return;
  lose();
  listen();
  changed();
}

function lose() {
  shown = "";
  delete document.body.dataset.vivo;
  alarm("Sin conexión: lo que ves puede no estar al día. Se vuelve a intentar…");
}

function alarm(words) {
  if (byId("lost").textContent !== words) byId("lost").textContent = words;
}

// Acts without loading the page anew.
addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  const [, folio] = form.action.split("/reserva/");
  const version = Number(form.elements.version?.value) + 1;
  if (folio && submitter?.name === "accion") store("hecho", { folio, version });
  // Also while the connection is lost: the browser's own error page would take the board away for good.
  if (submitter?.name === "poner") byId("f-hora").value = submitter.value;
  else if (!submitter || !form.matches("#board form[method=post], #undo")) return;
  else if (!submitter.closest("[aria-busy], .sent")) act(form, submitter);
  event.preventDefault();
});

async function act(form, submitter) {
  const line = submitter.closest("li") ?? form;
  const body = new URLSearchParams(new FormData(form, submitter));
  // What is open in a row comes from another page.
  body.set("volver", here());
  const request = { method: "POST", body, redirect: "manual" };
  const answer = await ask(line, submitter.getAttribute("formaction") ?? form.action, request);
  if (answer === null) return;
  if (answer.type !== "opaqueredirect") return show(pageOf(await answer.text()));
  for (const field of form.querySelectorAll("textarea, input")) field.defaultValue = field.value;
  line.classList.add("sent");
  shown = "";
  changed();
}

/** @returns null where there is no answer, which the line says */
async function ask(line, address, request) {
  line.ariaBusy = "true";
  const slow = setTimeout(() => say(line, "Todavía no hay respuesta…"), ANSWER_MS);
  const answer = await fetch(address, request).catch(() => null);
  clearTimeout(slow);
  line.ariaBusy = null;
  say(line, answer ? "" : "No hubo respuesta: revisa si quedó y vuelve a intentarlo.");
  return answer;
}

function say({ id }, textContent) {
  if (!byId(id)) return alarm(textContent);
  byId(id).querySelector(":scope > .wrong")?.remove();
  const words = { className: "wrong", role: "alert", textContent };
  byId(id).append(Object.assign(document.createElement("p"), words));
}

/** A page that is no board: a question, or somebody else was first. What was done must not be sent again to see it. */
function show(page) {
  const main = page.getElementById("main");
  if (!main) return alarm("No se pudo guardar: vuelve a intentarlo.");
  byId("main").replaceWith(main);
  document.title = page.title;
  scrollTo(0, 0);
  main.focus();
}

/** Away from the finger, for as long as what was done can be undone. */
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

/** Counts in the title what is not acknowledged, and rings; again for what has waited for long. */
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

/** Sound first: Safari gives it only while a tap is being handled. */
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

// A form's hours follow its day at once.
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
  addEventListener("offline", lose);
  addEventListener("pagehide", () => source.close());
  document.addEventListener("visibilitychange", keepShift);
  keepShift();
}
