// @ts-check
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/** New reservations are counted, said and rung for. During a shift the page rings and the screen stays on, which browsers allow only after a tap. */
import { byId, store, stored } from "./page.js";

const onShift = () => stored("turno") === true;
/** @type {AudioContext | null} */
let sound = null;
/** @type {WakeLockSentinel | null | undefined} */
let screenLock = null;

export function startShift() {
  addEventListener("click", () => void keepShift(), true);
  byId("shift")?.querySelector("button")?.addEventListener("click", () => {
    store("turno", !onShift());
    keepShift().then(ring);
  });
  document.addEventListener("visibilitychange", keepShift);
  keepShift();
}

/**
 * Counts the unacknowledged reservations in the title and the menu, and rings for new ones and those that have waited for long.
 * @param {ParentNode} fresh
 */
export function announce(fresh) {
  const news = [...fresh.querySelectorAll("#news li")].filter((each) =>
    each instanceof HTMLElement
  );
  const count = news.length > 0 ? `(${news.length}) ` : "";
  document.title = document.title.replace(/^(\(\d+\) )?/, count);
  const shown = byId("count");
  if (shown !== null) shown.textContent = news.length > 0 ? String(news.length) : "";
  const rung = stored("sonaron") ?? [];
  store("sonaron", news.map(({ dataset }) => dataset.turno));
  const due = news.find(({ dataset }) => !rung.includes(dataset.turno));
  const said = byId("said");
  if (!due || !said) return;
  said.textContent = `${due.dataset.aviso}: ${due.querySelector("a")?.textContent}`;
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
  const heard = onShift() ? sound?.resume() : sound?.suspend();
  if (!onShift()) screenLock?.release();
  else if (document.visibilityState === "visible" && screenLock?.released !== false) {
    screenLock = await navigator.wakeLock?.request("screen").catch(() => null);
  }
  showShift();
  await heard?.catch(() => null);
}

function showShift() {
  const [button, state] = byId("shift")?.children ?? [];
  if (!button?.lastChild || !state) return;
  button.lastChild.textContent = onShift() ? " Terminar turno" : " Empezar turno";
  const heard = sound?.state === "running" ? "Suena" : "Toca para que suene";
  state.textContent = onShift() ? heard : "";
}
