/** What a person finds on a page of the board: its buttons, with the fields of their forms, and its links. */
import { unescaped } from "../staff/_board_pages.ts";

type Attributes = Readonly<Record<string, string>>;

export interface Field {
  readonly name: string;
  readonly value: string;
  /** Of the input, or the name of another element. */
  readonly type: string;
  readonly isChecked: boolean;
  readonly isRequired: boolean;
}

export interface Tap {
  /** Where it leads and what it asks for there, without what differs from one reservation to another. */
  readonly kind: string;
  readonly label: string;
  readonly isPost: boolean;
  /** Of a form without its fields. */
  readonly path: string;
  readonly fields: readonly Field[];
}

const ELEMENTS =
  /<(form|\/form|input)\b([^>]*)>|<(button|a|textarea|select)\b([^>]*)>([^]*?)<\/\3>/g;
/** Times at which no party is missing. */
const HIDDEN = /<section [^>]*\bhidden>[^]*?<\/section>/g;

/** The buttons and links of a page that do something without the script. */
export function tapsOn(page: string): readonly Tap[] {
  const taps: Tap[] = [];
  let form: Attributes = {};
  let fields: Field[] = [];
  let buttons: (readonly [given: Attributes, label: string])[] = [];
  const shown = page.replace(HIDDEN, "").matchAll(ELEMENTS);
  for (const [, one, some = "", pair, others = "", inner = ""] of shown) {
    const [tag, given] = [one ?? pair, attributesOf(some + others)];
    if (tag === "form") [form, fields, buttons] = [given, [], []];
    else if (tag === "a") taps.push(...linkTo(given.href!, wordsOf(inner)));
    else if (tag === "button") buttons.push([given, wordsOf(inner)]);
    else if (tag !== "/form") fields.push(fieldOf(given, pair, inner));
    else if (!("hidden" in form)) {
      taps.push(...buttons.flatMap((each) => tapOf(form, fields, ...each)));
    }
  }
  return taps;
}

function attributesOf(text: string): Attributes {
  const found = text.matchAll(/([\w-]+)(?:="([^"]*)")?/g);
  return Object.fromEntries(Array.from(found, ([, name, value = ""]) => [name, unescaped(value)]));
}

const wordsOf = (markup: string): string =>
  unescaped(markup.replace(/<[^>]*>/g, " ")).replace(/\s+/g, " ").trim();

function fieldOf(given: Attributes, pair: string | undefined, inner: string): Field {
  const chosen = /<option[^>]* selected/.exec(inner) ?? /<option[^>]*/.exec(inner);
  const { name = "", type = "text", value = "" } = given;
  return {
    name,
    value: pair === "textarea" ? unescaped(inner) : attributesOf(chosen?.[0] ?? "").value ?? value,
    type: pair ?? type,
    isChecked: "checked" in given,
    isRequired: "required" in given,
  };
}

/** The part of an address that says what it is the address of. */
const pattern = (path: string): string =>
  path.replace(/[?#].*/s, "").replace(/^\/reserva\/.*/, "/reserva/…")
    .replace(/^\/(ajustes|carta|presentacion)\b.*/, "/ajustes/…");

/** Of any form that was sent without a session. */
const AGAIN = "Ya entré: enviarlo otra vez";

/** None of a button for the script, or for the Enter key. */
function tapOf(form: Attributes, all: readonly Field[], button: Attributes, label: string): Tap[] {
  const { name = "", value = "", type, formaction } = button;
  if (type === "button" || "aria-hidden" in button) return [];
  // A place within the page alone is that of the form.
  const path = formaction?.replace(/^#.*/, form.action!) ?? form.action!;
  const own = { name, value, type: "hidden", isChecked: false, isRequired: false };
  const fields = name === "" ? all : [...all, own];
  const asked = formaction === undefined && fields.find((each) => each.name === "accion")?.value;
  const kind = [pattern(path), asked, name !== "accion" && name].filter(Boolean).join(" ");
  return [{
    kind: label === AGAIN ? "again" : kind,
    label,
    isPost: form.method === "post",
    path,
    fields,
  }];
}

/** None of a place within its page. */
function linkTo(href: string, label: string): Tap[] {
  const asks = /\?quitar=/.test(href) ? " quitar" : "";
  const [place] = /^(#|tel:|https:\/\/[^/]+)/.exec(href) ?? [`${pattern(href)}${asks}`];
  const link = {
    kind: `link ${place}`,
    label,
    isPost: false,
    path: href.replace(/#.*/s, ""),
    fields: [],
  };
  return place === "#" ? [] : [link];
}
