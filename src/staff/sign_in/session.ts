/** The session and the name on a device, in cookies; the session is sealed, so that only this service can have made it. */
import { decodeBase64Url, encodeBase64Url } from "@std/encoding";
import { setCookie } from "@std/http";
import { codePoints, isPlainLine, normaliseText } from "../../domain/text.ts";
import type { StaffAccess } from "../../ports.ts";

/** What a request's cookies tell. */
export interface Visitor {
  readonly signedIn: boolean;
  /** The name typed on this device; null where there is none. */
  readonly actor: string | null;
}

/** The sessions. Methods that return a promise throw where the database fails. */
export interface Sessions {
  visitor(headers: Headers): Promise<Visitor>;
  /** The Set-Cookie headers that sign `actor` in on a device. */
  begin(actor: string): Promise<readonly string[]>;
  /** The Set-Cookie headers that keep `actor` as the name on this device. */
  rename(actor: string): readonly string[];
  /** Ends the session on every instance. @returns the Set-Cookie headers that sign out; the name stays */
  end(headers: Headers): Promise<readonly string[]>;
}

export interface SessionOptions {
  readonly access: StaffAccess;
  /** Address at which staff open the board. */
  readonly staffUrl: string;
  /** Epoch milliseconds. */
  now(): number;
  /** Of the restaurant. */
  timeZone(): string;
  randomBytes(length: number): Uint8Array<ArrayBuffer>;
}

const SESSION_BYTES = 16;

export function staffSessions(options: SessionOptions): Sessions {
  const { access, now, randomBytes } = options;
  const cookies = staffCookies(options.staffUrl);

  /** Null where the cookie opens nothing. */
  const sessionOf = async (sealed: string | undefined): Promise<Session | null> => {
    if (sealed === undefined) return null;
    const { sessions, generation, ended } = await access.seals();
    const session = readSession(await openSealedText(sessions, sealed) ?? "");
    const holds = session?.generation === generation && now() < session.until &&
      !ended.has(session.text);
    return holds ? session : null;
  };

  return {
    async visitor(headers) {
      const sent = cookies.read(headers);
      const signedIn = await sessionOf(sent.session) !== null;
      return { signedIn, actor: actorFromCookie(sent.actor) };
    },
    async begin(actor) {
      const { generation, sessions } = await access.seals();
      const id = encodeBase64Url(randomBytes(SESSION_BYTES));
      const text = `${generation}.${sessionEnd(now(), options.timeZone())}.${id}`;
      return [
        cookies.keep("session", await sealText(sessions, text)),
        cookies.keep("actor", encodeURIComponent(actor)),
      ];
    },
    rename: (actor) => [cookies.keep("actor", encodeURIComponent(actor))],
    async end(headers) {
      const session = await sessionOf(cookies.read(headers).session);
      if (session) await access.endSession(session.text, session.until);
      return [cookies.drop("session")];
    },
  };
}

interface Session {
  /** `GENERATION.END.ID`, the end in epoch seconds: the browser's own idea of it counts for nothing. */
  readonly text: string;
  readonly generation: number;
  /** Epoch milliseconds. */
  readonly until: number;
}

const SESSION_FORM = /^(\d+)\.(\d+)\.[\w-]{22}$/;

function readSession(text: string): Session | null {
  const [, generation, ends] = SESSION_FORM.exec(text) ?? [];
  return ends === undefined
    ? null
    : { text, generation: Number(generation), until: Number(ends) * 1000 };
}

const QUIET_HOUR = 5;

/**
 * The end of a session that begins at `now`, in epoch seconds: the last early morning within 30 days, so that it is never a
 * Saturday's dinner.
 */
function sessionEnd(now: number, timeZone: string): number {
  const latest = now + SESSION_SECONDS * 1000;
  const local = Temporal.Instant.fromEpochMilliseconds(latest).toZonedDateTimeISO(timeZone);
  const quiet = local.withPlainTime({ hour: QUIET_HOUR }).epochMilliseconds;
  const end = quiet <= latest
    ? quiet
    : local.subtract({ days: 1 }).withPlainTime({ hour: QUIET_HOUR }).epochMilliseconds;
  return Math.floor(end / 1000);
}

/** Their lifetimes in seconds. Browsers keep no cookie longer than 400 days. */
const SESSION_SECONDS = 30 * 86_400;
const ACTOR_SECONDS = 400 * 86_400;

/** Code points of the name of who acts. */
export const MAX_ACTOR = 60;

/** Longer headers are not read: a session and a name take a few hundred bytes. */
const MAX_HEADER = 8_192;

type StaffCookie = "session" | "actor";

const NAMES: Readonly<Record<StaffCookie, string>> = {
  session: "sobremesa_turno",
  actor: "sobremesa_nombre",
};

interface StaffCookies {
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
function staffCookies(staffUrl: string): StaffCookies {
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

function actorFromCookie(value: string | undefined): string | null {
  if (value === undefined) return null;
  try {
    return readActor(decodeURIComponent(value));
  } catch {
    return null;
  }
}

const encoder = new TextEncoder();
const MAX_SEALED = 200;

/** `text`, which has no dot at its end, with its signature. */
async function sealText(key: CryptoKey, text: string): Promise<string> {
  const signature = await crypto.subtle.sign("HMAC", key, encoder.encode(text));
  return `${text}.${encodeBase64Url(signature)}`;
}

/** The text that was sealed; null where the seal is broken or another key's. */
async function openSealedText(
  key: CryptoKey,
  sealed: string,
): Promise<string | null> {
  const dot = sealed.lastIndexOf(".");
  if (dot === -1 || sealed.length > MAX_SEALED) return null;
  const text = sealed.slice(0, dot);
  const signature = decoded(sealed.slice(dot + 1));
  if (signature === null) return null;
  // Compares in constant time.
  const holds = await crypto.subtle.verify("HMAC", key, signature, encoder.encode(text));
  return holds ? text : null;
}

function decoded(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return decodeBase64Url(text);
  } catch {
    return null;
  }
}
