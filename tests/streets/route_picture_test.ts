import { assert, assertEquals } from "@std/assert";
import styles from "../../src/html/map.css" with { type: "text" };
import { EN } from "../../src/pages/texts/en.ts";
import { ES } from "../../src/pages/texts/es.ts";
import { type PictureSource, routePicture } from "../../src/streets/picture/route_picture.ts";
import { sampleGraph } from "../../src/streets/sample_map.ts";
import { SAMPLE_ORIGIN } from "../support/restaurant_fixture.ts";
import type { StreetGraph } from "../../src/streets/street_graph.ts";
import { graphOf, streetRoutes } from "./_small_graphs.ts";
import { streetIndex } from "../../src/streets/street_index.ts";
import { haversineKm, type LatLng } from "../../src/domain/location.ts";
import { TOWN_CENTER, townGraph, townPoints } from "./_town.ts";

function sourceOf(graph: StreetGraph, origin: LatLng, isInvented = false): PictureSource {
  const index = streetIndex(graph);
  return { graph, index, routes: streetRoutes(graph, origin, { index }), isInvented };
}

const sample = sourceOf(sampleGraph(), SAMPLE_ORIGIN, true);
const DOOR = { lat: 20.9712, lng: -89.6291 };

function textsOf(svg: string): string[] {
  return [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text!);
}

Deno.test("a picture names both ends, the streets of the route and the map's credit, in the page's language", () => {
  const texts = textsOf(routePicture(sample, DOOR, ES.picture)!);
  for (const part of ["Restaurante", "Entrega", "Calle 58", "Calle 59"]) {
    assert(texts.includes(part), `${part}: ${texts}`);
  }
  assert(texts.includes("MUESTRA: mapa inventado"));
  const english = routePicture(sample, DOOR, EN.picture)!;
  assert(textsOf(english).includes("Delivery"));
  assert(english.includes('role="img" aria-label="Map of the drive from the restaurant'));
  assert(english.includes("<title>Map of the drive from the restaurant"));
  const real = sourceOf(sampleGraph(), SAMPLE_ORIGIN);
  assert(
    textsOf(routePicture(real, DOOR, ES.picture)!).includes("© OpenStreetMap contributors, ODbL"),
  );
});

Deno.test("each street is named once, and at most eight streets are", () => {
  for (const to of townPoints(30, 40)) {
    const svg = routePicture(smallTown, to, ES.picture);
    const names = textsOf(svg!).filter((text) => text.startsWith("Calle"));
    assertEquals(new Set(names).size, names.length);
    assert(names.length <= 8, `${names}`);
  }
});

/** The middle line of each text beside a mark or a street, as points 20 dots apart. */
function textLines(svg: string): { x: number; y: number }[][] {
  const texts = /translate\((-?\d+) (-?\d+)\)(?: rotate\((-?\d+)\))?"[^>]*>([^<]*)/g;
  return [...svg.matchAll(texts)].map(([, x, y, degrees = "0", text]) => {
    const angle = Number(degrees) * Math.PI / 180;
    return Array.from({ length: text!.length + 1 }, (_, i) => {
      const along = (i - text!.length / 2) * 20;
      return { x: Number(x) + along * Math.cos(angle), y: Number(y) + along * Math.sin(angle) };
    });
  });
}

Deno.test("texts lie in the picture, and none over another", () => {
  for (const to of townPoints(20, 40)) {
    const lines = textLines(routePicture(sample, to, ES.picture)!);
    assert(lines.length > 4, `${lines.length}`);
    for (const { x, y } of lines.flat()) assert(x > 20 && x < 1580 && y > 20 && y < 1100);
    for (const [i, line] of lines.entries()) {
      for (const other of lines.slice(i + 1).flat()) {
        assert(line.every(({ x, y }) => Math.hypot(x - other.x, y - other.y) > 40), `${to.lat}`);
      }
    }
  }
});

const smallTown = sourceOf(townGraph(30), TOWN_CENTER);

