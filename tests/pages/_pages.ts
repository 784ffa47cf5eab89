/** Guests' pages as a browser gets them, for tests. */
import type { LatLng } from "../../src/domain/location.ts";
import type { PictureWords } from "../../src/ports/streets.ts";
import { sampleMap } from "../../src/streets/mod.ts";
import { SAMPLE_ORIGIN } from "../support/restaurant_fixture.ts";
import type { TestApp } from "../support/test_app.ts";

const { picture } = await sampleMap().drivesFrom(SAMPLE_ORIGIN);

/** Draws routes on the sample map, as a service with the sample restaurant does. */
export const samplePicture: (to: LatLng, words: PictureWords) => string | null = picture;

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
