/** Which pages the sites of EMBED_ORIGINS may show in a frame: those where guests reserve and order, and what these lead to. */
import type { Answer } from "../http/answer.ts";
import type { Exchange } from "../http/router.ts";

/** Home, menu and what is made for programs are never framed. Links to them, and to WhatsApp, have a target of `_top`. */
const FRAMED = /^\/(?:reservar|pedir|envio|reservada|pedido)(?:\/|$)/;
const POLICY = "content-security-policy";

/** @param origins none: no page is framed */
export function framing(
  origins: readonly string[],
): (exchange: Exchange, answer: Answer) => Answer {
  const ancestors = `frame-ancestors ${origins.join(" ")}`;
  return ({ target: { pathname } }, answer) => {
    const policy = answer.headers[POLICY];
    if (origins.length === 0 || !policy || !FRAMED.test(pathname)) return answer;
    const allowing = policy.replace("frame-ancestors 'none'", ancestors);
    return { ...answer, headers: { ...answer.headers, [POLICY]: allowing } };
  };
}
