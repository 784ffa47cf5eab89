/** What an operator is told whose proxy is not believed. */
export const UNTRUSTED_PROXY =
  "a proxy on this machine sends X-Forwarded-For but is not trusted, so all guests share one rate limit: " +
  "set TRUSTED_PROXIES=127.0.0.1,::1 where that proxy is yours";
