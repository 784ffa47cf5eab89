/** Who is signed in on a device, as its cookies say. */
import { encodeBase64Url } from "@std/encoding";
import type { StaffAccess, StaffSeals } from "../../staff_deps.ts";
import { actorFromCookie, actorToCookie, SESSION_SECONDS, type StaffCookies } from "./cookies.ts";
import { openSealedText, sealText } from "./sealed_text.ts";

/** What a request's cookies tell. */
export interface Visitor {
  readonly signedIn: boolean;
  /** The name typed on this device; null where there is none. */
  readonly actor: string | null;
  /** The number of a device on which somebody once signed in with this key; null for any other. */
  readonly device: string | null;
}

export interface Sessions {
  visitor(headers: Headers): Promise<Visitor>;
  /** The Set-Cookie headers that sign `actor` in on a device. */
  begin(actor: string, device: string | null): Promise<readonly string[]>;
  /** The Set-Cookie headers that keep `actor` as the name on this device. */
  rename(actor: string): readonly string[];
  /** The Set-Cookie headers that sign out; the name stays. */
  end(): readonly string[];
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

const DEVICE_BYTES = 16;

export function staffSessions(options: SessionOptions): Sessions {
  const { access, cookies, now, randomBytes } = options;
  return {
    async visitor(headers) {
      const sent = cookies.read(headers);
      const actor = actorFromCookie(sent.actor);
      if (sent.session === undefined && sent.device === undefined) {
        return { signedIn: false, actor, device: null };
      }
      const seals = await access.seals();
      const device = await openSealedText(seals.devices, sent.device ?? "");
      return { signedIn: await isSession(seals, sent.session ?? "", now()), actor, device };
    },
    async begin(actor, device) {
      const { generation, sessions, devices } = await access.seals();
      const session = `${generation}.${sessionEnd(now(), options.timeZone())}`;
      const number = device ?? encodeBase64Url(randomBytes(DEVICE_BYTES));
      return [
        cookies.keep("session", await sealText(sessions, session)),
        cookies.keep("device", await sealText(devices, number)),
        cookies.keep("actor", actorToCookie(actor)),
      ];
    },
    rename: (actor) => [cookies.keep("actor", actorToCookie(actor))],
    end: () => [cookies.drop("session")],
  };
}

/** `GENERATION.END`, the end in epoch seconds: what the browser was told counts for nothing here. */
async function isSession(
  { sessions, generation }: StaffSeals,
  sealed: string,
  now: number,
): Promise<boolean> {
  const text = await openSealedText(sessions, sealed);
  const [, begun, ends] = /^(\d+)\.(\d+)$/.exec(text ?? "") ?? [];
  return Number(begun) === generation && now < Number(ends) * 1000;
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
