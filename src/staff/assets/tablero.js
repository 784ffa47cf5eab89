/**
 * The board's script. The board works without it, but then does not update itself or ring, and each tap loads the page again: that is
 * what an engine gets that lacks something, which shows here and not in the middle of an evening.
 */
import { start } from "./day.js";

/** The latest that the modules use: FormData's second argument in Safari 16.4 and Chrome 112, `:has` in Firefox 121. */
function isComplete() {
  try {
    const form = document.createElement("form");
    form.innerHTML = '<button name="pulsado"></button>';
    const sent = new FormData(form, form.querySelector("button"));
    return sent.has("pulsado") && CSS.supports("selector(:has(a))") && AbortSignal.timeout(1);
  } catch {
    return false;
  }
}

if (isComplete()) start();
