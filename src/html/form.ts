/** Parts of forms: a field with its label, hidden fields, a form of one button. */
import { attributes, type Html, html } from "./html.ts";

/** What is wrong with a field, in a sentence that says how to correct it. */
export interface FieldProblem<Name extends string = string> {
  /** Its name and id; empty for a problem of the whole form. */
  readonly field: Name;
  readonly text: string;
}

export interface InputField {
  readonly name: string;
  /** Default: its name. */
  readonly id?: string;
  readonly label: string | Html;
  /** Attributes of the input beyond id, name and value. */
  readonly attributes?: Html;
  /** Visible lines of a textarea. Default: an input of one line. */
  readonly rows?: number;
  readonly value?: string;
  /** The problem of this field or of another one of the form. */
  readonly problem?: FieldProblem | null | undefined;
  readonly autofocus?: boolean;
  /** Whether an {@linkcode errorSummary} is announced and focused instead of the field. */
  readonly isSummed?: boolean;
}

/** An input below its label, with its problem, if any, below it. */
export function inputField(field: InputField): Html {
  const { name, id = name, label, value = "", rows, problem, autofocus, isSummed = false } = field;
  const wrong = problem?.field === name ? problem.text : null;
  const focus = attributes({ autofocus: autofocus || (wrong !== null && !isSummed) });
  const alert = attributes({ class: "wrong", id: `${id}-mal`, role: !isSummed && "alert" });
  const aria = { "aria-invalid": wrong && "true", "aria-describedby": wrong && `${id}-mal` };
  const others = html`${attributes(aria)} ${field.attributes ?? null} ${focus}`;
  return html`
    <div class="field">
      <label for="${id}">${label}</label>
      ${rows === undefined
        ? html`<input id="${id}" name="${name}" value="${value}" ${others}>`
        : html`<textarea id="${id}" name="${name}" rows="${rows}" ${others}>${value}</textarea>`}
      ${wrong && html`<p ${alert}>${wrong}</p>`}
    </div>
  `;
}

/** The problems of a form, on top of its page, each a link to its field. The summary takes the focus. */
export function errorSummary(heading: string, problems: readonly FieldProblem[]): Html {
  const line = ({ field, text }: FieldProblem) =>
    html`<li>${field === "" ? text : html`<a href="#${field}">${text}</a>`}</li>`;
  return html`
    <div class="notice summary" role="alert" tabindex="-1" autofocus>
      <p><strong>${heading}</strong></p>
      ${problems.length > 0 && html`<ul>${problems.map(line)}</ul>`}
    </div>
  `;
}

/** An invisible button, the first of its form: the Enter key must press no other. */
export function enterButton(form?: string): Html {
  const unseen = attributes({ class: "unseen", form, tabindex: -1, "aria-hidden": "true" });
  return html`<button ${unseen}></button>`;
}

/**
 * The text of each field as it was sent; empty if it was not.
 * @param pressed buttons that fill in a field, each with the field's name: the value of a pressed one replaces the text
 */
export function typedFields<Name extends string>(
  form: URLSearchParams,
  names: readonly Name[],
  pressed: Readonly<Record<string, Name>>,
): Readonly<Record<Name, string>> {
  const filled = Object.entries(pressed).filter(([button]) => form.get(button));
  const typed = [...names.map((name) => [name, name]), ...filled.map(([one, name]) => [name, one])];
  return Object.fromEntries(typed.map(([name, from]) => [name, form.get(from!) ?? ""]));
}

/** One field for each value. */
export type HiddenFields = Readonly<Record<string, string | readonly string[]>>;

export function hiddenFields(fields: HiddenFields): Html {
  return html`${
    Object.entries(fields).flatMap(([name, values]) =>
      [values].flat().map((value) => html`<input type="hidden" name="${name}" value="${value}">`)
    )
  }`;
}

/** The fields of a form as they were sent, to be sent once more. @param others names that are left out */
export function sentFields(form: URLSearchParams, ...others: readonly string[]): HiddenFields {
  const sent = Object.entries(Object.groupBy(form, ([name]) => name))
    .filter(([name]) => !others.includes(name))
    .map(([name, pairs = []]) => [name, pairs.map(([, value]) => value)]);
  return Object.fromEntries(sent);
}

interface ButtonForm {
  /** The path that it is posted to. */
  readonly to: string;
  /** The value of `accion`. */
  readonly action: string;
  readonly label: string;
  /** The button's class. Default: none. */
  readonly look?: string;
  readonly hidden?: HiddenFields;
}

/** A form of one button. */
export function buttonForm({ to, action, label, look = "", hidden = {} }: ButtonForm): Html {
  const button = html`<button name="accion" value="${action}" class="${look}">${label}</button>`;
  return html`
    <form method="post" action="${to}">${hiddenFields(hidden)}${button}</form>
  `;
}
