/** Parts of the board's forms. */
import { type Html, html } from "../pages/html.ts";

export interface ButtonForm {
  /** The path that it is posted to. */
  readonly to: string;
  /** The value of `accion`. */
  readonly action: string;
  readonly label: string;
  /** The button's class; none where absent. */
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
