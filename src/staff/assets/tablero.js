// The board's script. Everything works without it but this: changes come by themselves, new reservations ring on every page,
// nothing moves under a finger, and a press of a button does not load the page anew.
"use strict";

/** After a tap nothing moves for so long, and another one near it is part of it. */
const TAP_MS = 900;
const TAP_PX = 40;
const ANSWER_MS = 3_000;
/** The server is heard every 2 seconds. */
const SILENCE_MS = 4_500;
/** A page reads its day anew at most so often. */
const READ_MS = 500;
const MAX_RETRY_MS = 4_000;
const OVERDUE_MS = 180_000;

const byId = (id) => document.getElementById(id);
const board = () => byId("board");
const stored = (key) => JSON.parse(sessionStorage.getItem(key) ?? "null");
const store = (key, value) => sessionStorage.setItem(key, JSON.stringify(value));

// ---- Taps

let tapped = stored("toque") ?? { at: 0, x: 0, y: 0 };

function isQuiet() {
  return Date.now() - tapped.at > TAP_MS;
}

addEventListener("click", (event) => {
  // Keys press what has the focus, which does not move.
  if (event.detail === 0 || !event.target.closest("button, a, summary")) return;
  const { clientX: x, clientY: y } = event;
  if (!isQuiet() && Math.hypot(x - tapped.x, y - tapped.y) < TAP_PX) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  tapped = { at: Date.now(), x, y };
  store("toque", tapped);
}, true);

// ---- Reading the day anew

let reading = false;
let again = false;
let readAt = 0;

function changed() {
  again = true;
  if (reading) return;
  reading = true;
  // All pages are told at once: they need not all ask at once.
  const due = Math.max(
    readAt + READ_MS - Date.now(),
    Math.random() * 100,
    tapped.at + TAP_MS - Date.now(),
  );
  setTimeout(async () => {
    again = false;
    readAt = Date.now();
    await readAnew();
    reading = false;
    if (again) changed();
  }, due);
}

/** @returns whether the server answered */
async function readAnew() {
  const answer = await fetch(`/tablero?dia=${board()?.dataset.dia ?? ""}`, {
    cache: "no-store",
    signal: AbortSignal.timeout(SILENCE_MS),
  }).catch(() => null);
  if (answer?.status === 401) return signIn();
  if (answer === null) return false;
  if (!answer.ok) {
    alarm("El tablero no puede leer las reservaciones. Lo sigue intentando.");
    setTimeout(changed, 1_000);
    return true;
  }
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(
    "board",
  );
  if (fresh.dataset.version !== document.body.dataset.version) location.reload();
  else if (isQuiet()) take(fresh);
  else again = true;
  return true;
}

function take(fresh) {
  alarm(null);
  if (board()) swap(board(), fresh);
  countUnseen(fresh);
  document.body.dataset.vivo = "si";
}

/** Puts the day as it is now in the page's place: focus, scroll, what is open and what is half typed stay. */
function swap(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  for (const details of old.querySelectorAll("details[id]")) {
    const same = fresh.querySelector(`#${details.id}`);
    if (same) same.open = details.open;
  }
  const read = [...old.querySelectorAll(".row")].find((row) => topOf(row) > 0);
  const top = read && topOf(read);
  const focused = old.contains(document.activeElement) ? placesLike(document.activeElement) : [];
  old.replaceWith(fresh);
  const moved = read && byId(read.id);
  if (moved?.checkVisibility() && scrollY > 0) scrollBy(0, topOf(moved) - top);
  focused.map((find) => find(fresh)).find((each) => each?.checkVisibility())?.focus({
    preventScroll: true,
  });
  showUndo();
}

function topOf(element) {
  return element.getBoundingClientRect().top;
}

