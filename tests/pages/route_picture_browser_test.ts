/** A picture's texts in a browser: fonts are wider or narrower than estimated. */
import { assert } from "@std/assert";
import styles from "../../src/html/map.css" with { type: "text" };
import { ES } from "../../src/pages/texts/es.ts";
import type { LatLng } from "../../src/domain/location.ts";
import { graphOf } from "../streets/_small_graphs.ts";
import { mapOf } from "../streets/_map_files.ts";
import { testInChromium } from "../support/chromium.ts";

/** A restaurant with a guest to the north-west, then with guests on every side. */
const RESTAURANT: LatLng = { lat: 41.1466, lng: -8.6148 };
const PINS: readonly LatLng[] = [
  { lat: 41.1579, lng: -8.6291 },
  ...Array.from({ length: 11 }, (_, i) => ({
    lat: RESTAURANT.lat + 0.012 * Math.sin(i * Math.PI / 5.5),
    lng: RESTAURANT.lng + 0.018 * Math.cos(i * Math.PI / 5.5),
  })),
];
const STYLE = `<style>${styles}</style>`;
const WIDTHS = [320, 360, 375, 390, 414, 800];

/** A picture of a drive along one street with bends to either side. */
async function pictureTo(pin: LatLng): Promise<string> {
  const bends = [0.2, 0.4, 0.6, 0.8].map((share, i) => ({
    lat: RESTAURANT.lat + share * (pin.lat - RESTAURANT.lat) + (i % 2 - 0.5) * 0.002,
    lng: RESTAURANT.lng + share * (pin.lng - RESTAURANT.lng) + (i % 2 - 0.5) * 0.002,
  }));
  const street = { from: 0, to: 1, bends, name: "Rua", forwardKmh: 30, backwardKmh: 30 };
  const map = await mapOf(graphOf([RESTAURANT, pin], [street]));
  return (await map.drivesFrom(RESTAURANT)).picture(pin, ES.picture)!;
}

testInChromium(
  "the names of both ends stay within the picture, on screens of 320 to 800 pixels",
  async (browser) => {
    const page = await browser.newPage();
    const pictures = await Promise.all(PINS.map(pictureTo));
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 600 });
      for (const [n, pin] of PINS.entries()) {
        await page.setContent(
          `${STYLE}<body style="margin:0;padding:0;max-width:none">${pictures[n]}</body>`,
        );
        const outside = await page.evaluate(`(() => {
          const frame = document.querySelector("svg").getBoundingClientRect();
          const ends = [...document.querySelectorAll(".map-end text")];
          if (ends.length !== 2) throw new Error(ends.length + " ends");
          return ends.filter((text) => {
            const box = text.getBoundingClientRect();
            return box.left < frame.left || box.right > frame.right ||
              box.top < frame.top || box.bottom > frame.bottom;
          }).map((text) => text.textContent);
        })()`) as string[];
        assert(outside.length === 0, `${outside} at ${width} pixels, to ${pin.lat}, ${pin.lng}`);
      }
    }
  },
);
