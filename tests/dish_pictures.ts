/**
 * Draws the photos of six dishes of the sample anew, each a plate or a glass seen from above: `deno task pictures`.
 * Needs Chromium.
 */
import { launchChromium } from "./support/chromium.ts";

const SAMPLE = new URL("../src/restaurant/sample/", import.meta.url).pathname;
const MAX_BYTES = 15_000;

/** A sequence of numbers from 0 to 1, the same at each run. */
function drawing(seed: number): () => number {
  let state = seed;
  return () => (state = state * 16_807 % 2_147_483_647) / 2_147_483_647;
}

const SHADOW = `filter="url(#s)"`;

function circle(x: number, y: number, r: number, fill: string, more = ""): string {
  return `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${more}/>`;
}

/** Strips of onion, radish or cabbage, scattered around a point. */
function strips(
  count: number,
  { x, y, reach, length, width, colours, seed }: {
    x: number;
    y: number;
    reach: number;
    length: number;
    width: number;
    colours: readonly string[];
    seed: number;
  },
): string {
  const next = drawing(seed);
  return Array.from({ length: count }, (_, n) => {
    const [turn, far] = [next() * 360, Math.sqrt(next()) * reach];
    const [left, top] = [x + far * Math.cos(turn), y + far * Math.sin(turn)];
    const bend = (next() - 0.5) * length;
    return `<path d="M${left - length / 2} ${top}q${
      length / 2
    } ${bend} ${length} 0" fill="none" stroke="${
      colours[n % colours.length]
    }" stroke-width="${width}" stroke-linecap="round" transform="rotate(${turn} ${left} ${top})"/>`;
  }).join("");
}

function leaf(x: number, y: number, length: number, turn: number, fill: string): string {
  const half = length / 2;
  return `<g transform="translate(${x} ${y}) rotate(${turn})"><path d="M${-half} 0Q0 ${
    -half * 0.7
  } ${half} 0Q0 ${
    half * 0.7
  } ${-half} 0Z" fill="${fill}"/><path d="M${-half} 0H${half}" stroke="#fff" stroke-opacity=".35" stroke-width="2"/></g>`;
}

/** A slice of lime. */
function lime(x: number, y: number, r: number): string {
  const cuts = [0, 45, 90, 135].map((turn) =>
    `<path d="M${-r * 0.75} 0H${
      r * 0.75
    }" stroke="#f3f7d6" stroke-width="3" transform="rotate(${turn})"/>`
  );
  return `<g transform="translate(${x} ${y}) rotate(12)" ${SHADOW}>${circle(0, 0, r, "#7fa93a")}${
    circle(0, 0, r * 0.86, "#eef3c8")
  }${circle(0, 0, r * 0.76, "#c3d86c")}${cuts.join("")}</g>`;
}

/** @param cloth the colour of the table, @param rim that of the plate's rim */
function plated(cloth: string, rim: string, food: string): string {
  const plate = circle(240, 240, 208, "#fbf6ea", SHADOW) +
    circle(240, 240, 196, "none", `stroke="${rim}" stroke-width="9"`) +
    circle(240, 240, 180, "none", `stroke="${rim}" stroke-width="2.5" stroke-dasharray="3 9"`) +
    circle(240, 240, 150, "#f4ecda");
  return svg(cloth, plate + food);
}

