export interface Cookie {
  name: string;
  value: string;
  /** Seconds; 0 deletes it. */
  maxAge?: number;
  path?: string;
  secure?: boolean;
  httpOnly?: boolean;
  sameSite?: "Strict" | "Lax" | "None";
}
/** Appends Set-Cookie to `headers`. @throws {SyntaxError} where name or value cannot be in a cookie */
export function setCookie(headers: Headers, cookie: Cookie): void;
