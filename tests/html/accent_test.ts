import { assert, assertEquals } from "@std/assert";
import { legibleAccent } from "../../src/html/accent.ts";
import palette from "../../src/html/palette.css" with { type: "text" };

/** The palette's colour `name`, by day and by night. */
function ofPalette(name: string): readonly string[] {
  const form = new RegExp(`--${name}: var\\(--day, (#\\w{6})\\) var\\(--night, (#\\w{6})\\)`);
  return form.exec(palette)!.slice(1);
}

function contrast(...colours: readonly string[]): number {
  const light = colours.map((colour) => {
    const [red, green, blue] = colour.match(/[0-9a-f]{2}/gi)!.map((hex) => {
      const part = parseInt(hex, 16) / 255;
      return part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4);
    });
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
  });
  return (Math.max(...light) + 0.05) / (Math.min(...light) + 0.05);
}

Deno.test("any colour is legible on every surface, and under the letters of a button, by day and by night", () => {
  const surfaces = ["paper", "card", "on"].map(ofPalette);
  const channels = ["00", "40", "80", "c0", "ff"];
  for (const red of channels) {
    for (const green of channels) {
      for (const blue of channels) {
        const { day, night } = legibleAccent(`#${red}${green}${blue}`);
        for (const [byDay, byNight] of surfaces) {
          assert(contrast(day, byDay!) >= 4.5, `${day} on ${byDay}`);
          assert(contrast(night, byNight!) >= 4.5, `${night} on ${byNight}`);
        }
      }
    }
  }
});

Deno.test("a colour that is legible stays as it was chosen, and only that", () => {
  assertEquals(legibleAccent("#9A3F1D").day, "#9a3f1d");
  assertEquals(legibleAccent("#FFD800").night, "#ffd800");
  assert(legibleAccent("#FFD800").day !== "#ffd800");
});
