// The board's script. Everything works without it but this: what happens to reservations comes by itself, new ones sound, the
// screen stays on, and a press of a button does not load the page anew.
"use strict";

const OVERDUE_MS = 3 * 60_000;
const SILENCE_MS = 25_000;
const LONGEST_WAIT_MS = 10_000;

const byId = (id) => document.getElementById(id);
const board = () => byId("board");

// ---- The time, as the server's clock has it

let clockAhead = 0;

function serverNow() {
  return Date.now() + clockAhead;
}

/** Says how long ago something was, where that is easier to grasp than the hour. */
function tellTimes(root = document) {
  for (const time of root.querySelectorAll("time.ago")) {
    time.title ||= time.textContent;
    const minutes = Math.floor((serverNow() - Number(time.dataset.at)) / 60_000);
    // A clock that is far behind the server's had better say nothing.
    const near = minutes > -2 && minutes < 60;
    time.textContent = !near ? time.title : minutes < 1 ? "ahora" : `hace ${minutes} min`;
  }
}

// ---- Changes of the page, as live/page_change.ts writes them

const CHANGES = {
  replace(change) {
    const fresh = change.content.firstElementChild;
    const old = byId(fresh.id);
    if (old && !old.isEqualNode(fresh)) old.replaceWith(fresh);
  },
  put(change) {
    const fresh = change.content.firstElementChild;
    const old = byId(fresh.id);
    const parent = byId(change.dataset.in);
    // What was told late must not undo what is known already.
    if (!parent || Number(old?.dataset.version) > Number(fresh.dataset.version)) return;
    tellTimes(fresh);
    old?.classList.remove("fresh");
    if (old?.parentNode === parent && old.dataset.orden === fresh.dataset.orden) {
      if (old.isEqualNode(fresh)) return;
      old.replaceWith(fresh);
    } else {
      old?.remove();
      insertInOrder(parent, fresh);
    }
    fresh.classList.add("fresh");
  },
  ensure(change) {
    const fresh = change.content.firstElementChild;
    const parent = byId(change.dataset.in);
    if (parent && !byId(fresh.id)) insertInOrder(parent, fresh);
  },
  drop(change) {
    byId(change.dataset.id)?.remove();
  },
};

function insertInOrder(parent, fresh) {
  const after = [...parent.children].find((child) => child.dataset.orden > fresh.dataset.orden);
  parent.insertBefore(fresh, after ?? null);
}

/** Changes the page without moving what is being read, and without taking the focus away. */
function changePage(change) {
  const read = firstInSight();
  const held = holdFocus();
  change();
  held();
  if (read && scrollY > 0) scrollBy(0, topOf(byId(read.id)) - read.top || 0);
  countUnseen();
}

function firstInSight() {
  const row = [...document.querySelectorAll(".row")].find((each) =>
    each.getBoundingClientRect().bottom > 0
  );
  return row && { id: row.id, top: topOf(row) };
}

function topOf(element) {
  return element?.getBoundingClientRect().top;
}

function holdFocus() {
  const active = document.activeElement;
  if (!board()?.contains(active)) return () => {};
  const line = active.closest("li[id]");
  const places = [
    line,
    line?.nextElementSibling,
    line?.previousElementSibling,
    active.closest("[id]"),
  ]
    .map((each) => each?.id).filter(Boolean);
  const same = (each) =>
    each.name === active.name && each.getAttribute("href") === active.getAttribute("href") &&
    each.value === active.value;
  return () => {
    if (active.isConnected) return;
    const place = places.map(byId).find(Boolean) ?? byId("main");
    const able = [...place.querySelectorAll("a[href], button, input:not([type=hidden])")];
    (able.find(same) ?? able.find((each) => each.localName === "button") ?? byId("main"))
      .focus({ preventScroll: true });
  };
}

// ---- What nobody has acknowledged: the title's count, the sound

let rung = new Map(Object.entries(JSON.parse(sessionStorage.getItem("sonaron") ?? "{}")));

function unseen() {
  return [...document.querySelectorAll("#unseen-list > li")];
}

function countUnseen() {
  const count = Number(byId("unseen-head")?.dataset.cuantas ?? 0);
  const title = document.title.replace(/^\(\d+\) /, "");
  document.title = count > 0 ? `(${count}) ${title}` : title;
  ringFor(unseen().filter(({ id }) => !rung.has(id)), "Nueva reservación");
}

