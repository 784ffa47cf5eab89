/** The session and the name on a device, in cookies. The session is sealed: only this service can make one. */
import { codePoints, isPlainLine, isVisible, normaliseText } from "../../domain/text.ts";
import type { KeyGeneration, StaffAccess, StaffDeps, StaffRole } from "../../ports/staff.ts";

/** What a request's cookies say. */
export interface Visitor {
  /** Null if it is not signed in. */
  readonly role: StaffRole | null;
  /** The role whose key was changed since the device signed in with it, and when, in epoch milliseconds. */
  readonly out?: Pick<KeyGeneration, "at"> & { readonly role: StaffRole };
  /** The name typed on this device; null if there is no name. */
  readonly actor: string | null;
}

/** Methods that return a promise reject if the database fails. */
export interface Sessions {
  visitor(headers: Headers): Promise<Visitor>;
  /** The Set-Cookie headers that sign `actor` in on a device. */
  begin(actor: string, role: StaffRole): Promise<readonly string[]>;
  /** The Set-Cookie headers that keep `actor` as the name on this device. */
  rename(actor: string): readonly string[];
  /** Ends the session on every instance. @returns the Set-Cookie headers that sign out; the name stays */
  end(headers: Headers): Promise<readonly string[]>;
}

type SessionDeps = Pick<StaffDeps, "now" | "randomBytes" | "restaurant" | "staffUrl">;

const SESSION_BYTES = 16;

/** The cookies, with lifetimes in seconds. Browsers keep none longer than 400 days. */
const COOKIES = {
  session: { name: "sobremesa_turno", seconds: 30 * 86_400 },
  actor: { name: "sobremesa_nombre", seconds: 400 * 86_400 },
} as const;
type StaffCookie = keyof typeof COOKIES;
const MAX_MS = COOKIES.session.seconds * 1000;

export function staffSessions(
  { now, randomBytes, restaurant, staffUrl }: SessionDeps,
  access: StaffAccess,
): Sessions {
  const secure = staffUrl.startsWith("https:");
  // With this prefix, browsers accept the cookie only from this host and only encrypted.
  const nameOf = (cookie: StaffCookie) => `${secure ? "__Host-" : ""}${COOKIES[cookie].name}`;
  const set = (cookie: StaffCookie, value: string, maxAge: number = COOKIES[cookie].seconds) => {
    const flags = secure ? "Secure; HttpOnly" : "HttpOnly";
    return `${nameOf(cookie)}=${value}; ${flags}; Max-Age=${maxAge}; SameSite=Strict; Path=/`;
  };
  const keepActor = (actor: string) => set("actor", encodeURIComponent(actor));

  /**
   * Null if there is no session, or it has ended otherwise than by another key. It is sealed as `ROLE.GENERATION.END`:
   * the cookie's own expiry is not trusted.
   */
  const sessionOf = async (headers: Headers) => {
    const token = cookieIn(headers, nameOf("session"));
    if (token === undefined) return null;
    const { sessions, keys, ended } = await access.seals();
    const opened = sessions.open(token, "session");
    if (opened === null || ended.has(token)) return null;
    const [role, generation, ends] = opened.toString().split(".") as [StaffRole, string, string];
    const [key, until] = [keys[role], Number(ends) * 1000];
    // In a restored copy the role may have no key yet.
    if (!key || now() >= until) return null;
    const isOpen = key.generation === generation;
    // A restored copy may have a key of before the session, which was not changed since.
    return isOpen || key.at >= until - MAX_MS ? { token, role, until, at: key.at, isOpen } : null;
  };

  return {
    async visitor(headers) {
      const session = await sessionOf(headers);
      const actor = actorFromCookie(cookieIn(headers, nameOf("actor")));
      if (session === null) return { role: null, actor };
      return session.isOpen ? { role: session.role, actor } : { role: null, actor, out: session };
    },
    async begin(actor, role) {
      const { keys, sessions } = await access.seals();
      const text = `${role}.${keys[role]!.generation}.${sessionEnd(now(), restaurant().timeZone)}`;
      const token = sessions.seal(text, "session", randomBytes(SESSION_BYTES));
      return [set("session", token), keepActor(actor)];
    },
    rename: (actor) => [keepActor(actor)],
    async end(headers) {
      const session = await sessionOf(headers);
      if (session?.isOpen) await access.endSession(session.token, session.until);
      return [set("session", "", 0)];
    },
  };
}

const QUIET_HOUR = 5;

/** The end of a session that begins at `now`, in epoch seconds: the last early morning within 30 days. */
function sessionEnd(now: number, timeZone: string): number {
  const latest = Temporal.Instant.fromEpochMilliseconds(now + MAX_MS);
  const quiet = latest.toZonedDateTimeISO(timeZone).subtract({ hours: QUIET_HOUR })
    .withPlainTime({ hour: QUIET_HOUR });
  return Math.floor(quiet.epochMilliseconds / 1000);
}

/** Code points of a name. */
export const MAX_ACTOR = 60;

/** The last cookie of that name. Malformed ones, which other programs of the host may have set, are skipped. */
function cookieIn(headers: Headers, name: string): string | undefined {
  const pairs = headers.get("cookie")?.matchAll(new RegExp(`(?:^|;)\\s*${name}=([^;]*)`, "g"));
  return [...pairs ?? []].at(-1)?.[1]?.trim();
}

/** The name typed into a form; null if it is no visible plain line of 1 to {@linkcode MAX_ACTOR} characters. */
export function readActor(text: string | null): string | null {
  if (text === null || text.length > 4 * MAX_ACTOR || !isPlainLine(text)) return null;
  const actor = normaliseText(text);
  return isVisible(actor, 1) && codePoints(actor) <= MAX_ACTOR ? actor : null;
}

function actorFromCookie(value: string | undefined): string | null {
  if (value === undefined) return null;
  try {
    return readActor(decodeURIComponent(value));
  } catch {
    return null;
  }
}
