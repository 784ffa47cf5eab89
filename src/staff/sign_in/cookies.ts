/** What the board keeps on a device: the session, and the name of the person who uses it. */
import { setCookie } from "@std/http";
import { codePoints, isPlainLine, normaliseText } from "../../domain/text.ts";

/** Their lifetimes in seconds. Browsers keep no cookie longer than 400 days. */
export const SESSION_SECONDS = 30 * 86_400;
const ACTOR_SECONDS = 400 * 86_400;

/** Code points of the name of who acts. */
export const MAX_ACTOR = 60;

/** Longer headers are not read: a session and a name take a few hundred bytes. */
const MAX_HEADER = 8_192;

export type StaffCookie = "session" | "actor";

const NAMES: Readonly<Record<StaffCookie, string>> = {
  session: "sobremesa_turno",
  actor: "sobremesa_nombre",
};

export interface StaffCookies {
  /** What the request carries, unverified. */
  read(headers: Headers): Readonly<Partial<Record<StaffCookie, string>>>;
  /** The Set-Cookie header that keeps `value`. */
  keep(cookie: StaffCookie, value: string): string;
  /** The Set-Cookie header that takes it away. */
  drop(cookie: StaffCookie): string;
}

/**
 * The cookies of the board at `staffUrl`. Over https their names begin with `__Host-`, so that no other host of the domain and no
 * page without encryption can have set them.
 */
export function staffCookies(staffUrl: string): StaffCookies {
  const secure = staffUrl.startsWith("https:");
  const nameOf = (cookie: StaffCookie) => `${secure ? "__Host-" : ""}${NAMES[cookie]}`;
  const set = (cookie: StaffCookie, value: string, maxAge: number): string => {
    const headers = new Headers();
    const name = nameOf(cookie);
    setCookie(headers, {
      name,
      value,
      maxAge,
      secure,
      path: "/",
      httpOnly: true,
      sameSite: "Strict",
    });
    return headers.getSetCookie()[0]!;
  };
  return {
    read(headers) {
      const sent = cookiesIn(headers.get("cookie") ?? "");
      const found = (cookie: StaffCookie) => {
        const value = sent.get(nameOf(cookie));
        return value === undefined ? {} : { [cookie]: value };
      };
      return { ...found("session"), ...found("actor") };
    },
    keep: (cookie, value) =>
      set(cookie, value, cookie === "session" ? SESSION_SECONDS : ACTOR_SECONDS),
    drop: (cookie) => set(cookie, "", 0),
  };
}

/** By name; of a name sent twice the last. Other programs of the same host may have set anything, which must break nothing here. */
function cookiesIn(header: string): ReadonlyMap<string, string> {
  if (header.length > MAX_HEADER) return new Map();
  return new Map(
    header.split(";").map((pair) => {
      const equals = pair.indexOf("=");
      return equals === -1
        ? ["", ""]
        : [pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()];
    }),
  );
}

/** The name of who acts, as typed into a form; null where it is no plain line of 1 to {@linkcode MAX_ACTOR} characters. */
export function readActor(text: string | null): string | null {
  if (text === null || text.length > 4 * MAX_ACTOR || !isPlainLine(text)) return null;
  const actor = normaliseText(text);
  const length = codePoints(actor);
  return length >= 1 && length <= MAX_ACTOR ? actor : null;
}

/** Cookies hold ASCII. */
export function actorToCookie(actor: string): string {
  return encodeURIComponent(actor);
}

export function actorFromCookie(value: string | undefined): string | null {
  if (value === undefined) return null;
  try {
    return readActor(decodeURIComponent(value));
  } catch {
    return null;
  }
}
