// Makes images smaller and upright before they are uploaded. The server checks them all the same.
"use strict";

// Unless the field says less.
const MAX_PIXELS = 1_600;
const MAX_BYTES = 1_000_000;
const QUALITIES = [0.85, 0.7, 0.5, 0.3];
// Of a picture that is too large even so.
const SIZES = [1, 0.6, 0.3];

let drawing = 0;

addEventListener("change", async ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.files?.[0]) return;
  const [file] = target.files;
  const buttons = target.form.querySelectorAll("button");
  drawing++;
  for (const button of buttons) button.disabled = true;
  const { pixels = MAX_PIXELS, bytes = MAX_BYTES } = target.dataset;
  const smaller = await shrunk(file, Number(pixels), Number(bytes)).catch(() => null);
  // Another may have been chosen, or none.
  if (smaller && target.files[0] === file) {
    const list = new DataTransfer();
    list.items.add(smaller);
    target.files = list.files;
  }
  drawing--;
  for (const button of buttons) button.disabled = drawing > 0;
});

/** The image as WebP or, if the browser writes none, as PNG or JPEG; null if none is small enough. */
async function shrunk(file, maxPixels, maxBytes) {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  const other = file.type === "image/jpeg" ? "image/jpeg" : "image/png";
  for (const type of ["image/webp", other, "image/jpeg"]) {
    for (const size of SIZES) {
      const scale = size * Math.min(1, maxPixels / Math.max(picture.width, picture.height));
      const canvas = document.createElement("canvas");
      canvas.width = Math.max(1, Math.round(picture.width * scale));
      canvas.height = Math.max(1, Math.round(picture.height * scale));
      canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
      for (const quality of QUALITIES) {
        const blob = await new Promise((done) => canvas.toBlob(done, type, quality));
        const fits = blob?.type === type && blob.size <= maxBytes;
        if (fits) return new File([blob], "imagen", { type });
      }
    }
  }
  return null;
}
