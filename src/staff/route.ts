/** Routes of the board behind its guard: the visitor is signed in, and a change came from a page of the board. */
import type { Answer } from "../http/answer.ts";

/** A request of a signed-in member of the staff. */
export interface StaffVisit {
  /** As sent. */
  readonly pathname: string;
  readonly query: URLSearchParams;
  /** The name typed on this device. */
  readonly actor: string;
  readonly request: Request;
}

/** A request that changes something. */
export interface StaffAct extends StaffVisit {
  /** What the form holds. Text as typed: normalise it. It is well-formed, since half a surrogate pair has no UTF-8. */
  readonly form: URLSearchParams;
}

/** `path` is exact, or ends in a segment in braces: `/reserva/{folio}`. */
export type StaffRoute =
  | {
    readonly method: "GET";
    readonly path: string;
    /** Read by the board's script: without a session the answer is a bare 401, not the page to sign in. */
    readonly forScript?: boolean;
    show(visit: StaffVisit): Answer | Promise<Answer>;
  }
  | {
    readonly method: "POST";
    readonly path: string;
    act(act: StaffAct): Answer | Promise<Answer>;
  };

/** 303: after a change, the browser goes on to a page that can be loaded again. */
export function seeOther(location: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return {
    status: 303,
    headers: { location, "cache-control": "no-store", ...headers },
    body: null,
  };
}

/**
 * Where to go on to after a form: `text` where it is a path of the board itself, else the day's page. What would lead elsewhere
 * (`//mesa.example`, `/\\mesa.example`) or could break a header is no such path.
 */
export function localPath(text: string | null): string {
  return text !== null && text.length <= MAX_PATH && LOCAL.test(text) ? text : "/";
}

const MAX_PATH = 2_000;
/** Printable ASCII but the backslash, beginning with a single slash. */
const LOCAL = /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/;
