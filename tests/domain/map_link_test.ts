import { assertEquals } from "@std/assert";
import { readPoint, searchedWords, withoutLink } from "../../src/domain/map_link.ts";

const POINT = { lat: 20.967123, lng: -89.623701 };
const DOOR = { lat: 20.967, lng: -89.624 };

/** What people paste, and the point in it; null for words, "link" for a link without a point. */
const PASTED: readonly (readonly [text: string, point: typeof POINT | null | "link"])[] = [
  ["20.967123, -89.623701", POINT],
  [" 20.967123,-89.623701 ", POINT],
  ["(20.967123 -89.623701)", POINT],
  ["20.967123°, -89.623701°", POINT],
  ["20.967123° N, 89.623701° W", POINT],
  ["20.967123 n 89.623701 o", POINT],
  ["W 89.623701; N 20.967123", POINT],
  [`20°58'01.2"N 89°37'26.4"W`, DOOR],
  ["20° 58′ 1.2″ N, 89° 37′ 26.4″ O", DOOR],
  ["20° 58.02' N 89° 37.44' W", DOOR],
  ["geo:20.967123,-89.623701?z=17", POINT],
  ["geo:0,0?q=20.967123,-89.623701(Casa)", POINT],
  ["21, -89", { lat: 21, lng: -89 }],
  // In a sentence.
  ["Mi ubicación es 20.967123, -89.623701", POINT],
  ["lat: 20.967123, lng: -89.623701", POINT],
  ["20.967123,-89.623701.", POINT],
  ["20.967123, -89.623701 casa azul, tel. 999.123.4567", POINT],
  ["Calle 58 #480 x 59, portón 3 (20.967123 -89.623701)", POINT],
  ["20.967123, -89.623701 https://maps.app.goo.gl/abcDEF123", POINT],
  // Quotes and stops of the sentence around it.
  [`20.967123, -89.623701'`, POINT],
  [`"20.967123,-89.623701"`, POINT],
  ["20.967123’ -89.623701”", POINT],
  [`20.96° 5' N, 89.62° 7' W`, null],
  ...[".", ",", "!", "?", "»", ">", ")", `"`, "'", "”", "…", `").`].flatMap((end) =>
    [
      `https://maps.google.com/?q=20.967123,-89.623701`,
      `https://www.google.com/maps/search/?api=1&query=20.967123,-89.623701`,
      "https://www.google.com/maps/place/X/@20.9,-89.6,17z/data=!3d20.967123!4d-89.623701",
      "geo:20.967123,-89.623701",
    ].map((link) => [`Mi casa: ${link}${end}`, POINT] as const)
  ),
  // A decimal comma, as phones in Spanish write it.
  ["20,967123 -89,623701", POINT],
  ["20,967123, -89,623701", POINT],
  ["20,967123 89,623701 O", POINT],
  ["20,967123; -89,623701", POINT],
  ["20,967123,-89,623701", POINT],
  ["20,967123° N 89,623701° O", POINT],
  // Full plus codes; the points are those of the public specification's own tests.
  ["7FG49QCJ+2VX", { lat: 20.3701125, lng: 2.7822344 }],
  ["7FG49Q00+", null],
  ["7FG49QCJ+2V", { lat: 20.3700625, lng: 2.7821875 }],
  ["8FVC2222+22, Berlin", { lat: 47.0000625, lng: 8.0000625 }],
  ["4vcppqgp+q9", { lat: -41.2730625, lng: 174.7859375 }],
  ["https://plus.codes/7FG49QCJ+2V", { lat: 20.3700625, lng: 2.7821875 }],
  ["https://maps.google.com/?q=7FG49QCJ%2B2V", { lat: 20.3700625, lng: 2.7821875 }],
  ["FVC22222+22", null],
  ["9QCJ+2VX", null],
  // WhatsApp and Google Maps.
  ["https://maps.google.com/?q=20.967123,-89.623701", POINT],
  ["https://maps.google.com/maps?q=20.967123%2C-89.623701&z=17&hl=en", POINT],
  ["Estoy aquí: https://maps.google.com/?q=20.967123,-89.623701", POINT],
  ["https://www.google.com/maps/search/?api=1&query=20.967123,-89.623701", POINT],
  ["https://www.google.com/maps/search/20.967123,+-89.623701?entry=tts", POINT],
  ["https://www.google.com/maps/place/20.967123,-89.623701/@21,-89.6,17z", POINT],
  [
    "https://www.google.com/maps/place/Casa/@20.9,-89.6,17z/data=!3m1!4b1!8m2!3d20.967123!4d-89.623701",
    POINT,
  ],
  [
    "https://www.google.com/maps/dir/Centro/Casa/@20.9,-89.6,15z/data=!1d-89!3d20.1!4d-89.1!3d20.967!4d-89.624",
    DOOR,
  ],
  ["https://www.google.com/maps/dir/20.9,-89.6/20.967123,-89.623701/", POINT],
  // The last waypoint of a route; `!1m2` is a point that the route was dragged to.
  [
    "https://www.google.com/maps/dir/La+Prueba/Mi+casa/@20.9,-89.6,16z/data=!4m14!4m13" +
    "!1m5!1m1!1s0x8f:0x1!2m2!1d-89.6!2d20.9" +
    "!1m5!1m1!1s0x8f:0x2!2m2!1d-89.623701!2d20.967123!3m4!1m2!1d-89.1!2d20.1!3s0x8f:0x3!3e0",
    POINT,
  ],
  [
    "https://www.google.com/maps/dir/La+Prueba/20.967123,-89.623701/@20.9,-89.6,16z/data=!4m9!4m8" +
    "!1m5!1m1!1s0x8f:0x1!2m2!1d-89.6!2d20.9!1m0!3e0",
    POINT,
  ],
  ["https://www.google.com/maps/@20.967123,-89.623701,17z", POINT],
  ["www.google.com/maps/@20.967123,-89.623701,17z", POINT],
  // Apple Maps and others.
  ["https://maps.apple.com/?ll=20.967123,-89.623701&q=Casa&t=m", POINT],
  ["https://maps.apple.com/?ll=21,-89.5&q=20.967123,-89.623701", POINT],
  ["https://maps.apple.com/place?coordinate=20.967123,-89.623701&name=Casa", POINT],
  ["https://www.openstreetmap.org/?mlat=20.967123&mlon=-89.623701#map=17/21/-89", POINT],
  ["https://www.openstreetmap.org/#map=17/20.967123/-89.623701", POINT],
  ["https://maps.apple.com/?daddr=20.967123,-89.623701&dirflg=d", POINT],
  ["https://maps.apple.com/?q=Casa&sll=20.967123,-89.623701&z=10", POINT],
  ["https://maps.apple.com/look-around?center=20.967123,-89.623701", POINT],
  ["https://www.google.com/maps/dir/?api=1&destination=20.967123,-89.623701", POINT],
  ["https://waze.com/ul?ll=20.967123,-89.623701&navigate=yes", POINT],
  // Without a point.
  ["https://maps.app.goo.gl/abcDEF123", "link"],
  ["https://goo.gl/maps/abc", "link"],
  ["goo.gl/maps/abc", "link"],
  ["https://maps.apple/p/abc", "link"],
  ["https://waze.com/ul/hd5abc", "link"],
  ["https://maps.google.com/?q=95.5,-89.6", "link"],
  ["https://www.google.com/maps/dir/20.967,-89.624/Mi+casa/@20.9701,-89.6233,16z", "link"],
  ["Estoy aquí: https://maps.app.goo.gl/abcDEF123", "link"],
  ["https://[", "link"],
  ["https://x.example/%E0%A4%A", "link"],
  ["Calle 58 por 59 y 61, Centro", null],
  ["58 59", null],
  ["58, 59", null],
  ["58 O, 59 N", null],
  ["95.1, -189.2", null],
  ["20.967123", null],
  ["Calle 60 x 57, de 20.967123, -89.623701 a 20.9745", null],
  ["Calle 60 x 57, tel. 99.91234567", null],
  ["Calle 60 x 57, tel. 999.1234567 o 999.7654321", null],
  ["Calle 60 x 57, tel. 55.1234.5678 y 55.8765.4321", null],
  ["Calle 60 #48.123 x 57.456", null],
  ["", null],
  [`https://maps.google.com/?x=${"y".repeat(3_000)}&q=20.9,-89.6`, null],
];