/** Where the focus goes that `active` has: to the same control, else to its line, the next one, the one before. */
function placesLike(active) {
  const line = active.closest("li[id]");
  const within = (id) => (fresh) =>
    [...fresh.querySelectorAll(`#${id} :is(a, button, input, summary)`)].find((each) =>
      each.localName === active.localName && each.value === active.value &&
      each.getAttribute("href") === active.getAttribute("href")
    );
  const home = active.closest("[id]").id;
  const lines = [line, line?.nextElementSibling, line?.previousElementSibling].filter(Boolean);
  return [
    (fresh) => active.id ? fresh.querySelector(`#${active.id}`) : null,
    within(line?.id ?? home),
    ...lines.map(({ id }) => (fresh) => fresh.querySelector(`#${id} :is(summary, a)`)),
    () => byId("main"),
  ];
}

// ---- The connection

let source = null;
let lastHeard = 0;
let clockAhead = 0;
let attempts = 0;
let retry;

function listen() {
  source?.close();
  lastHeard = Date.now();
  source = new EventSource("/eventos");
  source.onerror = lose;
  const heard = ({ type, data }) => {
    lastHeard = Date.now();
    clockAhead = Number(data) - lastHeard;
    attempts = 0;
    if (type === "cambio") changed();
  };
  for (const kind of ["latido", "cambio"]) source.addEventListener(kind, heard);
}

/** The connection is gone: says so at once, and tries to have it back. */
function lose() {
  source?.close();
  source = null;
  delete document.body.dataset.vivo;
  clearTimeout(retry);
  alarm("Sin conexión: lo que ves puede no estar al día. Se vuelve a intentar…");
  retry = setTimeout(comeBack, Math.min(MAX_RETRY_MS, 500 * 2 ** attempts++));
}

async function comeBack() {
  clearTimeout(retry);
  if (await readAnew()) listen();
  else lose();
}

function signIn() {
  location.assign(`/entrar?volver=${encodeURIComponent(location.pathname + location.search)}`);
}

function alarm(words) {
  const place = byId("lost");
  if (place.textContent === (words ?? "")) return;
  place.textContent = words ?? "";
  place.hidden = words === null;
}

// ---- Acting without loading the page anew

async function act(form, submitter) {
  const line = form.closest("li") ?? form;
  const body = new URLSearchParams(new FormData(form));
  if (submitter.name) body.append(submitter.name, submitter.value);
  line.setAttribute("aria-busy", "true");
  const slow = setTimeout(() => say(line, "Todavía no hay respuesta…"), ANSWER_MS);
  const answer = await fetch(form.getAttribute("action"), {
    method: "POST",
    body,
    redirect: "manual",
  })
    .catch(() => null);
  clearTimeout(slow);
  line.removeAttribute("aria-busy");
  if (answer === null) {
    return say(line, "No hubo respuesta: revisa si el cambio quedó y vuelve a intentarlo.");
  }
  if (answer.type !== "opaqueredirect") return show(await answer.text());
  line.querySelector(".wrong")?.remove();
  line.classList.add("sent");
  changed();
}

function say(line, words) {
  const place = line.querySelector(":scope > .wrong") ??
    line.appendChild(document.createElement("p"));
  place.className = "wrong";
  place.role = "alert";
  place.textContent = words;
}

/** A page that is no board: a question, or somebody else was first. What was done must not be sent again to see it. */
function show(markup) {
  const page = new DOMParser().parseFromString(markup, "text/html");
  const main = page.getElementById("main");
  if (!main) return alarm("No se pudo guardar: vuelve a intentarlo.");
  byId("main").replaceWith(main);
  document.title = page.title;
  scrollTo(0, 0);
  main.focus();
}

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  const done = UNDOABLE[submitter?.value];
  const folio = /^\/reserva\/(R-\w+)$/.exec(form.getAttribute("action"))?.[1];
  if (done && folio) {
    store("hecho", { folio, version: Number(form.elements.version.value) + 1, ...done });
  }
  // Also while the connection is lost: the browser's own error page would take the board away for good.
  if (!submitter || !form.matches("#board form.acts, #undo")) return;
  event.preventDefault();
  if (!form.closest("[aria-busy], .sent")) act(form, submitter);
});

// ---- Undo: away from the finger, for as long as it can be undone

const UNDOABLE = {
  llego: { status: "arrived", words: "Llegó" },
  no_vino: { status: "no_show", words: "No vino" },
  cancelar: { status: "cancelled", words: "Cancelada" },
};

