// @ts-check
/// <reference lib="dom" />
import { start } from "./day.js";

// The board's script. The board works without it, but then does not update itself or ring, and each tap loads the page again: that is
// what an engine gets that lacks something, which shows here and not in the middle of an evening.

/** FormData took a second argument last of all that the modules use: Safari in 16.4, Chrome in 112, Firefox in 111. */
function isComplete() {
  try {
    const form = document.createElement("form");
    form.innerHTML = '<button name="pulsado"></button>';
    const sent = new FormData(form, form.querySelector("button"));
    return sent.has("pulsado") && AbortSignal.timeout(1) && "EventSource" in globalThis;
  } catch {
    return false;
  }
}

if (isComplete()) start();
