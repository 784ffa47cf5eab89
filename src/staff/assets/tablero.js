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

// ---- Taps

let tapped = stored("toque") ?? { at: 0, x: 0, y: 0 };
const isQuiet = () => Date.now() - tapped.at > TAP_MS;

addEventListener("click", (event) => {
  // Keys press what has the focus, which does not move.
  if (event.detail === 0 || !event.target.closest("button, a, summary")) return;
  const { clientX: x, clientY: y } = event;
  if (!isQuiet() && Math.hypot(x - tapped.x, y - tapped.y) < TAP_PX) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  store("toque", tapped = { at: Date.now(), x, y });
}, true);

// ---- Reading the day anew

let reading = false;
let again = false;
let readAt = 0;
/** What the server said of the day last; empty where the page must be swapped all the same. */
let shown = "";

async function changed() {
  again = true;
  if (reading) return;
  reading = true;
  const [now, spread] = [Date.now(), Math.random() * SPREAD_MS];
  const due = Math.max(readAt + READ_MS - now, 0) + spread;
  await new Promise((resolve) => setTimeout(resolve, Math.max(due, tapped.at + TAP_MS - now)));
  again = false;
  readAt = Date.now();
  await readAnew();
  reading = false;
  if (again) changed();
}

async function readAnew() {
  const dia = byId("board")?.dataset.dia ?? "";
  const signal = AbortSignal.timeout(SILENCE_MS);
  const answer = await fetch(`/tablero?dia=${dia}`, { signal }).catch(() => null);
  const markup = await answer?.text().catch(() => null) ?? null;
  if (markup === null) return;
  if (answer.status === 401) {
    location.assign(`/entrar?volver=${encodeURIComponent(location.pathname + location.search)}`);
  } else if (!answer.ok) {
    alarm("El tablero no puede leer las reservaciones. Lo sigue intentando.");
    again = true;
  } else {
    alarm("");
    if (!isQuiet()) again = true;
    else if (markup !== shown) take(markup);
  }
}

function take(markup) {
  shown = markup;
  const fresh = pageOf(markup).getElementById("board");
  if (fresh.dataset.version !== document.body.dataset.version) return location.reload();
  if (byId("board")) swap(byId("board"), fresh);
  countUnseen(fresh);
  document.body.dataset.vivo = "si";
}

/** Puts the day as it is now in the page's place: focus, scroll, what is open and what is half typed stay. */
function swap(old, fresh) {
  const topOf = (element) => element.getBoundingClientRect().top;
  const active = document.activeElement;
  const read = [...old.querySelectorAll(".row")].find((row) => topOf(row) > 0);
  const top = read && topOf(read);
  old.after(fresh);
  for (const before of old.querySelectorAll("details[id], input[id], .row:has(> .more)")) {
    const now = fresh.querySelector(`#${before.id}`);
    if (now?.matches(".row")) keepOpen(before, now);
    else if (now) Object.assign(now, { open: before.open, value: before.value });
  }
  const places = old.contains(active) || fresh.contains(active) ? placesLike(active, fresh) : [];
  old.remove();
  const moved = read && byId(read.id);
  if (moved?.checkVisibility() && scrollY > 0) scrollBy(0, topOf(moved) - top);
  places.find((each) => each?.checkVisibility())?.focus({ preventScroll: true });
  showUndo();
}

/** Where the focus goes that `active` has: to the same control, else to its line, the next one, the one before. */
function placesLike(active, fresh) {
  const line = active.closest("li[id]");
  const lines = [line, line?.nextElementSibling, line?.previousElementSibling];
  const home = fresh.querySelector(`#${active.closest("[id]").id}`);
  const isLike = ({ value, href }) => value === active.value && href === active.href;
  return [
    fresh.contains(active) && active,
    active.id && home,
    [...home?.querySelectorAll(active.localName) ?? []].find(isLike),
    ...lines.map((each) => each && fresh.querySelector(`#${each.id} > a`)),
    byId("main"),
  ].filter(Boolean);
}

// ---- A row that is open shows a part of the reservation's own page below its line