function svg(cloth: string, content: string): string {
  const threads = Array.from(
    { length: 13 },
    (_, n) =>
      `<path d="M${n * 40} 0V480M0 ${
        n * 40
      }H480" stroke="#fff" stroke-opacity=".07" stroke-width="10"/>`,
  ).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="480" viewBox="0 0 480 480"><defs><filter id="s" x="-30%" y="-30%" width="160%" height="160%"><feDropShadow dx="0" dy="7" stdDeviation="9" flood-color="#2b1608" flood-opacity=".38"/></filter></defs><rect width="480" height="480" fill="${cloth}"/>${threads}${content}</svg>`;
}

function panucho(x: number, y: number, seed: number): string {
  return `<g ${SHADOW}>${circle(x, y, 68, "#d79a3f")}${circle(x, y, 60, "#e9b75c")}${
    circle(x, y, 50, "#4a2a22")
  }</g>` +
    strips(16, {
      x,
      y,
      reach: 34,
      length: 34,
      width: 8,
      colours: ["#f6e7cf", "#e8cfa6", "#d7b07c"],
      seed,
    }) +
    strips(9, {
      x,
      y,
      reach: 30,
      length: 40,
      width: 5,
      colours: ["#c2447f", "#db6fa0"],
      seed: seed + 5,
    }) +
    leaf(x - 16, y + 14, 44, 30, "#5f9440") + leaf(x + 20, y - 12, 40, -40, "#77aa4d");
}

function papadzul(y: number): string {
  const egg = { x: 240, y: y + 33, length: 11, width: 9 };
  return `<g ${SHADOW}><rect x="104" y="${y}" width="272" height="68" rx="34" fill="#e8c581"/></g>` +
    `<path d="M128 ${
      y + 9
    }q112 -20 224 0q30 25 0 50q-36 16 -70 3q-22 16 -52 1q-50 14 -102 -4q-30 -25 0 -50z" fill="#8fa24a"/>` +
    `<path d="M150 ${
      y + 16
    }q90 -14 180 0" fill="none" stroke="#b9c777" stroke-width="6" stroke-linecap="round"/>` +
    strips(18, { ...egg, reach: 72, colours: ["#fffaf0", "#fffaf0", "#f4bf3a"], seed: y }) +
    `<path d="M206 ${
      y + 22
    }q34 -14 68 2q12 18 -6 26q-34 10 -62 -2q-14 -12 0 -26z" fill="#c8402c"/>` +
    `<path d="M216 ${
      y + 28
    }q22 -8 42 0" fill="none" stroke="#e2705c" stroke-width="5" stroke-linecap="round"/>` +
    leaf(244, y + 38, 30, 24, "#4f8a3a");
}

const SOUP = plated(
  "#2f6f73",
  "#e2a33b",
  circle(240, 240, 150, "#d9a441", SHADOW) + circle(240, 240, 140, "#ebc163") +
    circle(206, 206, 74, "#f3d688", 'opacity=".5"') +
    strips(22, {
      x: 250,
      y: 250,
      reach: 84,
      length: 52,
      width: 11,
      colours: ["#f8ecd2", "#efdcb4"],
      seed: 11,
    }) +
    strips(14, {
      x: 214,
      y: 226,
      reach: 92,
      length: 62,
      width: 9,
      colours: ["#c47a2c", "#d8953f"],
      seed: 23,
    }) +
    [[170, 280], [300, 176], [322, 270], [222, 322]].map(([x, y], n) =>
      circle(x!, y!, 11 + n % 2 * 4, "#c8402c")
    ).join("") +
    leaf(262, 170, 40, 20, "#4f8a3a") + leaf(176, 206, 36, -50, "#6aa24a") + lime(290, 232, 44) +
    lime(204, 262, 36),
);

const COCHINITA = plated(
  "#8a3b22",
  "#2f6f73",
  [[240, 240, 270, 8], [240, 240, 250, 62], [240, 240, 250, -52]].map(([x, y, length, turn]) =>
    leaf(x!, y!, length!, turn!, turn === 8 ? "#3f7a3f" : "#4f8d4a")
  ).join("") +
    `<g ${SHADOW}>${circle(240, 248, 92, "#a8431d")}</g>` +
    strips(58, {
      x: 240,
      y: 246,
      reach: 82,
      length: 46,
      width: 10,
      colours: ["#c4571f", "#b34a1c", "#d86f2a", "#953a16"],
      seed: 5,
    }) +
    strips(20, {
      x: 240,
      y: 228,
      reach: 48,
      length: 58,
      width: 6,
      colours: ["#c2447f", "#e08ab4", "#d65a94"],
      seed: 31,
    }) +
    circle(322, 152, 26, "#e9772b", SHADOW) + circle(318, 148, 14, "#f29a4c") + lime(150, 330, 38),
);

