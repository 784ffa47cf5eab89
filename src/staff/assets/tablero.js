/** The board's script, which an engine that lacks something does not start: the board works without it, not live. */
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
