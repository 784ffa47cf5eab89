/** How earlier versions stored the staff's key: as PBKDF2-SHA-256, along with a seal of devices. */
import { encodeBase64Url } from "@std/encoding";
import { comparedStaffKey } from "../../src/domain/staff_key.ts";

/** What stands in such a version's settings under `staff_key`, with the third generation of sessions. */
export async function slowStaffKey(key: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const bytes = new TextEncoder().encode(comparedStaffKey(key));
  const secret = await crypto.subtle.importKey("raw", bytes, "PBKDF2", false, ["deriveBits"]);
  const algorithm = { name: "PBKDF2", hash: "SHA-256", salt, iterations: 600_000 };
  const seal = () => encodeBase64Url(crypto.getRandomValues(new Uint8Array(32)));
  return JSON.stringify({
    generation: 3,
    rounds: algorithm.iterations,
    salt: encodeBase64Url(salt),
    hash: encodeBase64Url(await crypto.subtle.deriveBits(algorithm, secret, 256)),
    sessions: seal(),
    devices: seal(),
  });
}
