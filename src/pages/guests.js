// An order's sum while one types, the device's position as a place, and its way to share a table. Pages work without.
(() => {
  const sum = document.querySelector("[data-sum]");
  const [, decimals = ""] = sum?.lastElementChild.textContent.split(".") ?? [];
  const add = () => {
    let cents = 0;
    for (const field of document.querySelectorAll("[data-cents]")) {
      if (field.validity.valid) cents += field.dataset.cents * field.value;
    }
    sum.hidden = cents === 0;
    sum.lastElementChild.textContent = "$" +
      (cents / 100).toLocaleString("en-US", {
        minimumFractionDigits: cents % 100 ? 2 : decimals.length,
      });
  };
  if (sum) {
    addEventListener("input", ({ target }) => {
      // A total that was asked for is of what was typed before.
      if (target.dataset.cents) document.querySelector("[data-asked]")?.remove();
      add();
    });
    // A browser fills in again after Back what was typed.
    addEventListener("pageshow", add);
  }

  // What is chosen as one sentence, and the party's steps.
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
    for (const step of document.querySelectorAll("[data-step]")) {
      const next = size + Number(step.dataset.step);
      step.disabled = next < people.min || next > people.max;
    }
  };
  if (chosen) {
    addEventListener("input", choose);
    addEventListener("pageshow", choose);
    addEventListener("click", (event) => {
      if (!event.target.dataset.step) return;
      event.preventDefault();
      people.stepUp(event.target.dataset.step);
      choose();
    });
  }

  const mine = document.querySelector("[data-failed]");
  if (mine && navigator.geolocation) {
    mine.hidden = false;
    mine.addEventListener("click", () => {
      mine.disabled = true;
      const found = ({ coords: { latitude, longitude } }) => {
        mine.disabled = false;
        const field = mine.form.elements.namedItem("texto");
        field.value = `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`;
        mine.previousElementSibling.click();
      };
      const failed = () => mine.textContent = mine.dataset.failed;
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