addEventListener("click", (event) => {
  const line = event.target.closest(".row > a");
  if (!line || event.defaultPrevented || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const more = line.parentElement.querySelector(".more");
  line.ariaExpanded = String(!more);
  if (more) more.remove();
  else open(line.parentElement);
});

async function open({ id }) {
  const answer = await ask(byId(id), `/reserva/${id}`, {});
  const more = answer && pageOf(await answer.text()).querySelector(".more");
  byId(id)?.querySelector(".more")?.remove();
  if (more) byId(id)?.append(more);
  else if (answer) location.assign(`/reserva/${id}`);
}

/** What is half typed stays for the version that was read: where another change came first, the answer to it says so. */
function keepOpen(before, now) {
  const more = before.querySelector(".more");
  // Moved where the browser can: put in anew, a field loses the focus and a tablet's keyboard folds.
  (now.moveBefore ?? now.insertBefore).call(now, more, null);
  now.querySelector("a").ariaExpanded = "true";
  const typed = [...more.querySelectorAll("textarea, input")]
    .some(({ value, defaultValue }) => value !== defaultValue);
  const isSame = now.dataset.version === before.dataset.version;
  if (!typed && !(isSame && now.className === before.className)) open(now);
}

// ---- The connection

let source = null;
let lastHeard = 0;

/** The browser connects anew by itself, but for what the server refused, and a connection that falls silent. */
function listen() {
  source?.close();
  lastHeard = Date.now();
  source = new EventSource("/eventos");
  source.onerror = lose;
  for (const kind of ["latido", "cambio"]) {
    source.addEventListener(kind, () => {
      lastHeard = Date.now();
      if (kind === "cambio" || shown === "") changed();
    });
  }
}

function lose() {
  shown = "";
  delete document.body.dataset.vivo;
  alarm("Sin conexión: lo que ves puede no estar al día. Se vuelve a intentar…");
}

function alarm(words) {
  if (byId("lost").textContent !== words) byId("lost").textContent = words;
}

// ---- Acting without loading the page anew

addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  const words = UNDOABLE[submitter?.value];
  const folio = /^\/reserva\/(R-\w+)$/.exec(form.getAttribute("action"))?.[1];
  if (words && folio) {
    store("hecho", { folio, version: String(Number(form.elements.version.value) + 1), words });
  }
  // Also while the connection is lost: the browser's own error page would take the board away for good.
  if (!submitter || !form.matches("#board form[method=post], #undo")) return;
  event.preventDefault();
  if (!submitter.closest("[aria-busy], .sent")) act(form, submitter);
});

async function act(form, submitter) {
  const line = submitter.closest("li") ?? form;
  const body = new URLSearchParams(new FormData(form, submitter));
  // What is open in a row comes from another page.
  body.set("volver", location.pathname + location.search);
  const request = { method: "POST", body, redirect: "manual" };
  const address = submitter.getAttribute("formaction") ?? form.action;
  const answer = await ask(line, address, request);
  if (answer === null) return;
  if (answer.type !== "opaqueredirect") return show(pageOf(await answer.text()));
  for (const field of form.querySelectorAll("textarea, input")) field.defaultValue = field.value;
  line.classList.add("sent");
  shown = "";
  changed();
}

