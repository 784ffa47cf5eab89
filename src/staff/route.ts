/** Routes of the board behind its guard (the visitor is signed in, a page of the board sent the change), and pages that refuse. */
import { html } from "../html/html.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import type { Answer } from "../http/answer.ts";
import type { SentForm } from "../http/body.ts";
import type { Refused } from "../http/router.ts";
import { type StaffPage, staffPageAnswer } from "./layout.ts";

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
  /** The fields as typed: normalise them. Their text is well-formed, since half a surrogate pair has no UTF-8. */
  readonly form: URLSearchParams;
  /** Those of a route that takes images, by field. */
  readonly files: SentForm["files"];
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
    /** For a form that holds a file: its maximum size in bytes. */
    readonly maxBytes?: number;
    /** Whether its files are images, given as bytes: otherwise they are texts, each its field's value. */
    readonly hasImages?: boolean;
    /** How many fields its page at `pathname` has, where the restaurant decides it. */
    fields?(pathname: string): number;
    act(act: StaffAct): Shown | Promise<Shown>;
  };

/**
 * The path to go to after a form: `text` if it is a path of the board, else that of the day's page. A text that leads elsewhere
 * (`//mesa.example`, `/\\mesa.example`) or could break a header is not a path of the board.
 */
export function localPath(text: string | null): string {
  return text !== null && text.length <= MAX_PATH && LOCAL.test(text) ? text : "/";
}

const MAX_PATH = 2_000;
/** Printable ASCII but the backslash, beginning with a single slash. */
const LOCAL = /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/;

/** The text says in a sentence or two what happened and what to do. */
export type Refusal = readonly [status: number, title: string, text: string];

/** `shown` as it is sent to `actor`. */
export function staffAnswer(shown: Shown, restaurant: Restaurant, actor: string): Answer {
  if ("content" in shown) return staffPageAnswer(shown, restaurant, actor);
  return "headers" in shown ? shown : refusalPage(restaurant, shown);
}

/** A page with the refusal's text and a link to the board. */
export function refusalPage(restaurant: Restaurant, [status, title, text]: Refusal): Answer {
  const content = html`
    <section class="card narrow">
      <p>${text}</p>
      <p><a class="button" href="/">Ir al tablero</a></p>
    </section>
  `;
  return staffPageAnswer({ status, title, content }, restaurant, null);
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

/** The page in the place of what the staff's listener refuses. */
export function staffRefusals(restaurant: () => Restaurant): Refused {
  return (_, { status, headers: { allow } }) => {
    const refusal = REFUSALS.find(([known]) => known === status)!;
    const page = refusalPage(restaurant(), refusal);
    return allow === undefined ? page : { ...page, headers: { ...page.headers, allow } };
  };
}