/** Who has waited for long sounds again, and again. */
function ringForOverdue() {
  const now = serverNow();
  const overdue = unseen().filter(({ id, dataset }) =>
    now - dataset.creada >= OVERDUE_MS && now - (rung.get(id) ?? 0) >= OVERDUE_MS
  );
  ringFor(overdue, "Sigue sin verse");
}

function ringFor(items, words) {
  const listed = new Set(unseen().map(({ id }) => id));
  rung = new Map([...rung].filter(([id]) => listed.has(id)));
  for (const { id } of items) rung.set(id, serverNow());
  sessionStorage.setItem("sonaron", JSON.stringify(Object.fromEntries(rung)));
  if (items.length === 0) return;
  const said = byId("said");
  if (said) said.textContent = `${words}: ${items[0].querySelector("a").textContent.trim()}`;
  ring();
}

// ---- The shift: sound and a screen that stays on, which browsers give only to who asks with a tap

let sound = null;
let screenLock = null;

function onShift() {
  return sessionStorage.getItem("turno") === "si";
}

function ring() {
  if (!onShift() || sound?.state !== "running") return;
  [[987.77, 0], [783.99, 0.22]].forEach(([pitch, after]) => {
    const begins = sound.currentTime + after;
    const [tone, volume] = [sound.createOscillator(), sound.createGain()];
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, begins);
    volume.gain.exponentialRampToValueAtTime(0.4, begins + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, begins + 0.9);
    tone.connect(volume).connect(sound.destination);
    tone.start(begins);
    tone.stop(begins + 1);
  });
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

function endShift() {
  sound?.close();
  screenLock?.release();
  sound = screenLock = null;
}

function showShift() {
  const place = byId("shift");
  if (!place) return;
  place.hidden = false;
  const button = place.querySelector("button");
  const state = place.querySelector("[role=status]");
  button.lastChild.textContent = onShift() ? " Terminar turno" : " Empezar turno";
  button.classList.toggle("main", !onShift());
  const heard = sound?.state === "running" ? "Suena" : "Toca la pantalla para que suene";
  const lit = screenLock && !screenLock.released
    ? "la pantalla no se apaga"
    : "la pantalla puede apagarse";
  state.textContent = onShift() ? `${heard}; ${lit}.` : "Con sonido y la pantalla encendida.";
}

// ---- The connection

let source = null;
let lastHeard = 0;
let lastEvent = null;
let attempts = 0;
let retry;

function eventsPath() {
  const { dia, hoy, guion } = board().dataset;
  return `/eventos?dia=${dia}&hoy=${hoy}&desde=${lastEvent}&v=${guion}`;
}

function listen() {
  source?.close();
  lastEvent ??= board().dataset.desde;
  lastHeard = Date.now();
  source = new EventSource(eventsPath());
  source.onerror = () => lose();
  on("latido", ({ data }) => void (clockAhead = Number(data) - Date.now()));
  on("cambio", (event) => {
    board().dataset.vivo = "si";
    attempts = 0;
    if (event.lastEventId !== "") lastEvent = event.lastEventId;
    alarm(null);
    carryOut(event.data);
  });
  on("casa", ({ data }) => carryOut(data));
  on("atrasado", () => alarm("El tablero no puede leer las reservaciones. Lo sigue intentando."));
  on("puesto_al_dia", () => alarm(null));
  on("recargar", ({ data }) => startAnew(data));
}

function on(kind, told) {
  const from = source;
  from.addEventListener(kind, (event) => {
    if (from !== source) return;
    lastHeard = Date.now();
    told(event);
  });
}

function carryOut(markup) {
  const holder = document.createElement("template");
  holder.innerHTML = markup;
  changePage(() => {
    for (const change of holder.content.children) CHANGES[change.dataset.op]?.(change);
  });
}

function leave() {
  clearTimeout(retry);
  source?.close();
  source = null;
  delete board()?.dataset.vivo;
}

/** The connection is gone: says so at once, and tries to have it back. */
function lose() {
  leave();
  if (!board()) return;
  alarm("Sin conexión: lo que ves puede no estar al día. Se vuelve a intentar…");
  retry = setTimeout(comeBack, Math.min(LONGEST_WAIT_MS, 500 * 2 ** attempts++));
}

async function comeBack() {
  clearTimeout(retry);
  if (!board()) return;
  const answer = await fetch(eventsPath(), { method: "HEAD" }).catch(() => null);
  if (source) return;
  if (answer?.status === 401) signIn();
  else if (answer?.ok) listen();
  else lose();
}