Deno.test("the drawn route begins at the restaurant's street and is true to scale", () => {
  const svg = routePicture(sample, DOOR, ES.picture)!;
  const [, path] = /class="map-route" d="([^"]+)"/.exec(svg)!;
  const steps = [...path!.matchAll(/[Ml](-?\d+)(?: |(?=-))(-?\d+)/g)]
    .map(([, x, y]) => [Number(x), Number(y)]);
  const dots = steps.slice(1).reduce(
    (sum, [x, y]) => sum + Math.hypot(x!, y!),
    0,
  );
  const [, cx, cy] = /class="map-start" cx="(\d+)" cy="(\d+)"/.exec(svg)!;
  assertEquals(steps[0], [Number(cx), Number(cy)]);
  const [, pinX, pinY] = /class="map-pin" d="M(\d+) (\d+)/.exec(svg)!;
  const apart = Math.hypot(Number(pinX) - Number(cx), Number(pinY) - Number(cy));
  const drawnMeters = dots / apart * haversineKm(SAMPLE_ORIGIN, DOOR) * 1000;
  const { meters } = sample.routes.end(DOOR)!.arrival;
  assert(Math.abs(drawnMeters - meters) < meters * 0.01, `${drawnMeters} of ${meters}`);
});

Deno.test("a picture is the same at every call, without script, address or inline style", () => {
  const svg = routePicture(sample, DOOR, ES.picture)!;
  assertEquals(routePicture(sample, DOOR, ES.picture), svg);
  assertEquals(routePicture(sourceOf(sampleGraph(), SAMPLE_ORIGIN, true), DOOR, ES.picture), svg);
  const bare = svg.replace('xmlns="http://www.w3.org/2000/svg"', "");
  assert(!/<script|<style| style=| on\w+=|href|url\(|http|NaN|undefined|Infinity/.test(bare), bare);
});

Deno.test("every class of a picture has its rule in the style sheet", () => {
  const svg = routePicture(smallTown, townPoints(30, 1)[0]!, ES.picture)! +
    routePicture(sample, DOOR, ES.picture);
  const classes = new Set(
    [...svg.matchAll(/class="([^"]+)"/g)].flatMap(([, all]) => all!.split(" ")),
  );
  const without = [...classes].filter((name) => !styles.includes(`.${name} `));
  assertEquals(without.filter((name) => !["map-near"].includes(name)), []);
});

Deno.test("a picture of a dense town of 150,000 edges is under 40 KB near and far, and shows streets", () => {
  const town = sourceOf(townGraph(194), TOWN_CENTER);
  const near = { lat: TOWN_CENTER.lat + 0.0005, lng: TOWN_CENTER.lng };
  for (const to of [...townPoints(194, 25), near]) {
    const svg = routePicture(town, to, ES.picture)!;
    const bytes = new TextEncoder().encode(svg).length;
    assert(bytes < 40_000, `${bytes}`);
    assert(svg.split('class="map-street"')[1]!.length > 500, "streets are drawn");
  }
});

Deno.test("a picture with thousands of bends and with long or hostile names is small and escaped", () => {
  const ends = [SAMPLE_ORIGIN, { lat: 20.99, lng: -89.6 }];
  const bends = Array.from({ length: 20_000 }, (_, i) => ({
    lat: SAMPLE_ORIGIN.lat + 0.021 * i / 20_000 + (i % 2) * 0.0009,
    lng: SAMPLE_ORIGIN.lng + 0.021 * i / 20_000 - (i % 3) * 0.0005,
  }));
  const name = `<script>"&${"x".repeat(5_000)}`;
  const street = { from: 0, to: 1, forwardKmh: 30, backwardKmh: 30 };
  const streets = [{ ...street, bends, name }, { ...street, name: `Ö<b>"&'` }];
  const source = sourceOf(graphOf(ends, streets), SAMPLE_ORIGIN);
  for (const to of [bends[19_000]!, { lat: 20.99, lng: -89.6 }]) {
    const svg = routePicture(source, to, ES.picture)!;
    assert(new TextEncoder().encode(svg).length < 40_000);
    assert(!svg.includes("<script") && !svg.includes("<b>"), "names are escaped");
  }
});

Deno.test("a picture of the restaurant's own door has no route", () => {
  const svg = routePicture(sample, SAMPLE_ORIGIN, ES.picture)!;
  assert(!svg.includes("map-route") && svg.includes("map-pin") && svg.includes("map-street"));
});

Deno.test("an unreachable destination has no picture", () => {
  assertEquals(routePicture(sample, { lat: 0, lng: 0 }, ES.picture), null);
});
