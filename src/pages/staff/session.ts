/** Who is signed in on a device, as its cookies say. */
import { encodeBase64Url } from "@std/encoding";
import type { SessionSeal, StaffAccess } from "../../staff_deps.ts";
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
  randomBytes(length: number): Uint8Array<ArrayBuffer>;
}

const DEVICE_BYTES = 16;

export function staffSessions({ access, cookies, now, randomBytes }: SessionOptions): Sessions {
  return {
    async visitor(headers) {
      const sent = cookies.read(headers);
      const actor = actorFromCookie(sent.actor);
      if (sent.session === undefined && sent.device === undefined) {
        return { signedIn: false, actor, device: null };
      }
      const seal = await access.seal();
      const device = await openSealedText(seal, "device", sent.device ?? "");
      return { signedIn: await isSession(seal, sent.session ?? "", now()), actor, device };
    },
    async begin(actor, device) {
      const seal = await access.seal();
      const ends = Math.floor(now() / 1000) + SESSION_SECONDS;
      const number = device ?? encodeBase64Url(randomBytes(DEVICE_BYTES));
      return [
        cookies.keep("session", await sealText(seal, "session", `${seal.generation}.${ends}`)),
        cookies.keep("device", await sealText(seal, "device", number)),
        cookies.keep("actor", actorToCookie(actor)),
      ];
    },
    rename: (actor) => [cookies.keep("actor", actorToCookie(actor))],
    end: () => [cookies.drop("session")],
  };
}

/** `GENERATION.END`, the end in epoch seconds: what the browser was told counts for nothing here. */
async function isSession(seal: SessionSeal, sealed: string, now: number): Promise<boolean> {
  const text = await openSealedText(seal, "session", sealed);
  const [, generation, ends] = /^(\d+)\.(\d+)$/.exec(text ?? "") ?? [];
  return Number(generation) === seal.generation && now < Number(ends) * 1000;
}