function signIn() {
  location.assign(`/entrar?volver=${encodeURIComponent(location.pathname + location.search)}`);
}

function alarm(words) {
  const place = byId("lost");
  if (!place || place.textContent === (words ?? "")) return;
  place.textContent = words ?? "";
  place.hidden = words === null;
}

/** The page cannot be brought up to date bit by bit: `todo` is another version of the program, else the day is read anew. */
function startAnew(what) {
  leave();
  // All boards are told at once: they need not all come at once.
  setTimeout(what === "todo" ? () => location.reload() : readAnew, 1_000 * Math.random());
}

/** What is read anew in its place; what is being typed beside it stays, and so do the sound and the lit screen. */
const PARTS = ["h1", ".steps", "#house", ".news", ".day", "#chart", "#strip"];

async function readAnew() {
  const answer = await fetch(location.href, { cache: "no-store" }).catch(() => null);
  if (answer?.redirected && new URL(answer.url).pathname === "/entrar") return signIn();
  if (!answer?.ok) return lose();
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("board");
  if (!fresh || fresh.dataset.guion !== board().dataset.guion) return location.reload();
  changePage(() => {
    for (const part of PARTS) board().querySelector(part).replaceWith(fresh.querySelector(part));
    Object.assign(board().dataset, fresh.dataset);
    document.title = page.title;
    tellTimes();
  });
  lastEvent = null;
  listen();
}

// ---- Acting without loading the page anew

async function act(form, submitter) {
  const fields = new URLSearchParams(new FormData(form));
  fields.append(submitter.name, submitter.value);
  form.setAttribute("aria-busy", "true");
  const answer = await fetch(form.getAttribute("action"), {
    method: "POST",
    body: fields,
    redirect: "manual",
  }).catch(() => null);
  if (answer?.type === "opaqueredirect") return done(form, submitter);
  form.removeAttribute("aria-busy");
  if (answer === null) alarm("No hubo respuesta: revisa si el cambio quedó y vuelve a intentarlo.");
  else show(await answer.text());
}

/** The change comes like anybody's. Where it does not, the page is read anew. */
function done(form, submitter) {
  setTimeout(() => {
    if (!submitter.isConnected || !form.hasAttribute("aria-busy")) return;
    form.removeAttribute("aria-busy");
    readAnew();
  }, 3_000);
}

/** A page that is no board: somebody else was first, or it cannot be. What was done must not be sent again to see it. */
function show(markup) {
  const page = new DOMParser().parseFromString(markup, "text/html");
  const main = page.getElementById("main");
  if (!main) return alarm("No se pudo guardar: vuelve a intentarlo.");
  leave();
  byId("main").replaceWith(main);
  document.title = page.title;
  tellTimes();
  scrollTo(0, 0);
  main.focus();
}

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  // Also while the connection is lost: the browser's own error page would take the board away for good.
  if (!submitter || !form.matches("#board form.acts")) return;
  event.preventDefault();
  if (!form.hasAttribute("aria-busy")) act(form, submitter);
});

// ---- Beginning

function begin() {
  countUnseen();
  showShift();
  listen();
  byId("shift").querySelector("button").addEventListener("click", () => {
    const begins = !onShift();
    sessionStorage.setItem("turno", begins ? "si" : "no");
    if (!begins) endShift();
    // So that everybody hears that it can be heard.
    wake().then(() => begins && sound.resume().then(ring));
    showShift();
  });
  setInterval(() => {
    if (source && Date.now() - lastHeard > SILENCE_MS) lose();
    ringForOverdue();
  }, 1_000);
  addEventListener("offline", lose);
  addEventListener("online", comeBack);
  addEventListener("pagehide", leave);
  addEventListener("pageshow", ({ persisted }) => persisted && comeBack());
  document.addEventListener("visibilitychange", () => {
    wake();
    if (document.visibilityState !== "visible" || Date.now() - lastHeard <= SILENCE_MS) return;
    lose();
    comeBack();
  });
  for (const tap of ["pointerdown", "keydown"]) addEventListener(tap, () => sound && wake());
  wake();
}

const printing = byId("print");
if (printing) {
  printing.hidden = false;
  printing.addEventListener("click", () => print());
}
if (board()) clockAhead = Number(board().dataset.ahora) - Date.now();
tellTimes();
setInterval(tellTimes, 20_000);
if (board()) begin();