Deno.test("the point in pasted coordinates or a map's link is read, and no link is followed", () => {
  for (const [text, point] of PASTED) {
    const read = readPoint(text);
    const expected = point === "link" ? { error: "enlace_sin_punto" } : point && { value: point };
    assertEquals(read as unknown, expected, text);
  }
});

/** A link made for words or beside an address, and the words to search for; a text without one stays as it is. */
const SOUGHT: readonly (readonly [text: string, words: string])[] = [
  ["https://maps.google.com/?q=Calle+60+x+55", "Calle 60 x 55"],
  [
    "Aquí: https://www.google.com/maps?q=Calle%2060%20x%2055,%20Centro&z=17",
    "Calle 60 x 55, Centro",
  ],
  ["https://www.google.com/maps/search/?api=1&query=Calle+60+x+55", "Calle 60 x 55"],
  ["https://www.google.com/maps/search/Calle+60+x+55", "Calle 60 x 55"],
  ["https://www.google.com/maps/search/Calle+60+x+55/@20.9701,-89.6233,16z", "Calle 60 x 55"],
  ["https://www.google.com/maps/place/Calle+60+%26+Calle+55", "Calle 60 & Calle 55"],
  ["https://www.google.com/maps/place/Calle+60+x+55/@20.9701,-89.6233,17z", "Calle 60 x 55"],
  ["Calle 60 x 55 https://maps.app.goo.gl/abcDEF123", "Calle 60 x 55"],
  ["https://maps.apple.com/?daddr=Calle+60+x+55", "Calle 60 x 55"],
  ["geo:0,0?q=Calle+60+x+55", "Calle 60 x 55"],
  ["Calle 60 x 55", "Calle 60 x 55"],
];

Deno.test("a link that was made for words is searched for these, another for the address beside it", () => {
  for (const [text, words] of SOUGHT) {
    assertEquals([readPoint(text), withoutLink(searchedWords(text))], [null, words], text);
  }
});
