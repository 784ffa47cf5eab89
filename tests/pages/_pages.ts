/** Guests' pages as a browser gets them, for tests. */
import type { LatLng } from "../../src/domain/location.ts";
import type { PictureWords } from "../../src/ports/guests.ts";
import { streetRoutes } from "../../src/routing/built_in_planner.ts";
import { routePicture } from "../../src/routing/picture/route_picture.ts";
import { sampleMap } from "../../src/routing/sample_map.ts";
import { streetIndex } from "../../src/routing/street_index.ts";
import { SAMPLE_ORIGIN } from "../support/restaurant_fixture.ts";
import type { TestApp } from "../support/test_app.ts";

const graph = sampleMap();
const index = streetIndex(graph);
const routes = streetRoutes(graph, SAMPLE_ORIGIN, { index });

/** Draws routes on the sample map, as a service with the sample restaurant does. */
export function samplePicture(to: LatLng, words: PictureWords): string | null {
  return routePicture({ graph, index, routes, isInvented: true }, to, words);
}

export interface Shown {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Without markup, style and doubled blanks. */
  readonly words: string;
}

export async function shownBy(answer: Response): Promise<Shown> {
  const text = await answer.text();
  const words = text.replace(/<(style|script|svg)[^]*?<\/\1>/g, "").replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
  return { status: answer.status, headers: answer.headers, text, words };
}

export async function show(
  app: TestApp,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Shown> {
  return await shownBy(await app.fetch(path, { headers, redirect: "manual" }));
}

/** What the fields of the page hold, by name: of radio buttons the chosen one's. */
export function filledIn({ text }: Shown): Readonly<Record<string, string>> {
  const inputs = text.matchAll(/<input ([^>]*)>/g);
  const areas = text.matchAll(/<textarea [^>]*name="([^"]*)"[^>]*>([^]*?)<\/textarea>/g);
  const attribute = (tag: string, name: string) =>
    new RegExp(`(?:^| )${name}="([^"]*)"`).exec(tag)?.[1] ?? "";
  return Object.fromEntries([
    ...[...inputs].flatMap(([, tag = ""]) => {
      const isOff = /type="radio"/.test(tag) && !/ checked/.test(tag);
      return isOff ? [] : [[attribute(tag, "name"), attribute(tag, "value")]];
    }),
    ...[...areas].map(([, name, value]) => [name, value]),
  ]);
}