/** @returns null where there is no answer, which the line says */
async function ask(line, address, request) {
  line.setAttribute("aria-busy", "true");
  const slow = setTimeout(() => say(line, "Todavía no hay respuesta…"), ANSWER_MS);
  const answer = await fetch(address, request).catch(() => null);
  clearTimeout(slow);
  line.removeAttribute("aria-busy");
  const lost = "No hubo respuesta: revisa si el cambio quedó y vuelve a intentarlo.";
  say(line, answer === null ? lost : "");
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

// ---- Undo: away from the finger, for as long as it can be undone

const UNDOABLE = { llego: "Llegó", no_vino: "No vino", cancelar: "Cancelada" };

function showUndo() {
  const bar = byId("undo");
  const { folio, version, words } = stored("hecho") ?? {};
  const row = folio && byId(folio);
  if (!bar) return;
  bar.classList.remove("sent");
  bar.hidden = row?.dataset.version !== version || !row;
  if (bar.hidden) return;
  bar.querySelector("p").textContent = `${words}: ${row.querySelector(".named").textContent}`;
  bar.action = `/reserva/${folio}`;
  bar.elements.version.value = version;
  bar.classList.toggle("above", tapped.y > innerHeight / 2);
}

// ---- What is not acknowledged: the title's count, and a sound, again for what has waited for long

function countUnseen(fresh) {
  const unseen = [...fresh.querySelectorAll("#news li")];
  const count = unseen.length > 0 ? `(${unseen.length}) ` : "";
  document.title = count + document.title.replace(/^\(\d+\) /, "");
  const rung = stored("sonaron") ?? [];
  const turns = unseen.map(({ id, dataset }) => `${id} ${dataset.turno}`);
  const due = unseen[turns.findIndex((turn) => !rung.includes(turn))];
  store("sonaron", turns);
  if (!due) return;
  const what = due.dataset.turno === "0" ? "Nueva reservación" : "Sigue sin verse";
  byId("said").textContent = `${what}: ${
    due.querySelector("a").textContent.replace(/\s+/g, " ").trim()
  }`;
  ring();
}

// ---- The shift: sound and a screen that stays on, which browsers give only after a tap

let sound = null;
let screenLock = null;

const onShift = () => stored("turno") === true;

function ring() {
  if (!onShift() || sound?.state !== "running") return;
  for (const [pitch, after] of [[987.77, 0], [783.99, 0.22]]) {
    const begins = sound.currentTime + after;
    const [tone, volume] = [sound.createOscillator(), sound.createGain()];
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.4, begins);
    volume.gain.exponentialRampToValueAtTime(0.0001, begins + 0.9);
    tone.connect(volume).connect(sound.destination);
    tone.start(begins);
    tone.stop(begins + 1);
  }
}

async function wake() {
  if (!onShift()) return;
  sound ??= Object.assign(new AudioContext(), { onstatechange: showShift });
  if (sound.state !== "running") sound.resume().then(showShift, showShift);
  if (document.visibilityState === "visible" && (screenLock?.released ?? true)) {
    screenLock = await navigator.wakeLock?.request("screen").catch(() => null) ?? null;
    screenLock?.addEventListener("release", showShift);
  }
  showShift();
}

function showShift() {
  const place = byId("shift");
  if (!place) return;
  place.querySelector("button").lastChild.textContent = onShift()
    ? " Terminar turno"
    : " Empezar turno";
  const heard = sound?.state === "running" ? "Suena" : "Toca la pantalla para que suene";
  const lit = screenLock?.released === false
    ? "la pantalla no se apaga"
    : "la pantalla puede apagarse";
  place.querySelector("small").textContent = onShift() ? `${heard}; ${lit}.` : "";
}

function toggleShift() {
  store("turno", !onShift());
  if (onShift()) return void wake().then(() => sound.resume()).then(ring);
  sound?.close();
  screenLock?.release();
  sound = screenLock = null;
  showShift();
}

// ---- A form's hours follow its day at once, and a listed hour is taken with a tap

addEventListener("change", async ({ target }) => {
  if (target.id !== "f-dia") return;
  const body = new URLSearchParams(new FormData(target.form));
  body.set("horas", "1");
  const request = { method: "POST", body };
  const answer = await fetch(target.form.action, request).catch(() => null);
  const hours = pageOf(await answer?.text() ?? "").getElementById("horas");
  if (hours) byId("horas").replaceWith(hours);
});

addEventListener("click", (event) => {
  const hour = event.target.closest("button[name=poner]");
  if (!hour) return;
  event.preventDefault();
  byId("f-hora").value = hour.value;
});

// ---- Beginning

byId("print")?.addEventListener("click", () => print());
byId("shift")?.querySelector("button").addEventListener("click", toggleShift);

if (byId("lost")) {
  showUndo();
  listen();
  setInterval(() => {
    const isSilent = Date.now() - lastHeard > SILENCE_MS;
    if (!isSilent && source.readyState !== EventSource.CLOSED) return;
    lose();
    listen();
    changed();
  }, 1_000);
  addEventListener("offline", lose);
  addEventListener("online", listen);
  addEventListener("pagehide", () => source.close());
  addEventListener("pageshow", ({ persisted }) => persisted && listen());
  document.addEventListener("visibilitychange", wake);
  for (const tap of ["pointerdown", "keydown"]) addEventListener(tap, () => sound && wake());
  wake().then(showShift);
}
