/** A part of the restaurant's file as fields of a form: what the file's schema says of it, and nothing of any one part. */
import { hiddenFields, inputField } from "../../html/form.ts";
import { attributes, type Html, html } from "../../html/html.ts";
import type { FormPart, TypedProblem } from "../../ports/restaurant.ts";
import { SENT_IMAGES } from "./face.ts";

/** The fields of `part`, each with its problem. A part that holds others has its name as a heading. */
export function partFields(part: FormPart, problems: readonly TypedProblem[]): Html {
  if (part.input !== null) return field(part, problems);
  return html`<h2>${part.label}</h2>${content(part, problems)}`;
}

/** The labels of the inputs. */
export function labelsOf(parts: readonly FormPart[]): ReadonlyMap<string, string> {
  const own = parts.filter(({ input }) => input !== null).map((part) =>
    [part.name, part.label] as const
  );
  return new Map([...own, ...parts.flatMap((part) => [...labelsOf(part.parts)])]);
}

function content({ help, parts, isList }: FormPart, problems: readonly TypedProblem[]): Html {
  const note = isList ? `${help} Los renglones vacíos no cuentan.` : help;
  return html`
    ${note !== "" && html`<p><small>${note}</small></p>`}
    ${isList ? parts.map((row) => rowFields(row, problems)) : fieldsAndGroups(parts, problems)}
  `;
}

/** Fields beside each other, and what holds others below. */
export function fieldsAndGroups(
  parts: readonly FormPart[],
  problems: readonly TypedProblem[],
): Html {
  const all = parts.flatMap(unfolded);
  const groups = all.filter(({ input }) => input === null).map((part) =>
    html`
      <div role="group" aria-label="${part.label}"><h3>${part.label}</h3>${content(
        part,
        problems,
      )}</div>
    `
  );
  const fields = all.filter(({ input }) => input !== null).map((part) => field(part, problems));
  return html`<div class="fields">${fields}</div>${groups}`;
}

function unfolded(part: FormPart): readonly FormPart[] {
  return part.parts[0]?.name === `${part.name}.es` ? part.parts : [part];
}

function rowFields(row: FormPart, problems: readonly TypedProblem[]): Html {
  return html`
    <div class="entry" role="group" aria-label="${isEmpty(row) ? "Nuevo" : row.label}">
      ${fieldsAndGroups(row.parts, problems)} ${rowControls(row)}
    </div>
  `;
}

/** The place of a row in its list, and a tick that removes it. */
export function rowControls(row: FormPart): Html {
  const order = inputField({
    name: `${row.name}.orden`,
    label: "Orden",
    value: row.value,
    attributes: html`type="number" min="1" max="100"`,
  });
  const removal = !isEmpty(row) && tick(`${row.name}.quitar`, "Quitar", false);
  return html`<div class="inline">${order} ${removal}</div>`;
}

function isEmpty({ parts }: FormPart): boolean {
  return parts.every(isBlank);
}

function isBlank({ input, value, parts }: FormPart): boolean {
  return input === null ? parts.every(isBlank) : value === "" || value === "no";
}

/** @param part its label may be markup */
export function field(
  part: Omit<FormPart, "label"> & { readonly label: string | Html },
  problems: readonly TypedProblem[],
): Html {
  const { name, label, help, input, maxLength, options, value } = part;
  if (input === "image") return imageField(name, label, value);
  if (input === "flag") {
    return html`${hiddenFields({ [name]: "no" })}${tick(name, label, value === YES)}`;
  }
  const helped = help === "" ? label : html`${label} <small>${help}</small>`;
  if (input === "choice") {
    return selectField(name, helped, options!.map((option) => [option, option]), value);
  }
  const inputmode = input === "number" && "decimal";
  const lang = name.endsWith("en") && "en";
  return inputField({
    name,
    label: helped,
    value,
    rows: input === "text" ? 3 : undefined,
    attributes: attributes({ maxlength: maxLength, inputmode, lang }),
    problem: problems.find((each) => each.field === name),
    isSummed: true,
  });
}

const YES = "sí";

function tick(name: string, label: string | Html, checked: boolean): Html {
  const more = attributes({ checked });
  return html`
    <label
      class="tick"><input type="checkbox" name="${name}" value="${YES}" ${more}> ${label}</label>
  `;
}

export function selectField(
  name: string,
  label: string | Html,
  options: readonly (readonly [value: string, text: string])[],
  chosen: string,
): Html {
  const lines = options.map(([value, text]) =>
    html`<option value="${value}" ${attributes({ selected: value === chosen })}>${text}</option>`
  );
  return html`
    <div class="field">
      <label for="${name}">${label}</label>
      <select id="${name}" name="${name}">${lines}</select>
    </div>
  `;
}

function imageField(name: string, label: string | Html, kept: string): Html {
  return html`
    <div class="field">
      ${hiddenFields({ [name]: kept })} ${kept !== "" && html`
        <img class="kept" src="/presentacion/${kept}" alt="${label} de ahora">
        ${tick(`quitar_${name}`, `Quitar ${label}`, false)}
      `}
      ${inputField({
        name: `${name}_nueva`,
        label: `Subir ${label} (JPEG, PNG o WebP)`,
        attributes: html`type="file" accept="${SENT_IMAGES}"`,
      })}
    </div>
  `;
}
