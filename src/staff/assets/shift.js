/** Announces new reservations. During a shift it rings and keeps the screen on, which browsers allow after a tap. */
import { byId, store, stored } from "./page.js";

const onShift = () => stored("turno") === true;
let sound = null;
let screenLock = null;

export function startShift() {
  addEventListener("click", keepShift, true);
  byId("shift")?.querySelector("button").addEventListener("click", () => {
    store("turno", !onShift());
    keepShift().then(ring);
  });
  document.addEventListener("visibilitychange", keepShift);
  keepShift();
}

/** Counts the unacknowledged reservations, and rings for new ones and again for those that stay unacknowledged. */
export function announce() {
  const news = [...byId("news").querySelectorAll("li")];
  const count = news.length > 0 ? `(${news.length}) ` : "";
  document.title = document.title.replace(/^(\(\d+\) )?/, count);
  byId("count").textContent = news.length > 0 ? String(news.length) : "";
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

/** Sound comes first: Safari allows it only while a tap is handled. */
async function keepShift() {
  if (onShift()) sound ??= Object.assign(new AudioContext(), { onstatechange: showShift });
  const heard = onShift() ? sound.resume() : sound?.suspend();
  if (!onShift()) screenLock?.release();
  else if (document.visibilityState === "visible" && screenLock?.released !== false) {
    screenLock = await navigator.wakeLock?.request("screen").catch(() => null);
  }
  showShift();
  await heard?.catch(() => null);
}

function showShift() {
  if (!byId("shift")) return;
  const [button, state] = byId("shift").children;
  button.lastChild.textContent = onShift() ? " Terminar turno" : " Empezar turno";
  const heard = sound?.state === "running" ? "Suena" : "Toca para que suene";
  state.textContent = onShift() ? heard : "";
}