const CAKE = plated(
  "#b8672d",
  "#8a3b22",
  `<g ${SHADOW}><path d="M110 236L346 128Q388 240 346 352Z" fill="#c98b3c"/></g>` +
    `<path d="M136 238L332 150Q362 240 332 332Z" fill="#f7e3a4"/>` +
    `<path d="M332 150Q362 240 332 332L346 352Q388 240 346 128Z" fill="#a8682a"/>` +
    `<path d="M170 234Q250 190 318 176Q330 208 334 240Q250 214 170 234Z" fill="#fff3cc" opacity=".8"/>` +
    circle(262, 252, 15, "#b3243b") + circle(286, 236, 15, "#c73449") +
    circle(286, 266, 13, "#9c1d33") + circle(258, 248, 4, "#f2a3ae") +
    leaf(250, 222, 46, -28, "#4f8a3a") +
    strips(16, {
      x: 176,
      y: 316,
      reach: 56,
      length: 16,
      width: 6,
      colours: ["#e8c66a", "#d9ad4a"],
      seed: 9,
    }),
);

const DRINK = svg(
  "#c98f3a",
  circle(240, 240, 190, "#8a5a2b", SHADOW) + circle(240, 240, 178, "#a5713a") +
    circle(240, 240, 160, "none", 'stroke="#8a5a2b" stroke-width="4" stroke-dasharray="14 10"') +
    circle(240, 240, 128, "#eef4ee", SHADOW) + circle(240, 240, 114, "#5f9a3c") +
    circle(240, 240, 104, "#79b04a") + circle(212, 210, 54, "#93c462", 'opacity=".55"') +
    [[208, 268, 14], [282, 206, -20], [270, 284, 38]].map(([x, y, turn]) =>
      `<rect x="${x! - 26}" y="${
        y! - 26
      }" width="52" height="52" rx="11" fill="#f4fbf2" fill-opacity=".62" transform="rotate(${turn} ${x} ${y})"/>`
    ).join("") +
    `<g ${SHADOW}><path d="M300 300L392 232Q404 306 356 356Z" fill="#f4c844"/><path d="M318 302L382 254Q388 304 354 336Z" fill="#fbe08a"/></g>` +
    leaf(204, 190, 70, -34, "#2f6b2c") + leaf(240, 176, 60, 22, "#3f8038") + lime(176, 318, 38),
);

/** By the id of the dish. */
const DRAWINGS: Readonly<Record<string, string>> = {
  panuchos: plated(
    "#2d5f8a",
    "#c8402c",
    panucho(240, 164, 3) + panucho(166, 292, 17) + panucho(314, 292, 29),
  ),
  "sopa-lima": SOUP,
  papadzules: plated("#7a2f4a", "#e2a33b", [116, 206, 296].map(papadzul).join("")),
  cochinita: COCHINITA,
  "pay-queso": CAKE,
  "chaya-pina": DRINK,
};

/** @returns the bytes of a WebP in base64 */
const ON_CANVAS = `(async (svg) => {
  const picture = new Image();
  picture.src = "data:image/svg+xml," + encodeURIComponent(svg);
  await picture.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: 360, height: 360 });
  canvas.getContext("2d").drawImage(picture, 0, 0, 360, 360);
  return canvas.toDataURL("image/webp", 0.7).split(",")[1];
})`;

await using browser = await launchChromium();
const page = await browser.newPage();
let file = await Deno.readTextFile(`${SAMPLE}restaurante.json`);
for (const [id, drawing] of Object.entries(DRAWINGS)) {
  const bytes = Uint8Array.fromBase64(
    await page.evaluate<string>(`${ON_CANVAS}(${JSON.stringify(drawing)})`),
  );
  if (bytes.length > MAX_BYTES) throw new Error(`${id} has ${bytes.length} bytes`);
  await Deno.writeFile(`${SAMPLE}${id}.webp`, bytes);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
  const place = new RegExp(`("id": "${id}",(?:\\s+"foto": "[0-9a-f]+",)?)(\\s+)(?="nombre")`);
  file = file.replace(place, `"id": "${id}",$2"foto": "${hash}",$2`);
}
await Deno.writeTextFile(`${SAMPLE}restaurante.json`, file);
