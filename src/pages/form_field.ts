/** The field of a form, in the guests' pages and on the board. */
import { type Html, html } from "./html.ts";

/** What is wrong with a field, in a sentence that mends it. */
export interface FieldProblem<Name extends string = string> {
  readonly field: Name;
  readonly text: string;
}

export interface InputField {
  readonly name: string;
  /** Its name where absent. */
  readonly id?: string;
  readonly label: string | Html;
  /** Of the input, beyond its id, name and value. */
  readonly attributes?: Html;
  /** Present on a text of several lines: how many are shown. */
  readonly rows?: number;
  readonly value?: string;
  /** What is wrong in the form, with this field or with another. */
  readonly problem?: FieldProblem | null | undefined;
  readonly autofocus?: boolean;
}

/** An input below its label; above others where something is wrong with it, which is said below. */
export function inputField(field: InputField): Html {
  const { name, id = name, label, attributes = null, value = "", rows, problem, autofocus } = field;
  const wrong = problem?.field === name && problem.text;
  const own = html`id="${id}" name="${name}"`;
  const others = html`${
    wrong &&
    html`aria-invalid="true" aria-describedby="${id}-mal"`
  } ${attributes} ${
    (autofocus || wrong) &&
    html`autofocus`
  }`;
  return html`
    <div class="field">
      <label for="${id}">${label}</label>
      ${rows === undefined
        ? html`<input ${own} value="${value}" ${others}>`
        : html`<textarea ${own} rows="${rows}" ${others}>${value}</textarea>`}
      ${wrong && html`<p class="wrong" id="${id}-mal" role="alert">${wrong}</p>`}
    </div>
  `;
}
