/** The routes of the board as they are behind its guard, and the pages that refuse. */
import { html } from "../html/html.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import type { Answer } from "../http/answer.ts";
import type { SentForm } from "../http/body.ts";
import type { Refused } from "../http/router.ts";
import { type SignedIn, type StaffPage, staffPageAnswer } from "./layout.ts";

/** A request of a signed-in member of the staff. */
export interface StaffVisit extends SignedIn {
  readonly pathname: string;
  readonly query: URLSearchParams;
  readonly request: Request;
}

/** A request that changes something. */
export interface StaffAct extends StaffVisit {
  /** The fields as typed, not normalised. Their text is well-formed: half a surrogate pair has no UTF-8. */
  readonly form: URLSearchParams;
  /** The images that were sent, by field. */
  readonly files: SentForm["files"];
  /** The Set-Cookie headers of a new session: the act has changed the key of its own. */
  renewed(): Promise<readonly string[]>;
}

/** A page of the board, a refusal, or an answer that is not a page. */
export type Shown = StaffPage | Refusal | Answer;

/** `path` is exact, or ends in a segment in braces: `/reserva/{folio}`. */
export type StaffRoute =
  | {
    readonly method: "GET";
    readonly path: string;
    show(visit: StaffVisit): Shown | Promise<Shown>;
  }
  | {
    readonly method: "POST";
    readonly path: string;
    /** The maximum size in bytes of a form that holds a file. */
    readonly maxBytes?: number;
    /** What to do with a larger one. Default: to shorten the texts or the photo. */
    readonly tooLarge?: string;
    /** Whether the form's files are images, given as bytes. Otherwise they are texts, each its field's value. */
    readonly hasImages?: boolean;
    /** How many fields the page may have, where that depends on the restaurant. */
    readonly fields?: number;
    act(act: StaffAct): Shown | Promise<Shown>;
  };

/** `text` if it is a path of the board, else `/`: `//mesa.example` leads elsewhere, a line break ends a header. */
export function localPath(text: string | null): string {
  return text !== null && text.length <= MAX_PATH && LOCAL.test(text) ? text : "/";
}

const MAX_PATH = 2_000;
/** Printable ASCII without the backslash, beginning with a single slash. */
const LOCAL = /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/;

/** Its text says what happened and what to do. */
export type Refusal = readonly [status: number, title: string, text: string];

/** Of a form that the board no longer has. */
export const UNKNOWN_ACTION: Refusal = [
  422,
  "No se hizo nada",
  "Esa página ya no sirve. Vuelve a abrir el tablero e inténtalo otra vez.",
];

/** @param who null for who is not signed in */
export function refusalPage(
  restaurant: Restaurant,
  [status, title, text]: Refusal,
  who: SignedIn | null = null,
): Answer {
  const content = html`
    <section class="card narrow">
      <p>${text}</p>
      <p><a class="button" href="/">Ir al tablero</a></p>
    </section>
  `;
  return staffPageAnswer({ status, title, content }, restaurant, who);
}

const REFUSALS: readonly Refusal[] = [
  [400, "Dirección inválida", "La cabecera Host o la dirección no son válidas."],
  [404, "No está aquí", "Esa página no existe."],
  [405, "Así no se puede", "Esta página no admite ese método."],
  [
    500,
    "Algo falló",
    "No se pudo completar. Intenta de nuevo; si sigue igual, avisa a quien cuida el sistema.",
  ],
];

/** Makes a page of what the staff's listener refuses. */
export function staffRefusals(restaurant: () => Restaurant): Refused {
  return (_, { status, headers: { allow } }) => {
    const refusal = REFUSALS.find(([known]) => known === status)!;
    const page = refusalPage(restaurant(), refusal);
    return allow === undefined ? page : { ...page, headers: { ...page.headers, allow } };
  };
}
