// An order's sum and the steps of numbers while one types, the device's position as a place, its way to share a table.
// Pages work without.
(() => {
  const sum = document.querySelector("[data-sum]");
  const isShort = !sum?.textContent.includes(".");
  const add = () => {
    const { dataset: { one, more }, children: [size, price] } = sum;
    let [pieces, cents] = [0, 0];
    for (const { validity, value, dataset } of document.querySelectorAll("[data-cents]")) {
      if (validity.valid) pieces += Number(value), cents += dataset.cents * value;
    }
    sum.hidden = pieces === 0;
    size.textContent = pieces === 1 ? one : more.replace("0", pieces);
    const pesos = (cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2 });
    price.textContent = `$${isShort ? pesos.replace(".00", "") : pesos}`;
  };
  if (sum) {
    const { fewer, another } = sum.dataset;
    for (const { labels: [label] } of document.querySelectorAll("[data-cents]")) {
      const name = label.textContent.replace(label.lastElementChild.textContent, "").trim();
      const step = (by, sign, word) => {
        const button = document.createElement("button");
        // The field's own keys step too, so that it stays the one stop of the Tab key.
        Object.assign(button, { className: "step", textContent: sign, tabIndex: -1 });
        button.setAttribute("aria-label", `${word} ${name}`);
        button.dataset.step = by;
        return button;
      };
      label.parentElement.before(step(-1, "−", fewer));
      label.parentElement.after(step(1, "+", another));
    }
    addEventListener("input", ({ target: { dataset, name } }) => {
      // A total that was asked for is of what was typed before.
      const isPriced = dataset.cents || name === "modo" || name === "texto";
      if (isPriced) document.querySelector("[data-asked]")?.remove();
      add();
    });
    // A browser fills in again after Back what was typed.
    addEventListener("pageshow", add);
  }

  // The steps of a number field, in its own event as if typed.
  const fieldOf = (step) => step.closest(".stepper").querySelector("input");
  const bound = () => {
    for (const step of document.querySelectorAll("[data-step]")) {
      const { value, min, max } = fieldOf(step);
      const next = Number(value) + Number(step.dataset.step);
      step.disabled = next < min || next > max;
    }
  };
  addEventListener("input", bound);
  addEventListener("pageshow", bound);
  addEventListener("click", (event) => {
    const { step } = event.target.dataset;
    if (!step) return;
    event.preventDefault();
    const field = fieldOf(event.target);
    field.stepUp(step);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });

  // What is chosen as one sentence.
  const chosen = document.querySelector("[data-chosen]");
  const people = document.getElementById("personas");
  const choose = () => {
    const { dataset: { chosen: day, one, more } } = chosen;
    const size = people.validity.valid ? Number(people.value) : 0;
    const party = size === 1 ? one : more.replace("0", size);
    if (size > 0) document.querySelector("[data-party]").textContent = party;
    const time = document.querySelector("label:has([name=cuando]:checked)")?.innerText;
    chosen.hidden = !time || size === 0;
    chosen.textContent = [day, time, party].join(", ").replace(/\s+/g, " ");
  };
  if (chosen) {
    addEventListener("input", choose);
    addEventListener("pageshow", choose);
  }

  const mine = document.querySelector("[data-failed]");
  if (mine && navigator.geolocation) {
    mine.hidden = false;
    mine.addEventListener("click", (event) => {
      if (mine.value) return;
      event.preventDefault();
      mine.disabled = true;
      const found = ({ coords: { latitude, longitude } }) => {
        mine.disabled = false;
        mine.value = `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`;
        mine.click();
        mine.value = "";
      };
      const failed = () => {
        mine.disabled = false;
        mine.textContent = mine.dataset.failed;
      };
      navigator.geolocation.getCurrentPosition(found, failed, {
        enableHighAccuracy: true,
        timeout: 15_000,
      });
    });
  }

  const share = document.querySelector("[data-share]");
  if (share && navigator.share) {
    share.hidden = false;
    share.addEventListener("click", () => {
      // The promise is rejected if the guest cancels.
      navigator.share({ text: share.dataset.share }).catch(() => {});
    });
  }

  // A page that the browser shows again asks whether it is still true.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted && location.pathname.startsWith("/reservada/")) location.reload();
    const key = document.querySelector(".summary ~ form [name=clave]");
    const [{ type }] = performance.getEntriesByType("navigation");
    if (!key || (!persisted && type !== "back_forward")) return;
    const body = new URLSearchParams({ clave: key.value, accion: "vigente" });
    fetch(key.form.action, { method: "POST", body })
      .then(({ redirected, url }) => redirected && location.replace(url), () => {});
  });
})();
