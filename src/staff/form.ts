/** What the board's forms are made of. */
import { type Html, html } from "../pages/html.ts";

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
  readonly attributes: Html;
  readonly value?: string;
  /** What is wrong in the form, with this field or with another. */
  readonly problem?: FieldProblem | null | undefined;
  readonly autofocus?: boolean;
}

/** An input below its label; above others where something is wrong with it, which is said below. */
export function inputField(field: InputField): Html {
  const { name, id = name, label, attributes, value = "", problem, autofocus } = field;
  const wrong = problem?.field === name && problem.text;
  return html`
    <div class="field">
      <label for="${id}">${label}</label>
      <input id="${id}" name="${name}" value="${value}" ${wrong &&
        html`aria-invalid="true" aria-describedby="${id}-mal"`} ${attributes} ${(autofocus ||
          wrong) && html`autofocus`}>
      ${wrong && html`<p class="wrong" id="${id}-mal" role="alert">${wrong}</p>`}
    </div>
  `;
}

export interface ButtonForm {
  /** Where it is posted to. */
  readonly to: string;
  /** The value of `accion`. */
  readonly action: string;
  readonly label: string;
  /** Its class; none where absent. */
  readonly look?: string;
  readonly hidden?: HiddenFields;
}

/** A form of one button. */
export function buttonForm({ to, action, label, look = "", hidden = {} }: ButtonForm): Html {
  return html`
    <form method="post"
      action="${to}">${hiddenFields(
        hidden,
      )}<button name="accion" value="${action}" class="${look}">${label}</button></form>
  `;
}

/** One field for each value. */
type HiddenFields = Readonly<Record<string, string | readonly string[]>>;

export function hiddenFields(fields: HiddenFields): Html {
  return html`${
    Object.entries(fields).flatMap(([name, values]) =>
      [values].flat().map((value) => html`<input type="hidden" name="${name}" value="${value}">`)
    )
  }`;
}
