/** Who is signed in on a device, as its cookies say. */
import { encodeBase64Url } from "@std/encoding";
import type { StaffAccess } from "../../ports.ts";
import { actorFromCookie, actorToCookie, SESSION_SECONDS, type StaffCookies } from "./cookies.ts";
import { openSealedText, sealText } from "./sealed_text.ts";

/** What a request's cookies tell. */
export interface Visitor {
  readonly signedIn: boolean;
  /** The name typed on this device; null where there is none. */
  readonly actor: string | null;
}

/** Who is signed in. Methods that return a promise throw where the database fails. */
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
  readonly cookies: StaffCookies;
  /** Epoch milliseconds. */
  now(): number;
  /** Of the restaurant. */
  timeZone(): string;
  randomBytes(length: number): Uint8Array<ArrayBuffer>;
}

const SESSION_BYTES = 16;

export function staffSessions(options: SessionOptions): Sessions {
  const { access, cookies, now, randomBytes } = options;

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
        cookies.keep("actor", actorToCookie(actor)),
      ];
    },
    rename: (actor) => [cookies.keep("actor", actorToCookie(actor))],
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

/** Sessions from before an upgrade have no id, so that signing out ends all that began on the same day. */
const SESSION_FORM = /^(\d+)\.(\d+)(?:\.[\w-]{22})?$/;

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