function showUndo() {
  const bar = byId("undo");
  const done = stored("hecho");
  const row = done && byId(done.folio);
  if (!bar) return;
  bar.classList.remove("sent");
  bar.hidden = !row?.classList.contains(done.status) ||
    row.dataset.version !== String(done.version);
  if (bar.hidden) return;
  bar.querySelector("p").textContent = `${done.words}: ${row.querySelector(".named").textContent}`;
  bar.setAttribute("action", `/reserva/${done.folio}`);
  bar.elements.version.value = done.version;
  bar.classList.toggle("above", tapped.y > innerHeight / 2);
}

// ---- What nobody has acknowledged: the title's count, the sound

let rung = new Map(Object.entries(stored("sonaron") ?? {}));
let unseen = [];

function countUnseen(fresh) {
  unseen = [...fresh.querySelectorAll("#news li")].map((item) => ({
    id: item.id,
    at: Number(item.dataset.creada),
    words: item.querySelector("a").textContent.replace(/\s+/g, " ").trim(),
  }));
  const count = unseen.length;
  document.title = (count > 0 ? `(${count}) ` : "") + document.title.replace(/^\(\d+\) /, "");
  ringFor(unseen.filter(({ id }) => !rung.has(id)), "Nueva reservación");
}

/** What has waited for long rings again, and again. */
function ringForOverdue() {
  const now = Date.now() + clockAhead;
  const isOverdue = ({ id, at }) =>
    now - at >= OVERDUE_MS && now - (rung.get(id) ?? 0) >= OVERDUE_MS;
  ringFor(unseen.filter(isOverdue), "Sigue sin verse");
}

function ringFor(items, words) {
  const listed = unseen.map(({ id }) => id);
  rung = new Map([...rung].filter(([id]) => listed.includes(id)));
  for (const { id } of items) rung.set(id, Date.now() + clockAhead);
  store("sonaron", Object.fromEntries(rung));
  if (items.length === 0) return;
  byId("said").textContent = `${words}: ${items[0].words}`;
  ring();
}

// ---- The shift: sound and a screen that stays on, which browsers give only after a tap

let sound = null;
let screenLock = null;

function onShift() {
  return stored("turno") === true;
}

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
  sound ??= new AudioContext();
  sound.onstatechange = showShift;
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
  place.hidden = false;
  place.querySelector("button").lastChild.textContent = onShift()
    ? " Terminar turno"
    : " Empezar turno";
  const heard = sound?.state === "running" ? "Suena" : "Toca la pantalla para que suene";
  const isLit = screenLock && !screenLock.released;
  const lit = isLit ? "la pantalla no se apaga" : "la pantalla puede apagarse";
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

document.addEventListener("change", async ({ target }) => {
  const hours = byId("horas");
  if (target.id !== "f-dia" || !hours) return;
  const body = new URLSearchParams(new FormData(target.form));
  body.set("horas", "1");
  const answer = await fetch(target.form.getAttribute("action"), { method: "POST", body }).catch(
    () => null,
  );
  const page = new DOMParser().parseFromString(await answer?.text() ?? "", "text/html");
  if (page.getElementById("horas")) hours.replaceWith(page.getElementById("horas"));
});

document.addEventListener("click", (event) => {
  const hour = event.target.closest("button[name=poner]");
  if (!hour) return;
  event.preventDefault();
  byId("f-hora").value = hour.value;
});

// ---- Beginning

const printing = byId("print");
if (printing) {
  printing.hidden = false;
  printing.addEventListener("click", () => print());
}

if (byId("lost")) {
  showShift();
  showUndo();
  listen();
  byId("shift")?.querySelector("button").addEventListener("click", toggleShift);
  setInterval(() => {
    if (source && Date.now() - lastHeard > SILENCE_MS) lose();
    ringForOverdue();
  }, 1_000);
  addEventListener("offline", lose);
  addEventListener("online", comeBack);
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", ({ persisted }) => persisted && comeBack());
  document.addEventListener("visibilitychange", wake);
  for (const tap of ["pointerdown", "keydown"]) addEventListener(tap, () => sound && wake());
  wake();
}
